import { EVOUCHER_DESTINATION } from '@quydoi/domain/address/check';
import { isRefundOrReturn } from '@quydoi/domain/transfer/payout';
import type { Difference, Evidence } from './difference.ts';
import type { BookedOrder, BookedPayout } from './exchange-books.ts';
import type { OutgoingTransfer } from './transfers.ts';

/** Statuses that require no payout: an operator decides, or the order is unpaid. They allow at most one. */
const NEEDS_NO_PAYOUT = new Set(['error', 'handmake', 'cancelled', 'forged', 'pending', 'verifying_transaction', 'ERROR_EVOUCHER']);
/** Among them, the status in which a payout may have been made without an answer. */
const MAYBE_PAID = new Set(['error']);
/** Reasons for which a paid order may wait for its customer or an operator. */
const WAITING_REASONS = new Set(['underpaid', 'overpaid', 'late', 'risk', 'refunding']);
/** Statuses in which no money is held for an order. */
const HOLDS_NOTHING = new Set(['delivered', 'cancelled', 'forged']);

/** Compares each order with the transfers that reached its destination, its payouts and its amounts. */
export function reconcileOrders({ books }: Evidence, transfers: readonly OutgoingTransfer[]): Difference[] {
  const reached = Map.groupBy(transfers, ({ payee }) => payee);
  const payouts = Map.groupBy(books.payouts, ({ orderId }) => orderId);
  const paidFor = new Set(books.payments.flatMap(({ state, orderId }) => (state === 'matched' && orderId ? [orderId] : [])));
  return books.orders.flatMap((order) => {
    const own = payouts.get(order.id) ?? [];
    return [
      ...checkTransfers(order, own, reached.get(order.destination) ?? []),
      ...checkFinality(order, own, paidFor.has(order.id)),
      ...checkPayouts(order, own),
      ...checkAmounts(order, own),
    ];
  });
}

function describe({ ref, kind, from, to, status, reason, destination }: BookedOrder): string {
  return `order ${ref} (${kind} ${from}-${to}, ${status}${reason ? ` ${reason}` : ''}) to ${destination}`;
}

function checkTransfers(order: BookedOrder, payouts: readonly BookedPayout[], transfers: readonly OutgoingTransfer[]): Difference[] {
  const parts = Math.max(1, ...payouts.filter(({ obligationKind }) => obligationKind === 'order').map((payout) => payout.parts));
  // A part that an operator paid by hand may have been transferred by the exchange too, but need not have been.
  const byHand = new Set(payouts.filter((payout) => payout.obligationKind === 'order' && payout.madeBy === 'operator').map(({ part }) => part));
  const ids = transfers.map(({ id, amount }) => `${amount} in ${id}`).join(', ');
  const sum = transfers.reduce((total, { amount }) => total + amount, 0n);
  if (transfers.length > (order.toBalance ? 0 : parts)) return [{ kind: 'paid-twice', detail: `${describe(order)}: ${ids}` }];
  if (order.toBalance) return [];
  if (transfers.length === 0)
    return NEEDS_NO_PAYOUT.has(order.status) || byHand.size === parts ? [] : [{ kind: 'not-paid', detail: describe(order) }];
  if (NEEDS_NO_PAYOUT.has(order.status) && !MAYBE_PAID.has(order.status))
    return [{ kind: 'unexpected-payout', detail: `${describe(order)}: ${ids}` }];
  const isWhole = order.status === 'delivered' && byHand.size === 0;
  const isRight = isWhole || transfers.length === parts ? sum === order.amountReceived : sum < order.amountReceived;
  return isRight ? [] : [{ kind: 'wrong-amount', detail: `${describe(order)}: ${ids} instead of ${order.amountReceived}` }];
}

