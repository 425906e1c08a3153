import type { CurrencyCode } from './currencies.ts';
import { ceilDiv } from './money.ts';

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
  let amount = spendable - maxPayoutFee(code, spendable, facts);
  // The fee of the smaller amount is smaller too; give back what the first guess kept too much.
  while (amount + 1n + maxPayoutFee(code, amount + 1n, facts) <= spendable) amount += 1n;
  return amount > 0n ? amount : 0n;
}
