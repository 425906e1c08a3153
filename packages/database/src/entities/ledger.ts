import { defineEntity, p } from '@mikro-orm/core';
import type { AccountName, LedgerUnit } from '@quydoi/domain/ledger/accounts';
import type { PostingKind } from '@quydoi/domain/ledger/post';

/** A ledger account with its balance, which only the trigger on `entry` updates. */
export const AccountEntity = defineEntity({
  name: 'Account',
  tableName: 'account',
  properties: {
    id: p.integer().primary().autoincrement(),
    name: p.text().$type<AccountName>().unique('account_name'),
    unit: p.text().$type<LedgerUnit>(),
    balance: p.bigint(),
    guarded: p.boolean(),
  },
});

/** A balanced set of entries. Append-only. */
export const PostingEntity = defineEntity({
  name: 'Posting',
  tableName: 'posting',
  properties: {
    id: p.uuid().primary(),
    kind: p.text().$type<PostingKind>(),
    orderId: p.uuid().nullable(),
    at: p.datetime(),
  },
});

/** An entry of a posting. Append-only. */
export const EntryEntity = defineEntity({
  name: 'Entry',
  tableName: 'entry',
  properties: {
    id: p.bigint().primary().autoincrement(),
    postingId: p.uuid(),
    accountId: p.integer(),
    amount: p.bigint(),
  },
});
