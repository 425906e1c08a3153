import { foldVietnamese } from './fold.ts';
import { isRef, REF_LENGTH } from './order/ref.ts';

/** Maximum characters of a memo that are searched; banks truncate memos far below. */
export const MEMO_LENGTH_MAX = 1_000;

/**
 * Extracts candidate order references from a bank's memo, distinct and in order of appearance.
 *
 * Banks upper-case memos, add prefixes and transfer codes, insert spaces and dots, or join words. Therefore all characters but letters and
 * digits are dropped and every window of a reference's length over the reference alphabet is returned. Most windows are parts of other words
 * or a reference shifted by a letter: a candidate alone proves nothing. The caller keeps candidates that are references of orders which can
 * still take payments; with 50 random bits an accidental reference is improbable, and two references in one memo are ambiguous.
 */
export function refsInMemo(memo: string): string[] {
  const text = lettersAndDigits(memo.slice(0, MEMO_LENGTH_MAX));
  const found = new Set<string>();
  for (let start = 0; start + REF_LENGTH <= text.length; start += 1) {
    const window = text.slice(start, start + REF_LENGTH);
    if (isRef(window)) found.add(window);
  }
  return [...found];
}

/** The letters and digits of a text, in upper case and without marks: what banks leave of a memo. */
export function lettersAndDigits(text: string): string {
  return foldVietnamese(text)
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '');
}
