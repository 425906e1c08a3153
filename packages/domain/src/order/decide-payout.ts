import type { Change, Step } from '../change.ts';
import { NO_CHANGE } from '../change.ts';
import { PAYOUT_RETRY_DELAYS_MS } from '../constants.ts';
import { InvariantError } from '../invariant.ts';
import type { Posting } from '../ledger/post.ts';
import type { OrderReason } from '../order-status.ts';
import type { Attempt, Payout } from '../payout.ts';
import { canMoveOrder, moveOrder, touchOrder } from './lifecycle.ts';
import type { Order } from './order.ts';
import { gasPostings, type PayoutState, payoutsDue, sayOnly, stepAttempt, stepPayout, unholdPostings } from './payout-steps.ts';
import { changeOrder, type DecisionContext } from './steps.ts';

/** Signatures of one payout; one that expires is replaced at once, and something is wrong when it happens this often. */
export const SIGNATURES_MAX = 20;
/** What an attempt's detail says while its provider waits for a code. */
export const CODE_ASKED = 'a code is asked for';

/**
 * Sends a paid order on its way: the payout rows are what the signer looks for, one for each transfer that it takes.
 * @param seq number of the first of them
 * @param settled parts that were paid already, by an earlier try
 */
export function decideStartPayout(order: Order, seq: number, ctx: DecisionContext, settled: ReadonlySet<number> = new Set()): Change {
  const payouts = payoutsDue(order, seq, settled, ctx);
  if (payouts.length === 0) throw new InvariantError(`order ${order.ref} has nothing left to pay`);
  const after = moveOrder(order, 'delivering', {}, ctx.now);
  return changeOrder(order, after, [{ code: 'payout_started' }], ctx, { payouts: payouts.map((each) => ({ before: null, after: each })) });
}

/** Hands a paid order to a person. */
export function decideByHand(order: Order, reason: 'rail_off' | 'over_limit' | 'reserve_short', ctx: DecisionContext): Change {
  return changeOrder(order, moveOrder(order, 'handmake', { reason }, ctx.now), [{ code: 'payout_by_hand', params: { reason } }], ctx);
}

/** Our key of a payout's next attempt. Told apart by payout and attempt, so that the provider's records answer for exactly this one. */
export function nextKeyOf(order: Order, { purpose, seq, tries }: Payout): string {
  return `${order.ref}-${purpose === 'refund' ? 'R' : ''}${seq}-${tries + 1}`;
}

/** A transfer as a chain's rail signed it. */
export interface SignedBytes {
  readonly txid: string;
  readonly raw: string;
  readonly validUntil: Date | null;
}

/**
 * Writes the next attempt down before anything is sent. A retried order goes back to `delivering`.
 * @param signed the signed transfer, where the rail signs: its id is the key, and only these bytes are ever sent
 */
export function decidePrepare(order: Order, payout: Payout, ctx: DecisionContext, signed: SignedBytes | null = null): Change {
  const attempt = nextAttempt(order, payout, ctx, signed);
  const rows = { attempts: [{ before: null, after: attempt }], payouts: [stepPayout(payout, { state: 'attempting', tries: attempt.n })] };
  if (payout.purpose === 'refund' || order.status !== 'retry_scheduled') return { ...NO_CHANGE, ...rows };
  return changeOrder(order, moveOrder(order, 'delivering', {}, ctx.now), [], ctx, rows);
}

/** A transfer that could not even be signed: surely not paid, so it is one try of the payout. */
export function decideUnsigned(order: Order, payout: Payout, detail: string, ctx: DecisionContext): Change {
  const attempt = nextAttempt(order, payout, ctx, null);
  const refused: Step<Attempt> = { before: null, after: { ...attempt, state: 'refused', detail, settledAt: ctx.now } };
  return tryAgain({ order, payout, tries: attempt.n }, refused, [], ctx);
}

/** Puts a payout off without counting a try: its rail cannot be reached, which says nothing about it. */
export function decidePutOff(payout: Payout, nextAt: Date): Change {
  return { ...NO_CHANGE, payouts: [stepPayout(payout, { nextAt })] };
}

