import { type Change, NO_CHANGE } from '../../change.ts';
import { RESERVES } from '../../currencies.ts';
import type { DecisionContext } from '../../decision-context.ts';
import { InvariantError } from '../../invariant.ts';
import { type Entry, type Posting, post } from '../../ledger/post.ts';
import { formatDecimal } from '../../money.ts';
import type { Obligation, Settlement, TransferFailure } from '../../transfer/obligation.ts';
import { isRefundOrReturn, type Payout } from '../../transfer/payout.ts';
import { reserveChargeOf } from '../../transfer/steps.ts';
import { balanceAccountOf, isWalletCurrency } from '../../wallet/wallet.ts';
import { canMoveOrder, moveOrder, updateOrder } from '../lifecycle.ts';
import type { Order } from '../order.ts';
import { changeOrder, type EventDraft, releasePostings } from '../steps.ts';
import { type OrderAndSiblings, orderObligation } from './order-obligation.ts';

/**
 * Obligation to refund an order's money (`refund`) or to return one payment that the order could not take (`return`). The order's log records only
 * its start and outcome.
 */
export function refundObligation({ order, siblings }: OrderAndSiblings): Obligation {
  return {
    memo: order.ref,
    keyOf: ({ seq }, n) => `${order.ref}-R${seq}-${n}`,
    onProgress: () => NO_CHANGE,
    onSettled: (payout, settlement, ctx) => onSettled(order, siblings, payout, settlement, ctx),
    onFailed: (payout, reason, ctx) => onFailed(order, payout, reason, ctx),
    // Touching the order makes concurrent decisions about its other refunds conflict: they were validated with the hold released here.
    onRejected: (payout, held, ctx) => changeOrder(order, updateOrder(order, {}), [], ctx, { postings: unholdPostings(payout, held, ctx) }),
    onReversed: (payout, _fee, ctx) => onReversed(order, payout, ctx),
  };
}

/** Obligation of any payout of an order, by its kind. */
export function obligationOf(state: OrderAndSiblings, payout: Payout): Obligation {
  return isRefundOrReturn(payout) ? refundObligation(state) : orderObligation(state);
}

/** Books the refund against its hold. Cancels an order whose money has been refunded completely. */
function onSettled(order: Order, siblings: readonly Payout[], payout: Payout, { reference, fee }: Settlement, ctx: DecisionContext): Change {
  const { reserve, amount, held } = payout;
  const charge = reserveChargeOf(reserve, fee);
  const left = held - amount - charge;
  const credited = creditedEntries(payout);
  const posting = post(
    ctx.newId(),
    'payout',
    order.id,
    credited ?? [
      { account: `held:${reserve}`, amount: -held },
      { account: left < 0n ? `suspense:${payout.network}:${reserve}` : `rail:${reserve}`, amount: left },
      { account: `refund:${reserve}`, amount: amount + payout.fee },
      { account: `network-fee:${reserve}`, amount: charge },
      { account: `fee:${reserve}`, amount: -payout.fee },
    ],
  );
  const isOver = isAllGivenBack(order, siblings, payout) && canMoveOrder(order, 'cancelled') && order.status !== 'pending';
  const after = isOver ? moveOrder(order, 'cancelled', { reason: 'refunded', holding: 0n }, ctx.now) : updateOrder(order, {});
  const released = isOver ? releasePostings(order, ctx.newId()) : [];
  return changeOrder(order, after, [settledEvent(order, siblings, payout, reference)], ctx, { postings: [posting, ...released] });
}

/** Entries of a refund that is credited to the customer's balance: the money stays in the reserve. Null for transfers. */
function creditedEntries({ toBalanceOf, currency, reserve, amount, held, fee }: Payout): Entry[] | null {
  if (toBalanceOf === null) return null;
  if (!isWalletCurrency(currency)) throw new InvariantError(`nobody has a balance in ${currency}`);
  return [
    { account: `held:${reserve}`, amount: -held },
    { account: `rail:${reserve}`, amount: held },
    { account: `refund:${reserve}`, amount: amount + fee },
    { account: balanceAccountOf(toBalanceOf, currency), amount: -amount },
    { account: `fee:${reserve}`, amount: -fee },
  ];
}

/** Log entry of a settled refund: a refund in parts is refunded with its last part. */
function settledEvent(order: Order, siblings: readonly Payout[], payout: Payout, reference: string): EventDraft {
  const first = payout.seq - payout.part + 1;
  const others = siblings.filter((one) => isRefundOrReturn(one) && one.seq >= first && one.seq < first + payout.parts);
  const params = { currency: order.from, reference };
  if (others.some(({ state }) => state !== 'settled')) {
    const part = { amount: amountOf(payout), part: String(payout.part), parts: String(payout.parts) };
    return { code: 'payout_part', params: { ...params, ...part }, payoutId: payout.id };
  }
  const amount = others.reduce((sum, one) => sum + one.amount, payout.amount);
  return { code: 'refunded', params: { ...params, amount: amountOf({ ...payout, amount }) }, payoutId: payout.id };
}

/** Releases the refund's hold; the amount stays owed and can be retried. */
function onFailed(order: Order, payout: Payout, reason: TransferFailure, ctx: DecisionContext): Change {
  const events: EventDraft[] = [{ code: 'refund_failed', params: { reason }, payoutId: payout.id }];
  return changeOrder(order, updateOrder(order, {}), events, ctx, { postings: unholdPostings(payout, payout.held, ctx) });
}

/** Reverses a settled refund: its amount and fee are owed again, and an order that ended with it is open again. */
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
  return changeOrder(order, owingAgain(order, payout, ctx), events, ctx, { postings: [posting] });
}

/** An order whose refund came back. One that was cancelled with it owes it again in the status that allows no payout: paid money never leads to `paid` again. */
function owingAgain(order: Order, { obligationKind }: Payout, ctx: DecisionContext): Order {
  if (obligationKind !== 'refund' || order.reason !== 'refunded') return updateOrder(order, {});
  return moveOrder(order, order.paidAt === null ? 'verifying_transaction' : 'error', { reason: 'refunding' }, ctx.now);
}

/** Whether this refund completes the refund of all money paid for the order. */
function isAllGivenBack(order: Order, siblings: readonly Payout[], payout: Payout): boolean {
  if (payout.obligationKind !== 'refund') return false;
  const givenBack = siblings
    .filter(({ obligationKind, state }) => obligationKind === 'refund' && state === 'settled')
    .reduce((sum, { amount, fee }) => sum + amount + fee, payout.amount + payout.fee);
  return givenBack === order.amountRefunded && order.amountRefunded === order.amountPaid;
}

/** Releases the ledger's hold of a refund that is not made; the amount stays owed to the customer. */
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
