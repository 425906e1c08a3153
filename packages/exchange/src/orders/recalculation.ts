import { AppError, type ErrorParams, isErrorCode } from '@quydoi/contract/errors';
import { readReserves } from '@quydoi/database/repositories/ledger';
import { readOrderEvents } from '@quydoi/database/repositories/orders';
import { readRateEnd, readRateVersion } from '@quydoi/database/repositories/rates';
import { RECALCULATION_TTL_SECONDS } from '@quydoi/domain/constants';
import { ceilDiv } from '@quydoi/domain/money';
import { type Recalculation, recalculate } from '@quydoi/domain/order/decisions/decide-recalculate';
import { exceedsOwnRate, ownRateQuantity } from '@quydoi/domain/order/match';
import type { Order, RepricedTerms } from '@quydoi/domain/order/order';
import type { Settings } from '@quydoi/domain/settings';
import type { Ctx } from '../context.ts';
import { isMoneyMissing } from '../market/abilities.ts';
import { findTrade, isRateOf, rateOfTrade, termsOf } from '../market/trade.ts';
import { orderDiscount, refuseBelowCoupon } from './coupon.ts';
import { needsOf } from './needs.ts';
import { newestRateOf } from './pricing.ts';

const TTL_MS = RECALCULATION_TTL_SECONDS * 1000;

/** Recalculated terms that the customer may accept, or the reason why there are none. */
export type Offered =
  | {
      readonly terms: RepricedTerms;
      /** Rate of the part beyond the ordered quantity, at rate scale. */
      readonly excessRate: bigint | null;
    }
  | { readonly refusal: AppError };

/** Versions of the rates of a recalculation. */
export interface OfferedRates {
  /** Rate of the order: of all of it, or up to the ordered quantity. */
  readonly own: number;
  /** Rate of what is beyond the ordered quantity; null when `own` applies to everything. */
  readonly excess: number | null;
}

/** Offer id: `rateVersion-amountPaid`, followed by `-excessRateVersion` if any. A new payment changes `amountPaid` and so invalidates the offer. */
export function offerOf({ own, excess }: OfferedRates, order: Pick<Order, 'amountPaid'>): string {
  return [own, order.amountPaid, ...(excess === null ? [] : [excess])].join('-');
}

/** Parses the rate versions of an offer id. Error: RATE_CHANGED when the id is malformed or `amountPaid` has changed. */
export function ratesOfOffer(offer: string, order: Pick<Order, 'amountPaid'>): OfferedRates {
  const [own, paid, excess] = offer.split('-');
  if (!/^\d{1,9}-\d{1,30}(-\d{1,9})?$/.test(offer) || BigInt(paid ?? '') !== order.amountPaid) throw new AppError('RATE_CHANGED');
  return { own: Number(own), excess: excess === undefined ? null : Number(excess) };
}

/**
 * Rates of a recalculation: until the order's timer ends its own, up to the ordered quantity, and the newest beyond; then the newest. Late payments
 * never get the order's own rate. Null when the trade has no rate now.
 */
export function offeredRates(settings: Settings, order: Order, now: Date): OfferedRates | null {
  const newest = newestRateOf(settings, order)?.rateVersion ?? null;
  if (!hasOwnRate(order) || now >= order.expiresAt) return newest === null ? null : { own: newest, excess: null };
  if (!exceedsOwnRate(order) || newest === order.rateVersion) return { own: order.rateVersion, excess: null };
  return newest === null ? null : { own: order.rateVersion, excess: newest };
}

/**
 * RATE_CHANGED when an order's original price no longer applies, else null. The price applies until three minutes past the timer, then until a
 * newer rate replaces it. Otherwise a customer who overpaid could wait and choose between the old price and a refund.
 */
export function priceRefusal(settings: Settings, order: Order, now: Date): AppError | null {
  if (now.getTime() < order.expiresAt.getTime() + TTL_MS || newestRateOf(settings, order)?.rateVersion === order.rateVersion) return null;
  return new AppError('RATE_CHANGED');
}

/**
 * Whether an offer at these rates is still valid. Offers expire three minutes after they could last be made: at the order's own rate, after the
 * timer's end; at any other, after the rate ended. A rate that ended before the mismatch was never offered.
 */
export async function isStillOffered(ctx: Ctx, order: Order, { own, excess }: OfferedRates): Promise<boolean> {
  const now = ctx.clock.now().getTime();
  const ownUntil = hasOwnRate(order) ? order.expiresAt.getTime() : 0;
  const isOwnRate = own === order.rateVersion && now < ownUntil + TTL_MS;
  if (excess !== null) return isOwnRate && exceedsOwnRate(order) && (await isInForce(ctx, order, excess, 0));
  if (!exceedsOwnRate(order)) {
    if (isOwnRate) return true;
    return now >= ownUntil && (await isInForce(ctx, order, own, ownUntil));
  }
  return (isOwnRate || now >= ownUntil) && (await isInForce(ctx, order, own, isOwnRate ? 0 : ownUntil));
}

