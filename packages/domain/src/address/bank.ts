import { normalizeBankAccount } from '../bank/banks.ts';
import type { AddressFamily } from './family.ts';
import { type AddressCheck, refuse } from './outcome.ts';

/** Account numbers that NAPAS accepts; a bank's own pattern can only be narrower. */
const ANY_ACCOUNT = '^[0-9A-Z]{4,19}$';

/** Longest accepted text, in characters: leaves room for an account number written in groups. */
const TEXT_LENGTH_MAX = 60;

/**
 * Validates a bank account number and normalizes it: whitespace removed, upper case.
 * @param pattern regular expression source, from the bank's settings
 */
export function checkBankAccount(text: string, pattern: string = ANY_ACCOUNT): AddressCheck {
  if (text.length > TEXT_LENGTH_MAX) return refuse('malformed', 'too long for an account number');
  const account = normalizeBankAccount(text);
  return new RegExp(pattern).test(account) ? { address: account } : refuse('malformed', `an account number matching ${pattern}`);
}

/** Bank account numbers, validated against the pattern for any bank. */
export const BANK: AddressFamily<'bank'> = { check: (text) => checkBankAccount(text) };
