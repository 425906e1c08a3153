import { defineEntity, p } from '@mikro-orm/core';
import type { ReserveCode } from '@quydoi/domain/currencies';
import type { NetworkCode } from '@quydoi/domain/networks';
import type { PaymentCase, PaymentState } from '@quydoi/domain/transfer/payment';
import type { ReadingOutcome } from '@quydoi/domain/transfer/reading-request';
import type { ReconciliationExceptionKind, ToldRow } from '@quydoi/domain/transfer/reconciliation-exception';

/** The payment journal: one row per payment. */
export const PaymentEntity = defineEntity({
  name: 'Payment',
  tableName: 'payment',
  properties: {
    id: p.uuid().primary(),
    version: p.integer(),
    occurrence: p.integer(),
    network: p.text().$type<NetworkCode>(),
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

/** A source's report of a payment, with the source's id for it. */
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

/** A payment that the signer has read itself from the provider or the chain. Append-only. */
export const FirstHandPaymentEntity = defineEntity({
  name: 'FirstHandPayment',
  tableName: 'first_hand_payment',
  properties: {
    network: p.text().$type<NetworkCode>().primary(),
    source: p.text().primary(),
    sourceId: p.text().primary(),
    account: p.text(),
    reference: p.text(),
    unit: p.text().$type<ReserveCode>(),
    amount: p.bigint(),
    memo: p.text(),
    payer: p.text().nullable(),
    paidAt: p.datetime(),
    readAt: p.datetime(),
    /** Greater than 1 where the readings before it are forged, or lack a memo that was told later. */
    reading: p.integer().primary(),
    /** The signer's code of the row, memo and payer excluded. */
    code: p.text(),
    /** The signer's code of memo and payer. */
    wordsCode: p.text(),
  },
});

/** The journalled payment, and the order or the customer's balance, that a payment read at first hand pays for. Append-only. */
export const PaymentUseEntity = defineEntity({
  name: 'PaymentUse',
  tableName: 'payment_use',
  properties: {
    network: p.text().$type<NetworkCode>().primary(),
    source: p.text().primary(),
    sourceId: p.text().primary(),
    paymentId: p.uuid().unique('payment_use_payment'),
    orderId: p.uuid().nullable(),
    customerId: p.text().nullable(),
    at: p.datetime(),
    /** The signer's code of the row. */
    code: p.text(),
  },
});

/** A raw webhook, stored before it is acknowledged. */
export const WebhookEntity = defineEntity({
  name: 'Webhook',
  tableName: 'webhook',
  properties: {
    id: p.uuid().primary(),
    source: p.text(),
    headers: p.json<Readonly<Record<string, string>>>(),
    body: p.text(),
    /** SHA-256 of the body in base64url: a repeated webhook is stored once. */
    digest: p.text(),
    receivedAt: p.datetime(),
    handledAt: p.datetime().nullable(),
    /** Processing outcome, for operators. */
    outcome: p.text().nullable(),
    tries: p.integer(),
    nextAt: p.datetime(),
  },
});

/** A report of a source that could not be journalled as a payment. */
export const ReconciliationExceptionEntity = defineEntity({
  name: 'ReconciliationException',
  tableName: 'reconciliation_exception',
  properties: {
    id: p.uuid().primary(),
    network: p.text().$type<NetworkCode>(),
    source: p.text(),
    sourceId: p.text(),
    kind: p.text().$type<ReconciliationExceptionKind>(),
    account: p.text().nullable(),
    /** Asset that arrived: a token's contract, or a coin's unit. */
    asset: p.text().nullable(),
    /** Amount in the asset's smallest unit. */
    amount: p.text().nullable(),
    detail: p.text(),
    told: p.json<ToldRow>().nullable(),
    at: p.datetime(),
    /** When an operator had it journalled as a payment of its own. */
    journalAt: p.datetime().nullable(),
    resolvedAt: p.datetime().nullable(),
    resolvedBy: p.text().nullable(),
    note: p.text().nullable(),
  },
});

/** An operator's request to read a payment again by its reference. */
export const ReadingRequestEntity = defineEntity({
  name: 'ReadingRequest',
  tableName: 'reading_request',
  properties: {
    id: p.uuid().primary(),
    network: p.text().$type<NetworkCode>(),
    reference: p.text(),
    paidAt: p.datetime().nullable(),
    at: p.datetime(),
    tries: p.integer(),
    nextAt: p.datetime(),
    handledAt: p.datetime().nullable(),
    outcome: p.text().$type<ReadingOutcome>().nullable(),
  },
});

/** Read position of a payment source. */
export const SourceCursorEntity = defineEntity({
  name: 'SourceCursor',
  tableName: 'source_cursor',
  properties: {
    network: p.text().$type<NetworkCode>().primary(),
    /** Name of the rail's source. */
    source: p.text().primary(),
    kind: p.text().$type<'list' | 'blocks' | 'head'>(),
    cursor: p.text().nullable(),
    /** All payments booked before this time have been read. */
    watermark: p.datetime(),
  },
});

/** A source that a role polls, as declared when the role started. */
export const PolledSourceEntity = defineEntity({
  name: 'PolledSource',
  tableName: 'polled_source',
  properties: {
    /** The role's login; set by the database. */
    role: p.text().primary(),
    network: p.text().$type<NetworkCode>().primary(),
    source: p.text().primary(),
    kind: p.text().$type<'list' | 'blocks' | 'head'>(),
  },
});

/** A deposit address, available for lease from `freeAt` on. */
export const DepositAddressEntity = defineEntity({
  name: 'DepositAddress',
  tableName: 'deposit_address',
  properties: {
    network: p.text().$type<NetworkCode>().primary(),
    index: p.integer().primary(),
    address: p.text().unique('deposit_address_address'),
    freeAt: p.datetime(),
    /** For orders paid in the network's fee coin; the others never share an address with them. */
    forCoin: p.boolean(),
    /** Whether a payment to it was ever journalled, written by the database itself. Such an address is never leased again. */
    wasPaid: p.boolean(),
  },
});

/** Lease of a deposit address to an order. Append-only. */
export const LeaseEntity = defineEntity({
  name: 'Lease',
  tableName: 'lease',
  properties: {
    orderId: p.uuid().primary(),
    network: p.text().$type<NetworkCode>(),
    address: p.text(),
    fromAt: p.datetime(),
    /** End of the order's timer. Later payments still belong to this lease until the next one begins. */
    untilAt: p.datetime(),
  },
});
