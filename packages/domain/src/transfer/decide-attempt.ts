import { type Change, NO_CHANGE, type Step, withRows } from '../change.ts';
import { EXPIRIES_MAX, PAYOUT_RETRY_DELAYS_MS, RESIGN_DELAY_MAX_MS, RESIGN_DELAY_STEP_MS } from '../constants.ts';
import type { DecisionContext } from '../decision-context.ts';
import { InvariantError } from '../invariant.ts';
import type { Posting } from '../ledger/post.ts';
import type { Attempt, AttemptTransfer } from './attempt.ts';
import type { Settlement, TransferFailure, TransferProgress } from './obligation.ts';
import type { Payout } from './payout.ts';
import { networkFeePostings, stepAttempt, stepPayout, type TransferState } from './steps.ts';

/*
 * Attempt machine: sends and settles a payout for any obligation. Each decision moves the payout and its attempt; the obligation contributes all
 * other changes.
 */

/** A queued payout with its obligation, before its next attempt. */
export type UnsentPayout = Omit<TransferState, 'attempt'>;

/** Transfer signed by a chain's rail. */
export type SignedBytes = Pick<AttemptTransfer, 'txid' | 'raw' | 'validUntil' | 'slots'>;

/** Idempotency key of a payout's next attempt, unique so that the provider's records identify the attempt. */
export function nextKeyOf({ payout, obligation }: UnsentPayout): string {
  return obligation.keyOf(payout, payout.tries + 1);
}

/**
 * Stores the next attempt before sending.
 * @param signed the signed transfer, for rails that sign: only these bytes are ever broadcast
 */
export function decidePrepare(unsent: UnsentPayout, ctx: DecisionContext, signed: SignedBytes | null = null): Change {
  const { payout, obligation } = unsent;
  const attempt = nextAttempt(unsent, ctx);
  return withRows(obligation.onProgress(payout, { step: 'started' }, ctx), {
    attempts: [{ before: null, after: attempt }],
    payouts: [stepPayout(payout, { state: 'attempting', tries: attempt.n, waitsFor: null })],
    transfers: signed ? [transferRow(payout, attempt, 1, signed, ctx)] : [],
  });
}

/** Stores a replacement transfer in the same slots as the attempt's earlier ones: at most one of them is mined. */
export function decideReplaced({ payout, attempt }: TransferState, n: number, signed: SignedBytes, ctx: DecisionContext): Change {
  const transfers = [transferRow(payout, attempt, n, signed, ctx)];
  return { ...NO_CHANGE, attempts: [stepAttempt(attempt, { nextCheckAt: ctx.now })], transfers };
}

/** Records that signing failed: certainly not paid, counts as one try of the payout. */
export function decideSigningFailed(unsent: UnsentPayout, detail: string, ctx: DecisionContext): Change {
  const attempt = nextAttempt(unsent, ctx);
  const refused: Step<Attempt> = { before: null, after: { ...attempt, state: 'refused', detail, settledAt: ctx.now } };
  return retry(unsent, attempt.n, refused, [], ctx);
}

/**
 * Postpones a payout without counting a try, while its rail cannot be reached.
 * @param waitsFor what the payout waits for, for operators; null when that is not known, or only its rail
 */
export function decidePostponed(payout: Payout, nextAt: Date, waitsFor: Payout['waitsFor'] = null): Change {
  return { ...NO_CHANGE, payouts: [stepPayout(payout, { nextAt, waitsFor })] };
}

/** Marks an attempt as sending, committed right before the socket write: from then on the money may have moved. */
export function decideSending(attempt: Attempt, ctx: DecisionContext): Change {
  if (attempt.state !== 'prepared') throw new InvariantError(`attempt ${attempt.id} is ${attempt.state}`);
  return { ...NO_CHANGE, attempts: [stepAttempt(attempt, { state: 'sending', sentAt: ctx.now, nextCheckAt: ctx.now })] };
}

