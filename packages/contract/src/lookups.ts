import { z } from 'zod';
import { accountText, codeText } from './primitives.ts';
import { procedures } from './procedure.ts';

/** Answer of a lookup that is still under way: ask again in 2 s. */
export const WAITING = 'WAITING';
/** Answer of a lookup that found no such account. */
export const ACCOUNT_NAME_INVALID = 'ACCOUNT_NAME_INVALID';

/** The account whose holder is asked for. `type` is a bank code, `pm` or `wmz`; `more` the lower-case hex SHA-256 of `type:accountNumber`. */
export const accountNameInput = z.object({ type: codeText, accountNumber: accountText, more: z.string().max(64).optional() });

/** The holder's name, or WAITING, or ACCOUNT_NAME_INVALID. */
export const accountNameView = z.object({ accountName: z.string() });

/** Procedures of `lookups`. */
export const lookupProcedures = procedures({
  /** Asks for a holder's name. Errors: LOOKUP_UNAVAILABLE, SIGNATURE_INVALID, CURRENCY_NOT_SUPPORTED, TOO_MANY_REQUESTS. */
  accountName: {
    kind: 'mutation',
    access: 'anyone',
    limit: { class: 'lookup', cost: 1 },
    audit: false,
    input: accountNameInput,
    output: accountNameView,
  },
});

export type AccountNameInput = z.output<typeof accountNameInput>;
export type AccountNameView = z.output<typeof accountNameView>;
