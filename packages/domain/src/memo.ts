import { foldVietnamese } from './fold.ts';
import { isRef, REF_LENGTH } from './ref.ts';

/** Characters of a memo that are searched; banks cut theirs long before. */
export const MEMO_LENGTH_MAX = 1_000;

/**
 * Every text in a bank's memo that could be one of our references, in order of appearance, each once.
 *
 * Banks upper-case memos, add prefixes and transfer codes, break them with blanks and dots, or join words. So everything but letters and
 * digits is dropped and every window of a reference's length over our alphabet is returned. Most windows are only neighbouring words, or
 * a reference with a letter too many before it: none proves anything by itself. The caller keeps those that are references of orders
 * money can still come in for; 50 random bits make a window that is one by chance improbable, and two at once are ambiguous.
 */
export function refsInMemo(memo: string): string[] {
  const text = foldVietnamese(memo.slice(0, MEMO_LENGTH_MAX))
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '');
  const found = new Set<string>();
  for (let start = 0; start + REF_LENGTH <= text.length; start += 1) {
    const window = text.slice(start, start + REF_LENGTH);
    if (isRef(window)) found.add(window);
  }
  return [...found];
}
