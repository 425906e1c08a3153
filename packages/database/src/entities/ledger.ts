import { defineEntity, p } from '@mikro-orm/core';
import type { AccountName, LedgerUnit } from '@quydoi/domain/ledger/accounts';
import type { BalanceCode } from '@quydoi/domain/ledger/balances';
import type { PostingKind } from '@quydoi/domain/ledger/post';
import type { NetworkCode } from '@quydoi/domain/networks';

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
    paymentId: p.uuid().nullable(),
    withdrawalId: p.uuid().nullable(),
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

/** Newest comparison of the ledger with a provider's balance. */
export const BalanceCheckEntity = defineEntity({
  name: 'BalanceCheck',
  tableName: 'balance_check',
  properties: {
    code: p.text().$type<BalanceCode>().primary(),
    told: p.bigint(),
    difference: p.bigint(),
    times: p.integer(),
    checkedAt: p.datetime(),
    since: p.datetime().nullable(),
    hasTold: p.boolean(),
  },
});

/** Newest reading of a hot wallet's fee coin. */
export const FeeCoinCheckEntity = defineEntity({
  name: 'FeeCoinCheck',
  tableName: 'fee_coin_check',
  properties: {
    network: p.text().$type<NetworkCode>().primary(),
    balance: p.bigint(),
    perTransfer: p.bigint(),
    checkedAt: p.datetime(),
  },
});
