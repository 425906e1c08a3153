import type { Change, Step } from '../change.ts';
import { NO_CHANGE } from '../change.ts';
import { PAYOUT_RETRY_DELAYS_MS } from '../constants.ts';
import { CURRENCIES } from '../currencies.ts';
import { InvariantError } from '../invariant.ts';
import { type Entry, post } from '../ledger/post.ts';
import { formatDecimal } from '../money.ts';
import type { OrderReason } from '../order-status.ts';
import type { Attempt, Payout } from '../payout.ts';
import { moveOrder, touchOrder } from './lifecycle.ts';
import type { Order } from './order.ts';
import { changeOrder, type Deciding, type EventDraft } from './steps.ts';

/** An order's payout with the attempt at hand. */
export interface PayoutState {
  readonly order: Order;
  readonly payout: Payout;
  readonly attempt: Attempt;
}

/** Sends a paid order on its way: the payout row is what the signer looks for. */
export function decideStartPayout(order: Order, seq: number, by: Deciding): Change {
  const payout: Payout = {
    id: by.newId(),
    version: 1,
    orderId: order.id,
    purpose: 'order',
    seq,
    part: 1,
    parts: 1,
    paymentId: null,
    rail: order.payOutRail,
    reserve: order.reserve,
    amount: order.amountReceived,
    held: 0n,
    fee: 0n,
    destination: order.destination,
    destinationBank: order.destinationBank,
    state: 'queued',
    tries: 0,
    nextAt: by.now,
    createdAt: by.now,
  };
  const after = moveOrder(order, 'delivering', {}, by.now);
  return changeOrder(order, after, [{ code: 'payout_started' }], by, { payouts: [{ before: null, after: payout }] });
}

/** Hands a paid order to a person. */
export function decideByHand(order: Order, reason: 'rail_off' | 'over_limit' | 'reserve_short', by: Deciding): Change {
  return changeOrder(order, moveOrder(order, 'handmake', { reason }, by.now), [{ code: 'payout_by_hand', params: { reason } }], by);
}

/** Writes the next attempt down before anything is sent. A retried order goes back to `delivering`. */
export function decidePrepare(order: Order, payout: Payout, by: Deciding): Change {
  if (payout.state !== 'queued') throw new InvariantError(`payout ${payout.id} is ${payout.state}`);
  const n = payout.tries + 1;
  const attempt: Attempt = {
    id: by.newId(),
    version: 1,
    payoutId: payout.id,
    n,
    // Told apart by payout and attempt, so that the provider's history answers for exactly this one.
    key: `${order.ref}-${payout.seq}-${n}`,
    state: 'prepared',
    raw: null,
    validUntil: null,
    reference: null,
    fee: null,
    detail: null,
    checks: 0,
    nextCheckAt: by.now,
    createdAt: by.now,
    sentAt: null,
    settledAt: null,
  };
  const rows = { attempts: [{ before: null, after: attempt }], payouts: [stepPayout(payout, { state: 'attempting', tries: n })] };
  if (order.status !== 'retry_scheduled') return { ...NO_CHANGE, ...rows };
  return changeOrder(order, moveOrder(order, 'delivering', {}, by.now), [], by, rows);
}

/** The last act before the socket write: from here on the money may be gone. */
export function decideSending(attempt: Attempt, by: Deciding): Change {
  if (attempt.state !== 'prepared') throw new InvariantError(`attempt ${attempt.key} is ${attempt.state}`);
  return { ...NO_CHANGE, attempts: [stepAttempt(attempt, { state: 'sending', sentAt: by.now, nextCheckAt: by.now })] };
}

/** The provider said yes. Its records still have to confirm. */
export function decideAccepted({ order, attempt }: PayoutState, reference: string, fee: bigint | null, by: Deciding): Change {
  const attempts = [stepAttempt(attempt, { state: 'sent', reference, fee, nextCheckAt: by.now })];
  return sayOnly(order, [{ code: 'payout_sent' }], by, attempts);
}

/** No clear answer: only the provider's records can tell now. */
export function decideUnknown({ order, attempt }: PayoutState, detail: string, by: Deciding): Change {
  const attempts = [stepAttempt(attempt, { state: 'unknown', detail, nextCheckAt: by.now })];
  return sayOnly(order, [{ code: 'payout_unknown' }], by, attempts);
}

/** Look again later. Only a look that could read the records and found nothing counts as a check. */
export function decideLookAgain(attempt: Attempt, foundNothing: boolean, nextCheckAt: Date): Change {
  return { ...NO_CHANGE, attempts: [stepAttempt(attempt, { checks: attempt.checks + (foundNothing ? 1 : 0), nextCheckAt })] };
}

/** Not in the provider's records after all checks. Never sent again by itself: an operator decides. */
export function decideAbsent({ order, payout, attempt }: PayoutState, by: Deciding): Change {
  return fail(order, payout, stepAttempt(attempt, { state: 'absent', settledAt: by.now }), 'payout_unknown', by);
}

