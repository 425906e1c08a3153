import { CUSTOMER_ID_LENGTH } from '../customer/customer-id.ts';
import type { AccountName } from '../ledger/accounts.ts';
import { lettersAndDigits, MEMO_LENGTH_MAX } from '../memo.ts';
import { REF_ALPHABET } from '../order/ref.ts';

/** Currencies that customers have balances in. Each is the only one of its reserve, which is also the unit of the balances' ledger accounts. */
export const WALLET_CURRENCIES = ['vnd', 'eth', 'btc'] as const;

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

const DEPOSIT_PREFIX = 'DEPCV';

/** Memo of a customer's deposits of dong. */
export function depositMemoOf(customerId: string): string {
  return `${DEPOSIT_PREFIX}${customerId}`;
}

const DEPOSIT_MEMO = new RegExp(`${DEPOSIT_PREFIX}([${REF_ALPHABET}]{${CUSTOMER_ID_LENGTH}})`, 'g');

/**
 * Ids of customers that a bank's memo may name as depositors, distinct and in order of appearance. Letters and digits alone are read, as banks drop or
 * add the rest: an id that is followed by other words is found by its length. Whether there is such a customer, the caller asks.
 */
export function depositorsInMemo(memo: string): string[] {
  const text = lettersAndDigits(memo.slice(0, MEMO_LENGTH_MAX));
  return [...new Set([...text.matchAll(DEPOSIT_MEMO)].flatMap(([, id]) => (id === undefined ? [] : [id])))];
}
