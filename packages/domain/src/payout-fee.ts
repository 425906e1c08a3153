import type { CurrencyCode } from './currencies.ts';
import { ceilDiv, floorDiv } from './money.ts';

/** Perfect Money's charge to a verified and to an unverified sender, in hundredths of a percent. */
const PM_FEE_VERIFIED = 50n;
const PM_FEE_UNVERIFIED = 200n;
const HUNDREDTHS_OF_PERCENT = 10_000n;

/** What a payout may cost us at most, beside the amount. */
export interface PayoutFeeFacts {
  readonly pmVerified: boolean;
}

/**
 * The most that the provider charges on top of a payout, in the reserve's minor units; it is held together with the amount.
 * Perfect Money: 0.5 % (2 % unverified), rounded up. Banks: paid from the dong side, nothing on top.
 */
export function maxPayoutFee(code: CurrencyCode, amount: bigint, facts: PayoutFeeFacts): bigint {
  if (code === 'pm' || code === 'e-voucher') {
    return ceilDiv(amount * (facts.pmVerified ? PM_FEE_VERIFIED : PM_FEE_UNVERIFIED), HUNDREDTHS_OF_PERCENT);
  }
  return 0n;
}

/** The largest amount whose payout, fee included, fits into `spendable`. */
export function largestPayout(code: CurrencyCode, spendable: bigint, facts: PayoutFeeFacts): bigint {
  if (spendable <= 0n) return 0n;
  const share = maxPayoutFee(code, HUNDREDTHS_OF_PERCENT, facts);
  // Without rounding this is exact; the fee's rounding up can cost one unit more.
  const amount = floorDiv(spendable * HUNDREDTHS_OF_PERCENT, HUNDREDTHS_OF_PERCENT + share);
  return amount + maxPayoutFee(code, amount, facts) <= spendable ? amount : amount - 1n;
}