/** The last act before the socket write: from here on the money may be gone. */
export function decideSending(attempt: Attempt, ctx: DecisionContext): Change {
  if (attempt.state !== 'prepared') throw new InvariantError(`attempt ${attempt.key} is ${attempt.state}`);
  return { ...NO_CHANGE, attempts: [stepAttempt(attempt, { state: 'sending', sentAt: ctx.now, nextCheckAt: ctx.now })] };
}

/** The provider said yes. Its records still have to confirm. */
export function decideAccepted({ order, payout, attempt }: PayoutState, reference: string, fee: bigint | null, ctx: DecisionContext): Change {
  const attempts = [stepAttempt(attempt, { state: 'sent', reference, fee, nextCheckAt: ctx.now })];
  return sayOnly(order, payout, [{ code: 'payout_sent' }], ctx, { attempts });
}

/** No clear answer: only the provider's records can tell now. */
export function decideUnknown({ order, payout, attempt }: PayoutState, detail: string, ctx: DecisionContext): Change {
  const attempts = [stepAttempt(attempt, { state: 'unknown', detail, nextCheckAt: ctx.now })];
  return sayOnly(order, payout, [{ code: 'payout_unknown' }], ctx, { attempts });
}

/** Look again later. Only a look that could read the records and found nothing counts as a check. */
export function decideLookAgain(attempt: Attempt, foundNothing: boolean, nextCheckAt: Date): Change {
  return { ...NO_CHANGE, attempts: [stepAttempt(attempt, { checks: attempt.checks + (foundNothing ? 1 : 0), nextCheckAt })] };
}

/** The provider waits for a code that a person has to give. */
export function decideCodeAsked({ order, payout, attempt }: PayoutState, nextCheckAt: Date, ctx: DecisionContext): Change {
  const attempts = [stepAttempt(attempt, { detail: CODE_ASKED, nextCheckAt })];
  if (payout.purpose === 'refund' || !canMoveOrder(order, 'waitingotp')) return { ...NO_CHANGE, attempts };
  return changeOrder(order, moveOrder(order, 'waitingotp', {}, ctx.now), [{ code: 'payout_otp' }], ctx, { attempts });
}

/** The code was given: the payout is on its way again, and looked at at once. */
export function decideCodeGiven({ order, payout, attempt }: PayoutState, ctx: DecisionContext): Change {
  const attempts = [stepAttempt(attempt, { detail: null, nextCheckAt: ctx.now })];
  if (payout.purpose === 'refund' || order.status !== 'waitingotp') return { ...NO_CHANGE, attempts };
  return changeOrder(order, moveOrder(order, 'delivering', {}, ctx.now), [], ctx, { attempts });
}

/** Not in the provider's records after all checks. Never sent again by itself: an operator decides. */
export function decideAbsent(state: PayoutState, ctx: DecisionContext): Change {
  return fail(state, stepAttempt(state.attempt, { state: 'absent', settledAt: ctx.now }), 'payout_unknown', [], ctx);
}

/**
 * Surely not paid, and it may be tried again: after 30 s, 2 min, 10 min, 30 min, 2 h; then it is an error.
 * @param gas what the chain took all the same
 */
export function decideRetry(state: PayoutState, detail: string, ctx: DecisionContext, gas: bigint | null = null): Change {
  const refused = stepAttempt(state.attempt, { state: 'refused', detail, fee: gas ?? state.attempt.fee, settledAt: ctx.now });
  return tryAgain({ ...state, tries: state.payout.tries }, refused, gasPostings(state, gas, ctx), ctx);
}

/** A signed transfer that no block can hold any more: it surely moved nothing, and the next one is signed at once. */
export function decideExpired(state: PayoutState, ctx: DecisionContext): Change {
  const expired = stepAttempt(state.attempt, { state: 'refused', detail: 'expired', settledAt: ctx.now });
  if (state.payout.tries >= SIGNATURES_MAX) return fail(state, expired, 'no_tries_left', [], ctx);
  const rows = { attempts: [expired], payouts: [stepPayout(state.payout, { state: 'queued', nextAt: ctx.now })] };
  return sayOnly(state.order, state.payout, [{ code: 'payout_retry' }], ctx, rows);
}

