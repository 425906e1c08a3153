import { payoutOf } from '@quydoi/domain/testing/order';
import type { Payout } from '@quydoi/domain/transfer/payout';
import { describe, expect, test } from 'vitest';
import type { PayoutRelation } from '../signer-obligation.ts';
import { relateOrderPayouts, relateRefunds } from './relate-payouts.ts';

test.each<[PayoutRelation, string, Partial<Payout>]>([
  ['same', 'of the same part and amount', {}],
  ['conflicting', 'of another amount for the part', { amount: 1n }],
  ['unrelated', 'of another part', { part: 1 }],
  ['conflicting', 'of another division into parts', { part: 1, parts: 3 }],
  ['unrelated', 'for another kind of obligation', { obligationKind: 'refund' }],
])('to a payout of an order, an earlier one is %s: %s', (relation, _, set) => {
  const parted = { part: 2, parts: 2, amount: 50_00n };
  expect(relateOrderPayouts(payoutOf({ id: 'earlier', ...parted, ...set }), payoutOf(parted))).toBe(relation);
});

describe('to a refund', () => {
  const REFUND = payoutOf({ id: 'refund-2', seq: 2, obligationKind: 'refund', amount: 100n });
  const failed = (set: Partial<Payout>) => payoutOf({ ...REFUND, id: 'refund-1', seq: 1, state: 'failed', ...set });
  const relationOf = (earlier: Payout, payout = REFUND, amountRefunded = 60n) => relateRefunds({ amountPaid: 100n, amountRefunded }, earlier, payout);

  test('itself is the same money, whatever its state and amount', () => {
    expect(relationOf({ ...REFUND, state: 'attempting', amount: 1n })).toBe('same');
  });

  test('a failed refund of its amount is the same money, of another amount it conflicts', () => {
    expect(relationOf(failed({}))).toBe('same');
    expect(relationOf(failed({ amount: 99n }))).toBe('conflicting');
  });

  test('a settled one is other money', () => {
    expect(relationOf(failed({ state: 'settled' }))).toBe('unrelated');
    expect(relationOf(failed({ state: 'settled', amount: 99n }))).toBe('unrelated');
  });

  test('that of another obligation is other money', () => {
    expect(relationOf(failed({ obligationId: 'order-2' }))).toBe('unrelated');
    expect(relationOf(failed({ obligationKind: 'return' }))).toBe('unrelated');
  });

  test('of all that was paid, a payout of the order conflicts', () => {
    const delivery = payoutOf({ id: 'delivery' });
    expect(relationOf(delivery, REFUND, 100n)).toBe('conflicting');
    expect(relationOf(delivery)).toBe('unrelated');
    expect(relationOf(delivery, { ...REFUND, obligationKind: 'return' }, 100n)).toBe('unrelated');
    expect(relationOf(failed({ obligationKind: 'return' }), REFUND, 100n)).toBe('unrelated');
  });
});
