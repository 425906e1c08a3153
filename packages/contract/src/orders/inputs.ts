import { ORDER_ACTIONS, ORDER_KINDS } from '@quydoi/domain/order-status';
import { z } from 'zod';
import { accountText, codeText, couponText, decimalText, holderNameText, orderRefText } from '../primitives.ts';

/** As many as a browser keeps keys of. */
const ADOPTED_AT_ONCE_MAX = 50;
/** Versions are PostgreSQL integers. */
const RATE_VERSION_MAX = 2_147_483_647;

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
  /** Code of a coupon; empty: none. */
  coupon: couponText.optional(),
  /**
   * The customer's balance pays, which takes what only its owner has: a code of the second factor, or the password where there is none. `sender` is not
   * read then.
   */
  fromBalance: z.object({ code: z.string().trim().max(64).optional(), password: z.string().max(256).optional() }).optional(),
  /** The order is paid out into the customer's balance. `destination` is not read then. */
  toBalance: z.literal(true).optional(),
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

/** Orders that were made in this browser before the login, with their keys. */
export const adoptInput = z.object({
  orders: z.array(z.object({ ref: orderRefText, key: z.string().max(128) })).max(ADOPTED_AT_ONCE_MAX),
});

export type AdoptInput = z.output<typeof adoptInput>;
export type CreateOrderInput = z.output<typeof createOrderInput>;
export type ActInput = z.output<typeof actInput>;
