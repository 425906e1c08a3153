import { CURRENCIES, type CurrencyCode, networkOf } from '../currencies.ts';
import { ceilDiv, floorDiv, larger, smaller } from '../money.ts';

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
  const charge = chargeOf(code, facts);
  if (charge === null) return CURRENCIES[code].payoutFeeMax ?? 0n;
  const uncapped = ceilDiv(amount * charge.share, HUNDREDTHS_OF_PERCENT);
  return charge.max === null ? uncapped : smaller(charge.max, uncapped);
}

/** Maximum charge on top of an order's payout: none for one into the customer's balance, for which no provider is called. */
export function maxFeeOfOrder(
  { to, toBalance }: { readonly to: CurrencyCode; readonly toBalance: boolean },
  amount: bigint,
  facts: PayoutFeeFacts,
): bigint {
  return toBalance ? 0n : maxPayoutFee(to, amount, facts);
}

/** Largest amount whose payout, charge included, does not exceed `spendable`. */
export function largestPayout(code: CurrencyCode, spendable: bigint, facts: PayoutFeeFacts): bigint {
  const charge = chargeOf(code, facts);
  if (charge === null) return larger(0n, spendable - maxPayoutFee(code, spendable, facts));
  if (spendable <= 0n) return 0n;
  // The charge may be rounded up: what is left of `spendable` is whole, so that it covers the rounded charge where it covers the exact one.
  const uncapped = floorDiv(spendable * HUNDREDTHS_OF_PERCENT, HUNDREDTHS_OF_PERCENT + charge.share);
  return charge.max === null ? uncapped : larger(uncapped, spendable - charge.max);
}

/** Charge of the currency's network: its share in basis points, and its cap. */
function chargeOf(code: CurrencyCode, { pmVerified }: PayoutFeeFacts): { readonly share: bigint; readonly max: bigint | null } | null {
  const charge = networkOf(code).payoutCharge;
  return charge && { share: pmVerified ? charge.verified : charge.unverified, max: charge.max };
}
