import { createAttemptMemory } from './attempt-memory.ts';

const memory = createAttemptMemory();

/**
 * Remembers that this process certainly sent nothing of an attempt to its provider. Kept in memory only: in the database, a stolen login could write
 * it and so have a payout made twice. After a restart the process asks the attempt's provider instead.
 */
export const rememberNeverSent = memory.remember;

/** Whether this process knows that it sent nothing of an attempt. */
export const wasNeverSent = memory.has;

/** Forgets everything, as a restart does. */
export const forgetNeverSent = memory.forgetAll;
