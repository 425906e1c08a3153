import { CURRENCIES, type CurrencyCode, networkOf } from '../currencies.ts';
import { ceilDiv, floorDiv, larger } from '../money.ts';

const HUNDREDTHS_OF_PERCENT = 10_000n;

/** Facts about the exchange's provider accounts that determine payout charges. */
export interface PayoutFeeFacts {
  readonly pmVerified: boolean;
}

/**
 * Maximum charge of the provider or network on top of a payout, in the reserve's minor units, rounded up; held together with the amount. Zero where
 * fees are not taken from the reserve.
 */
export function maxPayoutFee(code: CurrencyCode, amount: bigint, facts: PayoutFeeFacts): bigint {
  const charge = networkOf(code).payoutCharge;
  return charge === null
    ? (CURRENCIES[code].payoutFeeMax ?? 0n)
    : ceilDiv(amount * (facts.pmVerified ? charge.verified : charge.unverified), HUNDREDTHS_OF_PERCENT);
}

/** Largest amount whose payout, charge included, does not exceed `spendable`. */
export function largestPayout(code: CurrencyCode, spendable: bigint, facts: PayoutFeeFacts): bigint {
  if (networkOf(code).payoutCharge === null) return larger(0n, spendable - maxPayoutFee(code, spendable, facts));
  if (spendable <= 0n) return 0n;
  const share = maxPayoutFee(code, HUNDREDTHS_OF_PERCENT, facts);
  // The charge may be rounded up: what is left of `spendable` is whole, so that it covers the rounded charge where it covers the exact one.
  return floorDiv(spendable * HUNDREDTHS_OF_PERCENT, HUNDREDTHS_OF_PERCENT + share);
}
