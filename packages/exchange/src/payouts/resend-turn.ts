import type { Attempt } from '@quydoi/domain/transfer/attempt';
import type { SignedTransfer } from '@quydoi/rails/signed-payout';
import type { AttemptFinding } from './decide-by-record.ts';

/** An accepted transfer is broadcast again every so many checks: nodes drop pending transactions. */
const CHECKS_PER_RESEND = 5;

/**
 * Whether it is an attempt's turn to be sent again. Never one that a keyed provider accepted: it may forget idempotency keys. Nor one of a provider
 * without such keys.
 */
export function isResendTurn({ state, checks }: Attempt, { kind, record, isPatienceOver }: Omit<AttemptFinding, 'nextCheckAt'>): boolean {
  if (kind === 'keyed') return state === 'unknown' && record?.state === 'absent' && !isPatienceOver;
  if (kind === 'signed') return record?.state === 'pending' && (state === 'unknown' || (checks + 1) % CHECKS_PER_RESEND === 0);
  return false;
}

/** Whether a block may still include an attempt's newest transfer. @param transfers all of the attempt, oldest first */
export function isIncludable(transfers: readonly SignedTransfer[], now: Date): boolean {
  const newest = transfers.at(-1);
  return newest !== undefined && (newest.validUntil === null || now < newest.validUntil);
}
