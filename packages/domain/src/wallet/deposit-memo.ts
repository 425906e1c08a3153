import { CUSTOMER_ID_LENGTH } from '../customer/customer-id.ts';
import { lettersAndDigits, MEMO_LENGTH_MAX } from '../memo.ts';
import { memoDistance } from '../memo-distance.ts';
import { REF_ALPHABET } from '../order/ref.ts';

const DEPOSIT_PREFIX = 'DEPCV';
/** Most characters of the prefix that may be wrong where a memo is still taken to be a deposit's. */
const PREFIX_ERRORS_MAX = 1;

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

/** Whether a memo looks like a deposit's, whomever it names: an id with a wrong character names nobody, and its customer cannot be found by it. */
export function isNearlyDepositMemo(memo: string): boolean {
  return memoDistance(DEPOSIT_PREFIX, memo) <= PREFIX_ERRORS_MAX;
}
