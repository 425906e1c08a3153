import type { Change } from '@quydoi/domain/change';
import type { Attempt } from '@quydoi/domain/transfer/attempt';
import { decideCodeEntered, decideCodeRequested, decideRecheck } from '@quydoi/domain/transfer/decide-attempt';
import { decideAbsent, decideExpired, decideRefused, decideRetry, decideSettled } from '@quydoi/domain/transfer/decide-outcome';
import type { PayoutCapability } from '@quydoi/rails/rail';
import { decisionContext } from '../context.ts';
import { decideAndApply, startingFrom } from '../decide-and-apply.ts';
import { isSendingAllowed } from '../market/abilities.ts';
import { isOurs, NOT_OURS } from './attempt-codes.ts';
import { checkAttempt, type ProviderRecord } from './check-attempt.ts';
import { postponeUnknownAttempt } from './postpone.ts';
import { readSignedTransfers } from './rail-requests.ts';
import { rejectPayout } from './reject-payout.ts';
import { replaceTransfer } from './replace-transfer.ts';
import { sendAgain } from './send-again.ts';
import type { SignerCtx } from './signer.ts';
import { type Objection, readTransfer, type SignerTransfer } from './signer-obligation.ts';

const CHECK_BASE_MS = 500;
const CHECK_MAX_MS = 60_000;
/** Minimum delay after records that could not be read, and the share of a delay by which attempts are spread. */
const UNREAD_MIN_MS = 1_000;
const UNREAD_SPREAD = 0.25;
/** Maximum delay after a chain that could not be read, while a customer waits for a block. */
const UNREAD_CLOSE_MAX_MS = 10_000;
/** Maximum delay between checks while a customer waits for a block or has to enter a code. */
const CLOSE_CHECK_MAX_MS = 3_000;
/** Checks that must have found nothing before an attempt counts as absent. */
const CHECKS_MIN = 5;
/** Factor on the patience with a provider that accepted, before the attempt counts as absent from its records. */
const ACCEPTED_PATIENCE_FACTOR = 6;
/** An accepted transfer is broadcast again every so many checks: nodes drop pending transactions. */
const CHECKS_PER_RESEND = 5;

/** Learns an attempt's outcome from the provider's records; only that settles its payout. */
export async function settleAttempt(ctx: SignerCtx, attemptId: string): Promise<void> {
  const transfer = await readTransfer(ctx, attemptId);
  const kind = transfer && ctx.rails.get(transfer.payout.network)?.payouts?.kind;
  if (!transfer) return postponeUnknownAttempt(ctx, attemptId);
  if (!isAwaitingRecord(transfer.attempt)) return;
  await ctx.checkpoint('settle.before-find');
  const record = await checkAttempt(ctx, transfer);
  await ctx.checkpoint('settle.found');
  const isDue = Boolean(
    kind && record && (await isResendDue(ctx, kind, transfer.attempt, record)) && isSendingAllowed(await ctx.settings(), transfer.payout.network),
  );
  const objection = isDue ? await rejectResend(ctx, transfer) : null;
  const rejection = typeof objection === 'string' ? objection : (objection?.detail ?? null);
  const isResent = isDue && rejection === null;
  if (isResent) {
    await replaceTransfer(ctx, transfer);
    await sendAgain(ctx, transfer);
  }
  const decide = (current: SignerTransfer) => {
    if (!isDue) return decideByRecord(ctx, kind, current, record);
    // A lookup that preceded a resend no longer proves anything about the attempt; before a rejected one it found the attempt pending or absent.
    return decideRecheck(current.attempt, true, nextCheck(ctx, kind, current.attempt, record), rejection);
  };
  const readAgain = () => readTransfer(ctx, attemptId);
  await decideAndApply(ctx, isResent ? readAgain : startingFrom(transfer, readAgain), (current) =>
    isAwaitingRecord(current.attempt) ? decide(current) : null,
  );
  await ctx.checkpoint('settle.after-write');
  if (record?.state === 'paid' && 'arrived' in record) reportShortArrival(ctx, transfer, record.arrived ?? 0n);
  if (rejection !== null) reportRejection(ctx, transfer, rejection);
}

/** The objection to sending an attempt again. */
async function rejectResend(ctx: SignerCtx, { attempt, obligation, payout }: SignerTransfer): Promise<Objection | null> {
  return (await isOurs(ctx, attempt)) ? rejectPayout(ctx, obligation, payout) : NOT_OURS;
}

/** Reports that a pending attempt no longer validates, once for each reason: it stays in the attempt's detail until it is sent again. */
function reportRejection(ctx: SignerCtx, { attempt }: SignerTransfer, reason: string): void {
  if (attempt.detail === reason) return;
  ctx.logger.error({ attempt: attempt.id, reason }, 'pending attempt not sent again: rejected by the signer');
  ctx.telemetry.refused('payout_evidence');
}

/** Reports that less arrived than was sent, because the token kept a fee of its own: the customer is owed the rest. */
function reportShortArrival(ctx: SignerCtx, { payout, attempt }: SignerTransfer, arrived: bigint): void {
  const fields = { payout: payout.id, attempt: attempt.id, sent: payout.amount.toString(), arrived: arrived.toString() };
  ctx.logger.error(fields, 'a payout arrived with less than was sent');
}

