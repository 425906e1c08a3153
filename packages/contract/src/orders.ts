import { ORDER_EVENTS } from '@quydoi/domain/order/event';
import { ORDER_ACTIONS, ORDER_KINDS, ORDER_REASONS, ORDER_STATUS_CODES } from '@quydoi/domain/order-status';
import { z } from 'zod';
import { accountText, codeText, currencyCode, decimalText, minorUnits, moment, orderRefText } from './primitives.ts';
import { procedures } from './procedure.ts';

/** Versions are PostgreSQL integers. */
const RATE_VERSION_MAX = 2_147_483_647;

/** What is to be traded: one side's amount as decimal text. */
export const quoteInput = z.object({
  kind: z.enum(ORDER_KINDS),
  from: codeText,
  to: codeText,
  /** Amount of the traded currency (of the source, for swaps). Give this or `amount`. */
  quantity: decimalText.optional(),
  /** The other side: dong to pay or receive, or the swap's result; answered with the largest quantity that it covers. */
  amount: decimalText.optional(),
});

/** A price with all its fees. Amounts in minor units; `rate` is decimal text. */
export const quoteView = z.object({
  id: z.string(),
  kind: z.enum(ORDER_KINDS),
  from: currencyCode,
  to: currencyCode,
  quantity: minorUnits,
  amountSent: minorUnits,
  amountReceived: minorUnits,
  /** Our fee in the traded (target) currency. */
  feeExchange: minorUnits,
  /** The bank's fee in dong. */
  cashFee: minorUnits,
  rate: z.string(),
  rateVersion: z.number().int(),
  /** Smallest and largest quantity now, decimal text. */
  min: z.string(),
  max: z.string(),
  /** What the order will need before it can be made. */
  needs: z.array(z.enum(['login', 'kyc'])),
  expiresAt: moment,
});

/** An order as asked for. */
export const createOrderInput = z.object({
  kind: z.enum(ORDER_KINDS),
  from: codeText,
  to: codeText,
  quantity: decimalText,
  /** Wallet, address, or bank account number that is paid. */
  destination: accountText,
  /** Bank code of the destination, for sells. */
  destinationBank: codeText.optional(),
  /** The account that the customer pays from, and its bank for buys. */
  sender: accountText.optional(),
  senderBank: codeText.optional(),
  /** The rate version that the customer saw; a worse price since then is refused with RATE_CHANGED. */
  rateVersion: z.number().int().min(1).max(RATE_VERSION_MAX).optional(),
});

/** How to pay an open order. */
export const instructionsView = z.object({
  network: z.string(),
  /** Exactly what is still to be sent, in minor units of the order's `from`. */
  amount: minorUnits,
  account: z.string(),
  accountName: z.string(),
  bankCode: z.string().nullable(),
  bankName: z.string().nullable(),
  branch: z.string().nullable(),
  memo: z.string(),
  /** What the QR code holds: a VietQR payload for banks, the address for chains. */
  qr: z.string().nullable(),
});

/** Money on its way to us that is not final yet. `confirmations` of `needed` come with the chain's blocks, one every `blockMs`. */
export const seenPaymentView = z.object({
  amount: minorUnits,
  reference: z.string(),
  explorerUrl: z.string().nullable(),
  at: moment,
  needed: z.number().int(),
  blockMs: z.number().int(),
});

/** Money on its way back to the customer. Amounts in the order's `from`: `amount` arrives, `fee` is kept. */
export const refundView = z.object({
  state: z.enum(['review', 'waiting', 'sending', 'done', 'failed']),
  amount: minorUnits,
  fee: minorUnits,
  destination: z.string(),
  destinationBank: z.string().nullable(),
  reference: z.string().nullable(),
  explorerUrl: z.string().nullable(),
});

/** One line of the order's log. `at` is the moment, `params` the values that its text shows. */
export const orderEventView = z.object({
  n: z.number().int(),
  code: z.enum(ORDER_EVENTS),
  params: z.record(z.string(), z.string()),
  at: moment,
});

/** An order as this caller may see it. Without its key or owner the personal parts are masked. */
export const orderView = z.object({
  ref: z.string(),
  kind: z.enum(ORDER_KINDS),
  status: z.enum(ORDER_STATUS_CODES as [(typeof ORDER_STATUS_CODES)[number], ...(typeof ORDER_STATUS_CODES)[number][]]),
  reason: z.enum(ORDER_REASONS).nullable(),
  /** What this caller may do now, decided by the server. */
  actions: z.array(z.enum(ORDER_ACTIONS)),
  masked: z.boolean(),
  version: z.number().int(),
  from: currencyCode,
  to: currencyCode,
  quantity: minorUnits,
  amountSent: minorUnits,
  amountReceived: minorUnits,
  amountPaid: minorUnits,
  /** How much of `amountPaid` is given back or being given back, in `from`. */
  amountRefunded: minorUnits,
  feeExchange: minorUnits,
  cashAmount: minorUnits,
  cashFee: minorUnits,
  rate: z.string(),
  destination: z.string(),
  destinationBank: z.string().nullable(),
  destinationName: z.string().nullable(),
  sender: z.string().nullable(),
  senderBank: z.string().nullable(),
  /** Present while money can still come in. */
  instructions: instructionsView.nullable(),
  /** A payment that is seen and not final yet. */
  seen: seenPaymentView.nullable(),
  /** What is given back, once that was decided. */
  refund: refundView.nullable(),
  /** Reference of the finished payout: a PM batch, a chain hash. */
  payoutReference: z.string().nullable(),
  explorerUrl: z.string().nullable(),
  events: z.array(orderEventView),
  createdAt: moment,
  expiresAt: moment,
  finalAt: moment.nullable(),
  retryAt: moment.nullable(),
  timerSeconds: z.number().int(),
  /** The server's clock when the view was made, for the countdown. */
  serverTime: moment,
});

