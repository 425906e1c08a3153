import type { Change, Step } from '../change.ts';
import { CURRENCIES, RESERVES } from '../currencies.ts';
import { feeUnitOf } from '../ledger/accounts.ts';
import { type Entry, type Posting, post } from '../ledger/post.ts';
import { formatDecimal } from '../money.ts';
import { madeByHand, type Payout } from '../payout.ts';
import { canMoveOrder, moveOrder, touchOrder } from './lifecycle.ts';
import type { Order } from './order.ts';
import { gasPostings, type PayoutState, paidSoFar, payoutsDue, stepAttempt, stepPayout } from './payout-steps.ts';
import { changeOrder, type DecisionContext, type EventDraft, releasePostings } from './steps.ts';

/**
 * Proven by the provider's own records. An order is delivered with its last part, and its hold becomes what it was spent on.
 * @param fee the provider's charge, in the reserve's minor units; on chains in the chain's own coin
 * @param detail set when it was an earlier attempt that had paid after all
 */
export function decideSettled(state: PayoutState, reference: string, fee: bigint, ctx: DecisionContext, detail = state.attempt.detail): Change {
  const { order, payout, attempt } = state;
  const rows = {
    attempts: [stepAttempt(attempt, { state: 'done', reference, fee, detail, nextCheckAt: ctx.now, settledAt: ctx.now })],
    payouts: [stepPayout(payout, { state: 'settled' })],
  };
  const gas = gasPostings(state, fee, ctx);
  if (payout.purpose === 'refund') return settledRefund(state, reference, fee, ctx, rows, gas);
  if (!isLastPart(state)) {
    const params = { amount: amountOf(payout), currency: order.to, reference, part: String(payout.part), parts: String(payout.parts) };
    return changeOrder(order, touchOrder(order, {}), [{ code: 'payout_part', params }], ctx, { ...rows, postings: gas });
  }
  const after = moveOrder(order, 'delivered', { holding: 0n, payoutReference: reference }, ctx.now);
  const postings = [...settlePostings(order, chargeOf(order, fee), ctx), ...gas];
  return changeOrder(order, after, [deliveredEvent(order, reference)], ctx, { ...rows, postings });
}

/**
 * An operator made the transfer, or found that it had been made. What was not paid before is written down as paid outside, so that nobody pays
 * it again. None of the order's payouts may be on its way.
 * @param payouts the order's
 */
export function decideDeliveredByHand(order: Order, payouts: readonly Payout[], reference: string, fee: bigint, ctx: DecisionContext): Change {
  const { settled, nextSeq } = paidSoFar(payouts);
  const byHand = payoutsDue(order, nextSeq, settled, ctx).map((due): Step<Payout> => ({ before: null, after: madeByHand(due) }));
  const after = moveOrder(order, 'delivered', { holding: 0n, payoutReference: reference }, ctx.now);
  const events: EventDraft[] = [{ code: 'operator_resolved' }, deliveredEvent(order, reference)];
  const gas = gasPostings({ order, payout: { reserve: order.reserve } as Payout }, fee, ctx);
  return changeOrder(order, after, events, ctx, { payouts: byHand, postings: [...settlePostings(order, chargeOf(order, fee), ctx), ...gas] });
}

/**
 * The provider gave a payout back after it had been proven. A delivered order goes to an operator with its money held again, as before
 * its delivery; parts that were not given back stay settled. A refund given back is one that failed.
 */
export function decideReversed({ order, payout, attempt }: PayoutState, ctx: DecisionContext): Change {
  const rows = { attempts: [stepAttempt(attempt, { state: 'refused', detail: 'reversed' })], payouts: [stepPayout(payout, { state: 'failed' })] };
  const params = { amount: amountOf(payout), currency: payout.purpose === 'refund' ? order.from : order.to };
  if (payout.purpose === 'refund') {
    const events: EventDraft[] = [
      { code: 'payout_reversed', params },
      { code: 'refund_failed', params: { reason: 'reversed' } },
    ];
    const posting = post(ctx.newId(), 'payout', order.id, [
      { account: `rail:${payout.reserve}`, amount: payout.amount },
      { account: `refund:${payout.reserve}`, amount: -payout.amount - payout.fee },
      { account: `fee:${payout.reserve}`, amount: payout.fee },
    ]);
    return changeOrder(order, touchOrder(order, {}), events, ctx, { ...rows, postings: [posting] });
  }
  const events: EventDraft[] = [{ code: 'payout_reversed', params }];
  // With other parts on their way nothing of the order is booked yet.
  if (order.status !== 'delivered') {
    const after = canMoveOrder(order, 'error') ? moveOrder(order, 'error', { reason: 'reversed' }, ctx.now) : touchOrder(order, {});
    return changeOrder(order, after, events, ctx, rows);
  }
  const after = moveOrder(order, 'error', { reason: 'reversed', holding: order.held, payoutReference: null }, ctx.now);
  return changeOrder(order, after, events, ctx, { ...rows, postings: unsettlePostings(order, attempt.fee ?? 0n, ctx) });
}