function isAwaitingRecord(attempt: Attempt): boolean {
  return attempt.state === 'sent' || attempt.state === 'unknown';
}

/** Whether an attempt may and should be sent again. Never one that a keyed provider accepted: it may forget idempotency keys. */
async function isResendDue(ctx: SignerCtx, kind: PayoutCapability['kind'], attempt: Attempt, record: ProviderRecord): Promise<boolean> {
  if (kind === 'keyed') return attempt.state === 'unknown' && record.state === 'absent' && !isPatienceOver(ctx, attempt);
  if (kind !== 'signed' || record.state !== 'pending') return false;
  const isTurn = attempt.state === 'unknown' || attempt.checks % CHECKS_PER_RESEND === CHECKS_PER_RESEND - 1;
  if (!isTurn) return false;
  const newest = (await readSignedTransfers(ctx.orm, attempt)).at(-1);
  return newest !== undefined && (newest.validUntil === null || ctx.clock.now() < newest.validUntil);
}

function decideByRecord(
  ctx: SignerCtx,
  kind: PayoutCapability['kind'] | null | undefined,
  transfer: SignerTransfer,
  record: ProviderRecord | null,
): Change {
  const decisionCtx = decisionContext(ctx, 'system', `payout:${transfer.payout.id}`);
  const { attempt, obligation } = transfer;
  const again = (foundNothing: boolean) => decideRecheck(attempt, foundNothing, nextCheck(ctx, kind, attempt, record));
  if (record === null) return again(false);
  switch (record.state) {
    case 'paid':
      // The code was entered meanwhile: the obligation is told first, and the next check settles. Another part may still wait for its own code.
      return attempt.awaitingCode ? decideCodeEntered(transfer, decisionCtx) : decideSettled(transfer, record, decisionCtx);
    case 'absent':
      return isPatienceOver(ctx, attempt) ? decideAbsent(transfer, decisionCtx) : again(true);
    case 'failed':
      return decideRetry(transfer, record.detail, decisionCtx, record.fee);
    case 'expired':
      return decideExpired(transfer, decisionCtx);
    case 'waiting-otp':
      // Asked again of an obligation that another part's code has ended the waiting of.
      return attempt.awaitingCode && obligation.isAwaitingCode
        ? again(false)
        : decideCodeRequested(transfer, nextCheck(ctx, kind, attempt, record), decisionCtx);
    case 'pending':
      return attempt.awaitingCode ? decideCodeEntered(transfer, decisionCtx) : again(kind === 'signed');
    case 'refused':
      return kind === 'keyed' ? decideRetry(transfer, record.detail, decisionCtx) : again(false);
    case 'reversed':
      return kind === 'keyed' ? decideRefused(transfer, 'reversed', decisionCtx) : again(false);
  }
}

/**
 * Exponential back-off while nothing is found; a quarter of the elapsed time while the provider reports the payout pending, or its records cannot
 * be read. After those that cannot be read attempts are spread, so that a provider in trouble is not asked by all of them at once.
 */
function nextCheck(ctx: SignerCtx, kind: PayoutCapability['kind'] | null | undefined, attempt: Attempt, record: ProviderRecord | null): Date {
  const now = ctx.clock.now();
  if (record === null) return new Date(now.getTime() + unreadDelayMs(ctx, attempt, kind === 'signed' ? UNREAD_CLOSE_MAX_MS : CHECK_MAX_MS));
  const isInHand = record?.state === 'pending' || record?.state === 'waiting-otp';
  const isClose = kind === 'signed' || record?.state === 'waiting-otp';
  const sinceMs = now.getTime() - (attempt.sentAt ?? attempt.createdAt).getTime();
  const delayMs = isInHand ? Math.max(CHECK_BASE_MS, sinceMs / 4) : CHECK_BASE_MS * 2 ** Math.min(attempt.checks, 16);
  return new Date(now.getTime() + Math.min(delayMs, isClose ? CLOSE_CHECK_MAX_MS : CHECK_MAX_MS));
}

/** Grows with the attempt's age, so that no count of failures has to be kept: a read that succeeds goes on by the other rules. */
function unreadDelayMs(ctx: SignerCtx, attempt: Attempt, maxMs: number): number {
  const ageMs = ctx.clock.now().getTime() - (attempt.sentAt ?? attempt.createdAt).getTime();
  const delayMs = Math.min(Math.max(UNREAD_MIN_MS, ageMs / 4), maxMs);
  return delayMs * (1 - ((ctx.random(1)[0] ?? 0) / 255) * UNREAD_SPREAD);
}

function isPatienceOver(ctx: SignerCtx, attempt: Attempt): boolean {
  const silentMs = ctx.clock.now().getTime() - (attempt.sentAt ?? attempt.createdAt).getTime();
  const patienceMs = attempt.state === 'sent' ? ctx.patienceMs * ACCEPTED_PATIENCE_FACTOR : ctx.patienceMs;
  return attempt.checks + 1 >= CHECKS_MIN && silentMs >= patienceMs;
}
