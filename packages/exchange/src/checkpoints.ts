/**
 * The kill points on the money's way: before and after each commit and each call outside. Tests stop a process at every one of them; one
 * that is never reached fails the test.
 */
export const CHECKPOINTS = {
  web: ['create.claimed', 'create.before-write', 'create.after-write', 'inbox.before-write', 'inbox.after-write'],
  worker: [
    'inbox.read',
    'payment.before-write',
    'payment.after-write',
    'confirm.before-write',
    'confirm.after-write',
    'source.before-cursor',
    'unconfirmed.before-write',
    'unconfirmed.after-write',
    'drop.before-write',
    'drop.after-write',
    'inbox.before-close',
    'match.before-write',
    'match.after-write',
    'start-payout.before-write',
    'start-payout.after-write',
  ],
  signer: [
    'payment.before-write',
    'payment.after-write',
    'payout.before-prepare',
    'payout.prepared',
    'payout.sending',
    'payout.answered',
    'payout.after-answer',
    'settle.before-find',
    'settle.found',
    'settle.after-write',
  ],
  /** Of the signer too, where a rail signs its transfers or knows our key. */
  resending: ['payout.signed', 'payout.before-resend', 'payout.resent'],
  /** Of the signer too, where a provider may give a payout back. */
  watching: ['watch.found', 'watch.after-write'],
  /** Of the signer too, where deposits are swept. */
  sweeping: ['sweep.signed', 'sweep.prepared', 'sweep.sent', 'sweep.found', 'sweep.settled'],
} as const;

/** Name of a kill point. */
export type CheckpointName = (typeof CHECKPOINTS)[keyof typeof CHECKPOINTS][number];
