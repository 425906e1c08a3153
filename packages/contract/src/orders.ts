import { ORDER_EVENTS } from '@quydoi/domain/order/event';
import { ORDER_ACTIONS, ORDER_KINDS, ORDER_REASONS, ORDER_STATUS_CODES } from '@quydoi/domain/order-status';
import { z } from 'zod';
import { accountText, codeText, currencyCode, decimalText, holderNameText, minorUnits, moment, orderRefText } from './primitives.ts';
import { procedures } from './procedure.ts';

/** Versions are PostgreSQL integers. */
const RATE_VERSION_MAX = 2_147_483_647;

/** Trade to be priced, with the amount of one side as decimal text. */
export const quoteInput = z.object({
  kind: z.enum(ORDER_KINDS),
  from: codeText,
  to: codeText,
  /** Amount of the traded currency (of the source, for swaps). Give this or `amount`. */
  quantity: decimalText.optional(),
  /** Amount of the other side: dong, or the target of a swap. The quote is for the largest quantity that it covers. */
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
  /** Requirements that the caller has to meet before ordering. */
  needs: z.array(z.enum(['login', 'kyc'])),
  expiresAt: moment,
});

/** Request to create an order. */
export const createOrderInput = z.object({
  kind: z.enum(ORDER_KINDS),
  from: codeText,
  to: codeText,
  quantity: decimalText,
  /** Payout destination: wallet, address or bank account number. */
  destination: accountText,
  /** Bank code of the destination, for sells. */
  destinationBank: codeText.optional(),
  /** Name of a bank account's holder, typed by the customer: used only if it cannot be looked up. */
  destinationName: holderNameText.optional(),
  /** The account that the customer pays from, and its bank for buys. */
  sender: accountText.optional(),
  senderBank: codeText.optional(),
  /** The rate version that the customer saw; a worse price since then is refused with RATE_CHANGED. */
  rateVersion: z.number().int().min(1).max(RATE_VERSION_MAX).optional(),
});

/** How to pay an open order. */
export const instructionsView = z.object({
  network: z.string(),
  /** Amount still due, in minor units of `from`. */
  amount: minorUnits,
  account: z.string(),
  accountName: z.string(),
  bankCode: z.string().nullable(),
  bankName: z.string().nullable(),
  branch: z.string().nullable(),
  memo: z.string(),
  /** Content of the QR code: a VietQR payload for banks, the address for chains. */
  qr: z.string().nullable(),
});

/** Unconfirmed payment. `needed`: blocks until it is final, one every `blockMs`; the page estimates its progress from `at`. */
export const seenPaymentView = z.object({
  amount: minorUnits,
  reference: z.string(),
  explorerUrl: z.string().nullable(),
  at: moment,
  needed: z.number().int(),
  blockMs: z.number().int(),
});

/** Refund of an order, in minor units of `from`. `amount`: paid out. `fee`: kept by the exchange. */
export const refundView = z.object({
  state: z.enum(['approval', 'waiting', 'sending', 'done', 'failed']),
  amount: minorUnits,
  fee: minorUnits,
  destination: z.string(),
  destinationBank: z.string().nullable(),
  reference: z.string().nullable(),
  explorerUrl: z.string().nullable(),
});

/** Entry of the order's log. `params`: values of its text. */
export const orderEventView = z.object({
  n: z.number().int(),
  code: z.enum(ORDER_EVENTS),
  params: z.record(z.string(), z.string()),
  at: moment,
});

