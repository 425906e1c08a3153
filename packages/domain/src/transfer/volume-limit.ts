import type { ReserveCode } from '../currencies.ts';

/**
 * Scope of a volume: a reserve's payouts, a reserve's refunds, a reserve's refunds to one subject, the number of a reserve's refunds to one subject and
 * to one account, or the refunds from all reserves to accounts other than the customers' own, by their worth in dong.
 */
export type VolumeParty =
  | `payouts:${ReserveCode}`
  | `refunds:${ReserveCode}`
  | `refunds:${ReserveCode}:${string}`
  | `refund-count:${ReserveCode}:subject:${string}`
  | `refund-count:${ReserveCode}:account:${string}:${string}`
  | 'refunds-elsewhere';

/** Money of attempts without an operator's approval in the last hour and day, in minor units of the scope's currency, or their number. */
export interface Volume {
  readonly hour: bigint;
  readonly day: bigint;
}

/** Limit of a volume that a payout counts towards. Beyond it, the payout waits for an operator's approval. */
export interface VolumeLimit {
  readonly party: VolumeParty;
  /** What the payout adds to the volume. */
  readonly amount: bigint;
  readonly within: keyof Volume;
  /** Maximum of the volume. */
  readonly most: bigint;
  /** Why a payout beyond the limit waits, for operators. */
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
