import { type Change, NO_CHANGE, type Step, withRows } from '../change.ts';
import { PAYOUT_RETRY_DELAYS_MS } from '../constants.ts';
import type { DecisionContext } from '../decision-context.ts';
import { InvariantError } from '../invariant.ts';
import type { Posting } from '../ledger/post.ts';
import type { Attempt, AttemptTransfer } from './attempt.ts';
import type { Settlement, TransferFailure } from './obligation.ts';
import type { Payout } from './payout.ts';
import { networkFeePostings, stepAttempt, stepPayout, type TransferState } from './steps.ts';

/*
 * The attempt machine: how a payout is sent and proven, whatever it is for. Each decision moves payout and attempt; the obligation answers with
 * everything else.
 */

/** Signatures of one payout; an expired one is replaced at once, and something is wrong when that happens this often. */
export const SIGNATURES_MAX = 20;

/** A payout with its obligation, before it has an attempt at hand. */
export type UnsentPayout = Omit<TransferState, 'attempt'>;

/** A transfer that a chain's rail signed. */
export type SignedBytes = Pick<AttemptTransfer, 'txid' | 'raw' | 'validUntil' | 'slot'>;

/** Key at the provider of a payout's next attempt, so that the provider's records answer for exactly this attempt. */
export function nextKeyOf({ payout, obligation }: UnsentPayout): string {
  return obligation.keyOf(payout, payout.tries + 1);
}

/**
 * Writes the next attempt before anything is sent.
 * @param signed the signed transfer, where the rail signs: only these bytes are ever broadcast
 */
export function decidePrepare(unsent: UnsentPayout, ctx: DecisionContext, signed: SignedBytes | null = null): Change {
  const { payout, obligation } = unsent;
  const attempt = nextAttempt(unsent, ctx);
  return withRows(obligation.onProgress(payout, { step: 'started' }, ctx), {
    attempts: [{ before: null, after: attempt }],
    payouts: [stepPayout(payout, { state: 'attempting', tries: attempt.n })],
    transfers: signed ? [transferRow(payout, attempt, 1, signed, ctx)] : [],
  });
}

/** Stores a further transfer in the slot of an attempt's earlier ones: at most one of them is mined. */
export function decideReplaced({ payout, attempt }: TransferState, n: number, signed: SignedBytes, ctx: DecisionContext): Change {
  const transfers = [transferRow(payout, attempt, n, signed, ctx)];
  return { ...NO_CHANGE, attempts: [stepAttempt(attempt, { nextCheckAt: ctx.now })], transfers };
}

/** A transfer that could not be signed: surely not paid, so it counts as one try of the payout. */
export function decideUnsigned(unsent: UnsentPayout, detail: string, ctx: DecisionContext): Change {
  const attempt = nextAttempt(unsent, ctx);
  const refused: Step<Attempt> = { before: null, after: { ...attempt, state: 'refused', detail, settledAt: ctx.now } };
  return retry(unsent, attempt.n, refused, [], ctx);
}

/** Postpones a payout without counting a try: its rail cannot be reached, which says nothing about the payout. */
export function decidePostponed(payout: Payout, nextAt: Date): Change {
  return { ...NO_CHANGE, payouts: [stepPayout(payout, { nextAt })] };
}

/** The last act before the socket write: from here on the money may be gone. */
export function decideSending(attempt: Attempt, ctx: DecisionContext): Change {
  if (attempt.state !== 'prepared') throw new InvariantError(`attempt ${attempt.key} is ${attempt.state}`);
  return { ...NO_CHANGE, attempts: [stepAttempt(attempt, { state: 'sending', sentAt: ctx.now, nextCheckAt: ctx.now })] };
}

/** The provider accepted the attempt. Its records still have to confirm. */
export function decideAccepted({ payout, attempt, obligation }: TransferState, reference: string, fee: bigint | null, ctx: DecisionContext): Change {
  const attempts = [stepAttempt(attempt, { state: 'sent', reference, fee, nextCheckAt: ctx.now })];
  return withRows(obligation.onProgress(payout, { step: 'accepted' }, ctx), { attempts });
}

/** No clear answer: only the provider's records can tell now. */
export function decideUnknown({ payout, attempt, obligation }: TransferState, detail: string, ctx: DecisionContext): Change {
  const attempts = [stepAttempt(attempt, { state: 'unknown', detail, nextCheckAt: ctx.now })];
  return withRows(obligation.onProgress(payout, { step: 'unclear' }, ctx), { attempts });
}

