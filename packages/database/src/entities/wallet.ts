import { defineEntity, p } from '@mikro-orm/core';
import type { NetworkCode } from '@quydoi/domain/networks';
import type { ReferralState } from '@quydoi/domain/wallet/referral';
import type { WalletCurrency } from '@quydoi/domain/wallet/wallet';
import type { Withdrawal, WithdrawalState } from '@quydoi/domain/wallet/withdrawal';

/** Money of a customer's balance that is sent to the customer. Inserted by the web role, moved by the signer. */
export const WithdrawalEntity = defineEntity({
  name: 'Withdrawal',
  tableName: 'withdrawal',
  properties: {
    id: p.uuid().primary(),
    version: p.integer(),
    ref: p.text().unique('withdrawal_ref'),
    customerId: p.text(),
    currency: p.text().$type<WalletCurrency>(),
    amount: p.bigint(),
    fee: p.bigint(),
    destination: p.text(),
    destinationBank: p.text().nullable(),
    destinationName: p.text().nullable(),
    createdAt: p.datetime(),
    proof: p.text(),
    state: p.text().$type<WithdrawalState>(),
    reason: p.text().$type<NonNullable<Withdrawal['reason']>>().nullable(),
    reference: p.text().nullable(),
    finalAt: p.datetime().nullable(),
  },
});

/** What a posting changes of a customer's balance. Append-only; written by the signer. */
export const BalanceLineEntity = defineEntity({
  name: 'BalanceLine',
  tableName: 'balance_line',
  properties: {
    accountId: p.integer().primary(),
    n: p.integer().primary(),
    postingId: p.uuid(),
    amount: p.bigint(),
    balance: p.bigint(),
    code: p.text(),
  },
});

/** A customer's own deposit address. Append-only but for `shownAt`; written by the web role. */
export const WalletAddressEntity = defineEntity({
  name: 'WalletAddress',
  tableName: 'wallet_address',
  properties: {
    customerId: p.text().primary(),
    currency: p.text().$type<WalletCurrency>().primary(),
    network: p.text().$type<NetworkCode>(),
    address: p.text().unique('wallet_address_address'),
    createdAt: p.datetime(),
    /** When its customer has looked at it last, to the day. */
    shownAt: p.datetime(),
  },
});

/** What is owed to all customers together as balances. Kept by the trigger on entries. */
export const BalanceTotalEntity = defineEntity({
  name: 'BalanceTotal',
  tableName: 'balance_total',
  properties: { unit: p.text().primary(), owed: p.bigint() },
});

/** What an order gives to its customer's sponsor. Inserted by the trigger on orders, moved by the signer. */
export const ReferralEntity = defineEntity({
  name: 'Referral',
  tableName: 'referral',
  properties: {
    id: p.uuid().primary(),
    version: p.integer(),
    sponsorId: p.text(),
    state: p.text().$type<ReferralState>(),
    amount: p.bigint(),
    returned: p.bigint(),
    dueAt: p.datetime(),
    creditedAt: p.datetime().nullable(),
  },
});

/** A sponsor's customers and credits, in sum. Kept by triggers. */
export const ReferralTotalEntity = defineEntity({
  name: 'ReferralTotal',
  tableName: 'referral_total',
  properties: {
    sponsorId: p.text().primary(),
    customers: p.integer(),
    credits: p.integer(),
    earned: p.bigint(),
    owed: p.bigint(),
  },
});