/** Whether a rate is in force for the order's trade, or ended within three minutes, after the mismatch and after `since` (epoch ms). */
async function isInForce(ctx: Ctx, order: Order, version: number, since: number): Promise<boolean> {
  const endedAt = (await readRateEnd(ctx.orm, rateOfTrade(order), version))?.getTime();
  if (endedAt === undefined) return true;
  return ctx.clock.now().getTime() < endedAt + TTL_MS && endedAt > Math.max(since, await mismatchedAt(ctx, order));
}

/** Whether the order keeps its own rate until the timer ends. Late payments were never promised that rate. */
function hasOwnRate({ reason }: Order): boolean {
  return reason !== 'late';
}

/** Time (epoch ms) of the latest mismatch, from which the pending decision dates; 0 when there is none. */
async function mismatchedAt(ctx: Ctx, { id }: Order): Promise<number> {
  const events = await readOrderEvents(ctx.orm, id);
  return events.findLast(({ code }) => code === 'payment_mismatch')?.at.getTime() ?? 0;
}

/**
 * Recalculates the order's terms for the amount paid, at these rates. Checks all limits again except the minimum. Refusals: RATE_CHANGED when
 * a version is not a rate of this trade, CURRENCY_NOT_SUPPORTED, MAINTENANCE, QUANTITY_*, COUPON_ORDER_TOO_SMALL, KYC_TO_CONTINUE,
 * ORDER_WITHOUT_ACCOUNT.
 */
export async function recalculationAt(ctx: Ctx, order: Order, { own, excess }: OfferedRates): Promise<Offered> {
  const discount = await orderDiscount(ctx, order);
  const readTerms = async (version: number) => {
    const rate = await readRateVersion(ctx.orm, version);
    return rate && isRateOf(rate, order) ? { ...termsOf(order.kind, order.from, order.to, rate.value, order.cashFee), discount } : null;
  };
  const [settings, reserves, ownTerms, excessTerms] = await Promise.all([
    ctx.settings(),
    readReserves(ctx.orm),
    readTerms(own),
    excess === null ? null : readTerms(excess),
  ]);
  if (!ownTerms || (excess !== null && !excessTerms)) return { refusal: new AppError('RATE_CHANGED') };
  // The order's existing hold is available to its recalculated payout.
  const free = reserves.map((each) => (each.reserve === order.reserve ? { ...each, available: each.available + order.holding } : each));
  const trade = findTrade(settings, free, { kind: order.kind, from: order.from, to: order.to, bank: order.destinationBank });
  if (!('terms' in trade)) return { refusal: new AppError(trade.limits.known ? 'MAINTENANCE' : 'CURRENCY_NOT_SUPPORTED', { code: order.to }) };
  const limited = excessTerms ? { terms: ownTerms, quantity: ownRateQuantity(order) } : undefined;
  const recalculation = recalculate(order, { ...trade.limits, terms: excessTerms ?? ownTerms, own: limited }, settings.site);
  if ('refusal' in recalculation) return { refusal: new AppError(recalculation.refusal.code, recalculation.refusal.params) };
  if (recalculation.held > order.holding && isMoneyMissing(settings, order.to)) return { refusal: new AppError('MAINTENANCE', { code: order.to }) };
  const cashAmount = cashOf(order, recalculation);
  const tooSmall = await refuseBelowCoupon(ctx, order, { ...recalculation, cashAmount });
  if (tooSmall) return { refusal: tooSmall };
  const [need] = await needsOf(ctx, { kind: order.kind, customerId: order.customerId, cash: cashAmount });
  // A login comes too late: an order that a visitor made stays one without a customer, also when a customer adopts it.
  if (need !== undefined) return { refusal: new AppError(order.customerId === null ? 'ORDER_WITHOUT_ACCOUNT' : 'KYC_TO_CONTINUE') };
  const excessQuantity = limited ? recalculation.quantity - limited.quantity : 0n;
  return {
    terms: { ...recalculation, rate: ownTerms.rate, rateVersion: own, cashAmount, excessQuantity, excessRateVersion: excess },
    excessRate: excessTerms?.rate ?? null,
  };
}

/** Serializes an `AppError` (code and message parameters) for the order request's result. */
export function refusalText({ code, params }: AppError): string {
  return Object.keys(params).length === 0 ? code : `${code} ${JSON.stringify(params)}`;
}

/** Parses the result of `refusalText`. */
export function refusalOf(text: string): AppError {
  const [code = '', ...rest] = text.split(' ');
  if (!isErrorCode(code)) return new AppError('ORDER_ACTION_NOT_ALLOWED');
  return new AppError(code, rest.length === 0 ? {} : (JSON.parse(rest.join(' ')) as ErrorParams));
}

/** Value in dong; for swaps in proportion to the quantity. */
function cashOf(order: Order, { quantity, amountSent, amountReceived }: Recalculation): bigint {
  return { buy: amountSent, sell: amountReceived, ex: ceilDiv(order.cashAmount * quantity, order.quantity) }[order.kind];
}
