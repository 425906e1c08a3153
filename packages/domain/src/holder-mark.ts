/** Marks that may follow the name of a wallet's holder (`NAME;initial`), with the error code that says why such a wallet cannot be paid yet. */
const MARKS = {
  /** No Formal Passport. */
  initial: 'WEBMONEY_NEEDS_FORMAL_PASSPORT',
  /** Registered less than seven days ago, and no Formal Passport. */
  begin: 'WEBMONEY_NEW_ACCOUNT',
  /** The wallet's own limit of incoming money is used up. */
  limit: 'WEBMONEY_LIMIT_EXCEEDED',
} as const;

/** A mark after a wallet holder's name. */
export type HolderMark = keyof typeof MARKS;

/** Error code of a marked wallet. */
type HolderMarkCode = (typeof MARKS)[HolderMark];

/** A holder's name with its mark, as look-ups answer it. */
export function markedName(name: string, mark: HolderMark | null): string {
  return mark === null ? name : `${name};${mark}`;
}

/** The error code of the mark that a holder's name ends in; null when it has none. */
export function holderMarkCode(name: string): HolderMarkCode | null {
  const mark = name.slice(name.lastIndexOf(';') + 1);
  return name.includes(';') && Object.hasOwn(MARKS, mark) ? MARKS[mark as HolderMark] : null;
}
