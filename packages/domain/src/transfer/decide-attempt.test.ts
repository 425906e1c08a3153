import { describe, expect, test } from 'vitest';
import { after, attemptOf, contextAt, orderOf, payoutOf, transferOf, unsentOf } from '../../testing/order.ts';
import { EXPIRIES_MAX } from '../constants.ts';
import { decidePostponed, decidePrepare, decideReplaced, decideSigningFailed } from './decide-attempt.ts';
import { decideRefusedTemporarily } from './decide-outcome.ts';

const NOW = after(60_000);
const CTX = contextAt(NOW);
const SIGNED = { txid: 'tx1', raw: '00', validUntil: after(120_000), slots: [{ wallet: 'T1', resource: '7' }] };
const ORDER = orderOf({ status: 'delivering' });

/** A payout that is being sent and expired or was refused temporarily this often. */
function underWay(expiries = 0) {
  const payout = payoutOf({ state: 'attempting', tries: expiries + 1, expiries });
  return transferOf({ order: ORDER, payout, attempt: attemptOf({ state: 'sending' }), siblings: [] });
}

describe('a signed transfer', () => {
  test('is stored with its attempt, and none where the rail does not sign', () => {
    const unsent = unsentOf(ORDER, payoutOf());
    const [stored] = decidePrepare(unsent, contextAt(NOW), SIGNED).transfers;
    expect(stored).toEqual({ attemptId: 'id-1', n: 1, network: 'perfect-money', ...SIGNED, signedAt: NOW });
    expect(decidePrepare(unsent, CTX).transfers).toEqual([]);
  });

  test('is replaced by another of the same attempt, which is checked at once', () => {
    const change = decideReplaced(underWay(), 2, { ...SIGNED, txid: 'tx2' }, NOW);
    expect(change.transfers).toEqual([{ attemptId: 'attempt-1', n: 2, network: 'perfect-money', ...SIGNED, txid: 'tx2', signedAt: NOW }]);
    expect(change.attempts[0]?.after).toMatchObject({ state: 'sending', nextCheckAt: NOW, version: 2 });
  });

  test('that could not be signed is a refused attempt and a try', () => {
    const change = decideSigningFailed(unsentOf(ORDER, payoutOf()), 'no such account', CTX);
    expect(change.attempts).toMatchObject([{ before: null, after: { n: 1, state: 'refused', detail: 'no such account', settledAt: NOW } }]);
    expect(change.payouts[0]?.after).toMatchObject({ state: 'queued', tries: 1, nextAt: after(90_000) });
    expect(change.postings).toEqual([]);
  });
});

test('a postponed payout is due later, says what it waits for, and uses up no try', () => {
  const payout = payoutOf({ tries: 2 });
  expect(decidePostponed(payout, NOW, 'confirmation').payouts).toEqual([
    { before: payout, after: { ...payout, nextAt: NOW, waitsFor: 'confirmation', version: 2 } },
  ]);
  expect(decidePostponed({ ...payout, waitsFor: 'confirmation' }, NOW).payouts[0]?.after.waitsFor).toBeNull();
});

describe('a payout that its provider refused for a while', () => {
  test('is sent again later and later, and keeps its tries', () => {
    const delays = [0, 1, 2].map((expiries) => {
      const change = decideRefusedTemporarily(underWay(expiries), 'banned', CTX);
      expect(change.attempts[0]?.after).toMatchObject({ state: 'refused', detail: 'banned', settledAt: NOW });
      expect(change.payouts[0]?.after).toMatchObject({ state: 'queued', expiries: expiries + 1, tries: expiries + 1 });
      return (change.payouts[0]?.after.nextAt.getTime() ?? 0) - NOW.getTime();
    });
    expect(delays).toEqual([30_000, 60_000, 90_000]);
  });

  test('for more than a day fails', () => {
    expect(decideRefusedTemporarily(underWay(EXPIRIES_MAX - 2), 'banned', CTX).payouts[0]?.after.state).toBe('queued');
    const change = decideRefusedTemporarily(underWay(EXPIRIES_MAX - 1), 'banned', CTX);
    expect(change.payouts[0]?.after.state).toBe('failed');
    expect(change.postings).toEqual([]);
    expect(change.order?.after).toMatchObject({ status: 'error', reason: 'no_tries_left' });
  });
});
