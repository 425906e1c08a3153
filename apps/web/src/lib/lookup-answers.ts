import type { ACCOUNT_NAME_INVALID as Invalid, WAITING as Waiting } from '@quydoi/contract/lookups';

/* Copies of the contract's constants, checked by their types: importing its module would bundle its zod schemas. */

/** Answer of a lookup that is still in progress. */
export const WAITING: typeof Waiting = 'WAITING';
/** Answer of a lookup that found no account. */
export const ACCOUNT_NAME_INVALID: typeof Invalid = 'ACCOUNT_NAME_INVALID';
