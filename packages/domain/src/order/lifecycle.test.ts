import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { orderOf, START } from '../../testing/order.ts';
import { ORDER_REASONS, ORDER_STATUS_CODES, ORDER_STATUSES, type OrderStatus } from '../order-status.ts';
import { canMove, canMoveOrder, moveOrder, TRANSITIONS, updateOrder } from './lifecycle.ts';
import type { Order } from './order.ts';

const NOW = START;
const ORDER = orderOf();

const statuses = fc.constantFrom<OrderStatus>(...ORDER_STATUS_CODES);
const anyOrder = fc
  .record({ status: statuses, reason: fc.option(fc.constantFrom(...ORDER_REASONS)), version: fc.integer({ min: 1, max: 99 }) })
  .map((parts): Order => ({ ...ORDER, ...parts, finalAt: ORDER_STATUSES[parts.status].final ? NOW : null, retryAt: NOW }));

describe('the transition table', () => {
  test('covers every status and lists distinct known targets', () => {
    expect(Object.keys(TRANSITIONS).sort()).toEqual([...ORDER_STATUS_CODES].sort());
    for (const [from, targets] of Object.entries(TRANSITIONS)) {
      expect(new Set(targets).size).toBe(targets.length);
      expect(targets).not.toContain(from);
      for (const to of targets) expect(ORDER_STATUS_CODES).toContain(to);
    }
  });

  test('equals the documented transitions', () => {
    const edges = ORDER_STATUS_CODES.flatMap((from) => TRANSITIONS[from].map((to) => `${from} > ${to}`)).sort();
    expect(edges).toEqual(
      [
        'pending > verifying_transaction',
        'pending > paid',
        'pending > cancelled',
        'pending > ERROR_EVOUCHER',
        'ERROR_EVOUCHER > paid',
        'ERROR_EVOUCHER > verifying_transaction',
        'ERROR_EVOUCHER > cancelled',
        'verifying_transaction > pending',
        'verifying_transaction > cancelled',
        'verifying_transaction > paid',
        'verifying_transaction > forged',
        'error > cancelled',
        'handmake > cancelled',
        'cancelled > paid',
        'cancelled > verifying_transaction',
        'cancelled > error',
        'paid > delivering',
        'paid > handmake',
        'delivering > waitingotp',
        'delivering > delivered',
        'delivering > retry_scheduled',
        'delivering > error',
        'waitingotp > delivering',
        'waitingotp > retry_scheduled',
        'waitingotp > error',
        'waitingotp > handmake',
        'retry_scheduled > delivering',
        'retry_scheduled > error',
        'error > delivered',
        'error > delivering',
        'error > handmake',
        'handmake > delivered',
        'delivered > error',
      ].sort(),
    );
  });

  test('reaches every status from pending', () => {
    const reached = new Set<OrderStatus>(['pending']);
    for (const from of reached) for (const to of TRANSITIONS[from]) reached.add(to);
    expect(reached.size).toBe(ORDER_STATUS_CODES.length);
  });

  test('reaches delivery only through paid', () => {
    const withoutPaid = new Set<OrderStatus>(['pending']);
    // Only a paid order goes from cancelled to error.
    const isOfPaid = (from: OrderStatus, to: OrderStatus) => to === 'paid' || (from === 'cancelled' && to === 'error');
    for (const from of withoutPaid) for (const to of TRANSITIONS[from]) if (!isOfPaid(from, to)) withoutPaid.add(to);
    for (const status of ['delivering', 'delivered', 'handmake', 'waitingotp', 'retry_scheduled', 'error'] as const) {
      expect(withoutPaid.has(status)).toBe(false);
    }
  });

  test('leaves every status that is not terminal', () => {
    for (const status of ORDER_STATUS_CODES) if (!ORDER_STATUSES[status].final) expect(TRANSITIONS[status].length).toBeGreaterThan(0);
  });
});

