import { AppError } from '@quydoi/contract/errors';
import { orderProcedures } from '@quydoi/contract/orders';
import type { CreateOrderInput } from '@quydoi/contract/orders/inputs';
import type { OrderView } from '@quydoi/contract/orders/order-view';
import { accountText, codeText, couponText, decimalText, holderNameText, orderRefText } from '@quydoi/contract/primitives';
import { CURRENCIES } from '@quydoi/domain/currencies';
import { hasDecision } from '@quydoi/domain/order/actions';
import { z } from 'zod';
import type { RestAnswer } from '../envelope.ts';
import { defineRoute, type RestCall } from '../route.ts';
import { createdOrderData, decidableOrderData } from './data.ts';
import { decisionWire } from './decision-wire.ts';
import { type BoughtVoucher, latestEventText, orderWire } from './order-wire.ts';

/** Code of a coupon; empty: none. */
const coupon = couponText.optional();
/** The order's key as a field of the body. */
export const orderKey = z.string().max(128).optional();
/** Characters of an offer's name. */
const OFFER_LENGTH_MAX = 100;

/** Buys a currency with dong. `sender_address` and `bank_name` are the customer's own account and its bank. */
export const buyOrders = defineRoute({
  path: 'buy_orders',
  summary: 'Buys a currency with dong.',
  body: z.object({
    currency_code: codeText,
    quantity: decimalText,
    receiving_address: accountText,
    sender_address: accountText.optional(),
    bank_name: codeText.optional(),
    coupon_code: coupon,
  }),
  data: createdOrderData,
  handle: (call, body) =>
    create(call, {
      kind: 'buy',
      from: 'vnd',
      to: body.currency_code,
      quantity: body.quantity,
      destination: body.receiving_address,
      ...(body.sender_address ? { sender: body.sender_address } : {}),
      ...(body.bank_name ? { senderBank: body.bank_name } : {}),
      ...couponOf(body),
    }),
});

/** Sells a currency for dong. `account_name` is the holder's name as the customer typed it: used only if it cannot be looked up. */
export const sellOrders = defineRoute({
  path: 'sell_orders',
  summary: 'Sells a currency for dong.',
  body: z.object({
    currency_code: codeText,
    quantity: decimalText,
    account_number: accountText,
    to_bankName: codeText,
    account_name: holderNameText.optional(),
    sender_address: accountText.optional(),
    coupon_code: coupon,
  }),
  data: createdOrderData,
  handle: (call, body) =>
    create(call, {
      kind: 'sell',
      from: body.currency_code,
      to: 'vnd',
      quantity: body.quantity,
      destination: body.account_number,
      destinationBank: body.to_bankName,
      ...(body.account_name ? { destinationName: body.account_name } : {}),
      ...(body.sender_address ? { sender: body.sender_address } : {}),
      ...couponOf(body),
    }),
});

/** Swaps one currency for another. */
export const exOrders = defineRoute({
  path: 'ex_orders',
  summary: 'Swaps one currency for another.',
  body: z.object({
    a_currency_code: codeText,
    b_currency_code: codeText,
    a_quantity: decimalText,
    receiving_address: accountText,
    sender_address: accountText.optional(),
    coupon_code: coupon,
  }),
  data: createdOrderData,
  handle: (call, body) =>
    create(call, {
      kind: 'ex',
      from: body.a_currency_code,
      to: body.b_currency_code,
      quantity: body.a_quantity,
      destination: body.receiving_address,
      ...(body.sender_address ? { sender: body.sender_address } : {}),
      ...couponOf(body),
    }),
});

/** An order by its reference; with its key in full and with the available decisions, without it with personal data masked. */
export const histories = defineRoute({
  path: 'histories',
  summary: 'Shows an order.',
  body: z.object({ ref: orderRefText, key: orderKey }),
  data: decidableOrderData,
  handle: async (call, body) => {
    const caller = withKey(call, body.key);
    const view = await call.exchange.orders.get(caller, { ref: body.ref });
    return { message: '', data: await decidable(call, caller, view, await boughtVoucher(call, caller, view)) };
  },
});

/**
 * Takes one of the order's `actions`: `acceptRecalculation` with the `offer` of its decision, `requestRefund` and `refundExcess` with the
 * customer's own account, and for dong its bank, and the holder's name (`account_name`) if it cannot be looked up.
 */
export const orderActions = defineRoute({
  path: 'order_actions',
  summary: "Takes one of an order's actions.",
  body: z.object({
    ref: orderRefText,
    key: orderKey,
    action: orderProcedures.act.input.shape.action,
    offer: z.string().max(OFFER_LENGTH_MAX).optional(),
    destination: accountText.optional(),
    destination_bank: codeText.optional(),
    account_name: holderNameText.optional(),
  }),
  data: decidableOrderData,
  handle: async (call, { ref, key, action, offer, destination, destination_bank: destinationBank, account_name: destinationName }) => {
    const caller = withKey(call, key);
    const view = await call.exchange.orders.act(caller, {
      ref,
      action,
      ...(offer ? { offer } : {}),
      ...(destination ? { destination } : {}),
      ...(destinationBank ? { destinationBank } : {}),
      ...(destinationName ? { destinationName } : {}),
    });
    return { message: latestEventText(view.events, call.caller.locale), data: await decidable(call, caller, view) };
  },
});

/** The order, with what can be decided about it where there is something. */
async function decidable(
  { exchange, caller: { locale } }: RestCall,
  caller: RestCall['caller'],
  view: OrderView,
  voucher: BoughtVoucher | null = null,
) {
  return { ...orderWire(view, locale, undefined, voucher), Decision: hasDecision(view.actions) ? await decisionOf(exchange, caller, view) : null };
}

/** The voucher that a delivered order was paid out in, for a caller with the order's key. */
async function boughtVoucher({ exchange }: RestCall, caller: RestCall['caller'], view: OrderView): Promise<BoughtVoucher | null> {
  if (view.status !== 'delivered' || !CURRENCIES[view.to].isVoucher || caller.orderKey === null) return null;
  try {
    return (await exchange.vouchers.reveal(caller, { ref: view.ref })).vouchers[0] ?? null;
  } catch (error) {
    // Another's key, or too long ago.
    if (error instanceof AppError && error.code === 'ORDER_ACTION_NOT_ALLOWED') return null;
    throw error;
  }
}

async function decisionOf(exchange: RestCall['exchange'], caller: RestCall['caller'], view: OrderView) {
  try {
    return decisionWire(view, await exchange.orders.decision(caller, { ref: view.ref }));
  } catch (error) {
    // It was settled between the two readings.
    if (error instanceof AppError && error.code === 'ORDER_ACTION_NOT_ALLOWED') return null;
    throw error;
  }
}

function couponOf({ coupon_code }: { readonly coupon_code?: string | undefined }): Pick<CreateOrderInput, 'coupon'> {
  return coupon_code ? { coupon: coupon_code } : {};
}

async function create({ exchange, caller }: RestCall, input: CreateOrderInput): Promise<RestAnswer> {
  const view = await exchange.orders.create(caller, input);
  return { message: latestEventText(view.events, caller.locale), data: orderWire(view, caller.locale, view.key) };
}

/** The key in the body counts before the one in the header. */
export function withKey({ caller }: RestCall, key: string | undefined): RestCall['caller'] {
  return key ? { ...caller, orderKey: key } : caller;
}
