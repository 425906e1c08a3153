import type { NetworkCode } from '@quydoi/domain/networks';
import { RailError } from '../rail-error.ts';

/** Switches of the USDT contract (TetherToken, on Ethereum and TRON) that keep us from paying, or from paying the full amount; off if zero. */
export const TETHER_SWITCHES = [
  { signature: 'paused()', ofOwner: false, reason: 'the token is paused' },
  { signature: 'deprecated()', ofOwner: false, reason: 'the token contract is deprecated' },
  { signature: 'getBlackListStatus(address)', ofOwner: true, reason: 'the token has blacklisted our wallet' },
  { signature: 'basisPointsRate()', ofOwner: false, reason: 'the token keeps a fee of each transfer' },
] as const;

/** A switch of the USDT contract. */
export type TetherSwitch = (typeof TETHER_SWITCHES)[number];

/**
 * Why the token cannot be moved from a deposit address by the switch that is on; null when none is. A customer's money may get the address blacklisted
 * that it was paid to: that is the failure of this address alone, and no reason to close the network.
 * @throws RailError trouble `refused` when the address is blacklisted
 */
export function suspensionOfSweep(network: NetworkCode, found: TetherSwitch | null): string | null {
  if (found?.ofOwner) throw new RailError(network, 'refused', 'not-done', 'the token has blacklisted the deposit address');
  return found?.reason ?? null;
}
