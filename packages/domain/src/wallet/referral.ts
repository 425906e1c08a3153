import type { CurrencyCode } from '../currencies.ts';
import { dividedBy, type Exact, exact, floorOf, minus, times } from '../exact.ts';
import { larger, parseDecimal } from '../money.ts';
import type { OrderKind } from '../order-status.ts';
import { HUNDRED_PERCENT, PERCENT_SCALE } from '../price/fee.ts';
import { ratePerMinorUnit } from '../price/quote.ts';
import type { SiteSettings } from '../settings.ts';

/**
 * State of an order's referral. `due`: the order was delivered, or its delivery was reversed, and the signer has not looked at it since. `credited`: the
 * sponsor has the credit. `taken-back`: the delivery was reversed; what could not be taken back is a debt. `none`: the order gives nothing.
 */
export const REFERRAL_STATES = ['due', 'credited', 'taken-back', 'none'] as const;

/** State of an order's referral. */
export type ReferralState = (typeof REFERRAL_STATES)[number];

/** What an order of a customer who has a sponsor gives to the sponsor. Amounts are dong. */
export interface Referral {
  /** The order's. */
  readonly id: string;
  readonly version: number;
  readonly sponsorId: string;
  readonly state: ReferralState;
  /** What the sponsor was credited with; zero before. Never changes afterwards. */
  readonly amount: bigint;
  /** Part of `amount` that was taken back. */
  readonly returned: bigint;
  /** When the signer is to look at it, while it is due. */
  readonly dueAt: Date;
  /** When the sponsor was first credited; null before. */
  readonly creditedAt: Date | null;
}

/** What the sponsor still has of a credit. */
export function standingOf({ amount, returned }: Pick<Referral, 'amount' | 'returned'>): bigint {
  return amount - returned;
}

/** What a sponsor owes of a credit: the balance did not have it when it was taken back. */
export function debtOf(referral: Pick<Referral, 'state' | 'amount' | 'returned'>): bigint {
  return referral.state === 'taken-back' ? standingOf(referral) : 0n;
}

/** Parses the part of fees that sponsors get, from 0 to 100 percent. @returns the percentage at `PERCENT_SCALE`; null for any other text */
export function parseReferralPercent(text: string): bigint | null {
  const percent = parseDecimal(text, PERCENT_SCALE);
  return percent !== null && percent <= HUNDRED_PERCENT ? percent : null;
}

/** The part of fees that sponsors get, at `PERCENT_SCALE`; zero while nothing is paid. */
export function referralPercentOf({ referralPercent }: Pick<SiteSettings, 'referralPercent'>): bigint {
  return parseReferralPercent(referralPercent ?? '0') ?? 0n;
}

/** An order's fee: `feeExchange`, in minor units of the currency that is received, of which a coupon took `discount` off (`discountCurrency`). */
export interface ReferredFee {
  readonly kind: OrderKind;
  readonly from: CurrencyCode;
  readonly to: CurrencyCode;
  /** The order's own rate. */
  readonly rate: bigint;
  readonly feeExchange: bigint;
  readonly discount: bigint;
}

/** Rates against dong that were in force when a swap was made; null where there was none. Other orders need none. */
export interface DongRates {
  /** What a unit of the swap's source was sold for. */
  readonly sell: bigint | null;
  /** What a unit of the swap's target cost. */
  readonly buy: bigint | null;
}

/**
 * What a sponsor is credited with for an order, in dong: a percentage of the exchange's fee (`feeExchange`, which the ledger books as income on delivery)
 * less the coupon's discount, rounded down once. The fee is worth what the order's own rate says: a buy's rate is dong per unit. A swap's rate leads back
 * to its source, which is worth what it was sold for when the order was made; where it was not sold, the target is worth what it cost. Sales have no fee:
 * the transfer fee that is taken off them is the bank's.
 * @param percent at `PERCENT_SCALE`
 * @returns zero for an order without a fee, or without a rate that tells what the fee is worth
 */
export function referralShare(fee: ReferredFee, rates: DongRates, percent: bigint): bigint {
  const worth = worthInDong(fee, rates);
  return worth === null ? 0n : larger(0n, floorOf(times(worth, exact(percent, HUNDRED_PERCENT))));
}

function worthInDong({ kind, from, to, rate, feeExchange, discount }: ReferredFee, { sell, buy }: DongRates): Exact | null {
  if (kind === 'sell') return null;
  if (kind === 'buy') return minus(times(exact(feeExchange), ratePerMinorUnit({ kind, from, to, rate })), exact(discount));
  const inTarget = exact(feeExchange - discount);
  if (sell !== null) {
    const inSource = dividedBy(inTarget, ratePerMinorUnit({ kind, from, to, rate }));
    return times(inSource, ratePerMinorUnit({ kind: 'sell', from, to: 'vnd', rate: sell }));
  }
  return buy === null ? null : times(inTarget, ratePerMinorUnit({ kind: 'buy', from: 'vnd', to, rate: buy }));
}
