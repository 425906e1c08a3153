import { CUSTOMER_ID_LENGTH } from '../customer/customer-id.ts';
import { lettersAndDigits, MEMO_LENGTH_MAX } from '../memo.ts';
import { memoDistance } from '../memo-distance.ts';
import { REF_ALPHABET } from '../order/ref.ts';

const DEPOSIT_PREFIX = 'DEPCV';
/** Most characters of the prefix that may be wrong where a memo is still taken to be a deposit's. */
const PREFIX_ERRORS_MAX = 1;
/** Lengths of a prefix with as many characters missing, or too many. */
const PREFIX_LENGTHS = [-PREFIX_ERRORS_MAX, 0, PREFIX_ERRORS_MAX].map((more) => DEPOSIT_PREFIX.length + more);

/** What an id may be that has a digit. */
const MAY_BE_ID = new RegExp(`^(?=.*[0-9])[${REF_ALPHABET}]+$`);

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

/**
 * Whether a memo looks like a deposit's, whomever it names: an id with a wrong character names nobody, and its customer cannot be found by it. A prefix with
 * a wrong character counts only before what may be an id and has a digit: many words of Vietnamese look like it ("đẹp", "dép").
 */
export function isNearlyDepositMemo(memo: string): boolean {
  const text = lettersAndDigits(memo.slice(0, MEMO_LENGTH_MAX));
  if (text.includes(DEPOSIT_PREFIX)) return true;
  return PREFIX_LENGTHS.some((length) => {
    const starts = Array.from({ length: Math.max(0, text.length - length - CUSTOMER_ID_LENGTH + 1) }, (_, start) => start);
    return starts.some((start) => {
      const [prefix, id] = [text.slice(start, start + length), text.slice(start + length, start + length + CUSTOMER_ID_LENGTH)];
      return MAY_BE_ID.test(id) && memoDistance(DEPOSIT_PREFIX, prefix) <= PREFIX_ERRORS_MAX;
    });
  });
}
