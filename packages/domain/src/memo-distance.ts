import { lettersAndDigits, MEMO_LENGTH_MAX } from './memo.ts';

/** Most characters that a reference may have wrong where a memo is still taken to mean it: two neighbours in each other's place are two. */
const NEARLY_ERRORS_MAX = 2;

/** Whether a memo names a reference, or nearly: then no other order may be guessed for its payment. */
export function isNearlyNamed(ref: string, memo: string): boolean {
  return memoDistance(ref, memo) <= NEARLY_ERRORS_MAX;
}

/**
 * Fewest changes (a character replaced, left out or added) that make the reference of an order out of some part of a memo (Sellers 1980). Banks drop
 * and add spaces and dots, so only letters and digits count.
 */
export function memoDistance(ref: string, memo: string): number {
  const text = lettersAndDigits(memo.slice(0, MEMO_LENGTH_MAX));
  let best = ref.length;
  let column = Array.from({ length: ref.length + 1 }, (_, row) => row);
  for (const character of text) {
    const next = [0];
    for (let row = 1; row <= ref.length; row += 1) {
      const replaced = (column[row - 1] ?? 0) + (ref[row - 1] === character ? 0 : 1);
      next.push(Math.min(replaced, (column[row] ?? 0) + 1, (next[row - 1] ?? 0) + 1));
    }
    column = next;
    best = Math.min(best, column[ref.length] ?? best);
  }
  return best;
}
