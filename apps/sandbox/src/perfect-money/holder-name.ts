import { createHash } from 'node:crypto';

/** Some with the quotes and signs that real names have. */
const NAMES = [
  'John Smith',
  "Sean O'Brien",
  'Maria Garcia',
  'Ivan Petrov',
  'D&B Trading Ltd',
  'Anna "Ann" Lee',
  'Nguyen Van Nam',
  'Tran Thi Hoa',
] as const;

/** Name of a wallet's holder, derived from the wallet, so always the same. */
export function walletHolderOf(account: string): string {
  return NAMES[(createHash('sha256').update(account).digest()[0] ?? 0) % NAMES.length] ?? NAMES[0];
}