/** Whether every other part of the payout's order is settled. */
function isLastPart({ payout, siblings }: PayoutState): boolean {
  const settled = new Set(siblings.filter(({ purpose, state }) => purpose === 'order' && state === 'settled').map(({ part }) => part));
  return settled.add(payout.part).size === payout.parts;
}

function settledRefund(
  state: PayoutState,
  reference: string,
  fee: bigint,
  ctx: DecisionContext,
  rows: Partial<Change>,
  gas: readonly Posting[],
): Change {
  const { order, payout } = state;
  const { reserve, amount, held } = payout;
  const charge = feeUnitOf(reserve) === null ? fee : 0n;
  const left = held - amount - charge;
  const posting = post(ctx.newId(), 'payout', order.id, [
    { account: `held:${reserve}`, amount: -held },
    { account: left < 0n ? `suspense:${payout.rail}:${reserve}` : `rail:${reserve}`, amount: left },
    { account: `refund:${reserve}`, amount: amount + payout.fee },
    { account: `network-fee:${reserve}`, amount: charge },
    { account: `fee:${reserve}`, amount: -payout.fee },
  ]);
  const event: EventDraft = { code: 'refunded', params: { amount: amountOf(payout), currency: order.from, reference } };
  const isOver = isAllGivenBack(state) && canMoveOrder(order, 'cancelled') && order.status !== 'pending';
  const after = isOver ? moveOrder(order, 'cancelled', { reason: 'refunded', holding: 0n }, ctx.now) : touchOrder(order, {});
  const released = isOver ? releasePostings(order, ctx.newId()) : [];
  return changeOrder(order, after, [event], ctx, { ...rows, postings: [posting, ...released, ...gas] });
}

/** Whether with this refund all that was paid for the order has gone back. */
function isAllGivenBack({ order, payout, siblings }: PayoutState): boolean {
  if (payout.paymentId !== null) return false;
  const givenBack = siblings
    .filter(({ purpose, paymentId, state }) => purpose === 'refund' && paymentId === null && state === 'settled')
    .reduce((sum, { amount, fee }) => sum + amount + fee, payout.amount + payout.fee);
  return givenBack === order.amountRefunded && order.amountRefunded === order.amountPaid;
}

/** What the provider charges out of the reserve itself; a chain's fee is booked apart. */
function chargeOf({ reserve }: Pick<Order, 'reserve'>, fee: bigint): bigint {
  return feeUnitOf(reserve) === null ? fee : 0n;
}

function amountOf({ amount, reserve }: Payout): string {
  return formatDecimal(amount, RESERVES[reserve].scale);
}

function deliveredEvent(order: Order, reference: string): EventDraft {
  const amount = formatDecimal(order.amountReceived, CURRENCIES[order.to].scale);
  return { code: 'delivered', params: { amount, currency: order.to, reference } };
}

/**
 * held → paid out + the provider's charge + what is left over, back to available. Our own fee was part of the price: it moves from the
 * exchange position to income. A charge beyond the hold has left the wallet all the same: it waits in suspense for an operator, so that the
 * order is not held up by it.
 */
function settlePostings(order: Order, charge: bigint, ctx: DecisionContext): Posting[] {
  const postings = [post(ctx.newId(), 'payout', order.id, spentEntries(order, order.holding, charge))];
  if (order.feeExchange > 0n) postings.push(post(ctx.newId(), 'fee', order.id, feeEntries(order)));
  return postings;
}

/** The same backwards: as if the order had not been delivered. */
function unsettlePostings(order: Order, charge: bigint, ctx: DecisionContext): Posting[] {
  const back = (entries: readonly Entry[]) => entries.map(({ account, amount }) => ({ account, amount: -amount }));
  const postings = [post(ctx.newId(), 'payout', order.id, back(spentEntries(order, order.held, charge)))];
  if (order.feeExchange > 0n) postings.push(post(ctx.newId(), 'fee', order.id, back(feeEntries(order))));
  return postings;
}

function spentEntries({ reserve, amountReceived, payOutRail }: Order, held: bigint, charge: bigint): Entry[] {
  const left = held - amountReceived - charge;
  return [
    { account: `held:${reserve}`, amount: -held },
    { account: `fx:${reserve}`, amount: amountReceived },
    { account: `network-fee:${reserve}`, amount: charge },
    { account: left < 0n ? `suspense:${payOutRail}:${reserve}` : `rail:${reserve}`, amount: left },
  ];
}

function feeEntries(order: Order): Entry[] {
  const unit = CURRENCIES[order.kind === 'sell' ? order.from : order.to].reserve;
  return [
    { account: `fx:${unit}`, amount: order.feeExchange },
    { account: `fee:${unit}`, amount: -order.feeExchange },
  ];
}