function checkFinality(order: BookedOrder, payouts: readonly BookedPayout[], isPaidFor: boolean): Difference[] {
  const differences: Difference[] = [];
  const isWaiting = order.status === 'verifying_transaction' && WAITING_REASONS.has(order.reason ?? '');
  const isAtEnd = order.status === 'delivered' || (NEEDS_NO_PAYOUT.has(order.status) && (order.status !== 'verifying_transaction' || isWaiting));
  const isUnaware = isPaidFor && (order.status === 'pending' || (order.status === 'cancelled' && order.reason !== 'refunded'));
  // A refund is made without anybody's help unless it failed for good.
  const isUnsent = order.reason === 'refunding' && !payouts.some((payout) => isRefundOrReturn(payout) && payout.state === 'failed');
  if (!isAtEnd || isUnaware || isUnsent) differences.push({ kind: 'order-stuck', detail: `${describe(order)}${isPaidFor ? ' and paid for' : ''}` });
  if (order.holding !== 0n && (HOLDS_NOTHING.has(order.status) || order.reason === 'refunding'))
    differences.push({ kind: 'hold-leaked', detail: `${describe(order)} holds ${order.holding}` });
  return differences;
}

function checkPayouts(order: BookedOrder, payouts: readonly BookedPayout[]): Difference[] {
  const own = payouts.filter(({ obligationKind }) => obligationKind === 'order');
  const parts = Math.max(1, ...own.map((payout) => payout.parts));
  const settled = own.filter(({ state }) => state === 'settled').length;
  const byHand = own.filter(({ madeBy }) => madeBy === 'operator').length;
  const credited = own.filter(({ toBalanceOf, state }) => toBalanceOf !== null && state === 'settled').length;
  const done = byHand + credited + own.flatMap(({ attempts }) => attempts).filter((state) => state === 'done').length;
  const isRight = order.status === 'delivered' ? settled === parts && done === parts : settled < parts || own.length === 0;
  const live = own.filter(({ state }) => state === 'queued' || state === 'attempting').length;
  if (isRight && live === 0 && done === settled) return [];
  const states = own.map(({ part, state, attempts }) => `${part} ${state} (${attempts.join(' ')})`);
  return [{ kind: 'payout-state', detail: `${describe(order)} with payouts ${states.join(', ')}` }];
}

/** The amount paid is the price, is kept for a decision, or is refunded. */
function checkAmounts(order: BookedOrder, payouts: readonly BookedPayout[]): Difference[] {
  const differences: Difference[] = [];
  const { amountPaid, amountSent, amountRefunded } = order;
  const isServed = order.status === 'delivered' || order.status === 'error' || order.status === 'handmake';
  if (isServed && amountPaid - amountRefunded !== amountSent && amountPaid !== amountRefunded)
    differences.push({ kind: 'order-balance', detail: `${describe(order)}: paid ${amountPaid}, of it back ${amountRefunded}, price ${amountSent}` });
  const refunds = payouts.filter(({ obligationKind }) => obligationKind === 'refund');
  const givenBack = refunds.filter(({ state }) => state === 'settled').reduce((sum, { amount, fee }) => sum + amount + fee, 0n);
  // A bank may return a refund: it is owed again, and waits for an operator.
  const isOwedAgain = givenBack < amountRefunded && refunds.some(({ state }) => state === 'failed');
  const isAllBack = amountRefunded === amountPaid && (givenBack === amountRefunded || isOwedAgain);
  if (givenBack > amountRefunded || (order.reason === 'refunded' && !isAllBack))
    differences.push({
      kind: 'order-balance',
      detail: `${describe(order)}: paid ${amountPaid}, to go back ${amountRefunded}, gone back ${givenBack}`,
    });
  return differences;
}

/** Finds acknowledged orders that are not in the books, have other terms there, or are there several times. */
export function reconcileAcknowledged({ books, acknowledged }: Evidence): Difference[] {
  return acknowledged.flatMap(({ ref, destination, arrives }): Difference[] => {
    // All orders of a customer that are paid into the balance have the same destination.
    const alike = books.orders.filter(
      (order) =>
        order.destination === (destination === EVOUCHER_DESTINATION ? `${destination} for ${ref}` : destination) &&
        (order.ref === ref || !order.toBalance),
    );
    const order = alike.find((other) => other.ref === ref);
    if (!order) return [{ kind: 'order-missing', detail: `${ref} to ${destination} was acknowledged` }];
    if (order.amountReceived !== arrives) return [{ kind: 'order-missing', detail: `${ref} has ${order.amountReceived} instead of ${arrives}` }];
    return alike.length > 1 ? [{ kind: 'order-duplicated', detail: alike.map((other) => other.ref).join(', ') }] : [];
  });
}
