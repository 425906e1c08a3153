import type { ConfigView } from '@quydoi/contract/config';
import { AppError } from '@quydoi/contract/errors';
import type { ActInput } from '@quydoi/contract/orders/inputs';
import type { MismatchOptionsView } from '@quydoi/contract/orders/mismatch-options';
import type { OrderView, RefundView } from '@quydoi/contract/orders/order-view';
import { RECALCULATION_TTL_SECONDS } from '@quydoi/domain/constants';
import { CURRENCIES } from '@quydoi/domain/currencies';
import { NO_FEE, parseFeeRule } from '@quydoi/domain/price/fee';
import { largestQuantityFor, type Priced, type PriceTerms, price } from '@quydoi/domain/price/quote';
import { parseRate } from '@quydoi/domain/price/rate';
import { COLLECTION_ACCOUNT } from './sample-trades.ts';

/** Refund fee by currency, in minor units of the refunded currency. */
const REFUND_FEES: Partial<Record<OrderView['from'], (gross: bigint) => bigint>> = {
  pm: (gross) => (gross * 50n + 9_999n) / 10_000n,
  trc20: () => 800_000n,
};

/** Options for an order with a payment mismatch, priced by the mock's configuration. */
export function decisionOf(order: OrderView, config: ConfigView, now: Date): MismatchOptionsView {
  const { actions, amountPaid, amountSent } = order;
  if (!actions.includes('requestRefund')) throw new AppError('ORDER_ACTION_NOT_ALLOWED');
  const excess = amountPaid > amountSent ? amountPaid - amountSent : null;
  const recalculation = recalculate(order, config, now);
  return {
    missing: actions.includes('topUp') ? amountSent - amountPaid : null,
    excess,
    recalculation: 'refusal' in recalculation ? null : recalculation,
    recalculationRefusal: 'refusal' in recalculation ? recalculation.refusal : null,
    refund: refundOf(order.from, amountPaid),
    excessRefund: excess !== null && actions.includes('refundExcess') ? refundOf(order.from, excess) : null,
  };
}

/** Applies a customer's action to an order. */
export function applyAction(order: OrderView, input: ActInput, config: ConfigView, now: Date): OrderView {
  const next = { ...order, version: order.version + 1, actions: [], instructions: null };
  switch (input.action) {
    case 'topUp':
      return order;
    case 'acceptRecalculation':
      return {
        ...next,
        ...acceptedTerms(order, input, config, now),
        status: 'paid',
        reason: null,
        events: withEvents(order, now, 'recalculated', 'paid'),
      };
    case 'refundExcess':
      return { ...next, ...startRefund(order, input, order.amountPaid - order.amountSent, now), status: 'paid', reason: null };
    case 'requestRefund':
      return { ...next, ...startRefund(order, input, order.amountPaid, now), reason: 'refunding' };
    default:
      return { ...next, status: 'cancelled', reason: 'abandoned', finalAt: now, events: withEvents(order, now, 'abandoned') };
  }
}

/** Moves a pending refund to its next state. A full refund also ends its order. */
export function advanceRefund(order: OrderView, now: Date): OrderView {
  if (!order.refund || order.refund.state === 'done') return order;
  const isSent = order.refund.state === 'sending';
  const refund: RefundView = { ...order.refund, state: isSent ? 'done' : 'sending', reference: isSent ? 'FT26325081234567' : null };
  const ended = isSent && order.reason === 'refunding' ? ({ status: 'cancelled', reason: 'refunded', finalAt: now } as const) : {};
  return { ...order, ...ended, refund, version: order.version + 1, events: isSent ? withEvents(order, now, 'refunded') : order.events };
}

function acceptedTerms(order: OrderView, { offer }: ActInput, config: ConfigView, now: Date) {
  const current = recalculate(order, config, now);
  if ('refusal' in current) throw new AppError('ORDER_ACTION_NOT_ALLOWED');
  if (offer !== current.offer) throw new AppError('RATE_CHANGED', {}, { rate: current.rate });
  const { quantity, amountSent, amountReceived, feeExchange, cashFee, rate } = current;
  return { quantity, amountSent, amountReceived, feeExchange, cashFee, rate };
}

type RecalculationResult = NonNullable<MismatchOptionsView['recalculation']> | { readonly refusal: string };

function recalculate(order: OrderView, config: ConfigView, now: Date): RecalculationResult {
  const { kind, from, to, amountPaid } = order;
  const rate =
    kind === 'ex'
      ? config.pairs.find((pair) => pair.from === from && pair.to === to)
      : config.rates.find((one) => one.kind === kind && one.code === (kind === 'buy' ? to : from));
  if (!rate) throw new AppError('CURRENCY_NOT_SUPPORTED');
  // The order's own price stays valid until its timer ends.
  const value = now < order.expiresAt ? order.rate : rate.value;
  const fee = kind === 'sell' ? NO_FEE : parseFeeRule(rate, CURRENCIES[to].scale);
  const terms: PriceTerms = { kind, from, to, rate: parseRate(value) ?? 1n, fee, bankFee: 0n };
  const priced: Priced = price(terms, kind === 'buy' ? largestQuantityFor(terms, amountPaid) : amountPaid);
  if (priced.amountReceived === 0n) return { refusal: 'QUANTITY_TOO_SMALL' };
  return {
    offer: `${rate.version}-${amountPaid}`,
    quantity: priced.quantity,
    amountSent: amountPaid,
    amountReceived: priced.amountReceived,
    feeExchange: priced.feeExchange,
    discount: 0n,
    cashFee: priced.cashFee,
    rate: value,
    rateVersion: rate.version,
    newRatePart: null,
    expiresAt: new Date(now.getTime() + RECALCULATION_TTL_SECONDS * 1000),
  };
}

function refundOf(from: OrderView['from'], gross: bigint): MismatchOptionsView['refund'] {
  const fee = REFUND_FEES[from]?.(gross) ?? 0n;
  return gross > fee ? { amount: gross - fee, fee } : null;
}

function startRefund(order: OrderView, { destination = '', destinationBank }: ActInput, gross: bigint, now: Date): Partial<OrderView> {
  if (destination === COLLECTION_ACCOUNT) throw new AppError('BANK_ACCOUNT_INVALID', { bank: destinationBank ?? '', problem: 'ours' });
  if (destination.endsWith('0000')) throw new AppError('ACCOUNT_NAME_INVALID');
  const terms = refundOf(order.from, gross);
  if (!terms) throw new AppError('QUANTITY_TOO_SMALL');
  return {
    amountRefunded: gross,
    refund: { ...terms, state: 'waiting', destination, destinationBank: destinationBank ?? null, reference: null, explorerUrl: null },
    events: withEvents(order, now, 'refund_started'),
  };
}

function withEvents(order: OrderView, at: Date, ...codes: OrderView['events'][number]['code'][]): OrderView['events'] {
  return [...order.events, ...codes.map((code, i) => ({ n: order.events.length + i + 1, code, params: {}, at }))];
}
