import { type Change, NO_CHANGE } from '../change.ts';
import { RESERVES } from '../currencies.ts';
import type { DecisionContext } from '../decision-context.ts';
import { type Posting, post } from '../ledger/post.ts';
import { formatDecimal } from '../money.ts';
import type { Obligation, Settlement, TransferFailure } from '../transfer/obligation.ts';
import { isGivenBack, type Payout } from '../transfer/payout.ts';
import { reserveChargeOf } from '../transfer/steps.ts';
import { canMoveOrder, moveOrder, touchOrder } from './lifecycle.ts';
import type { Order } from './order.ts';
import { type OrderAndSiblings, orderObligation } from './order-obligation.ts';
import { changeOrder, type EventDraft, releasePostings } from './steps.ts';

/**
 * The obligation to give money back: of an order (`refund`) or of one payment that the order could not take (`return`). The order's log tells
 * only that it began and how it ended.
 */
export function refundObligation({ order, siblings }: OrderAndSiblings): Obligation {
  return {
    memo: order.ref,
    isAwaitingCode: false,
    keyOf: ({ seq }, n) => `${order.ref}-R${seq}-${n}`,
    onProgress: () => NO_CHANGE,
    onSettled: (payout, settlement, ctx) => onSettled(order, siblings, payout, settlement, ctx),
    onFailed: (payout, reason, ctx) => onFailed(order, payout, reason, ctx),
    // The order changes with its refund, so that no other refund is judged by the hold that was released here.
    onRejected: (payout, held, ctx) => changeOrder(order, touchOrder(order, {}), [], ctx, { postings: unholdPostings(payout, held, ctx) }),
    onReversed: (payout, _fee, ctx) => onReversed(order, payout, ctx),
  };
}

/** The obligation of an order's payout, whichever of the order's kinds it is. */
export function obligationOf(state: OrderAndSiblings, payout: Payout): Obligation {
  return isGivenBack(payout) ? refundObligation(state) : orderObligation(state);
}

/** Books the refund out of its hold. An order all of whose money has gone back is cancelled where it waited for that. */
function onSettled(order: Order, siblings: readonly Payout[], payout: Payout, { reference, fee }: Settlement, ctx: DecisionContext): Change {
  const { reserve, amount, held } = payout;
  const charge = reserveChargeOf(reserve, fee);
  const left = held - amount - charge;
  const posting = post(ctx.newId(), 'payout', order.id, [
    { account: `held:${reserve}`, amount: -held },
    { account: left < 0n ? `suspense:${payout.rail}:${reserve}` : `rail:${reserve}`, amount: left },
    { account: `refund:${reserve}`, amount: amount + payout.fee },
    { account: `network-fee:${reserve}`, amount: charge },
    { account: `fee:${reserve}`, amount: -payout.fee },
  ]);
  const event: EventDraft = { code: 'refunded', params: { amount: amountOf(payout), currency: order.from, reference }, payoutId: payout.id };
  const isOver = isAllGivenBack(order, siblings, payout) && canMoveOrder(order, 'cancelled') && order.status !== 'pending';
  const after = isOver ? moveOrder(order, 'cancelled', { reason: 'refunded', holding: 0n }, ctx.now) : touchOrder(order, {});
  const released = isOver ? releasePostings(order, ctx.newId()) : [];
  return changeOrder(order, after, [event], ctx, { postings: [posting, ...released] });
}

/** The refund's hold is released, and it can be decided anew. */
function onFailed(order: Order, payout: Payout, reason: TransferFailure, ctx: DecisionContext): Change {
  const events: EventDraft[] = [{ code: 'refund_failed', params: { reason }, payoutId: payout.id }];
  return changeOrder(order, touchOrder(order, {}), events, ctx, { postings: unholdPostings(payout, payout.held, ctx) });
}

/** A refund that its provider gave back is owed again. */
function onReversed(order: Order, payout: Payout, ctx: DecisionContext): Change {
  const events: EventDraft[] = [
    { code: 'payout_reversed', params: { amount: amountOf(payout), currency: order.from }, payoutId: payout.id },
    { code: 'refund_failed', params: { reason: 'reversed' }, payoutId: payout.id },
  ];
  const posting = post(ctx.newId(), 'payout', order.id, [
    { account: `rail:${payout.reserve}`, amount: payout.amount },
    { account: `refund:${payout.reserve}`, amount: -payout.amount - payout.fee },
    { account: `fee:${payout.reserve}`, amount: payout.fee },
  ]);
  return changeOrder(order, touchOrder(order, {}), events, ctx, { postings: [posting] });
}

/** Whether with this refund everything that was paid for the order has gone back. */
function isAllGivenBack(order: Order, siblings: readonly Payout[], payout: Payout): boolean {
  if (payout.obligationKind !== 'refund') return false;
  const givenBack = siblings
    .filter(({ obligationKind, state }) => obligationKind === 'refund' && state === 'settled')
    .reduce((sum, { amount, fee }) => sum + amount + fee, payout.amount + payout.fee);
  return givenBack === order.amountRefunded && order.amountRefunded === order.amountPaid;
}

/** Releases what the ledger holds for a refund that will not be made; the customer's money stays owed. */
function unholdPostings(payout: Payout, held: bigint, ctx: DecisionContext): readonly Posting[] {
  if (held <= 0n) return [];
  return [
    post(ctx.newId(), 'release', payout.orderId, [
      { account: `held:${payout.reserve}`, amount: -held },
      { account: `rail:${payout.reserve}`, amount: held },
    ]),
  ];
}

function amountOf({ amount, reserve }: Payout): string {
  return formatDecimal(amount, RESERVES[reserve].scale);
}