/** Records that the provider accepted the attempt; its records still have to confirm the transfer. */
export function decideAccepted({ payout, attempt, obligation }: TransferState, reference: string, fee: bigint | null, ctx: DecisionContext): Change {
  const attempts = [stepAttempt(attempt, { state: 'sent', reference, fee, nextCheckAt: ctx.now })];
  return withRows(obligation.onProgress(payout, { step: 'accepted' }, ctx), { attempts });
}

/** Records an unclear answer: only the provider's records decide. */
export function decideUnknown({ payout, attempt, obligation }: TransferState, detail: string, ctx: DecisionContext): Change {
  const attempts = [stepAttempt(attempt, { state: 'unknown', detail, nextCheckAt: ctx.now })];
  return withRows(obligation.onProgress(payout, { step: 'unclear' }, ctx), { attempts });
}

/**
 * Schedules the next check of the provider's records. Only a check that could read the records and found nothing is counted.
 * @param detail reason why the attempt is not sent again meanwhile, for operators; unchanged by default
 */
export function decideRecheck(attempt: Attempt, foundNothing: boolean, nextCheckAt: Date, detail = attempt.detail): Change {
  return { ...NO_CHANGE, attempts: [stepAttempt(attempt, { checks: attempt.checks + (foundNothing ? 1 : 0), nextCheckAt, detail })] };
}

/** Records that the provider awaits a code that a person has to enter. */
export function decideCodeRequested({ payout, attempt, obligation }: TransferState, nextCheckAt: Date, ctx: DecisionContext): Change {
  const attempts = [stepAttempt(attempt, { awaitingCode: true, nextCheckAt })];
  return withRows(obligation.onProgress(payout, { step: 'code-requested' }, ctx), { attempts });
}

/** Records that the code was entered: the transfer proceeds and is checked at once. */
export function decideCodeEntered({ payout, attempt, obligation }: TransferState, ctx: DecisionContext): Change {
  const attempts = [stepAttempt(attempt, { awaitingCode: false, nextCheckAt: ctx.now })];
  return withRows(obligation.onProgress(payout, { step: 'code-entered' }, ctx), { attempts });
}

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
  return retry(state, state.payout.tries, refused, networkFeePostings(state.payout, networkFee, ctx), ctx);
}

/**
 * Sends a payout again later that its provider refused for a while, such as by a ban for some minutes: it was certainly not paid, and the refusal is
 * not the payout's, so that only refusals for more than a day end it, for an operator. The delays grow as those of expired transfers.
 */
export function decideTurnedAway(state: TransferState, detail: string, ctx: DecisionContext): Change {
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
 * Settles a payout by proof from the provider's own records.
 * @param paidBy the earlier attempt whose transfer proved to have paid, if not this one
 */
export function decideSettled(state: TransferState, proof: Settlement, ctx: DecisionContext, paidBy: Attempt | null = null): Change {
  const { payout, attempt, obligation } = state;
  const { reference, fee } = proof;
  const done = { state: 'done', reference, fee, awaitingCode: false, paidByAttemptId: paidBy?.id ?? null } as const;
  return withRows(obligation.onSettled(payout, proof, ctx), {
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

function transferRow(
  { network }: Payout,
  { id }: Attempt,
  n: number,
  { txid, raw, validUntil, slots }: SignedBytes,
  ctx: DecisionContext,
): AttemptTransfer {
  return { attemptId: id, n, network, txid, raw, validUntil, slots, signedAt: ctx.now };
}

function nextAttempt(unsent: UnsentPayout, ctx: DecisionContext): Attempt {
  const { payout } = unsent;
  if (payout.state !== 'queued') throw new InvariantError(`payout ${payout.id} is ${payout.state}`);
  return {
    id: ctx.newId(),
    version: 1,
    payoutId: payout.id,
    n: payout.tries + 1,
    key: nextKeyOf(unsent),
    state: 'prepared',
    reference: null,
    fee: null,
    detail: null,
    awaitingCode: false,
    paidByAttemptId: null,
    checks: 0,
    nextCheckAt: ctx.now,
    createdAt: ctx.now,
    sentAt: null,
    settledAt: null,
  };
}

function retry(unsent: UnsentPayout, tries: number, refused: Step<Attempt>, postings: readonly Posting[], ctx: DecisionContext): Change {
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
