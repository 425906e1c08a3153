import { dictionary } from '@zxcvbn-ts/language-common';

/** Passwords of which attackers try the first thousands everywhere, in lower case. */
let common: ReadonlySet<string> | null = null;

/**
 * Whether a password is among the most used ones, or one of its owner's own words (e-mail address, the part before its @, username), in any case of
 * letters.
 */
export function isCommonPassword(password: string, ownWords: readonly string[]): boolean {
  common ??= new Set(dictionary['passwords-common']);
  const lower = password.toLowerCase();
  return common.has(lower) || ownWords.some((word) => [word.toLowerCase(), word.toLowerCase().split('@')[0]].includes(lower));
}

/** What of an account is no password for it. */
export function ownWordsOf({ email, username }: { readonly email: string; readonly username: string | null }): readonly string[] {
  return [email, ...(username === null ? [] : [username])];
}
