import type { AddressFamily } from './family.ts';
import { refuse } from './outcome.ts';

/** Account numbers at wallet providers, normalized to upper case. Accounts in untraded currencies are `unsupported`. */
export const WALLET: AddressFamily<'wallet'> = {
  check: (text, { letter, pattern, untraded, hint }) => {
    const account = text.toUpperCase();
    if (new RegExp(pattern).test(account)) return { address: account };
    // Customers' logins at the providers are numbers, too, and not those of their accounts.
    if (new RegExp(pattern).test(letter + account))
      return { ...refuse('malformed', `${hint}; a number alone may be a login`), instead: 'number-alone' };
    return new RegExp(untraded).test(account) ? refuse('unsupported', `only accounts in the traded currency: ${hint}`) : refuse('malformed', hint);
  },
};