describe('moveOrder', () => {
  test('sets the given fields and clears reason and retry time', () => {
    const waiting: Order = { ...ORDER, status: 'verifying_transaction', reason: 'underpaid', retryAt: NOW, version: 4 };
    const paid = moveOrder(waiting, 'paid', { amountPaid: 2_607_975n, paidAt: NOW }, NOW);
    expect(paid).toEqual({ ...waiting, status: 'paid', reason: null, retryAt: null, amountPaid: 2_607_975n, paidAt: NOW, finalAt: null, version: 5 });
  });

  test('keeps a given reason and retry time', () => {
    const retryAt = new Date(NOW.getTime() + 30_000);
    const order = moveOrder({ ...ORDER, status: 'delivering' }, 'retry_scheduled', { retryAt, reason: 'payout_refused' }, NOW);
    expect(order).toMatchObject({ status: 'retry_scheduled', retryAt, reason: 'payout_refused' });
  });

  test('sets finalAt on a terminal status and clears it when the order is revived', () => {
    const later = new Date(NOW.getTime() + 1);
    const cancelled = moveOrder(ORDER, 'cancelled', { reason: 'expired', holding: 0n }, later);
    expect(cancelled).toMatchObject({ finalAt: later, reason: 'expired', holding: 0n });
    expect(moveOrder(cancelled, 'verifying_transaction', { reason: 'late' }, later).finalAt).toBeNull();
  });

  test('never revives a refunded order', () => {
    const refunded: Order = { ...ORDER, status: 'cancelled', reason: 'refunded' };
    for (const to of TRANSITIONS.cancelled) expect(() => moveOrder(refunded, to, {}, NOW)).toThrow('cannot go');
    for (const reason of ['expired', 'abandoned', 'superseded'] as const) {
      const ended: Order = { ...ORDER, status: 'cancelled', reason };
      expect(canMoveOrder(ended, 'paid')).toBe(true);
      expect(canMoveOrder({ ...ended, paidAt: NOW }, 'error', 'refunding')).toBe(false);
    }
  });

  test('lets a refunded order owe its refund again, where it was before, and nothing else', () => {
    const refunded: Order = { ...ORDER, status: 'cancelled', reason: 'refunded', finalAt: NOW };
    const owing = { reason: 'refunding' } as const;
    expect(moveOrder(refunded, 'verifying_transaction', owing, NOW)).toMatchObject({ ...owing, status: 'verifying_transaction', finalAt: null });
    expect(moveOrder({ ...refunded, paidAt: NOW }, 'error', owing, NOW)).toMatchObject({ ...owing, status: 'error', finalAt: null });
    expect(() => moveOrder(refunded, 'error', owing, NOW)).toThrow('cannot go');
    for (const paidAt of [null, NOW]) expect(() => moveOrder({ ...refunded, paidAt }, 'paid', owing, NOW)).toThrow('cannot go');
    expect(() => moveOrder(refunded, 'verifying_transaction', { reason: 'late' }, NOW)).toThrow('cannot go');
  });

  test('allows exactly the transitions of the table, one version each', () => {
    fc.assert(
      fc.property(anyOrder, statuses, (order, to) => {
        if (!canMoveOrder(order, to)) {
          expect(() => moveOrder(order, to, {}, NOW)).toThrow(order.id);
          return;
        }
        expect(canMove(order.status, to)).toBe(true);
        const moved = moveOrder(order, to, {}, NOW);
        expect(moved).toMatchObject({ status: to, version: order.version + 1, reason: null, retryAt: null });
        expect(moved.finalAt).toBe(ORDER_STATUSES[to].final ? NOW : null);
        expect({ ...moved, status: order.status, version: 0, reason: null, retryAt: null, finalAt: null }).toEqual({
          ...order,
          version: 0,
          reason: null,
          retryAt: null,
          finalAt: null,
        });
      }),
      { numRuns: 500 },
    );
  });

  test('does not mutate its argument', () => {
    const frozen = Object.freeze({ ...ORDER });
    expect(moveOrder(frozen, 'paid', {}, NOW)).not.toBe(frozen);
    expect(frozen.status).toBe('pending');
  });
});

test('updateOrder keeps status, reason and retry time', () => {
  const order: Order = { ...ORDER, status: 'retry_scheduled', reason: 'payout_refused', retryAt: NOW };
  expect(updateOrder(order, { amountPaid: 5n })).toEqual({ ...order, amountPaid: 5n, version: 2 });
});
