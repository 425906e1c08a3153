import type { AddressFamily } from './family.ts';
import { refuse } from './outcome.ts';

/** Account numbers at wallet providers, normalized to upper case. Accounts in untraded currencies are `unsupported`. */
export const WALLET: AddressFamily<'wallet'> = {
  check: (text, { pattern, untraded, hint }) => {
    const account = text.toUpperCase();
    if (new RegExp(pattern).test(account)) return { address: account };
    return new RegExp(untraded).test(account) ? refuse('unsupported', `only accounts in the traded currency: ${hint}`) : refuse('malformed', hint);
  },
};
