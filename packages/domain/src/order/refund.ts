import type { CurrencyCode } from '../currencies.ts';
import { type FeeRule, feeOf } from '../price/fee.ts';

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
