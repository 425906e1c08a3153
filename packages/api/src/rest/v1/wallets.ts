import { PAGE_SIZE_MAX } from '@quydoi/domain/constants';
import { CURRENCIES } from '@quydoi/domain/currencies';
import { WALLET_CURRENCIES, type WalletCoin, type WalletCurrency } from '@quydoi/domain/wallet/wallet';
import { z } from 'zod';
import { exactAmount } from '../exact-number.ts';
import { defineRoute } from '../route.ts';
import { coinTransactionsData, walletData } from './data.ts';
import { listPage } from './list-page.ts';

/** The balances of the customer whose session's bearer token, or cookie, comes with the call. */
export const walletsMe = defineRoute({
  path: 'wallets/me',
  method: 'GET',
  summary: "Shows the customer's balances, and the addresses that coins are deposited at.",
  body: z.object({}),
  data: walletData,
  handle: async ({ exchange, caller }) => {
    const [customer, wallet, withdrawals] = await Promise.all([
      exchange.accounts.me(caller),
      exchange.wallet.get(caller),
      exchange.wallet.withdrawals(caller, { offset: 0, limit: PAGE_SIZE_MAX }),
    ]);
    const newest = await Promise.all(WALLET_CURRENCIES.map((currency) => exchange.wallet.statement(caller, { currency, offset: 0, limit: 1 })));
    const changedMs = newest.flatMap(({ items }) => items.map(({ at }) => at.getTime()));
    const balanceOf = (currency: WalletCurrency) => {
      const balance = wallet.balances.find((one) => one.currency === currency)?.balance ?? 0n;
      return exactAmount(balance, CURRENCIES[currency].scale);
    };
    // What came to an address is in the balance, which is one for all of them.
    const addressesOf = (coin: WalletCoin) =>
      wallet.addresses.flatMap(({ currency, address }) =>
        currency === coin && address !== null ? [{ Address: address, Balance: balanceOf(coin) }] : [],
      );
    return {
      message: '',
      data: {
        Id: customer.id,
        UserId: customer.id,
        Status: 'active' as const,
        Processing: withdrawals.items.some(({ finalAt }) => finalAt === null),
        Vnd: balanceOf('vnd'),
        Eth: balanceOf('eth'),
        Btc: balanceOf('btc'),
        EthWallets: addressesOf('eth'),
        BtcWallets: addressesOf('btc'),
        CreatedAt: customer.createdAt.toISOString(),
        UpdatedAt: new Date(Math.max(customer.createdAt.getTime(), ...changedMs)).toISOString(),
      },
    };
  },
});

/** Deposits and withdrawals of coins. */
export const cryptoTransactions = defineRoute({
  path: 'crypto_transactions',
  method: 'GET',
  summary: "Lists the customer's deposits and withdrawals of ETH and BTC, newest first.",
  body: listPage,
  data: coinTransactionsData,
  handle: async ({ exchange, caller }, query) => {
    const [{ id: userId }, { items, ...list }] = await Promise.all([exchange.accounts.me(caller), exchange.wallet.coinTransactions(caller, query)]);
    const wire = items.map(({ id, kind, currency, amount, fee, hash, from, to, state, version, at }) => ({
      Id: id,
      UserId: userId,
      Type: kind,
      CryptoType: currency,
      Total: exactAmount(amount, CURRENCIES[currency].scale),
      Fee: exactAmount(fee, CURRENCIES[currency].scale),
      Hash: hash ?? '',
      FromAddress: from ?? '',
      ToAddress: to,
      BlockHeight: null,
      Confirm: state === 'done',
      Status: state,
      Processing: state === 'confirming' || state === 'processing',
      Version: version,
      CreatedAt: at.toISOString(),
    }));
    return { message: '', data: { items: wire, ...list } };
  },
});
