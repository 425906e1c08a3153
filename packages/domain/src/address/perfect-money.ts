import { type AddressCheck, refuse } from './outcome.ts';

/** A Perfect Money account in US dollars: `U` and 5–9 digits, upper-case. Accounts in euro, gold and bitcoin exist but are not traded. */
export function checkPerfectMoney(text: string): AddressCheck {
  const account = text.toUpperCase();
  if (/^U\d{5,9}$/.test(account)) return { address: account };
  if (/^[EGB]\d{5,9}$/.test(account)) return refuse('unsupported', 'only accounts in US dollars: U and 5 to 9 digits');
  return refuse('malformed', 'U and 5 to 9 digits');
}
