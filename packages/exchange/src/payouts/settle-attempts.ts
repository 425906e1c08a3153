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

const AT_ONCE = 8;
/** When an attempt is looked at again that could not be finished, or whose rail is off. */
const LOOK_AGAIN_MS = 5_000;

/** Finishes attempts: what was prepared is sent, what may have been sent is looked up in the provider's own records. */
export async function settleAttempts(ctx: SignerCtx): Promise<boolean> {
  const attempts = (await readAttemptsDue(ctx.orm, ctx.clock.now(), AT_ONCE)).filter((attempt) => !ctx.inFlight.has(attempt.id));
  await Promise.all(
    attempts.map((attempt) =>
      finish(ctx, attempt).catch(async (error: unknown) => {
        ctx.logger.error({ attempt: attempt.key, error: describeError(error) }, 'attempt not settled');
        // One that fails again and again must not keep the others waiting.
        await lookAgainLater(ctx, attempt.id);
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
      // The process that sent it is gone, and so is its answer.
      await change(ctx, attempt.id, 'sending', (state) =>
        decideUnknown(state, 'no answer recorded', decisionContext(ctx, 'system', 'settleAttempts')),
      );
    }
    await settleAttempt(ctx, attempt.id);
  } finally {
    ctx.inFlight.delete(attempt.id);
  }
}

/** Prepared by a process that is gone: what was true then is checked again, and a rail that is off keeps it waiting. */
async function sendPrepared(ctx: SignerCtx, attempt: Attempt): Promise<void> {
  const transfer = await readTransfer(ctx, attempt.id);
  if (!transfer) return;
  if (!(await ctx.settings()).rails.get(transfer.payout.rail)?.on) return lookAgainLater(ctx, attempt.id);
  const reason = await rejectPayout(ctx, transfer.obligation, transfer.payout);
  if (reason === null) return sendAttempt(ctx, attempt);
  const isRejected = await change(ctx, attempt.id, 'prepared', (current) =>
    decideRefused(current, reason, decisionContext(ctx, 'system', 'settleAttempts')),
  );
  if (!isRejected) return;
  ctx.logger.error({ attempt: attempt.key, reason }, 'payout rejected by the signer');
  ctx.telemetry.refused('payout_evidence');
}

/** Puts off what is still to be looked at; what another signer finished meanwhile is left alone. */
async function lookAgainLater(ctx: SignerCtx, attemptId: string): Promise<void> {
  const nextCheckAt = new Date(ctx.clock.now().getTime() + LOOK_AGAIN_MS);
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
