import type { CurrencyCode } from './currencies.ts';
import { type FeeRule, feeOf } from './fee.ts';

/** Money that is given back, in minor units: what arrives and what we keep. */
export interface RefundShare {
  readonly amount: bigint;
  readonly fee: bigint;
}

/** What giving money back costs the customer. */
export interface RefundFees {
  /** The fee of buying the currency, which its transfer costs; nothing is taken for dong. */
  readonly rule: FeeRule;
  /** Dong that a transfer to the customer's bank takes. */
  readonly bankFee: bigint;
}

/**
 * What arrives when `gross` is given back in the currency that it came in: less the fee of buying that currency, for dong less what the
 * customer's bank takes. Null when nothing would be left.
 */
export function refundShare(from: CurrencyCode, gross: bigint, fees: RefundFees): RefundShare | null {
  const fee = from === 'vnd' ? fees.bankFee : feeOf(fees.rule, gross);
  return gross > fee ? { amount: gross - fee, fee } : null;
}
