import type { AccountName } from '../ledger/accounts.ts';

/** Currencies that customers have balances in. Each is the only one of its reserve, which is also the unit of the balances' ledger accounts. */
export const WALLET_CURRENCIES = ['vnd', 'eth', 'btc'] as const;

/** Coins among them: each is deposited at addresses of the customers' own. */
export const WALLET_COINS = ['eth', 'btc'] as const satisfies readonly (typeof WALLET_CURRENCIES)[number][];

/** A coin that customers have balances in. */
export type WalletCoin = (typeof WALLET_COINS)[number];

/** Currency of a customer's balance. */
export type WalletCurrency = (typeof WALLET_CURRENCIES)[number];

/** Whether an untrusted string is a currency that customers have balances in. */
export function isWalletCurrency(code: string): code is WalletCurrency {
  return (WALLET_CURRENCIES as readonly string[]).includes(code);
}

/** Ledger account of a customer's balance: a liability, which is below zero while the customer has money. */
export function balanceAccountOf(customerId: string, currency: WalletCurrency): AccountName {
  return `customer:${customerId}:${currency}`;
}
