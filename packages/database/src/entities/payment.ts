import { defineEntity, p } from '@mikro-orm/core';
import type { LedgerUnit } from '@quydoi/domain/ledger/accounts';
import type { PaymentCase, PaymentState } from '@quydoi/domain/payment';
import type { RailCode } from '@quydoi/domain/rails';

/** The payment journal: every payment once. */
export const PaymentEntity = defineEntity({
  name: 'Payment',
  tableName: 'payment',
  properties: {
    id: p.uuid().primary(),
    version: p.integer(),
    rail: p.text().$type<RailCode>(),
    account: p.text(),
    reference: p.text(),
    unit: p.text().$type<LedgerUnit>(),
    amount: p.bigint(),
    exactAmount: p.text().nullable(),
    memo: p.text(),
    payer: p.text().nullable(),
    payerName: p.text().nullable(),
    paidAt: p.datetime(),
    final: p.boolean(),
    state: p.text().$type<PaymentState>(),
    orderId: p.uuid().nullable(),
    caseCode: p.text().$type<PaymentCase>().nullable(),
    seenAt: p.datetime(),
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

/** Where the reading of a rail's payments stands. */
export const RailCursorEntity = defineEntity({
  name: 'RailCursor',
  tableName: 'rail_cursor',
  properties: {
    rail: p.text().$type<RailCode>().primary(),
    cursor: p.text().nullable(),
    /** Everything that the provider booked before this moment has been read. */
    readThrough: p.datetime(),
  },
});
