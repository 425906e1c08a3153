import { type CurrencyCode, networkOf } from './currencies.ts';
import { ceilDiv, floorDiv } from './money.ts';

const HUNDREDTHS_OF_PERCENT = 10_000n;

/** Our standing at the provider, which its charge depends on. */
export interface PayoutFeeFacts {
  readonly pmVerified: boolean;
}

/**
 * Largest charge of the provider on top of a payout, in the reserve's minor units, rounded up; held together with the amount. Zero where
 * fees are not taken from the reserve.
 */
export function maxPayoutFee(code: CurrencyCode, amount: bigint, facts: PayoutFeeFacts): bigint {
  const charge = networkOf(code).payoutCharge;
  return charge === null ? 0n : ceilDiv(amount * (facts.pmVerified ? charge.verified : charge.unverified), HUNDREDTHS_OF_PERCENT);
}

/** The largest amount whose payout, fee included, fits into `spendable`. */
export function largestPayout(code: CurrencyCode, spendable: bigint, facts: PayoutFeeFacts): bigint {
  if (spendable <= 0n) return 0n;
  const share = maxPayoutFee(code, HUNDREDTHS_OF_PERCENT, facts);
  // Without rounding this is exact; the fee's rounding up can cost one unit more.
  const amount = floorDiv(spendable * HUNDREDTHS_OF_PERCENT, HUNDREDTHS_OF_PERCENT + share);
  return amount + maxPayoutFee(code, amount, facts) <= spendable ? amount : amount - 1n;
}
