import type { ACCOUNT_NAME_INVALID as Invalid, WAITING as Waiting } from '@quydoi/contract/lookups';

/* The contract's module brings its schemas along; these are its two words, held to it by their types. */

/** Answer of a lookup that is still under way. */
export const WAITING: typeof Waiting = 'WAITING';
/** Answer of a lookup that found no such account. */
export const ACCOUNT_NAME_INVALID: typeof Invalid = 'ACCOUNT_NAME_INVALID';
