import { readAttemptsDue } from '@quydoi/database/repositories/payouts';
import type { Change } from '@quydoi/domain/change';
import { type Attempt, isLive } from '@quydoi/domain/transfer/attempt';
import { decideRecheck, decideRefused, decideUnknown } from '@quydoi/domain/transfer/decide-attempt';
import { decisionContext } from '../context.ts';
import { decideAndApply } from '../decide-and-apply.ts';
import { describeError } from '../describe-error.ts';
import { readTransfer, type SignerTransfer } from './obligation.ts';
import { rejectPayout } from './reject-payout.ts';
import { sendAttempt } from './send-attempt.ts';
import { settleAttempt } from './settle-attempt.ts';
import type { SignerCtx } from './signer.ts';

const BATCH_SIZE = 8;
/** Delay of an attempt that could not be finished, or whose rail is off. */
const RECHECK_MS = 5_000;

/** Resumes attempts that are due: sends prepared ones, and looks up those that may have been sent in the provider's own records. */
export async function settleAttempts(ctx: SignerCtx): Promise<boolean> {
  const attempts = (await readAttemptsDue(ctx.orm, ctx.clock.now(), BATCH_SIZE)).filter((attempt) => !ctx.inFlight.has(attempt.id));
  await Promise.all(
    attempts.map((attempt) =>
      finish(ctx, attempt).catch(async (error: unknown) => {
        ctx.logger.error({ attempt: attempt.key, error: describeError(error) }, 'attempt not settled');
        // One that fails again and again must not keep the others waiting.
        await postpone(ctx, attempt.id);
      }),
    ),
  );
  return false;
}

async function finish(ctx: SignerCtx, attempt: Attempt): Promise<void> {
  ctx.inFlight.add(attempt.id);
  try {
    if (attempt.state === 'prepared') return await sendPrepared(ctx, attempt);
    if (attempt.state === 'sending') {
      // The process that sent it died before it recorded an answer.
      await change(ctx, attempt.id, 'sending', (state) =>
        decideUnknown(state, 'no answer recorded', decisionContext(ctx, 'system', 'settleAttempts')),
      );
    }
    await settleAttempt(ctx, attempt.id);
  } finally {
    ctx.inFlight.delete(attempt.id);
  }
}

/** Sends an attempt left prepared by a crashed process, after validating its payout again. Postponed while the rail is off. */
async function sendPrepared(ctx: SignerCtx, attempt: Attempt): Promise<void> {
  const transfer = await readTransfer(ctx, attempt.id);
  if (!transfer) return;
  if (!(await ctx.settings()).rails.get(transfer.payout.rail)?.on) return postpone(ctx, attempt.id);
  const reason = await rejectPayout(ctx, transfer.obligation, transfer.payout);
  if (reason === null) return sendAttempt(ctx, attempt);
  const isRejected = await change(ctx, attempt.id, 'prepared', (current) =>
    decideRefused(current, reason, decisionContext(ctx, 'system', 'settleAttempts')),
  );
  if (!isRejected) return;
  ctx.logger.error({ attempt: attempt.key, reason }, 'payout rejected by the signer');
  ctx.telemetry.refused('payout_evidence');
}

/** Postpones an attempt, unless another signer has finished it meanwhile. */
async function postpone(ctx: SignerCtx, attemptId: string): Promise<void> {
  const nextCheckAt = new Date(ctx.clock.now().getTime() + RECHECK_MS);
  await decideAndApply(
    ctx,
    () => readTransfer(ctx, attemptId),
    ({ attempt }) => (isLive(attempt) ? decideRecheck(attempt, false, nextCheckAt) : null),
  );
}

async function change(ctx: SignerCtx, id: string, when: Attempt['state'], decide: (transfer: SignerTransfer) => Change): Promise<boolean> {
  const written = await decideAndApply(
    ctx,
    () => readTransfer(ctx, id),
    (transfer) => (transfer.attempt.state === when ? decide(transfer) : null),
  );
  return written !== null;
}
