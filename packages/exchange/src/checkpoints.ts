/**
 * Kill points on the money path: before and after each commit and each external call. Crash tests stop a process at every one of them, and fail
 * for points never reached.
 */
export const CHECKPOINTS = {
  web: ['create.reserved', 'create.before-write', 'create.after-write', 'webhook.before-write', 'webhook.after-write'],
  worker: [
    'webhook.read',
    'payment.before-write',
    'payment.after-write',
    'confirm.before-write',
    'confirm.after-write',
    'source.before-cursor',
    'unconfirmed.before-write',
    'unconfirmed.after-write',
    'drop.before-write',
    'drop.after-write',
    'webhook.before-close',
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
  /** Signer, on rails with signed transfers or idempotency keys. */
  resending: ['payout.signed', 'payout.before-resend', 'payout.resent'],
  /** Signer, on rails whose provider may return a settled payout. */
  watching: ['watch.found', 'watch.after-write'],
  /** Signer, on rails that customers can pay with vouchers. */
  vouchers: ['voucher.sending', 'voucher.answered', 'voucher.after-write'],
  /** Signer, on rails whose deposits are swept. */
  sweeping: ['sweep.signed', 'sweep.prepared', 'sweep.sent', 'sweep.found', 'sweep.settled'],
} as const;

/** Name of a kill point. */
export type CheckpointName = (typeof CHECKPOINTS)[keyof typeof CHECKPOINTS][number];
