/** Switches of the USDT contract (TetherToken, on Ethereum and TRON) that keep us from paying, or from paying the full amount; off if zero. */
export const TETHER_SWITCHES = [
  { signature: 'paused()', ofOwner: false, reason: 'the token is paused' },
  { signature: 'deprecated()', ofOwner: false, reason: 'the token contract is deprecated' },
  { signature: 'getBlackListStatus(address)', ofOwner: true, reason: 'the token has blacklisted our wallet' },
  { signature: 'basisPointsRate()', ofOwner: false, reason: 'the token keeps a fee of each transfer' },
] as const;
