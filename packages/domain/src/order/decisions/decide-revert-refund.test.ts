import { expect, test } from 'vitest';
import { after, contextAt, orderOf, payoutOf } from '../../../testing/order.ts';
import type { Change } from '../../change.ts';
import type { Order } from '../order.ts';
import { decideRevertRefund } from './decide-revert-refund.ts';

const PRICE = 2_607_975n;
const CTX = () => contextAt(after(9), { actor: 'operator:lan', cause: 'resolveError' });

/** An order in error with a full refund decided, whose hold was released. */
function givenUp(set: Partial<Order> = {}): Order {
  const amountPaid = set.amountPaid ?? PRICE;
  return orderOf({ status: 'error', reason: 'refunding', holding: 0n, amountRefunded: amountPaid, paidAt: after(1), ...set, amountPaid });
}

const refundOf = (seq: number, amount: bigint, state: 'settled' | 'failed', fee = 0n) =>
  payoutOf({ id: `refund-${seq}`, obligationKind: 'refund', seq, amount, fee, state, reserve: 'vnd', network: 'bank' });

function movedBy(change: Change): Record<string, bigint> {
  const moved: Record<string, bigint> = {};
  for (const { account, amount } of change.postings.flatMap(({ entries }) => entries)) moved[account] = (moved[account] ?? 0n) + amount;
  return moved;
}

test('clears the refund liability and books the payout from the reserve', () => {
  const order = givenUp();
  const change = decideRevertRefund(order, [payoutOf({ state: 'failed' }), refundOf(1, PRICE, 'failed')], 'PM-77', 50n, CTX());
  expect(change.order?.before).toBe(order);
  expect(change.order?.after).toMatchObject({ status: 'delivered', reason: null, amountRefunded: 0n, holding: 0n, payoutReference: 'PM-77' });
  expect(change.postings.map(({ kind }) => kind)).toEqual(['refund', 'rehold', 'payout', 'fee']);
  expect(movedBy(change)).toMatchObject({ 'refund:vnd': PRICE, 'fx:vnd': -PRICE, 'held:pm': 0n, 'rail:pm': -100_50n, 'network-fee:pm': 50n });
});

test('does not take an existing hold again', () => {
  const change = decideRevertRefund(givenUp({ holding: 100_50n }), [refundOf(1, PRICE, 'failed')], 'PM-77', 50n, CTX());
  expect(movedBy(change)).toMatchObject({ 'held:pm': -100_50n });
  expect(movedBy(change)['rail:pm'] ?? 0n).toBe(0n);
});

test.each([
  ['sent', [refundOf(1, 900n, 'settled', 100n), refundOf(2, PRICE, 'failed')]],
  ['owed', [refundOf(1, 900n, 'failed', 100n), refundOf(2, PRICE + 1_000n, 'failed')]],
] as const)('keeps an earlier refund of the excess, %s', (_, refunds) => {
  const change = decideRevertRefund(givenUp({ amountPaid: PRICE + 1_000n }), refunds, 'PM-77', 50n, CTX());
  expect(change.order?.after).toMatchObject({ status: 'delivered', amountRefunded: 1_000n });
  expect(movedBy(change)).toMatchObject({ 'refund:vnd': PRICE, 'fx:vnd': -PRICE });
});

test('does not owe an excess within the tolerance', () => {
  const change = decideRevertRefund(givenUp({ amountPaid: PRICE + 5n }), [refundOf(1, PRICE + 5n, 'failed')], 'PM-77', 50n, CTX());
  expect(change.order?.after).toMatchObject({ amountRefunded: 0n });
});

test('keeps settled parts of the refund', () => {
  const parts = [
    { ...refundOf(1, 600_000n, 'settled'), parts: 2 },
    { ...refundOf(2, PRICE - 600_000n, 'failed'), part: 2, parts: 2 },
  ];
  const change = decideRevertRefund(givenUp(), parts, 'PM-77', 50n, CTX());
  expect(change.order?.after).toMatchObject({ status: 'delivered', amountRefunded: 600_000n });
  expect(movedBy(change)).toMatchObject({ 'refund:vnd': PRICE - 600_000n });
});
