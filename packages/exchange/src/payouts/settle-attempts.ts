import { readAttemptsDue } from '@quydoi/database/views/payouts';
import { decideUnknown } from '@quydoi/domain/order/decide-payout';
import type { Attempt } from '@quydoi/domain/payout';
import { deciding } from '../context.ts';
import { decideAndApply } from '../decide-and-apply.ts';
import { describe } from '../jobs/sweep.ts';
import { readPayoutState } from './payout-state.ts';
import { sendAttempt } from './send-attempt.ts';
import { settleAttempt } from './settle-attempt.ts';
import type { SignerCtx } from './signer.ts';

const AT_ONCE = 8;

/** Finishes attempts: what was prepared is sent, what may have been sent is looked up in the provider's own records. */
export async function settleAttempts(ctx: SignerCtx): Promise<boolean> {
  const attempts = (await readAttemptsDue(ctx.orm, ctx.clock.now(), AT_ONCE)).filter((attempt) => !ctx.inFlight.has(attempt.id));
  await Promise.all(
    attempts.map((attempt) =>
      finish(ctx, attempt).catch((error: unknown) => ctx.logger.error({ attempt: attempt.key, error: describe(error) }, 'attempt not settled')),
    ),
  );
  return false;
}

async function finish(ctx: SignerCtx, attempt: Attempt): Promise<void> {
  ctx.inFlight.add(attempt.id);
  try {
    if (attempt.state === 'prepared') return await sendAttempt(ctx, attempt);
    // Found in `sending`: the process that sent it is gone, and so is its answer.
    if (attempt.state === 'sending') {
      await decideAndApply(
        ctx,
        () => readPayoutState(ctx.orm, attempt.id),
        (state) => (state.attempt.state === 'sending' ? decideUnknown(state, 'no answer recorded', deciding(ctx, 'system', 'settleAttempts')) : null),
      );
    }
    await settleAttempt(ctx, attempt.id);
  } finally {
    ctx.inFlight.delete(attempt.id);
  }
}
