import { AppError, type ErrorParams, isErrorCode } from '@quydoi/contract/errors';
import { readReserves } from '@quydoi/database/repositories/ledger';
import { readOrderEvents } from '@quydoi/database/repositories/orders';
import { readRateVersion, readReplacedAt } from '@quydoi/database/repositories/settings';
import { RECALCULATION_TTL_SECONDS } from '@quydoi/domain/constants';
import { ceilDiv } from '@quydoi/domain/money';
import { type Recalculation, recalculate } from '@quydoi/domain/order/decide-recalculate';
import type { Order, RepricedTerms } from '@quydoi/domain/order/order';
import type { Settings } from '@quydoi/domain/settings';
import type { Ctx } from '../context.ts';
import { findTrade, isRateOf, rateKeyOf, termsOf } from '../market/trade.ts';
import { needsOf } from './needs.ts';

const TTL_MS = RECALCULATION_TTL_SECONDS * 1000;

/** Recalculated terms that the customer may accept, or the reason why there are none. */
export type Offered = { readonly terms: RepricedTerms } | { readonly refusal: AppError };

/** Offer id: `rateVersion-amountPaid`. A new payment changes `amountPaid` and so invalidates the offer. */
export function offerOf(rateVersion: number, order: Pick<Order, 'amountPaid'>): string {
  return `${rateVersion}-${order.amountPaid}`;
}

/** Parses the rate version of an offer id. Error: RATE_CHANGED when the id is malformed or `amountPaid` has changed. */
export function versionOfOffer(offer: string, order: Pick<Order, 'amountPaid'>): number {
  const [version, paid] = offer.split('-');
  if (!/^\d{1,9}-\d{1,30}$/.test(offer) || BigInt(paid ?? '') !== order.amountPaid) throw new AppError('RATE_CHANGED');
  return Number(version);
}

/** Rate version of a recalculation: the order's own until its timer ends, then the newest. Late payments never get the order's own rate. */
export function offeredVersion(settings: Settings, order: Order, now: Date): number | null {
  return hasOwnRate(order) && now < order.expiresAt ? order.rateVersion : newestVersion(settings, order);
}

/** Newest rate version of the order's trade; null when there is none. */
export function newestVersion(settings: Settings, order: Order): number | null {
  const trade = findTrade(settings, [], { kind: order.kind, from: order.from, to: order.to, bank: order.destinationBank });
  return 'terms' in trade ? trade.rateVersion : null;
}

/**
 * RATE_CHANGED when an order's original price no longer applies, else null. The price applies until three minutes past the timer, then until a
 * newer rate replaces it. Otherwise a customer who overpaid could wait and choose between the old price and a refund.
 */
export function priceRefusal(settings: Settings, order: Order, now: Date): AppError | null {
  if (now.getTime() < order.expiresAt.getTime() + TTL_MS || newestVersion(settings, order) === order.rateVersion) return null;
  return new AppError('RATE_CHANGED');
}

/**
 * Whether an offer at this rate version is still valid. Offers expire three minutes after they could last be made: at the order's own rate, after
 * the timer's end; at any other, after a newer rate replaced it. A rate replaced before the mismatch was never offered.
 */
export async function isStillOffered(ctx: Ctx, order: Order, version: number): Promise<boolean> {
  const now = ctx.clock.now().getTime();
  const ownUntil = hasOwnRate(order) ? order.expiresAt.getTime() : 0;
  if (version === order.rateVersion && now < ownUntil + TTL_MS) return true;
  if (now < ownUntil) return false;
  const { kind, key } = rateKeyOf(order);
  const replacedAt = (await readReplacedAt(ctx.orm, kind, key, version))?.getTime();
  if (replacedAt === undefined) return true;
  return now < replacedAt + TTL_MS && replacedAt > Math.max(ownUntil, await mismatchedAt(ctx, order));
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
 * Recalculates the order's terms for the amount paid, at a rate version. Checks all limits again except the minimum. Refusals: RATE_CHANGED when
 * the version is not a rate of this trade, CURRENCY_NOT_SUPPORTED, MAINTENANCE, QUANTITY_*, or an unmet need of the customer.
 */
export async function recalculationAt(ctx: Ctx, order: Order, version: number): Promise<Offered> {
  const [settings, reserves, rate] = await Promise.all([ctx.settings(), readReserves(ctx.orm), readRateVersion(ctx.orm, version)]);
  if (!rate || !isRateOf(rate, order)) return { refusal: new AppError('RATE_CHANGED') };
  // The order's existing hold is available to its recalculated payout.
  const free = reserves.map((each) => (each.reserve === order.reserve ? { ...each, available: each.available + order.holding } : each));
  const trade = findTrade(settings, free, { kind: order.kind, from: order.from, to: order.to, bank: order.destinationBank });
  if (!('terms' in trade)) return { refusal: new AppError(trade.limits.known ? 'MAINTENANCE' : 'CURRENCY_NOT_SUPPORTED', { code: order.to }) };
  const terms = termsOf(order.kind, order.from, order.to, rate.value, order.cashFee);
  const recalculation = recalculate(order, { ...trade.limits, terms }, settings.site);
  if ('refusal' in recalculation) return { refusal: new AppError(recalculation.refusal.code, recalculation.refusal.params) };
  const cashAmount = cashOf(order, recalculation);
  const [need] = needsOf(settings, order.customerId, order.kind, cashAmount);
  if (need) return { refusal: new AppError(need, need === 'LOGIN_FOR_AMOUNT' ? { amount: settings.site.minOrderLogin } : {}) };
  return { terms: { ...recalculation, rate: terms.rate, rateVersion: version, cashAmount } };
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
