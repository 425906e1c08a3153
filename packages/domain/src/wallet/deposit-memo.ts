import { CUSTOMER_ID_LENGTH } from '../customer/customer-id.ts';
import { lettersAndDigits, MEMO_LENGTH_MAX } from '../memo.ts';
import { REF_ALPHABET } from '../order/ref.ts';

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
