import { createAttemptMemory } from './attempt-memory.ts';

const memory = createAttemptMemory();

/**
 * Remembers that the provider refused an attempt itself when this process first sent it, for a reason that it does not document. Such an attempt is
 * left to another provider once the records have been silent about it for our whole patience. Kept in memory only, as what was never sent is: after a
 * restart an operator decides.
 */
export const rememberOnlyRefused = memory.remember;

/** Whether this process has sent an attempt, and every answer was a refusal by the provider itself. */
export const wasOnlyRefused = memory.has;

/** Forgets it, because a later answer was no refusal: the attempt may have been taken then. */
export const forgetOnlyRefused = memory.forget;

/** Forgets everything, as a restart does. */
export const forgetAllOnlyRefused = memory.forgetAll;