/** Surely not paid, and it may be tried again: after 30 s, 2 min, 10 min, 30 min, 2 h; then it is an error. */
export function decideRetry({ order, payout, attempt }: PayoutState, detail: string, by: Deciding): Change {
  const refused = stepAttempt(attempt, { state: 'refused', detail, settledAt: by.now });
  const delayMs = PAYOUT_RETRY_DELAYS_MS[payout.tries - 1];
  if (delayMs === undefined) return fail(order, payout, refused, 'no_tries_left', by);
  const retryAt = new Date(by.now.getTime() + delayMs);
  const after = moveOrder(order, 'retry_scheduled', { retryAt }, by.now);
  return changeOrder(order, after, [{ code: 'payout_retry' }], by, {
    attempts: [refused],
    payouts: [stepPayout(payout, { state: 'queued', nextAt: retryAt })],
  });
}

/** Surely not paid, and trying again would not help. */
export function decideRefused({ order, payout, attempt }: PayoutState, detail: string, by: Deciding): Change {
  return fail(order, payout, stepAttempt(attempt, { state: 'refused', detail, settledAt: by.now }), 'payout_refused', by);
}

/**
 * A payout that the signer will not make: what it asks for does not follow from the order's terms and money. Its order goes to an operator
 * only when it is the order's own payout; one that should not exist ends without touching an order that is on another way.
 */
export function decideForbidden(order: Order, payout: Payout, by: Deciding): Change {
  const isOrders = payout.purpose === 'order' && (order.status === 'delivering' || order.status === 'retry_scheduled');
  if (!isOrders) return { ...NO_CHANGE, payouts: [stepPayout(payout, { state: 'failed' })] };
  const after = moveOrder(order, 'error', { reason: 'payout_refused' }, by.now);
  return changeOrder(order, after, [{ code: 'payout_failed', params: { reason: 'payout_refused' } }], by, {
    payouts: [stepPayout(payout, { state: 'failed' })],
  });
}

/**
 * Proven by the provider's own records: delivered, and the hold becomes what it was spent on.
 * @param detail set when it was an earlier attempt that had paid after all
 */
export function decideSettled(
  { order, payout, attempt }: PayoutState,
  reference: string,
  fee: bigint,
  by: Deciding,
  detail = attempt.detail,
): Change {
  const amount = formatDecimal(payout.amount, CURRENCIES[order.to].scale);
  const after = moveOrder(order, 'delivered', { holding: 0n, payoutReference: reference }, by.now);
  return changeOrder(order, after, [{ code: 'delivered', params: { amount, currency: order.to, reference } }], by, {
    attempts: [stepAttempt(attempt, { state: 'done', reference, fee, detail, settledAt: by.now })],
    payouts: [stepPayout(payout, { state: 'settled' })],
    postings: settlePostings(order, fee, by),
  });
}

/** An operator made the transfer, or found that it had been made. */
export function decideDeliveredByHand(order: Order, reference: string, fee: bigint, by: Deciding): Change {
  const amount = formatDecimal(order.amountReceived, CURRENCIES[order.to].scale);
  const after = moveOrder(order, 'delivered', { holding: 0n, payoutReference: reference }, by.now);
  const events: EventDraft[] = [{ code: 'operator_resolved' }, { code: 'delivered', params: { amount, currency: order.to, reference } }];
  return changeOrder(order, after, events, by, { postings: settlePostings(order, fee, by) });
}

/**
 * held → paid out + the provider's charge + what is left over, back to available. Our own fee was part of the price: it moves from the
 * exchange position to income. A charge beyond the hold has left the wallet all the same: it waits in suspense for an operator, so that the
 * order is not held up by it.
 */
function settlePostings(order: Order, providerFee: bigint, by: Deciding): Change['postings'] {
  const { reserve, holding, amountReceived } = order;
  const left = holding - amountReceived - providerFee;
  const entries: Entry[] = [
    { account: `held:${reserve}`, amount: -holding },
    { account: `fx:${reserve}`, amount: amountReceived },
    { account: `network-fee:${reserve}`, amount: providerFee },
    { account: left < 0n ? `suspense:${order.payOutRail}:${reserve}` : `rail:${reserve}`, amount: left },
  ];
  const postings = [post(by.newId(), 'payout', order.id, entries)];
  if (order.feeExchange > 0n) {
    const unit = CURRENCIES[order.kind === 'sell' ? order.from : order.to].reserve;
    postings.push(
      post(by.newId(), 'fee', order.id, [
        { account: `fx:${unit}`, amount: order.feeExchange },
        { account: `fee:${unit}`, amount: -order.feeExchange },
      ]),
    );
  }
  return postings;
}

function fail(order: Order, payout: Payout, attempt: Step<Attempt>, reason: OrderReason, by: Deciding): Change {
  const after = moveOrder(order, 'error', { reason }, by.now);
  return changeOrder(order, after, [{ code: 'payout_failed', params: { reason } }], by, {
    attempts: [attempt],
    payouts: [stepPayout(payout, { state: 'failed' })],
  });
}

function sayOnly(order: Order, events: readonly EventDraft[], by: Deciding, attempts: readonly Step<Attempt>[]): Change {
  return changeOrder(order, touchOrder(order, {}), events, by, { attempts });
}

function stepPayout(before: Payout, set: Partial<Pick<Payout, 'state' | 'tries' | 'nextAt'>>): Step<Payout> {
  return { before, after: { ...before, ...set, version: before.version + 1 } };
}

function stepAttempt(before: Attempt, set: Partial<Omit<Attempt, 'id' | 'version' | 'payoutId' | 'n' | 'key'>>): Step<Attempt> {
  return { before, after: { ...before, ...set, version: before.version + 1 } };
}
