import { type ListedOrderView, orderListInput } from '@quydoi/contract/orders/order-list';
import { CURRENCIES } from '@quydoi/domain/currencies';
import type { OrderKind } from '@quydoi/domain/order-status';
import { exactAmount } from '../exact-number.ts';
import { defineRoute } from '../route.ts';
import { orderListData } from './data.ts';
import { listPage } from './list-page.ts';
import { unixSeconds } from './order-wire.ts';

/** All orders of the customer. */
export const orderList = listRoute('orders', "Lists the customer's orders, newest first.");
/** The customer's purchases. */
export const buyOrderList = listRoute('buy_orders', "Lists the customer's purchases, newest first.", 'buy');
/** The customer's sales. */
export const sellOrderList = listRoute('sell_orders', "Lists the customer's sales, newest first.", 'sell');
/** The customer's swaps. */
export const exOrderList = listRoute('ex_orders', "Lists the customer's swaps, newest first.", 'ex');

function listRoute(path: string, summary: string, kind?: OrderKind) {
  return defineRoute({
    path,
    method: 'GET',
    summary,
    body: listPage,
    data: orderListData,
    handle: async ({ exchange, caller }, query) => {
      const input = orderListInput.parse({ ...query, ...(kind === undefined ? {} : { kind }) });
      const { items, ...list } = await exchange.orders.list(caller, input);
      return { message: '', data: { items: items.map(listedOrderWire), ...list } };
    },
  });
}

/** An order as lists show it. */
export function listedOrderWire(order: ListedOrderView) {
  return {
    Id: order.ref,
    Ref: order.ref,
    OrderType: order.kind,
    Status: order.status,
    reason: order.reason,
    FromBank: order.kind === 'buy' ? (order.senderBank ?? order.from) : order.from,
    ToBank: order.kind === 'sell' ? (order.destinationBank ?? order.to) : order.to,
    AmountSent: exactAmount(order.amountSent, CURRENCIES[order.from].scale),
    AmountReceived: exactAmount(order.amountReceived, CURRENCIES[order.to].scale),
    AccountIdSent: order.sender ?? '',
    AccountIdReceived: order.destination,
    Processing: order.status === 'delivering' || order.status === 'waitingotp',
    AutoRetry: order.retryAt !== null,
    TimeCreate: unixSeconds(order.createdAt),
    CreatedAt: order.createdAt.toISOString(),
  };
}
