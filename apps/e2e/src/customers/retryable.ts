/** Refusals after which the same request may succeed. */
export const RETRYABLE: ReadonlySet<string> = new Set(['ACCOUNT_NAME_WAITING', 'LOOKUP_UNAVAILABLE', 'TOO_MANY_REQUESTS']);
/** The same while roles are killed. */
export const RETRYABLE_WHILE_KILLED: ReadonlySet<string> = new Set([...RETRYABLE, 'UNAVAILABLE', 'INTERNAL']);
/** The same while providers are away too, for which networks are closed. */
export const RETRYABLE_IN_CHAOS: ReadonlySet<string> = new Set([...RETRYABLE_WHILE_KILLED, 'MAINTENANCE']);
