import { ORDER_EVENTS } from '@quydoi/domain/order/event';
import { ORDER_ACTIONS, ORDER_KINDS, ORDER_REASONS, ORDER_STATUS_CODES } from '@quydoi/domain/order-status';
import { z } from 'zod';
import { currencyCode, minorUnits, moment } from '../primitives.ts';

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
  /** Content of the QR code: a VietQR payload for banks; on chains a payment link, or the address where wallets read no links. */
  qr: z.string().nullable(),
  /** Form that opens the provider's own page for this payment, posted by the customer's browser; null where there is none. */
  checkout: z.object({ url: z.string(), fields: z.record(z.string(), z.string()) }).nullable(),
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
  /** Our fee before the discount, in the traded (target) currency. */
  feeExchange: minorUnits,
  /** What the coupon saves: dong less to send for a buy, more to receive in `to` for a swap; zero without one. */
  discount: minorUnits,
  /** Code of the order's coupon; null without one. */
  coupon: z.string().nullable(),
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
  /** Whether the customer's balance pays the order, and whether the order is paid out into it. */
  fromBalance: z.boolean(),
  toBalance: z.boolean(),
  /** Payment instructions; null once the order awaits no payment. */
  instructions: instructionsView.nullable(),
  /** What is known of the vouchers that pay the order; null where none do. `left`: how many may still be refused. */
  vouchers: z.object({ isChecking: z.boolean(), left: z.number().int() }).nullable(),
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

export type OrderView = z.output<typeof orderView>;
export type CreatedOrderView = z.output<typeof createdOrderView>;
export type InstructionsView = z.output<typeof instructionsView>;
export type RefundView = z.output<typeof refundView>;
export type SeenPaymentView = z.output<typeof seenPaymentView>;
export type OrderEventView = z.output<typeof orderEventView>;
