import { type Change, NO_CHANGE } from '../../change.ts';
import { CURRENCIES, RESERVES } from '../../currencies.ts';
import type { DecisionContext } from '../../decision-context.ts';
import { formatDecimal } from '../../money.ts';
import type { Obligation, Settlement, TransferFailure, TransferProgress } from '../../transfer/obligation.ts';
import type { Payout } from '../../transfer/payout.ts';
import { reserveChargeOf } from '../../transfer/steps.ts';
import { canMoveOrder, moveOrder, updateOrder } from '../lifecycle.ts';
import type { Order } from '../order.ts';
import { changeOrder, type EventDraft } from '../steps.ts';
import { deliveryPostings, deliveryReversalPostings } from './delivery-postings.ts';

/** An order with a payout's siblings: the order's other payouts (other parts, failed ones, refunds), read after the order. */
export interface OrderAndSiblings {
  readonly order: Order;
  readonly siblings: readonly Payout[];
}

/** Obligation to pay an order out: the order's status follows the transfer, its log records every step, and the last part delivers the order. */
export function orderObligation({ order, siblings }: OrderAndSiblings): Obligation {
  return {
    memo: order.ref,
    keyOf: ({ seq }, n) => `${order.ref}-${seq}-${n}`,
    onProgress: (payout, progress, ctx) => onProgress(order, payout, progress, ctx),
    onSettled: (payout, settlement, ctx) => onSettled(order, siblings, payout, settlement, ctx),
    onFailed: (payout, reason, ctx) => onFailed(order, payout, reason, ctx),
    onRejected: (payout, _held, ctx) => (awaitsPayout(order, payout) ? onFailed(order, payout, 'payout_refused', ctx) : NO_CHANGE),
    onReversed: (payout, fee, ctx) => onReversed(order, payout, fee, ctx),
  };
}

/** Whether a payout of an order in this status may proceed. While one of several parts awaits a code, the other parts may proceed. */
export function awaitsPayout({ status }: Order, { parts }: Pick<Payout, 'parts'>): boolean {
  return status === 'delivering' || status === 'retry_scheduled' || (status === 'waitingotp' && parts > 1);
}

/** Log entry of a delivery. */
export function deliveredEvent(order: Order, reference: string, payoutId?: string): EventDraft {
  const params = { amount: formatDecimal(order.amountReceived, CURRENCIES[order.to].scale), currency: order.to, reference };
  return { code: 'delivered', params, ...(payoutId === undefined ? {} : { payoutId }) };
}

function onProgress(order: Order, { id: payoutId }: Payout, progress: TransferProgress, ctx: DecisionContext): Change {
  const log = (code: EventDraft['code'], after = updateOrder(order, {})) => changeOrder(order, after, [{ code, payoutId }], ctx);
  switch (progress.step) {
    case 'started':
      return order.status === 'retry_scheduled' ? changeOrder(order, moveOrder(order, 'delivering', {}, ctx.now), [], ctx) : NO_CHANGE;
    case 'accepted':
      return log('payout_sent');
    case 'unclear':
      return log('payout_unknown');
    case 'code-requested':
      return canMoveOrder(order, 'waitingotp') ? log('payout_otp', moveOrder(order, 'waitingotp', {}, ctx.now)) : NO_CHANGE;
    case 'code-entered':
      return order.status === 'waitingotp' ? changeOrder(order, moveOrder(order, 'delivering', {}, ctx.now), [], ctx) : NO_CHANGE;
    case 'retrying':
      return log('payout_retry', retried(order, progress.at, ctx));
    case 're-signing':
      return log('payout_retry');
  }
}

function retried(order: Order, retryAt: Date, ctx: DecisionContext): Order {
  return canMoveOrder(order, 'retry_scheduled') ? moveOrder(order, 'retry_scheduled', { retryAt }, ctx.now) : updateOrder(order, {});
}

/** Delivers the order with its last part and books the hold as spent; logs any other part. */
function onSettled(order: Order, siblings: readonly Payout[], payout: Payout, { reference, fee }: Settlement, ctx: DecisionContext): Change {
  if (!isLastPart(payout, siblings)) {
    const params = { amount: amountOf(payout), currency: order.to, reference, part: String(payout.part), parts: String(payout.parts) };
    return changeOrder(order, updateOrder(order, {}), [{ code: 'payout_part', params, payoutId: payout.id }], ctx);
  }
  const after = moveOrder(order, 'delivered', { holding: 0n, payoutReference: reference }, ctx.now);
  const postings = deliveryPostings(order, reserveChargeOf(order.reserve, fee), ctx);
  return changeOrder(order, after, [deliveredEvent(order, reference, payout.id)], ctx, { postings });
}

/** Hands the order to an operator (`error`), unless another part has done so. */
function onFailed(order: Order, { id: payoutId }: Payout, reason: TransferFailure, ctx: DecisionContext): Change {
  const after = canMoveOrder(order, 'error') ? moveOrder(order, 'error', { reason }, ctx.now) : updateOrder(order, {});
  return changeOrder(order, after, [{ code: 'payout_failed', params: { reason }, payoutId }], ctx);
}

/** Hands a delivered order to an operator (`error`) and restores its hold; parts that were not reversed stay settled. */
function onReversed(order: Order, payout: Payout, fee: bigint, ctx: DecisionContext): Change {
  const events: EventDraft[] = [{ code: 'payout_reversed', params: { amount: amountOf(payout), currency: order.to }, payoutId: payout.id }];
  // Nothing is booked before the last part has settled.
  if (order.status !== 'delivered') {
    const after = canMoveOrder(order, 'error') ? moveOrder(order, 'error', { reason: 'reversed' }, ctx.now) : updateOrder(order, {});
    return changeOrder(order, after, events, ctx);
  }
  const after = moveOrder(order, 'error', { reason: 'reversed', holding: order.held, payoutReference: null }, ctx.now);
  return changeOrder(order, after, events, ctx, { postings: deliveryReversalPostings(order, reserveChargeOf(order.reserve, fee), ctx) });
}

function isLastPart(payout: Payout, siblings: readonly Payout[]): boolean {
  const settled = siblings.filter(({ obligationKind, state }) => obligationKind === 'order' && state === 'settled').map(({ part }) => part);
  return new Set(settled).add(payout.part).size === payout.parts;
}

function amountOf({ amount, reserve }: Payout): string {
  return formatDecimal(amount, RESERVES[reserve].scale);
}
