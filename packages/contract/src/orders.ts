import { z } from 'zod';
import { checkCouponInput, couponView } from './orders/coupon.ts';
import { actInput, adoptInput, createOrderInput } from './orders/inputs.ts';
import { mismatchOptionsView } from './orders/mismatch-options.ts';
import { orderListInput, orderListView } from './orders/order-list.ts';
import { createdOrderView, orderView } from './orders/order-view.ts';
import { quoteInput, quoteView } from './orders/quote.ts';
import { orderRefText } from './primitives.ts';
import { procedures } from './procedure.ts';

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
   * LOOKUP_UNAVAILABLE, COUPON_*, RATE_CHANGED, TOO_MANY_OPEN_ORDERS, RESERVE_BUSY, IDEMPOTENCY_CONFLICT,
   * IDEMPOTENCY_KEY_TOO_SHORT.
   */
  create: {
    kind: 'mutation',
    access: 'anyone',
    limit: { class: 'create', cost: 1 },
    guess: { field: 'coupon', limit: { class: 'coupon', cost: 1 } },
    audit: false,
    input: createOrderInput,
    output: createdOrderView,
  },
  /**
   * What a coupon takes off the fee of an order that is being entered. Errors: COUPON_UNKNOWN (also one that is not valid yet), COUPON_EXPIRED,
   * COUPON_USED_UP, COUPON_USED_BEFORE, COUPON_NOT_FOR_ORDER, COUPON_ORDER_TOO_SMALL, COUPON_FOR_MEMBERS, CURRENCY_NOT_SUPPORTED, MAINTENANCE.
   */
  checkCoupon: {
    kind: 'mutation',
    access: 'anyone',
    limit: { class: 'coupon', cost: 1 },
    audit: false,
    input: checkCouponInput,
    output: couponView,
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
  /** The customer's own orders, newest first. */
  list: {
    kind: 'query',
    access: 'customer-or-key',
    limit: { class: 'poll', cost: 5 },
    audit: false,
    input: orderListInput,
    output: orderListView,
  },
  /**
   * Makes orders the customer's that were made in this browser without a login, each by its key. `adopted` are those that are the customer's now; others'
   * are left out.
   */
  adopt: {
    kind: 'mutation',
    access: 'customer',
    limit: { class: 'act', cost: 5 },
    audit: false,
    input: adoptInput,
    output: z.object({ adopted: z.array(z.string()) }),
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
