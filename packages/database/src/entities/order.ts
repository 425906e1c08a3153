import { defineEntity, p } from '@mikro-orm/core';
import type { CurrencyCode, ReserveCode } from '@quydoi/domain/currencies';
import type { Actor } from '@quydoi/domain/decision-context';
import type { NetworkCode } from '@quydoi/domain/networks';
import type { OrderEventCode } from '@quydoi/domain/order/event';
import type { OrderAction, OrderKind, OrderReason, OrderStatus } from '@quydoi/domain/order-status';
import { WholeNumeric } from './types.ts';

/** Columns of an order; names and meanings as `Order` of the domain. */
export const OrderEntity = defineEntity({
  name: 'Order',
  tableName: 'orders',
  properties: {
    id: p.uuid().primary(),
    ref: p.text().unique('orders_ref'),
    kind: p.text().$type<OrderKind>(),
    from: p.text().$type<CurrencyCode>().fieldName('from_currency'),
    to: p.text().$type<CurrencyCode>().fieldName('to_currency'),
    quantity: p.bigint(),
    orderedQuantity: p.bigint(),
    rate: p.type(WholeNumeric),
    rateVersion: p.integer(),
    amountSent: p.bigint(),
    amountReceived: p.bigint(),
    feeExchange: p.bigint(),
    discount: p.bigint(),
    cashAmount: p.bigint(),
    cashFee: p.bigint(),
    payInNetwork: p.text().$type<NetworkCode>(),
    payInAccount: p.text(),
    payInBank: p.text().nullable(),
    payInName: p.text().nullable(),
    payInBranch: p.text().nullable(),
    payOutNetwork: p.text().$type<NetworkCode>(),
    destination: p.text(),
    destinationBank: p.text().nullable(),
    destinationName: p.text().nullable(),
    isNameTyped: p.boolean().fieldName('name_typed'),
    sender: p.text().nullable(),
    senderBank: p.text().nullable(),
    reserve: p.text().$type<ReserveCode>(),
    held: p.bigint(),
    subject: p.text(),
    origin: p.text(),
    customerId: p.text().nullable(),
    coupon: p.text().nullable(),
    couponVersion: p.integer().nullable(),
    couponHeld: p.boolean(),
    fromBalance: p.boolean(),
    toBalance: p.boolean(),
    createdAt: p.datetime(),
    proof: p.text(),
    version: p.integer(),
    status: p.text().$type<OrderStatus>(),
    reason: p.text().$type<OrderReason>().nullable(),
    expiresAt: p.datetime(),
    holding: p.bigint(),
    amountPaid: p.bigint(),
    amountRefunded: p.bigint(),
    excessQuantity: p.bigint(),
    excessRateVersion: p.integer().nullable(),
    paidAt: p.datetime().nullable(),
    finalAt: p.datetime().nullable(),
    eventCount: p.integer(),
    payoutReference: p.text().nullable(),
    retryAt: p.datetime().nullable(),
  },
});

/** An order event. Append-only. */
export const OrderEventEntity = defineEntity({
  name: 'OrderEvent',
  tableName: 'order_event',
  properties: {
    id: p.bigint().primary().autoincrement(),
    orderId: p.uuid(),
    n: p.integer(),
    code: p.text().$type<OrderEventCode>(),
    params: p.json<Readonly<Record<string, string>>>(),
    actor: p.text().$type<Actor>(),
    cause: p.text(),
    payoutId: p.uuid().nullable(),
    at: p.datetime(),
  },
});

/** A customer's request for an order action. Inserted by the web role, executed by the worker. */
export const OrderRequestEntity = defineEntity({
  name: 'OrderRequest',
  tableName: 'order_request',
  properties: {
    id: p.uuid().primary(),
    orderId: p.uuid(),
    action: p.text().$type<OrderAction | 'supersede'>(),
    params: p.json<Readonly<Record<string, string>>>(),
    proof: p.text().nullable(),
    at: p.datetime(),
    handledAt: p.datetime().nullable(),
    /** Error code of a refused request; null when it succeeded. */
    refusal: p.text().nullable(),
  },
});

/** Idempotency record: the order that a creation request made, so that a repeated request returns the same order. */
export const IdempotencyEntity = defineEntity({
  name: 'Idempotency',
  tableName: 'idempotency',
  properties: {
    scope: p.text().primary(),
    key: p.text().primary(),
    proof: p.text(),
    orderId: p.uuid(),
    createdAt: p.datetime(),
  },
});
