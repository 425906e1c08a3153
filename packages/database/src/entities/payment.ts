import { defineEntity, p } from '@mikro-orm/core';
import type { ReserveCode } from '@quydoi/domain/currencies';
import type { NetworkCode } from '@quydoi/domain/networks';
import type { PaymentCase, PaymentState } from '@quydoi/domain/transfer/payment';

/** The payment journal: every payment once. */
export const PaymentEntity = defineEntity({
  name: 'Payment',
  tableName: 'payment',
  properties: {
    id: p.uuid().primary(),
    version: p.integer(),
    rail: p.text().$type<NetworkCode>(),
    account: p.text(),
    reference: p.text(),
    unit: p.text().$type<ReserveCode>(),
    amount: p.bigint(),
    exactAmount: p.text().nullable(),
    memo: p.text(),
    payer: p.text().nullable(),
    payerName: p.text().nullable(),
    paidAt: p.datetime(),
    confirmed: p.boolean(),
    state: p.text().$type<PaymentState>(),
    orderId: p.uuid().nullable(),
    customerId: p.text().nullable(),
    caseCode: p.text().$type<PaymentCase>().nullable(),
    recordedAt: p.datetime(),
  },
});

/** A source that told of a payment, with its own id for it. */
export const SightingEntity = defineEntity({
  name: 'Sighting',
  tableName: 'sighting',
  properties: {
    source: p.text().primary(),
    sourceId: p.text().primary(),
    paymentId: p.uuid(),
    at: p.datetime(),
  },
});

/** A webhook as it came in, stored before it was answered. */
export const InboxEntity = defineEntity({
  name: 'Inbox',
  tableName: 'inbox',
  properties: {
    id: p.uuid().primary(),
    source: p.text(),
    headers: p.json<Readonly<Record<string, string>>>(),
    body: p.text(),
    receivedAt: p.datetime(),
    handledAt: p.datetime().nullable(),
    /** What became of it, for operators. */
    outcome: p.text().nullable(),
    tries: p.integer(),
    nextAt: p.datetime(),
  },
});

/** How far a source of payments has been read. */
export const RailCursorEntity = defineEntity({
  name: 'RailCursor',
  tableName: 'rail_cursor',
  properties: {
    rail: p.text().$type<NetworkCode>().primary(),
    /** Name of the rail's source. */
    source: p.text().primary(),
    kind: p.text().$type<'list' | 'blocks' | 'head'>(),
    cursor: p.text().nullable(),
    /** Everything that the provider booked before this moment has been read. */
    readThrough: p.datetime(),
  },
});

/** A deposit address of ours, free to be leased from `freeAt` on. */
export const DepositAddressEntity = defineEntity({
  name: 'DepositAddress',
  tableName: 'deposit_address',
  properties: {
    rail: p.text().$type<NetworkCode>().primary(),
    index: p.integer().primary(),
    address: p.text().unique('deposit_address_address'),
    freeAt: p.datetime(),
  },
});

/** Which order a deposit address belongs to, from when on. Append-only. */
export const LeaseEntity = defineEntity({
  name: 'Lease',
  tableName: 'lease',
  properties: {
    orderId: p.uuid().primary(),
    rail: p.text().$type<NetworkCode>(),
    address: p.text(),
    fromAt: p.datetime(),
    /** End of the order's timer; money that comes later is still this lease's until the next one begins. */
    untilAt: p.datetime(),
  },
});
