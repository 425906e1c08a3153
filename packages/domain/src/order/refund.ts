import type { CurrencyCode } from '../currencies.ts';
import { type FeeRule, feeOf } from '../price/fee.ts';
import type { Payout } from '../transfer/payout.ts';

/** Refund split into the amount that the customer receives and the fee that the exchange keeps, in minor units. */
export interface RefundShare {
  readonly amount: bigint;
  readonly fee: bigint;
}

/** Fees deducted from a refund. */
export interface RefundFees {
  /** Fee rule of buying the currency, which covers the transfer; not applied to dong. */
  readonly rule: FeeRule;
  /** Transfer fee of the customer's bank in dong. */
  readonly bankFee: bigint;
}

/**
 * Computes the refund of a gross amount in the currency it was paid in: deducts the fee of buying that currency, for dong the bank's transfer
 * fee. Null when the fee leaves nothing.
 */
export function refundShare(from: CurrencyCode, gross: bigint, fees: RefundFees): RefundShare | null {
  const fee = from === 'vnd' ? fees.bankFee : feeOf(fees.rule, gross);
  return gross > fee ? { amount: gross - fee, fee } : null;
}

/**
 * Whether a refund, with the other payouts of the same decision, is shared as `shareOf` shares their sum: the first of them carries the fee. A part that
 * is missing leaves the sum unknown.
 */
export function isSharedBy(payout: Payout, siblings: readonly Payout[], shareOf: (gross: bigint) => RefundShare | null): boolean {
  const parts = [payout, ...siblings].filter((one) => isOfOneDecision(one, payout));
  const sums = parts.reduce((sum, { amount, fee }) => ({ amount: sum.amount + amount, fee: sum.fee + fee }), { amount: 0n, fee: 0n });
  const isWhole = parts.length === payout.parts && parts.every(({ part, fee }) => part === 1 || fee === 0n);
  return isWhole && shareOf(sums.amount + sums.fee)?.fee === sums.fee;
}

/** Whether payouts are parts of one refund: its parts are numbered one after another, and go to one account. */
function isOfOneDecision(one: Payout, other: Payout): boolean {
  const { obligationKind, obligationId, parts, destination, destinationBank } = one;
  const isOfOneSubject = obligationKind === other.obligationKind && obligationId === other.obligationId;
  const isToOneAccount = destination === other.destination && destinationBank === other.destinationBank;
  return isOfOneSubject && isToOneAccount && parts === other.parts && one.seq - one.part === other.seq - other.part;
}
