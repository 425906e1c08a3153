import { readAttemptsDue } from '@quydoi/database/views/payouts';
import type { Change } from '@quydoi/domain/change';
import { type PayoutState, decideAbsent, decideLookAgain, decideSettled, decideUnknown } from '@quydoi/domain/order/decide-payout';
import type { Attempt } from '@quydoi/domain/payout';
import { type PayoutRecord, RailError } from '@quydoi/rails/rail';
import { deciding } from '../context.ts';
import { decideAndApply } from '../decide-and-apply.ts';
import { describe } from '../jobs/sweep.ts';
import { readPayoutState } from './payout-state.ts';
import { requestOf, sendAttempt } from './send-attempt.ts';
import type { SignerCtx } from './signer.ts';

const AT_ONCE = 8;
const CHECK_BASE_MS = 500;
const CHECK_MAX_MS = 60_000;
/** Looks that must have found nothing before silence counts as absence. */
const CHECKS_MIN = 5;
/** A provider that said yes is given this much more time to show it in its records. */
const ACCEPTED_PATIENCE_FACTOR = 6;

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

/** Learns an attempt's outcome from the provider's records; only that makes an order delivered. */
export async function settleAttempt(ctx: SignerCtx, attemptId: string): Promise<void> {
  const state = await readPayoutState(ctx.orm, attemptId);
  if (!state || !isAwaitingRecord(state.attempt)) return;
  await ctx.checkpoint('settle.before-find');
  const record = await findRecord(ctx, state);
  await ctx.checkpoint('settle.found');
  await decideAndApply(
    ctx,
    () => readPayoutState(ctx.orm, attemptId),
    (current) => (isAwaitingRecord(current.attempt) ? judge(ctx, current, record) : null),
  );
  await ctx.checkpoint('settle.after-write');
}

function isAwaitingRecord(attempt: Attempt): boolean {
  return attempt.state === 'sent' || attempt.state === 'unknown';
}

/** The provider's record; null when its records could not be read, which says nothing about the payout. */
async function findRecord(ctx: SignerCtx, { order, payout, attempt }: PayoutState): Promise<PayoutRecord | null> {
  const payOut = ctx.rails.get(payout.rail)?.payOut;
  if (!payOut) return null;
  try {
    return await payOut.find(requestOf(order, payout, attempt), attempt.sentAt ?? attempt.createdAt, ctx.clock.now());
  } catch (error) {
    if (!(error instanceof RailError)) throw error;
    ctx.logger.warn({ rail: payout.rail, attempt: attempt.key, trouble: error.trouble }, 'records not read');
    return null;
  }
}

function judge(ctx: SignerCtx, state: PayoutState, record: PayoutRecord | null): Change {
  const by = deciding(ctx, 'system', `payout:${state.payout.id}`);
  if (record?.state === 'paid') return decideSettled(state, record.reference, record.fee, by);
  const { attempt } = state;
  if (record?.state === 'absent' && isPatienceOver(ctx, attempt)) return decideAbsent(state, by);
  const delayMs = Math.min(CHECK_BASE_MS * 2 ** Math.min(attempt.checks, 16), CHECK_MAX_MS);
  return decideLookAgain(attempt, record?.state === 'absent', new Date(by.now.getTime() + delayMs));
}

function isPatienceOver(ctx: SignerCtx, attempt: Attempt): boolean {
  const silentMs = ctx.clock.now().getTime() - (attempt.sentAt ?? attempt.createdAt).getTime();
  const patienceMs = attempt.state === 'sent' ? ctx.patienceMs * ACCEPTED_PATIENCE_FACTOR : ctx.patienceMs;
  return attempt.checks + 1 >= CHECKS_MIN && silentMs >= patienceMs;
}
