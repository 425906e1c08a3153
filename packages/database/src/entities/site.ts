import { defineEntity, p } from '@mikro-orm/core';
import type { SettingKind } from '@quydoi/domain/settings';

/** A version of a setting. Append-only; the newest of a kind and key is in force. */
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

/** Calls of operator verbs. Append-only. */
export const AuditEntity = defineEntity({
  name: 'Audit',
  tableName: 'audit',
  properties: {
    id: p.bigint().primary().autoincrement(),
    /** One per call, so that a call is recorded once. */
    callId: p.uuid().unique('audit_call'),
    operator: p.text(),
    verb: p.text(),
    input: p.json<unknown>(),
    /** `done`, or the error code of a call that changed nothing. */
    outcome: p.text(),
    /** The order that was changed. */
    orderId: p.uuid().nullable(),
    at: p.datetime(),
  },
});
