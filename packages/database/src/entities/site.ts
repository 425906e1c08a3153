import { defineEntity, p } from '@mikro-orm/core';
import type { SealedStream } from '@quydoi/domain/operations/seal';
import type { ReferenceCode } from '@quydoi/domain/price/references';
import type { SettingKind } from '@quydoi/domain/settings';
import { WholeNumeric } from './types.ts';

/** A version of a setting. Append-only; the newest version of a kind and key is effective. */
export const SettingEntity = defineEntity({
  name: 'Setting',
  tableName: 'setting',
  properties: {
    version: p.integer().primary().autoincrement(),
    kind: p.text().$type<SettingKind>(),
    key: p.text(),
    value: p.json<unknown>(),
    author: p.text(),
    at: p.datetime(),
  },
});

/** A holder-name lookup and its answer. Requested by the web, answered by the role with the network's credential. */
export const LookupEntity = defineEntity({
  name: 'Lookup',
  tableName: 'lookup',
  properties: {
    /** Bank code, `pm` or `wmz`. */
    type: p.text().primary(),
    account: p.text().primary(),
    state: p.text().$type<'waiting' | 'found' | 'invalid' | 'unavailable'>(),
    name: p.text().nullable(),
    requestedAt: p.datetime(),
    resolvedAt: p.datetime().nullable(),
    nextAt: p.datetime(),
  },
});

/** New names that a party asked for on a day. */
export const NameBudgetEntity = defineEntity({
  name: 'NameBudget',
  tableName: 'name_budget',
  properties: {
    /** A device or customer, a keyed hash of an address or network, or `all`. */
    party: p.text().primary(),
    /** Days since 1970, UTC. */
    day: p.integer().primary(),
    asked: p.integer(),
  },
});

/** Audit log of operator procedures. Append-only. */
export const AuditEntity = defineEntity({
  name: 'Audit',
  tableName: 'audit',
  properties: {
    id: p.bigint().primary().autoincrement(),
    /** Unique per call, so that each call is recorded once. */
    callId: p.uuid().unique('audit_call'),
    operator: p.text(),
    verb: p.text(),
    input: p.json<unknown>(),
    /** `done`; `proposed` of an act that waits for a second operator; else the error code of a call that changed nothing. */
    outcome: p.text(),
    /** The affected order, if any. */
    orderId: p.uuid().nullable(),
    /** Call id of the proposed act that this call carries out or rejects. */
    proposalId: p.uuid().nullable().unique('audit_proposal'),
    /** Worth in dong of money that one operator moved alone. */
    worth: p.bigint().nullable(),
    at: p.datetime(),
  },
});

/** A seal over rows of a stream. Append-only; the database computes it. */
export const SealEntity = defineEntity({
  name: 'Seal',
  tableName: 'seal',
  properties: {
    stream: p.text().$type<SealedStream>().primary(),
    /** Numbered from one in each stream. */
    n: p.integer().primary(),
    /** The newest row that it covers; it begins behind that of the seal before. */
    lastId: p.bigint(),
    rowCount: p.bigint(),
    /** SHA-256 of the seal before and the rows, in hex. */
    hash: p.text(),
    at: p.datetime(),
  },
});

/** A seal that the check has found broken. Append-only. */
export const BrokenSealEntity = defineEntity({
  name: 'BrokenSeal',
  tableName: 'broken_seal',
  properties: {
    stream: p.text().$type<SealedStream>().primary(),
    n: p.integer().primary(),
    /** The seal's hash when it was seen before, where the whole chain was made anew; null where its rows or its place in the chain do not fit. */
    hash: p.text().nullable(),
    foundAt: p.datetime(),
  },
});

/** The median of the sources of a reference price in a minute. Never changed; thinned to full hours after a day. */
export const PriceEntity = defineEntity({
  name: 'Price',
  tableName: 'price',
  properties: {
    reference: p.text().$type<ReferenceCode>().primary(),
    /** The beginning of the minute. */
    at: p.datetime().primary(),
    /** At rate scale. */
    price: p.type(WholeNumeric),
    accepted: p.boolean(),
    /** Decimal text by the source's name. */
    sources: p.json<Readonly<Record<string, string>>>(),
  },
});
