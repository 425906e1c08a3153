import type { ReserveCode } from '../currencies.ts';

/**
 * Whose money is summed: a reserve's payouts, a reserve's refunds, the refunds to one subject of orders, or the refunds of all reserves to accounts
 * other than the customers' own, by their worth in dong.
 */
export type VolumeParty = `payouts:${ReserveCode}` | `refunds:${ReserveCode}` | `refunds:${ReserveCode}:${string}` | 'refunds-elsewhere';

/** Money that attempts were made for without an operator's approval, in minor units of the party's currency. */
export interface Volume {
  readonly hour: bigint;
  readonly day: bigint;
}

/** Maximum that is sent for a party within an hour or a day without an operator's approval, and what a payout adds. */
export interface VolumeLimit {
  readonly party: VolumeParty;
  readonly amount: bigint;
  readonly within: keyof Volume;
  readonly most: bigint;
  /** Why a payout beyond it waits, for operators. */
  readonly reason: string;
}

/**
 * Returns the reason of the first limit that a payout exceeds, or null.
 * @param isCounted whether the volumes contain the payout already
 */
export function exceededLimit(limits: readonly VolumeLimit[], volumeOf: (party: VolumeParty) => Volume, isCounted: boolean): string | null {
  const exceeded = limits.find(({ party, amount, within, most }) => volumeOf(party)[within] + (isCounted ? 0n : amount) > most);
  return exceeded?.reason ?? null;
}
