import { RESERVES, type ReserveCode } from '../currencies.ts';
import { parseDecimal } from '../money.ts';
import type { PayoutCapSettings } from '../settings.ts';

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
 * Decides whether a payout needs an operator's approval, because of its amount or the volume recently sent without approval.
 * @param cap null if no cap is set: every payout then needs approval
 * @param sent volume of earlier payouts sent without approval
 * @returns the reason, or null if the payout may be sent without an approval
 */
export function exceededCap(amount: bigint, cap: PayoutCap | null, sent: { readonly hour: bigint; readonly day: bigint }): string | null {
  if (cap === null) return 'no cap is set for the reserve';
  if (amount > cap.single) return 'above the cap of one payout';
  if (sent.hour + amount > cap.hour) return 'above the cap of an hour';
  return sent.day + amount > cap.day ? 'above the cap of a day' : null;
}
