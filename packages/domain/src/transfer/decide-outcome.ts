import { type Change, type Step, withRows } from '../change.ts';
import { EXPIRIES_MAX, PAYOUT_RETRY_DELAYS_MS, RESIGN_DELAY_MAX_MS, RESIGN_DELAY_STEP_MS } from '../constants.ts';
import type { DecisionContext } from '../decision-context.ts';
import type { Posting } from '../ledger/post.ts';
import type { Attempt } from './attempt.ts';
import type { Settlement, TransferFailure, TransferProgress } from './obligation.ts';
import { burnedFeePostings, networkFeePostings, stepAttempt, stepPayout, type TransferState, type UnsentPayout } from './steps.ts';

/*
 * The end of an attempt, by the provider's records or answer: its payout is settled, tried again or failed. Each decision moves the payout and its
 * attempt; the obligation contributes all other changes.
 */

/** Fails a payout whose attempt is not in the provider's records after all checks. Never retried automatically: an operator decides. */
export function decideAbsent(state: TransferState, ctx: DecisionContext): Change {
  return fail(state, stepAttempt(state.attempt, { state: 'absent', settledAt: ctx.now }), 'payout_unknown', [], ctx);
}

/**
 * Retries a payout whose attempt was certainly not paid: after 30 s, 2 min, 10 min, 30 min, 2 h; then the payout fails. Expired transfers do not
 * count.
 * @param networkFee fee that the chain charged for the failed transfer
 */
export function decideRetry(state: TransferState, detail: string, ctx: DecisionContext, networkFee: bigint | null = null): Change {
  const fee = networkFee ?? state.attempt.fee;
  const refused = stepAttempt(state.attempt, { state: 'refused', detail, fee, settledAt: ctx.now });
  return retry(state, state.payout.tries, refused, burnedFeePostings(state.payout, networkFee, ctx), ctx);
}

/**
 * Sends a payout again later that its provider refused for a while, such as by a ban for some minutes: it was certainly not paid, and the refusal is
 * not the payout's, so that only refusals for more than a day end it, for an operator. The delays grow as those of expired transfers.
 */
export function decideRefusedTemporarily(state: TransferState, detail: string, ctx: DecisionContext): Change {
  return putOff(
    state,
    detail,
    (expiries) => resignDelayMs(expiries + 1),
    (at) => ({ step: 'retrying', at }),
    ctx,
  );
}

/**
 * Delay before the next transfer is signed after a payout's transfers have expired `expiries` times: none after the first, then half a minute more
 * each time, up to 20 minutes.
 */
export function resignDelayMs(expiries: number): number {
  return Math.min((expiries - 1) * RESIGN_DELAY_STEP_MS, RESIGN_DELAY_MAX_MS);
}

/**
 * Expires a signed transfer that no block can include any more: it certainly moved nothing, and the next one is signed. Slow blocks are not the
 * payout's failure, so that only expiries for more than a day end it, for an operator.
 */
export function decideExpired(state: TransferState, ctx: DecisionContext): Change {
  return putOff(state, 'expired', resignDelayMs, () => ({ step: 're-signing' }), ctx);
}

/** Puts off a payout whose attempt certainly moved nothing, for a reason that is not the payout's: no try, but an end after more than a day of them. */
function putOff(
  state: TransferState,
  detail: string,
  delayMs: (expiries: number) => number,
  stepAt: (at: Date) => TransferProgress,
  ctx: DecisionContext,
): Change {
  const { payout, attempt, obligation } = state;
  const refused = stepAttempt(attempt, { state: 'refused', detail, settledAt: ctx.now });
  const expiries = payout.expiries + 1;
  if (expiries >= EXPIRIES_MAX) return fail(state, refused, 'no_tries_left', [], ctx);
  const nextAt = new Date(ctx.now.getTime() + delayMs(expiries));
  return withRows(obligation.onProgress(payout, stepAt(nextAt), ctx), {
    attempts: [refused],
    payouts: [stepPayout(payout, { state: 'queued', expiries, nextAt })],
  });
}

/** Fails a payout whose attempt was certainly not paid and must not be retried. */
export function decideRefused(state: TransferState, detail: string, ctx: DecisionContext): Change {
  return fail(state, stepAttempt(state.attempt, { state: 'refused', detail, settledAt: ctx.now }), 'payout_refused', [], ctx);
}

/**
 * Rejects a payout that failed the signer's validation, before it has an attempt.
 * @param heldInLedger amount that the ledger holds for the payout; released by the obligation
 */
export function decideRejected({ payout, obligation }: UnsentPayout, heldInLedger: bigint, ctx: DecisionContext): Change {
  return withRows(obligation.onRejected(payout, heldInLedger, ctx), { payouts: [stepPayout(payout, { state: 'failed' })] });
}

/**
 * Settles a payout by the provider's own records.
 * @param paidBy the earlier attempt whose transfer proved to have paid, if not this one
 */
export function decideSettled(state: TransferState, settlement: Settlement, ctx: DecisionContext, paidBy: Attempt | null = null): Change {
  const { payout, attempt, obligation } = state;
  const { reference, fee } = settlement;
  const done = { state: 'done', reference, fee, awaitingCode: false, paidByAttemptId: paidBy?.id ?? null } as const;
  return withRows(obligation.onSettled(payout, settlement, ctx), {
    attempts: [stepAttempt(attempt, { ...done, nextCheckAt: ctx.now, settledAt: ctx.now })],
    payouts: [stepPayout(payout, { state: 'settled', reference })],
    postings: networkFeePostings(payout, fee, ctx),
  });
}

/** Records that the provider reversed a settled payout. */
export function decideReversed({ payout, attempt, obligation }: TransferState, ctx: DecisionContext): Change {
  return withRows(obligation.onReversed(payout, attempt.fee ?? 0n, ctx), {
    attempts: [stepAttempt(attempt, { state: 'refused', detail: 'reversed' })],
    payouts: [stepPayout(payout, { state: 'failed' })],
  });
}

/** Queues a payout again after an attempt that was certainly not paid, or fails it after the last try. */
export function retry(unsent: UnsentPayout, tries: number, refused: Step<Attempt>, postings: readonly Posting[], ctx: DecisionContext): Change {
  const { payout, obligation } = unsent;
  const delayMs = PAYOUT_RETRY_DELAYS_MS[tries - payout.expiries - 1];
  if (delayMs === undefined) return fail(unsent, refused, 'no_tries_left', postings, ctx, tries);
  const at = new Date(ctx.now.getTime() + delayMs);
  return withRows(obligation.onProgress(payout, { step: 'retrying', at }, ctx), {
    attempts: [refused],
    payouts: [stepPayout(payout, { state: 'queued', tries, nextAt: at })],
    postings,
  });
}

function fail(
  { payout, obligation }: UnsentPayout,
  attempt: Step<Attempt>,
  reason: TransferFailure,
  postings: readonly Posting[],
  ctx: DecisionContext,
  tries = payout.tries,
): Change {
  return withRows(obligation.onFailed(payout, reason, ctx), {
    attempts: [attempt],
    payouts: [stepPayout(payout, { state: 'failed', tries })],
    postings,
  });
}
