import { describe, expect, test } from 'vitest';
import { after, contextAt, orderOf, payoutOf } from '../../../testing/order.ts';
import type { Payout } from '../../transfer/payout.ts';
import { canResolve, decideResolve, hasOpenPayouts } from './decide-resolve.ts';

const CTX = contextAt(after(1), { actor: 'operator:lan', cause: 'resolveError' });
const DECISIONS = ['delivered', 'retry', 'by-hand'] as const;
const SETTLEMENT = { reference: 'PM-77', fee: 50n };
const failed = { order: orderOf({ status: 'error', reason: 'payout_unknown' }), payouts: [payoutOf({ state: 'failed', tries: 1 })] };

describe('an order in error', () => {
  test('delivered: spends the hold and records a manual payout next to the failed one', () => {
    const change = decideResolve(failed, 'delivered', SETTLEMENT, CTX);
    expect(change.order?.after).toMatchObject({ status: 'delivered', payoutReference: 'PM-77', holding: 0n, reason: null });
    expect(change.payouts).toMatchObject([{ before: null, after: { seq: 2, state: 'settled', amount: 100_00n, destination: '' } }]);
    expect(change.events.map(({ code, actor }) => `${code} ${actor}`)).toEqual(['operator_resolved operator:lan', 'delivered operator:lan']);
  });

  test('retry: pays again by a payout with the next number', () => {
    const change = decideResolve(failed, 'retry', SETTLEMENT, CTX);
    expect(change.order?.after).toMatchObject({ status: 'delivering', holding: 100_50n, reason: null });
    expect(change.payouts).toMatchObject([{ before: null, after: { seq: 2, state: 'queued', tries: 0, amount: 100_00n, destination: 'U7654321' } }]);
  });

  test('retry: a refund of the excess is no part of the payout', () => {
    const refund = payoutOf({ id: 'refund-1', obligationKind: 'refund', seq: 4, reserve: 'vnd', network: 'bank', amount: 7n, state: 'settled' });
    const change = decideResolve({ ...failed, payouts: [...failed.payouts, refund] }, 'retry', SETTLEMENT, CTX);
    expect(change.payouts).toMatchObject([{ before: null, after: { obligationKind: 'order', seq: 2, part: 1, amount: 100_00n } }]);
  });

  test('by-hand: moves to handmake', () => {
    const change = decideResolve(failed, 'by-hand', SETTLEMENT, CTX);
    expect(change.order?.after).toMatchObject({ status: 'handmake', holding: 100_50n });
    expect(change.events.map(({ code }) => code)).toEqual(['operator_resolved', 'payout_by_hand']);
    expect(change.payouts).toEqual([]);
  });

  test('can be resolved in every way, and in none while its payout is open', () => {
    const allowed = (state: Payout['state']) => DECISIONS.filter((decision) => canResolve({ ...failed, payouts: [payoutOf({ state })] }, decision));
    expect([allowed('failed'), allowed('queued'), allowed('attempting')]).toEqual([DECISIONS, [], []]);
  });

  test('is the only status that can be resolved', () => {
    for (const status of ['pending', 'cancelled', 'delivered', 'forged'] as const) {
      for (const decision of DECISIONS) {
        expect(() => decideResolve({ ...failed, order: orderOf({ status }) }, decision, SETTLEMENT, CTX)).toThrow('cannot go');
      }
    }
  });
});

test('an order that waits for no operator is not resolved', () => {
  for (const status of ['pending', 'delivering', 'delivered', 'cancelled'] as const)
    expect(DECISIONS.filter((decision) => canResolve({ order: orderOf({ status }), payouts: [] }, decision))).toEqual([]);
});

test('a paid order may only be taken to be paid by hand, and not while its payout is open', () => {
  const order = orderOf({ status: 'paid' });
  const allowed = (payouts: readonly Payout[]) => DECISIONS.filter((decision) => canResolve({ order, payouts }, decision));
  expect(allowed([])).toEqual(['by-hand']);
  expect(allowed([payoutOf({ state: 'queued' })])).toEqual([]);
});

test('an open payout or refund of an order is in the way, the return of a payment that it never took is not', () => {
  expect(hasOpenPayouts([payoutOf({ state: 'queued' })])).toBe(true);
  expect(hasOpenPayouts([payoutOf({ state: 'attempting', obligationKind: 'refund' })])).toBe(true);
  expect(hasOpenPayouts([payoutOf({ state: 'queued', obligationKind: 'return' }), payoutOf({ state: 'settled' })])).toBe(false);
});

describe('an order being refunded', () => {
  const refund = payoutOf({ id: 'refund-1', obligationKind: 'refund', reserve: 'vnd', network: 'bank', amount: 2_607_975n, state: 'failed' });
  const order = orderOf({ status: 'error', reason: 'refunding', amountPaid: 2_607_975n, amountRefunded: 2_607_975n, holding: 0n, paidAt: after(0) });

  test('may only be resolved as delivered', () => {
    const state = { order, payouts: [...failed.payouts, refund] };
    expect(DECISIONS.filter((decision) => canResolve(state, decision))).toEqual(['delivered']);
    expect(decideResolve(state, 'delivered', SETTLEMENT, CTX).order?.after).toMatchObject({ status: 'delivered', amountRefunded: 0n });
  });

  test('cannot be resolved while a refund is open', () => {
    for (const state of ['queued', 'attempting'] as const) expect(canResolve({ order, payouts: [{ ...refund, state }] }, 'delivered')).toBe(false);
  });
});