/** A new order, with the key that opens it. The key is shown once; keep it. */
export const createdOrderView = orderView.extend({ key: z.string() });

/**
 * What a customer may decide about an order whose money did not match, priced now. Amounts in minor units, of `from` unless said otherwise.
 * Every part is null when it is not offered.
 */
export const decisionView = z.object({
  /** What is still missing, while it can be sent. */
  missing: minorUnits.nullable(),
  /** What came in beyond the order. */
  excess: minorUnits.nullable(),
  /** The order's new terms for what arrived. Accept it with `offer` before `expiresAt`; any new payment voids it. */
  recalculation: z
    .object({
      offer: z.string(),
      quantity: minorUnits,
      amountSent: minorUnits,
      /** In `to`. */
      amountReceived: minorUnits,
      feeExchange: minorUnits,
      cashFee: minorUnits,
      rate: z.string(),
      rateVersion: z.number().int(),
      /** The part of `quantity` beyond the ordered one, when it has a newer rate: the order's own rate, in `rate`, applies up to the ordered quantity. */
      excess: z.object({ quantity: minorUnits, rate: z.string(), rateVersion: z.number().int() }).nullable(),
      expiresAt: moment,
    })
    .nullable(),
  /** Error code of why there is no recalculation though it is among the actions. */
  recalculationRefusal: z.string().nullable(),
  /** Everything back: `amount` arrives, `fee` is kept. A bank with a transfer fee of its own (`payoutFee` of the config) keeps that beside. */
  refund: z.object({ amount: minorUnits, fee: minorUnits }).nullable(),
  /** The excess back, the order as it was. */
  excessRefund: z.object({ amount: minorUnits, fee: minorUnits }).nullable(),
});

/**
 * An action with what it needs: `acceptRecalculation` the `offer` of the decision, `requestRefund` and `refundExcess` the customer's own
 * account (and its bank, for dong) that the money goes back to.
 */
export const actInput = z.object({
  ref: orderRefText,
  action: z.enum(ORDER_ACTIONS),
  offer: z.string().max(100).optional(),
  destination: accountText.optional(),
  destinationBank: codeText.optional(),
});

/** Procedures of `orders`. `Idempotency-Key` and `X-Order-Key` come as headers. */
export const orderProcedures = procedures({
  /** Prices an order. Errors: CURRENCY_NOT_SUPPORTED, MAINTENANCE, QUANTITY_*. */
  quote: {
    kind: 'query',
    access: 'anyone',
    limit: { class: 'poll', cost: 1 },
    audit: false,
    input: quoteInput,
    output: quoteView,
  },
  /** Makes an order and holds its money. Errors: those of quote, WALLET_ADDRESS_INVALID, BANK_ACCOUNT_INVALID, ACCOUNT_NAME_*, LOOKUP_UNAVAILABLE, RATE_CHANGED, TOO_MANY_OPEN_ORDERS, RESERVE_BUSY, IDEMPOTENCY_CONFLICT. */
  create: {
    kind: 'mutation',
    access: 'anyone',
    limit: { class: 'create', cost: 1 },
    audit: false,
    input: createOrderInput,
    output: createdOrderView,
  },
  /** An order by reference. Errors: ORDER_NOT_FOUND. */
  get: {
    kind: 'query',
    access: 'anyone',
    limit: { class: 'poll', cost: 1 },
    audit: false,
    input: z.object({ ref: orderRefText }),
    output: orderView,
  },
  /** Takes one of the order's `actions` but `review`, which is `reviews.create`; needs its key or owner. Errors: ORDER_NOT_FOUND, ORDER_ACTION_NOT_ALLOWED, RATE_CHANGED (the offer is void), those of a destination. */
  act: {
    kind: 'mutation',
    access: 'anyone',
    limit: { class: 'act', cost: 1 },
    audit: false,
    input: actInput,
    output: orderView,
  },
  /** What can be decided about a mismatch, priced now; needs the order's key or owner. Errors: ORDER_NOT_FOUND, ORDER_ACTION_NOT_ALLOWED. */
  decision: {
    kind: 'query',
    access: 'anyone',
    limit: { class: 'poll', cost: 1 },
    audit: false,
    input: z.object({ ref: orderRefText }),
    output: decisionView,
  },
});

export type QuoteInput = z.output<typeof quoteInput>;
export type QuoteView = z.output<typeof quoteView>;
export type CreateOrderInput = z.output<typeof createOrderInput>;
export type OrderView = z.output<typeof orderView>;
export type CreatedOrderView = z.output<typeof createdOrderView>;
export type InstructionsView = z.output<typeof instructionsView>;
export type ActInput = z.output<typeof actInput>;
export type DecisionView = z.output<typeof decisionView>;
export type RefundView = z.output<typeof refundView>;
export type SeenPaymentView = z.output<typeof seenPaymentView>;
export type OrderEventView = z.output<typeof orderEventView>;
