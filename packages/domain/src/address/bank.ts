import { normalizeBankAccount } from '../banks.ts';
import { type AddressCheck, refuse } from './outcome.ts';

/** What NAPAS carries as an account number; a bank's own pattern only narrows it. */
const ANY_ACCOUNT = '^[0-9A-Z]{4,19}$';

/** Longest text looked at, in characters: an account number written in groups. */
const TEXT_LENGTH_MAX = 60;

/**
 * A bank account number: blanks removed, upper-case.
 * @param pattern text of a regular expression, from the bank's settings
 */
export function checkBankAccount(text: string, pattern: string = ANY_ACCOUNT): AddressCheck {
  if (text.length > TEXT_LENGTH_MAX) return refuse('malformed', 'too long for an account number');
  const account = normalizeBankAccount(text);
  return new RegExp(pattern).test(account) ? { address: account } : refuse('malformed', `an account number matching ${pattern}`);
}
