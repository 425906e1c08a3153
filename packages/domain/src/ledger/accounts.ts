import type { ReserveCode } from '../currencies.ts';
import type { NetworkCode } from '../networks.ts';

/**
 * Names of ledger accounts. Signs: a positive entry is what we have (a debit), a negative one what we owe or earned (a credit);
 * the entries of one posting sum to zero per unit. A unit is a reserve's code (`pm` is US dollars in our Perfect Money wallet).
 */
export type LedgerUnit = ReserveCode | GasUnit;

/** Coins that only fees are paid in: their money is ours, customers never trade it. */
export const GAS_UNITS = { trx: { scale: 6 } } as const satisfies Record<string, { readonly scale: number }>;

/** Code of a coin that only fees are paid in. */
export type GasUnit = keyof typeof GAS_UNITS;

/**
 * Money that customers sent and that is not where we pay out of yet, with the unit it is in: dong at the collecting bank, deposits on
 * leased addresses that no sweep has gathered.
 */
export const COLLECTION_ACCOUNTS = { 'rail:vnd-collection': 'vnd', 'rail:usdt-tron-deposits': 'usdt-tron' } as const satisfies Record<
  `rail:${string}`,
  ReserveCode
>;

/** Spendable money in a reserve, not promised to anyone. Never below zero. */
export type RailAccount = `rail:${ReserveCode}`;
/** Money in a reserve that is promised to open orders. Never below zero. */
export type HeldAccount = `held:${ReserveCode}`;

/** Name of any ledger account. */
export type AccountName =
  | RailAccount
  | HeldAccount
  | keyof typeof COLLECTION_ACCOUNTS
  /** Coin for fees in our wallets, topped up by hand: counted, never a reason to stop a settlement. */
  | `gas:${GasUnit}`
  | `fx:${LedgerUnit}`
  | `fee:${LedgerUnit}`
  | `network-fee:${LedgerUnit}`
  | `suspense:${NetworkCode}:${LedgerUnit}`
  | `customer:${string}:${LedgerUnit}`
  | `refund:${LedgerUnit}`
  | `loss:${LedgerUnit}`
  | `equity:${LedgerUnit}`;

/** The unit that an account is kept in. */
export function unitOf(account: AccountName): LedgerUnit {
  if (Object.hasOwn(COLLECTION_ACCOUNTS, account)) return COLLECTION_ACCOUNTS[account as keyof typeof COLLECTION_ACCOUNTS];
  return account.slice(account.lastIndexOf(':') + 1) as LedgerUnit;
}

/** Whether an account may never fall below zero: it stands for money that exists or is promised. */
export function isGuarded(account: AccountName): boolean {
  return account.startsWith('held:') || account.startsWith('rail:');
}
