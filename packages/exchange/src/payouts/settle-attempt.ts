import type { Attempt } from '@quydoi/domain/transfer/attempt';
import { decideRecheck } from '@quydoi/domain/transfer/decide-attempt';
import { decisionContext } from '../context.ts';
import { decideAndApply, startingFrom } from '../decide-and-apply.ts';
import { isSendingAllowed } from '../market/abilities.ts';
import { isOurs, NOT_OURS } from './attempt-codes.ts';
import { checkAttempt } from './check-attempt.ts';
import { isPatienceOver, nextCheckAt } from './check-times.ts';
import { type AttemptFinding, decideByRecord } from './decide-by-record.ts';
import { withVoucher } from './paid-vouchers.ts';
import { postponeUnknownAttempt } from './postpone.ts';
import { providerOf } from './providers.ts';
import { readSignedTransfers } from './rail-requests.ts';
import { rejectPayout } from './reject-payout.ts';
import { replaceTransfer } from './replace-transfer.ts';
import { isIncludable, isResendTurn } from './resend-turn.ts';
import { sendAgain } from './send-again.ts';
import type { SignerCtx } from './signer.ts';
import { type Objection, readTransfer, type SignerTransfer } from './signer-obligation.ts';

/** Learns an attempt's outcome from the provider's records; only that settles its payout. */
export async function settleAttempt(ctx: SignerCtx, attemptId: string): Promise<void> {
  const transfer = await readTransfer(ctx, attemptId);
  if (!transfer) return postponeUnknownAttempt(ctx, attemptId);
  // Another signer may have looked just now.
  if (!isAwaitingRecord(transfer.attempt) || transfer.attempt.nextCheckAt > ctx.clock.now()) return;
  await ctx.checkpoint('settle.before-find');
  const record = await checkAttempt(ctx, transfer);
  await ctx.checkpoint('settle.found');
  const kind = providerOf(ctx, transfer.payout, transfer.attempt)?.payouts.kind;
  const findingOf = ({ attempt }: SignerTransfer): AttemptFinding => {
    return { kind, record, isPatienceOver: isPatienceOver(ctx, attempt), nextCheckAt: nextCheckAt(ctx, kind, attempt, record) };
  };
  const first = findingOf(transfer);
  const isDue = await isResendDue(ctx, transfer, first);
  const objection = isDue ? await rejectResend(ctx, transfer) : null;
  const rejection = typeof objection === 'string' ? objection : (objection?.detail ?? null);
  const isResent = isDue && rejection === null;
  if (isResent) {
    await replaceTransfer(ctx, transfer);
    await sendAgain(ctx, transfer);
  }
  const decide = (current: SignerTransfer) => {
    const isSilent = isDue || record === null || record.state === 'absent';
    // Another signer counted a look at the same time. This one is not counted besides, and the next comes no sooner.
    if (isSilent && current.attempt.checks !== transfer.attempt.checks) {
      const nextAt = new Date(Math.max(current.attempt.nextCheckAt.getTime(), first.nextCheckAt.getTime()));
      return decideRecheck(current.attempt, false, nextAt, isDue ? rejection : current.attempt.detail);
    }
    const finding = findingOf(current);
    if (!isDue) {
      const change = decideByRecord(current, finding, decisionContext(ctx, 'system', `payout:${current.payout.id}`));
      return record?.state === 'paid' ? withVoucher(ctx, current, change, record) : change;
    }
    // After a resend, the lookup before it proves nothing more. If the resend was rejected, the lookup found the attempt pending or absent.
    return decideRecheck(current.attempt, true, finding.nextCheckAt, rejection);
  };
  const readAgain = () => readTransfer(ctx, attemptId);
  await decideAndApply(ctx, isResent ? readAgain : startingFrom(transfer, readAgain), (current) =>
    isAwaitingRecord(current.attempt) ? decide(current) : null,
  );
  await ctx.checkpoint('settle.after-write');
  if (record?.state === 'paid' && 'arrived' in record) reportShortArrival(ctx, transfer, record.arrived ?? 0n);
  if (rejection !== null) reportRejection(ctx, transfer, rejection);
}

/** Whether an attempt may and should be sent again. */
async function isResendDue(ctx: SignerCtx, { attempt, payout }: SignerTransfer, finding: AttemptFinding): Promise<boolean> {
  if (!isResendTurn(attempt, finding)) return false;
  if (finding.kind === 'signed' && !isIncludable(await readSignedTransfers(ctx.orm, attempt), ctx.clock.now())) return false;
  return isSendingAllowed(await ctx.settings(), payout.network);
}

/** Validates an attempt before it is sent again. Returns the objection, or null if it may be sent. */
async function rejectResend(ctx: SignerCtx, { attempt, obligation, payout }: SignerTransfer): Promise<Objection | null> {
  return (await isOurs(ctx, attempt)) ? rejectPayout(ctx, obligation, payout) : NOT_OURS;
}

/** Reports that a pending attempt no longer validates, once per reason: the attempt's detail keeps the last reason until it is sent again. */
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
