import type { AddressFormat } from '../networks.ts';
import { type AddressCheck, refuse } from './outcome.ts';

/** Validates an account number at a wallet provider and normalizes it to upper case. Reports accounts in untraded currencies as `unsupported`. */
export function checkWallet(text: string, { pattern, untraded, hint }: Extract<AddressFormat, { family: 'wallet' }>): AddressCheck {
  const account = text.toUpperCase();
  if (new RegExp(pattern).test(account)) return { address: account };
  return new RegExp(untraded).test(account) ? refuse('unsupported', `only accounts in the traded currency: ${hint}`) : refuse('malformed', hint);
}
