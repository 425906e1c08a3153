import type { AddressFormat } from '../networks.ts';
import { type AddressCheck, refuse } from './outcome.ts';

/** An account number at a wallet provider, upper-case. Accounts in currencies that are not traded are told apart from malformed numbers. */
export function checkWallet(text: string, { pattern, untraded, hint }: Extract<AddressFormat, { family: 'wallet' }>): AddressCheck {
  const account = text.toUpperCase();
  if (new RegExp(pattern).test(account)) return { address: account };
  return new RegExp(untraded).test(account) ? refuse('unsupported', `only accounts in the traded currency: ${hint}`) : refuse('malformed', hint);
}
