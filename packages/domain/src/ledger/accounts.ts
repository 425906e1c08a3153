import type { ReserveCode } from '../currencies.ts';
import type { RailCode } from '../rails.ts';

/**
 * Names of ledger accounts. Signs: a positive entry is what we have (a debit), a negative one what we owe or earned (a credit);
 * the entries of one posting sum to zero per unit. A unit is a reserve's code (`pm` is US dollars in our Perfect Money wallet).
 */
export type LedgerUnit = ReserveCode;

/** Spendable money in a reserve, not promised to anyone. Never below zero. */
export type RailAccount = `rail:${ReserveCode}`;
/** Money in a reserve that is promised to open orders. Never below zero. */
export type HeldAccount = `held:${ReserveCode}`;

/** Name of any ledger account. */
export type AccountName =
  | RailAccount
  | HeldAccount
  /** Dong in the accounts that customers pay into; it becomes spendable only when moved to the payout account. */
  | 'rail:vnd-collection'
  | `fx:${LedgerUnit}`
  | `fee:${LedgerUnit}`
  | `network-fee:${LedgerUnit}`
  | `suspense:${RailCode}:${LedgerUnit}`
  | `customer:${string}:${LedgerUnit}`
  | `refund:${LedgerUnit}`
  | `loss:${LedgerUnit}`
  | `equity:${LedgerUnit}`;

/** The unit that an account is kept in. */
export function unitOf(account: AccountName): LedgerUnit {
  if (account === 'rail:vnd-collection') return 'vnd';
  return account.slice(account.lastIndexOf(':') + 1) as LedgerUnit;
}

/** Whether an account may never fall below zero: it stands for money that exists or is promised. */
export function isGuarded(account: AccountName): boolean {
  return account.startsWith('held:') || account.startsWith('rail:');
}