/** Looks again later. Only a look that could read the records and found nothing counts as a check. */
export function decideLookAgain(attempt: Attempt, foundNothing: boolean, nextCheckAt: Date): Change {
  return { ...NO_CHANGE, attempts: [stepAttempt(attempt, { checks: attempt.checks + (foundNothing ? 1 : 0), nextCheckAt })] };
}

/** The provider waits for a code that a person has to enter. */
export function decideCodeRequested({ payout, attempt, obligation }: TransferState, nextCheckAt: Date, ctx: DecisionContext): Change {
  const attempts = [stepAttempt(attempt, { awaitingCode: true, nextCheckAt })];
  return withRows(obligation.onProgress(payout, { step: 'code-requested' }, ctx), { attempts });
}

/** The code was entered: the transfer goes on and is looked at at once. */
export function decideCodeEntered({ payout, attempt, obligation }: TransferState, ctx: DecisionContext): Change {
  const attempts = [stepAttempt(attempt, { awaitingCode: false, nextCheckAt: ctx.now })];
  return withRows(obligation.onProgress(payout, { step: 'code-entered' }, ctx), { attempts });
}

/** Not in the provider's records after all checks. Never sent again automatically: an operator decides. */
export function decideAbsent(state: TransferState, ctx: DecisionContext): Change {
  return fail(state, stepAttempt(state.attempt, { state: 'absent', settledAt: ctx.now }), 'payout_unknown', [], ctx);
}

/**
 * Surely not paid, and it may be tried again: after 30 s, 2 min, 10 min, 30 min, 2 h; then the payout fails.
 * @param networkFee what the chain took all the same
 */
export function decideRetry(state: TransferState, detail: string, ctx: DecisionContext, networkFee: bigint | null = null): Change {
  const fee = networkFee ?? state.attempt.fee;
  const refused = stepAttempt(state.attempt, { state: 'refused', detail, fee, settledAt: ctx.now });
  return retry(state, state.payout.tries, refused, networkFeePostings(state.payout, networkFee, ctx), ctx);
}

/** A signed transfer that no block can include any more: it surely moved nothing, and the next one is signed at once. */
export function decideExpired(state: TransferState, ctx: DecisionContext): Change {
  const { payout, attempt, obligation } = state;
  const expired = stepAttempt(attempt, { state: 'refused', detail: 'expired', settledAt: ctx.now });
  if (payout.tries >= SIGNATURES_MAX) return fail(state, expired, 'no_tries_left', [], ctx);
  return withRows(obligation.onProgress(payout, { step: 're-signing' }, ctx), {
    attempts: [expired],
    payouts: [stepPayout(payout, { state: 'queued', nextAt: ctx.now })],
  });
}

/** Surely not paid, and trying again would not help. */
export function decideRefused(state: TransferState, detail: string, ctx: DecisionContext): Change {
  return fail(state, stepAttempt(state.attempt, { state: 'refused', detail, settledAt: ctx.now }), 'payout_refused', [], ctx);
}

/**
 * Rejects a payout that the signer's validation did not pass, before it has an attempt.
 * @param heldInLedger the amount that the ledger does hold for it; released by the obligation
 */
export function decideRejected({ payout, obligation }: UnsentPayout, heldInLedger: bigint, ctx: DecisionContext): Change {
  return withRows(obligation.onRejected(payout, heldInLedger, ctx), { payouts: [stepPayout(payout, { state: 'failed' })] });
}

/**
 * Settles a payout by proof from the provider's own records.
 * @param paidBy the earlier attempt whose transfer proved to have paid, when it was not this one
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

/** The provider gave a proven payout back. */
export function decideReversed({ payout, attempt, obligation }: TransferState, ctx: DecisionContext): Change {
  return withRows(obligation.onReversed(payout, attempt.fee ?? 0n, ctx), {
    attempts: [stepAttempt(attempt, { state: 'refused', detail: 'reversed' })],
    payouts: [stepPayout(payout, { state: 'failed' })],
  });
}

function transferRow(
  { rail }: Payout,
  { id }: Attempt,
  n: number,
  { txid, raw, validUntil, slot }: SignedBytes,
  ctx: DecisionContext,
): AttemptTransfer {
  return { attemptId: id, n, rail, txid, raw, validUntil, slot, signedAt: ctx.now };
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
  const delayMs = PAYOUT_RETRY_DELAYS_MS[tries - 1];
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
