import { addressWord } from './abi.ts';
import type { TronNode } from './node.ts';

/** Switches of the USDT contract (TetherToken) that keep us from paying, or from paying the full amount. */
const SWITCHES = [
  { signature: 'paused()', ofOwner: false, reason: 'the token is paused' },
  { signature: 'deprecated()', ofOwner: false, reason: 'the token contract is deprecated' },
  { signature: 'getBlackListStatus(address)', ofOwner: true, reason: 'the token has blacklisted our wallet' },
  { signature: 'basisPointsRate()', ofOwner: false, reason: 'the token keeps a fee of each transfer' },
] as const;

/**
 * Why the token cannot be paid as priced; null when it can. Addresses `41…` in hex.
 * @throws RailError when the node cannot tell
 */
export async function readSuspension(node: TronNode, contract: string, owner: string): Promise<string | null> {
  for (const { signature, ofOwner, reason } of SWITCHES) {
    const { words } = await node.call('wallet', { owner, contract, signature, parameters: ofOwner ? addressWord(owner) : '' });
    if (BigInt(`0x${words[0] || '0'}`) !== 0n) return reason;
  }
  return null;
}