/** Surely not paid, and trying again would not help. */
export function decideRefused(state: PayoutState, detail: string, ctx: DecisionContext): Change {
  return fail(state, stepAttempt(state.attempt, { state: 'refused', detail, settledAt: ctx.now }), 'payout_refused', [], ctx);
}

/**
 * A payout that the signer will not make: what it asks for does not follow from the order's terms and money. Its order goes to an operator
 * only when it is the order's own payout; one that should not exist ends without moving an order that is on another way.
 * @param held what the ledger does hold for it, when it is a refund; it is given back
 */
export function decideForbidden(order: Order, payout: Payout, ctx: DecisionContext, held = 0n): Change {
  const payouts = [stepPayout(payout, { state: 'failed' })];
  const isUnderWay = order.status === 'delivering' || order.status === 'retry_scheduled' || (order.status === 'waitingotp' && payout.parts > 1);
  const isOrders = payout.purpose === 'order' && isUnderWay;
  // The order changes with its refund, so that nobody judges another one by what was held beside this one.
  if (payout.purpose === 'refund')
    return changeOrder(order, touchOrder(order, {}), [], ctx, { payouts, postings: unholdPostings(payout, held, ctx) });
  if (!isOrders) return { ...NO_CHANGE, payouts };
  const after = moveOrder(order, 'error', { reason: 'payout_refused' }, ctx.now);
  return changeOrder(order, after, [{ code: 'payout_failed', params: { reason: 'payout_refused' } }], ctx, { payouts });
}

function nextAttempt(order: Order, payout: Payout, ctx: DecisionContext, signed: SignedBytes | null): Attempt {
  if (payout.state !== 'queued') throw new InvariantError(`payout ${payout.id} is ${payout.state}`);
  return {
    id: ctx.newId(),
    version: 1,
    payoutId: payout.id,
    n: payout.tries + 1,
    key: signed?.txid ?? nextKeyOf(order, payout),
    state: 'prepared',
    raw: signed?.raw ?? null,
    validUntil: signed?.validUntil ?? null,
    reference: null,
    fee: null,
    detail: null,
    checks: 0,
    nextCheckAt: ctx.now,
    createdAt: ctx.now,
    sentAt: null,
    settledAt: null,
  };
}

interface Try extends Pick<PayoutState, 'order' | 'payout'> {
  /** Tries of the payout, this one included. */
  readonly tries: number;
}

function tryAgain({ order, payout, tries }: Try, refused: Step<Attempt>, postings: readonly Posting[], ctx: DecisionContext): Change {
  const delayMs = PAYOUT_RETRY_DELAYS_MS[tries - 1];
  if (delayMs === undefined) return fail({ order, payout, tries }, refused, 'no_tries_left', postings, ctx);
  const retryAt = new Date(ctx.now.getTime() + delayMs);
  const rows = { attempts: [refused], payouts: [stepPayout(payout, { state: 'queued', tries, nextAt: retryAt })], postings };
  if (payout.purpose === 'refund') return { ...NO_CHANGE, ...rows };
  const after = canMoveOrder(order, 'retry_scheduled') ? moveOrder(order, 'retry_scheduled', { retryAt }, ctx.now) : touchOrder(order, {});
  return changeOrder(order, after, [{ code: 'payout_retry' }], ctx, rows);
}

/** For good: an order goes to an operator, unless another part took it there. What a refund held is free again, and it can be decided anew. */
function fail(
  { order, payout, tries = payout.tries }: Pick<PayoutState, 'order' | 'payout'> & { tries?: number },
  attempt: Step<Attempt>,
  reason: OrderReason,
  postings: readonly Posting[],
  ctx: DecisionContext,
): Change {
  const rows = { attempts: [attempt], payouts: [stepPayout(payout, { state: 'failed', tries })], postings };
  if (payout.purpose === 'refund') {
    const unheld = { ...rows, postings: [...postings, ...unholdPostings(payout, payout.held, ctx)] };
    return changeOrder(order, touchOrder(order, {}), [{ code: 'refund_failed', params: { reason } }], ctx, unheld);
  }
  const after = canMoveOrder(order, 'error') ? moveOrder(order, 'error', { reason }, ctx.now) : touchOrder(order, {});
  return changeOrder(order, after, [{ code: 'payout_failed', params: { reason } }], ctx, rows);
}
