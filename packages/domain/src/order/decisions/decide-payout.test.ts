import { describe, expect, test } from 'vitest';
import { after, attemptOf, contextAt, type OrderTransfer, orderOf, payoutOf, transferOf, unsentOf } from '../../../testing/order.ts';
import type { Change } from '../../change.ts';
import { EXPIRIES_MAX, FAST_TRANSFER_MAX_VND, PAYOUT_RETRY_DELAYS_MS } from '../../constants.ts';
import { HOUR_MS } from '../../durations.ts';
import { ORDER_STATUS_CODES } from '../../order-status.ts';
import { decideAccepted, decidePrepare, decideRecheck, decideSending, decideUnknown } from '../../transfer/decide-attempt.ts';
import {
  decideAbsent,
  decideExpired,
  decideRefused,
  decideRefusedTemporarily,
  decideRejected,
  decideRetry,
  decideSettled,
  resignDelayMs,
} from '../../transfer/decide-outcome.ts';
import type { TransferState } from '../../transfer/steps.ts';
import { decideDeliveredManually } from './decide-delivered-manually.ts';
import { decideManualPayout, decideStartPayout } from './decide-payout.ts';

const PRICE = 2_607_975n;
const NOW = after(60_000);
const CTX = contextAt(NOW);

/** A paid order with a live payout attempt. */
function orderUnderWay(attempt: Parameters<typeof attemptOf>[0] = {}, tries = 1): OrderTransfer {
  const order = orderOf({ status: 'delivering', amountPaid: PRICE, paidAt: after(0) });
  return { order, payout: payoutOf({ state: 'attempting', tries }), attempt: attemptOf({ state: 'sending', n: tries, ...attempt }), siblings: [] };
}

/** The same, as the attempt machine takes it. */
function underWay(...args: Parameters<typeof orderUnderWay>): TransferState {
  return transferOf(orderUnderWay(...args));
}

function outcomeOf(change: Change): Record<string, unknown> {
  const order = change.order?.after;
  return {
    order: order ? [order.status, order.reason, order.holding] : null,
    payouts: change.payouts.map(({ after: { state, tries } }) => [state, tries]),
    attempts: change.attempts.map(({ after: { state, n } }) => [state, n]),
    events: change.events.map(({ code }) => code),
    postings: change.postings.map(({ kind }) => kind),
  };
}

describe('starting a payout', () => {
  test('derives the payout from the order alone', () => {
    const order = orderOf({ status: 'paid', amountPaid: PRICE, destinationBank: 'vcb' });
    const change = decideStartPayout(order, 1, contextAt(NOW));
    expect(change.payouts).toEqual([{ before: null, after: { ...payoutOf({ id: 'id-1', destinationBank: 'vcb', nextAt: NOW, createdAt: NOW }) } }]);
    expect(change.order?.after).toMatchObject({ status: 'delivering', holding: 100_50n });
    expect(change.events.map(({ code }) => code)).toEqual(['payout_started']);
  });

  test.each(ORDER_STATUS_CODES.filter((status) => !['paid', 'error', 'waitingotp', 'retry_scheduled'].includes(status)))(
    'is not allowed for an order in status %s',
    (status) => {
      expect(() => decideStartPayout(orderOf({ status }), 1, CTX)).toThrow('cannot go');
    },
  );

  test('is refused when all parts are settled', () => {
    expect(() => decideStartPayout(orderOf({ status: 'error' }), 2, CTX, new Set([1]))).toThrow('nothing left to pay');
  });

  test('makes no payout row for a manual payout', () => {
    const change = decideManualPayout(orderOf({ status: 'paid' }), 'rail_off', CTX);
    expect(change.events).toMatchObject([{ code: 'payout_by_hand', params: { reason: 'rail_off' } }]);
    expect(outcomeOf(change)).toEqual({
      order: ['handmake', 'rail_off', 100_50n],
      payouts: [],
      attempts: [],
      events: ['payout_by_hand'],
      postings: [],
    });
  });
});