/** Order as visible to the caller. Personal fields are masked (`masked`) unless the caller has the order key or owns the order. */
export const orderView = z.object({
  ref: z.string(),
  kind: z.enum(ORDER_KINDS),
  status: z.enum(ORDER_STATUS_CODES as [(typeof ORDER_STATUS_CODES)[number], ...(typeof ORDER_STATUS_CODES)[number][]]),
  reason: z.enum(ORDER_REASONS).nullable(),
  /** Actions that the caller may take now. */
  actions: z.array(z.enum(ORDER_ACTIONS)),
  masked: z.boolean(),
  version: z.number().int(),
  from: currencyCode,
  to: currencyCode,
  quantity: minorUnits,
  amountSent: minorUnits,
  amountReceived: minorUnits,
  amountPaid: minorUnits,
  /** Part of `amountPaid` that is refunded or decided to be refunded, refund fee included; in `from`. */
  amountRefunded: minorUnits,
  feeExchange: minorUnits,
  cashAmount: minorUnits,
  cashFee: minorUnits,
  rate: z.string(),
  destination: z.string(),
  destinationBank: z.string().nullable(),
  destinationName: z.string().nullable(),
  /** Whether the customer typed the name and nobody has verified it. */
  isNameTyped: z.boolean(),
  sender: z.string().nullable(),
  senderBank: z.string().nullable(),
  /** Payment instructions; null once the order awaits no payment. */
  instructions: instructionsView.nullable(),
  /** Newest unconfirmed payment; null if there is none. */
  seen: seenPaymentView.nullable(),
  /** Current refund; null if none was decided. */
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
 * Options of a customer whose payment did not match the order, at current prices. Amounts in minor units of `from` unless noted. An option is null if
 * it is not available.
 */
export const mismatchOptionsView = z.object({
  /** Amount to top up; null once the timer has ended. */
  missing: minorUnits.nullable(),
  /** Amount paid beyond the order's price. */
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
      newRatePart: z.object({ quantity: minorUnits, rate: z.string(), rateVersion: z.number().int() }).nullable(),
      expiresAt: moment,
    })
    .nullable(),
  /** Error code if `recalculation` is null although `acceptRecalculation` is among the actions. */
  recalculationRefusal: z.string().nullable(),
  /** Full refund: `amount` is paid out, `fee` kept. A bank's own transfer fee (`payoutFee` in the config) is deducted in addition. */
  refund: z.object({ amount: minorUnits, fee: minorUnits }).nullable(),
  /** Refund of the overpayment; the order is delivered as ordered. */
  excessRefund: z.object({ amount: minorUnits, fee: minorUnits }).nullable(),
});

/**
 * Action on an order with its arguments: `acceptRecalculation` the `offer` of the decision, `requestRefund` and `refundExcess` the customer's own
 * account (and its bank, for dong, and its holder's name, if it cannot be looked up) that the money goes back to.
 */
export const actInput = z.object({
  ref: orderRefText,
  action: z.enum(ORDER_ACTIONS),
  offer: z.string().max(100).optional(),
  destination: accountText.optional(),
  destinationBank: codeText.optional(),
  destinationName: holderNameText.optional(),
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
  /**
   * Creates an order and holds its payout in the reserve. Errors: those of quote, WALLET_ADDRESS_INVALID, BANK_ACCOUNT_INVALID, ACCOUNT_NAME_*,
   * LOOKUP_UNAVAILABLE, RATE_CHANGED, TOO_MANY_OPEN_ORDERS, RESERVE_BUSY, IDEMPOTENCY_CONFLICT.
   */
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
  /**
   * Executes one of the order's `actions`, except `review` (`reviews.create`). Requires the order key or ownership. Errors: ORDER_NOT_FOUND,
   * ORDER_ACTION_NOT_ALLOWED, RATE_CHANGED (the offer is void), those of a destination.
   */
  act: {
    kind: 'mutation',
    access: 'anyone',
    limit: { class: 'act', cost: 1 },
    audit: false,
    input: actInput,
    output: orderView,
  },
  /** Options for a mismatch, at current prices. Requires the order key or ownership. Errors: ORDER_NOT_FOUND, ORDER_ACTION_NOT_ALLOWED. */
  decision: {
    kind: 'query',
    access: 'anyone',
    limit: { class: 'poll', cost: 1 },
    audit: false,
    input: z.object({ ref: orderRefText }),
    output: mismatchOptionsView,
  },
});

export type QuoteInput = z.output<typeof quoteInput>;
export type QuoteView = z.output<typeof quoteView>;
export type CreateOrderInput = z.output<typeof createOrderInput>;
export type OrderView = z.output<typeof orderView>;
export type CreatedOrderView = z.output<typeof createdOrderView>;
export type InstructionsView = z.output<typeof instructionsView>;
export type ActInput = z.output<typeof actInput>;
export type MismatchOptionsView = z.output<typeof mismatchOptionsView>;
export type RefundView = z.output<typeof refundView>;
export type SeenPaymentView = z.output<typeof seenPaymentView>;
export type OrderEventView = z.output<typeof orderEventView>;
