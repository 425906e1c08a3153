/**
 * The kill points on the money's way: before and after each commit and each call outside. Tests stop a process at every one of them; one
 * that is never reached fails the test.
 */
export const CHECKPOINTS = {
  web: ['create.before-write', 'create.after-write', 'inbox.before-write', 'inbox.after-write'],
  worker: [
    'inbox.read',
    'payment.before-write',
    'payment.after-write',
    'inbox.before-close',
    'match.before-write',
    'match.after-write',
    'start-payout.before-write',
    'start-payout.after-write',
  ],
  signer: [
    'payout.before-prepare',
    'payout.prepared',
    'payout.sending',
    'payout.answered',
    'payout.after-answer',
    'settle.before-find',
    'settle.found',
    'settle.after-write',
  ],
} as const;

/** Name of a kill point. */
export type CheckpointName = (typeof CHECKPOINTS)[keyof typeof CHECKPOINTS][number];