describe('an attempt', () => {
  test('is stored under its own key before sending', () => {
    const order = orderOf({ status: 'delivering' });
    const change = decidePrepare(unsentOf(order, payoutOf({ seq: 2, tries: 3 })), contextAt(NOW));
    expect(change.attempts).toEqual([
      { before: null, after: attemptOf({ id: 'id-1', n: 4, key: '7KQ2M9XR4B-2-4', nextCheckAt: NOW, createdAt: NOW }) },
    ]);
    expect(outcomeOf(change)).toMatchObject({ order: null, payouts: [['attempting', 4]], events: [] });
  });

  test('moves a retry_scheduled order back to delivering', () => {
    const change = decidePrepare(unsentOf(orderOf({ status: 'retry_scheduled', retryAt: NOW }), payoutOf({ tries: 1 })), CTX);
    expect(change.order?.after).toMatchObject({ status: 'delivering', retryAt: null });
    expect(change.events).toEqual([]);
  });

  test.each(['attempting', 'settled', 'failed'] as const)('is never made for a payout in state %s', (state) => {
    expect(() => decidePrepare(unsentOf(orderOf({ status: 'delivering' }), payoutOf({ state })), CTX)).toThrow(state);
  });

  test('is marked as sending only once', () => {
    expect(decideSending(attemptOf(), NOW).attempts[0]?.after).toMatchObject({ state: 'sending', sentAt: NOW, version: 2 });
    for (const state of ['sending', 'sent', 'unknown', 'done', 'refused', 'absent'] as const) {
      expect(() => decideSending(attemptOf({ state }), NOW)).toThrow(state);
    }
  });

  test('that was accepted or got no answer waits for the records without moving the order', () => {
    expect(outcomeOf(decideAccepted(underWay(), 'B1', 50n, CTX))).toEqual({
      order: ['delivering', null, 100_50n],
      payouts: [],
      attempts: [['sent', 1]],
      events: ['payout_sent'],
      postings: [],
    });
    expect(decideAccepted(underWay(), 'B1', 50n, CTX).attempts[0]?.after).toMatchObject({ reference: 'B1', fee: 50n });
    expect(outcomeOf(decideUnknown(underWay(), 'timed out', CTX))).toMatchObject({
      order: ['delivering', null, 100_50n],
      attempts: [['unknown', 1]],
      events: ['payout_unknown'],
    });
  });

  test('counts only checks that could read the records and found nothing', () => {
    const attempt = attemptOf({ state: 'unknown', checks: 2 });
    expect(decideRecheck(attempt, true, NOW).attempts[0]?.after).toMatchObject({ checks: 3, nextCheckAt: NOW, state: 'unknown' });
    expect(decideRecheck(attempt, false, NOW).attempts[0]?.after).toMatchObject({ checks: 2, nextCheckAt: NOW, state: 'unknown' });
  });

  test.each([...PAYOUT_RETRY_DELAYS_MS.entries()])('that was certainly not paid is retried (%i) after %i ms', (index, delayMs) => {
    const change = decideRetry(underWay({}, index + 1), 'busy', CTX);
    const retryAt = new Date(NOW.getTime() + delayMs);
    expect(outcomeOf(change)).toMatchObject({
      order: ['retry_scheduled', null, 100_50n],
      payouts: [['queued', index + 1]],
      attempts: [['refused', index + 1]],
      events: ['payout_retry'],
    });
    expect(change.order?.after.retryAt).toEqual(retryAt);
    expect(change.payouts[0]?.after.nextAt).toEqual(retryAt);
    expect(change.attempts[0]?.after).toMatchObject({ detail: 'busy', settledAt: NOW });
  });

  test('that expired is signed again, at once for the first time and then later each time, and is no try', () => {
    const expired = (expiries: number, tries = expiries + 1) => {
      const state = underWay({ state: 'sent' }, tries);
      return decideExpired({ ...state, payout: { ...state.payout, expiries } }, CTX);
    };
    for (const [expiries, delayMs] of [
      [0, 0],
      [1, 30_000],
      [2, 60_000],
      [60, 1_200_000],
    ] as const) {
      const change = expired(expiries);
      expect(outcomeOf(change)).toMatchObject({
        payouts: [['queued', expiries + 1]],
        attempts: [['refused', expiries + 1]],
        events: ['payout_retry'],
      });
      expect(change.payouts[0]?.after).toMatchObject({ expiries: expiries + 1, nextAt: new Date(NOW.getTime() + delayMs) });
    }
    const state = underWay({}, 31);
    const retried = decideRetry({ ...state, payout: { ...state.payout, expiries: 30 } }, 'busy', CTX);
    expect(retried.payouts[0]?.after).toMatchObject({ state: 'queued', nextAt: new Date(NOW.getTime() + PAYOUT_RETRY_DELAYS_MS[0]) });
    const spent = underWay({}, 36);
    expect(outcomeOf(decideRetry({ ...spent, payout: { ...spent.payout, expiries: 30 } }, 'busy', CTX))).toMatchObject({ payouts: [['failed', 36]] });
  });

  test('that was refused temporarily is sent again after the delays of expired transfers, but never at once, and is no try', () => {
    const refusedTemporarily = (expiries: number) => {
      const state = underWay({}, expiries + 1);
      return decideRefusedTemporarily({ ...state, payout: { ...state.payout, expiries } }, 'banned', CTX);
    };
    for (const [expiries, delayMs] of [
      [0, 30_000],
      [1, 60_000],
      [60, 1_200_000],
    ] as const) {
      const change = refusedTemporarily(expiries);
      const retryAt = new Date(NOW.getTime() + delayMs);
      expect(outcomeOf(change)).toMatchObject({ order: ['retry_scheduled', null, 100_50n], events: ['payout_retry'] });
      expect(change.order?.after.retryAt).toEqual(retryAt);
      expect(change.attempts[0]?.after).toMatchObject({ state: 'refused', detail: 'banned', settledAt: NOW });
      expect(change.payouts[0]?.after).toMatchObject({ state: 'queued', expiries: expiries + 1, nextAt: retryAt });
    }
    expect(outcomeOf(refusedTemporarily(EXPIRIES_MAX - 2))).toMatchObject({ payouts: [['queued', EXPIRIES_MAX - 1]] });
    expect(outcomeOf(refusedTemporarily(EXPIRIES_MAX - 1))).toMatchObject({
      order: ['error', 'no_tries_left', 100_50n],
      payouts: [['failed', EXPIRIES_MAX]],
    });
  });

  test('whose transfers have expired for more than a day goes to an operator', () => {
    const state = underWay({ state: 'sent' }, EXPIRIES_MAX);
    const change = decideExpired({ ...state, payout: { ...state.payout, expiries: EXPIRIES_MAX - 1 } }, CTX);
    expect(outcomeOf(change)).toMatchObject({ order: ['error', 'no_tries_left', 100_50n], payouts: [['failed', EXPIRIES_MAX]] });
    const waits = Array.from({ length: EXPIRIES_MAX - 1 }, (_, index) => resignDelayMs(index + 1));
    expect(waits.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThan(24 * HOUR_MS);
  });

  const failure = (reason: string, attempt: string, tries = 1) => ({
    order: ['error', reason, 100_50n],
    payouts: [['failed', tries]],
    attempts: [[attempt, tries]],
    events: ['payout_failed'],
    postings: [],
  });

  test('moves the order to error with its hold after the last try, a refusal, or absence from the records', () => {
    expect(outcomeOf(decideRetry(underWay({}, 6), 'busy', CTX))).toEqual(failure('no_tries_left', 'refused', 6));
    expect(outcomeOf(decideRefused(underWay(), 'no such account', CTX))).toEqual(failure('payout_refused', 'refused'));
    expect(outcomeOf(decideAbsent(underWay({ state: 'unknown' }), CTX))).toEqual(failure('payout_unknown', 'absent'));
  });
});

describe('a payout rejected by the signer', () => {
  test('fails and moves its order to error', () => {
    for (const status of ['delivering', 'retry_scheduled'] as const) {
      expect(outcomeOf(decideRejected(unsentOf(orderOf({ status }), payoutOf()), 0n, CTX))).toEqual({
        order: ['error', 'payout_refused', 100_50n],
        payouts: [['failed', 0]],
        attempts: [],
        events: ['payout_failed'],
        postings: [],
      });
    }
  });

  test('does not move an order in any other status', () => {
    const untouched = { order: null, payouts: [['failed', 0]], attempts: [], events: [], postings: [] };
    for (const status of ORDER_STATUS_CODES.filter((each) => each !== 'delivering' && each !== 'retry_scheduled')) {
      expect(outcomeOf(decideRejected(unsentOf(orderOf({ status }), payoutOf()), 0n, CTX))).toEqual(untouched);
    }
  });

  test('that is one of two moves its order to error also while the other part awaits a code', () => {
    const order = orderOf({ status: 'waitingotp' });
    expect(outcomeOf(decideRejected(unsentOf(order, payoutOf({ part: 2, parts: 2 })), 0n, CTX))).toMatchObject({
      order: ['error', 'payout_refused', 100_50n],
      payouts: [['failed', 0]],
      events: ['payout_failed'],
    });
  });

  test('of a refund releases the refund’s hold and only increments the order’s version', () => {
    const order = orderOf({ status: 'delivering', version: 7 });
    const change = decideRejected(unsentOf(order, payoutOf({ obligationKind: 'refund', reserve: 'vnd' })), 900n, CTX);
    expect(change.order).toEqual({ before: order, after: { ...order, version: 8 } });
    expect(change.payouts.map(({ after: payout }) => payout.state)).toEqual(['failed']);
    expect(change.events).toEqual([]);
    expect(change.postings.flatMap(({ entries }) => entries)).toEqual([
      { account: 'held:vnd', amount: -900n },
      { account: 'rail:vnd', amount: 900n },
    ]);
  });
});

describe('delivery', () => {
  test('spends the hold on the payout and the provider’s charge, and releases the rest', () => {
    const change = decideSettled(underWay({ state: 'sent' }), { reference: 'B1', fee: 40n }, CTX);
    expect(outcomeOf(change)).toEqual({
      order: ['delivered', null, 0n],
      payouts: [['settled', 1]],
      attempts: [['done', 1]],
      events: ['delivered'],
      postings: ['payout', 'fee'],
    });
    expect(change.order?.after).toMatchObject({ payoutReference: 'B1', finalAt: NOW });
    expect(change.events[0]?.params).toEqual({ amount: '100', currency: 'pm', reference: 'B1' });
    expect(change.postings.map(({ entries }) => entries)).toEqual([
      [
        { account: 'held:pm', amount: -100_50n },
        { account: 'fx:pm', amount: 100_00n },
        { account: 'network-fee:pm', amount: 40n },
        { account: 'rail:pm', amount: 10n },
      ],
      [
        { account: 'fx:pm', amount: 50n },
        { account: 'fee:pm', amount: -50n },
      ],
    ]);
  });

  test('that cost more than the hold still delivers and books the excess to suspense', () => {
    const [posting] = decideSettled(underWay({ state: 'sent' }), { reference: 'B1', fee: 60n }, CTX).postings;
    expect(posting?.entries.at(-1)).toEqual({ account: 'suspense:perfect-money:pm', amount: -10n });
  });

  test('of a sell or a free order books no exchange fee', () => {
    const sell = orderOf({
      kind: 'sell',
      from: 'pm',
      to: 'vnd',
      status: 'delivering',
      reserve: 'vnd',
      feeExchange: 0n,
      amountReceived: 5_000n,
      held: 5_000n,
      holding: 5_000n,
    });
    const change = decideSettled(
      transferOf({ ...orderUnderWay(), order: sell, payout: payoutOf({ amount: 5_000n }) }),
      { reference: 'B1', fee: 0n },
      CTX,
    );
    expect(change.postings.map(({ entries }) => entries)).toEqual([
      [
        { account: 'held:vnd', amount: -5_000n },
        { account: 'fx:vnd', amount: 5_000n },
      ],
    ]);
  });

  test('made manually books the operator’s charge and logs the operator as actor', () => {
    const by = contextAt(NOW, { actor: 'operator:lan' });
    const change = decideDeliveredManually(orderOf({ status: 'handmake', reason: 'rail_off' }), [payoutOf({ state: 'failed' })], 'HAND-1', 20n, by);
    expect(outcomeOf(change)).toEqual({
      order: ['delivered', null, 0n],
      payouts: [['settled', 0]],
      attempts: [],
      events: ['operator_resolved', 'delivered'],
      postings: ['payout', 'fee'],
    });
    const made = payoutOf({ id: 'id-1', seq: 2, state: 'settled', nextAt: NOW, createdAt: NOW, madeBy: 'operator', reference: 'HAND-1' });
    expect(change.payouts[0]?.after).toEqual({ ...made, destination: '' });
    expect(change.events.map(({ actor }) => actor)).toEqual(['operator:lan', 'operator:lan']);
    expect(change.postings[0]?.entries.slice(2)).toEqual([
      { account: 'network-fee:pm', amount: 20n },
      { account: 'rail:pm', amount: 30n },
    ]);
  });

  test('made manually records exactly the parts that were not settled before', () => {
    const amount = 2n * FAST_TRANSFER_MAX_VND;
    const order = orderOf({
      ...{ kind: 'sell', from: 'trc20', to: 'vnd', reserve: 'vnd', payOutNetwork: 'bank', status: 'error', feeExchange: 0n },
      ...{ amountReceived: amount, held: amount, holding: amount },
    });
    const [first, second] = decideStartPayout({ ...order, status: 'paid' }, 1, CTX).payouts.map(({ after }) => after);
    if (!first || !second) throw new Error('not two parts');
    const payouts = [
      { ...first, state: 'settled' as const },
      { ...second, state: 'failed' as const },
    ];
    const change = decideDeliveredManually(order, payouts, 'HAND-1', 0n, CTX);
    expect(change.payouts.map(({ before, after }) => [before, after.seq, after.part, after.parts, after.amount, after.state])).toEqual([
      [null, 3, 2, 2, FAST_TRANSFER_MAX_VND, 'settled'],
    ]);
  });

  test.each(ORDER_STATUS_CODES.filter((status) => !['delivering', 'error', 'handmake'].includes(status)))(
    'is not allowed for an order in status %s',
    (status) => {
      const state = transferOf({ ...orderUnderWay(), order: orderOf({ status }) });
      expect(() => decideSettled(state, { reference: 'B1', fee: 0n }, CTX)).toThrow('cannot go');
    },
  );
});
