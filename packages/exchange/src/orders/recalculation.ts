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

/** A recalculation that can be accepted: the order's terms anew. Or why there is none. */
export type Offered = { readonly terms: RepricedTerms } | { readonly refusal: AppError };

/** Names an offer: the rate that it is at, and the sum that it is for, so that any new payment voids it. */
export function offerOf(rateVersion: number, order: Pick<Order, 'amountPaid'>): string {
  return `${rateVersion}-${order.amountPaid}`;
}

/** The rate version that an offer names. Error: RATE_CHANGED when it is no offer for what was paid by now. */
export function versionOfOffer(offer: string, order: Pick<Order, 'amountPaid'>): number {
  const [version, paid] = offer.split('-');
  if (!/^\d{1,9}-\d{1,30}$/.test(offer) || BigInt(paid ?? '') !== order.amountPaid) throw new AppError('RATE_CHANGED');
  return Number(version);
}

/** The rate that a recalculation is offered at: the order's own while its timer runs, the newest after. Late money is never offered the own one. */
export function offeredVersion(settings: Settings, order: Order, now: Date): number | null {
  return hasOwnRate(order) && now < order.expiresAt ? order.rateVersion : newestVersion(settings, order);
}

/** The newest rate of the order's trade; null while it has none. */
export function newestVersion(settings: Settings, order: Order): number | null {
  const trade = findTrade(settings, [], { kind: order.kind, from: order.from, to: order.to, bank: order.destinationBank });
  return 'terms' in trade ? trade.rateVersion : null;
}

/**
 * Why an order cannot go on at the price that it was made at, or null when it can: until three minutes past its timer, then for as long as no
 * newer rate replaced its own. Else whoever pays too much could wait and choose between the price of then and their money.
 */
export function priceRefusal(settings: Settings, order: Order, now: Date): AppError | null {
  if (now.getTime() < order.expiresAt.getTime() + TTL_MS || newestVersion(settings, order) === order.rateVersion) return null;
  return new AppError('RATE_CHANGED');
}

/**
 * Whether an offer at this rate can still be taken. It is good for three minutes from when it could last be made: an order's own rate from the
 * end of its timer, any other from when a newer one replaced it. What was replaced before anything could be offered at it never was an offer.
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

/** Whether the order's own rate is good until its timer ends: money that came later was never promised it. */
function hasOwnRate({ reason }: Order): boolean {
  return reason !== 'late';
}

/** Since when the order waits for the decision that it waits for now: every payment asks it anew. */
async function mismatchedAt(ctx: Ctx, { id }: Order): Promise<number> {
  const events = await readOrderEvents(ctx.orm, id);
  return events.findLast(({ code }) => code === 'payment_mismatch')?.at.getTime() ?? 0;
}

/**
 * The order's terms for what was paid, at a version of its rate; what may be ordered is checked again, but for the minimum. The refusal is
 * RATE_CHANGED when the version is no rate of this trade, else CURRENCY_NOT_SUPPORTED, MAINTENANCE, QUANTITY_*, or what the caller needs first.
 */
export async function recalculationAt(ctx: Ctx, order: Order, version: number): Promise<Offered> {
  const [settings, reserves, rate] = await Promise.all([ctx.settings(), readReserves(ctx.orm), readRateVersion(ctx.orm, version)]);
  if (!rate || !isRateOf(rate, order)) return { refusal: new AppError('RATE_CHANGED') };
  // What is held for the order already is free for its new price.
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

/** A refusal as it is left for who asked: its code, and the values of its message. */
export function refusalText({ code, params }: AppError): string {
  return Object.keys(params).length === 0 ? code : `${code} ${JSON.stringify(params)}`;
}

/** Reads what `refusalText` wrote. */
export function refusalOf(text: string): AppError {
  const [code = '', ...rest] = text.split(' ');
  if (!isErrorCode(code)) return new AppError('ORDER_ACTION_NOT_ALLOWED');
  return new AppError(code, rest.length === 0 ? {} : (JSON.parse(rest.join(' ')) as ErrorParams));
}

/** The dong side; a swap's worth changes in proportion to what is swapped. */
function cashOf(order: Order, { quantity, amountSent, amountReceived }: Recalculation): bigint {
  return { buy: amountSent, sell: amountReceived, ex: ceilDiv(order.cashAmount * quantity, order.quantity) }[order.kind];
}
