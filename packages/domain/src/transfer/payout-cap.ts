import { RESERVES, type ReserveCode } from '../currencies.ts';
import { parseDecimal } from '../money.ts';
import type { PayoutCapSettings } from '../settings.ts';
import type { VolumeLimit } from './volume-limit.ts';

/** Maximum paid out of a reserve without an operator's approval, in minor units: by one payout, within an hour, and within a day. */
export interface PayoutCap {
  readonly single: bigint;
  readonly hour: bigint;
  readonly day: bigint;
}

/** Parses the caps of a reserve; null when one of them is not an amount in its unit. */
export function parsePayoutCap(reserve: ReserveCode, { single, hour, day }: PayoutCapSettings): PayoutCap | null {
  const [onePayout, anHour, aDay] = [single, hour, day].map((text) => parseDecimal(text, RESERVES[reserve].scale));
  return onePayout == null || anHour == null || aDay == null ? null : { single: onePayout, hour: anHour, day: aDay };
}

/**
 * Decides whether a payout needs an operator's approval because of its amount alone. Returns the reason, or null.
 * @param cap null if no cap is set: every payout then needs approval
 */
export function exceededCap(amount: bigint, cap: PayoutCap | null): string | null {
  if (cap === null) return 'no cap is set for the reserve';
  return amount > cap.single ? 'above the cap of one payout' : null;
}

/** Limits on what a reserve pays out within an hour and within a day. */
export function capLimits(reserve: ReserveCode, amount: bigint, { hour, day }: PayoutCap): VolumeLimit[] {
  const party = `payouts:${reserve}` as const;
  return [
    { party, amount, within: 'hour', most: hour, reason: 'above the cap of an hour' },
    { party, amount, within: 'day', most: day, reason: 'above the cap of a day' },
  ];
}
