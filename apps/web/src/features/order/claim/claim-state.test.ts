import type { OrderEventView } from '@quydoi/contract/orders/order-view';
import { describe, expect, test } from 'vitest';
import { sampleOrder } from '../../../../testing/sample-order.ts';
import { presentOrder } from '../status/order-presentation.ts';
import { claimAnswerOf, claimedPaidAt, claimStateOf, isClaimWaiting, offersClaim, promptsClaim, withSentClaim } from './claim-state.ts';

describe('claims in an order’s log', () => {
  const log = (...codes: OrderEventView['code'][]) => codes.map((code, index) => ({ n: index + 1, code, params: {}, at: new Date(index) }));

  test.each([
    ['none', log('created'), { waiting: null, answer: null, left: 3 }],
    ['one that waits', log('created', 'claim_received'), { waiting: { code: 'claim_received' }, answer: null, left: 2 }],
    ['one that waits while the order expires', log('claim_received', 'expired'), { waiting: { code: 'claim_received' }, answer: null, left: 2 }],
    ['one that was answered', log('claim_received', 'claim_not_found'), { waiting: null, answer: { code: 'claim_not_found' }, left: 2 }],
    ['a second after an answer', log('claim_received', 'claim_more_needed', 'claim_received'), { waiting: { n: 3 }, answer: null, left: 1 }],
    ['all', log('claim_received', 'claim_received', 'claim_received', 'claim_not_found'), { answer: { code: 'claim_not_found' }, left: 0 }],
  ])('%s', (_, events, expected) => {
    expect(claimStateOf(events)).toMatchObject(expected);
  });
});

describe('a claim that waits for its answer', () => {
  const pending = sampleOrder('PENDING');
  const claimed = sampleOrder('CLAIMED');
  const answered = { ...claimed, events: [...claimed.events, { n: 9, code: 'claim_not_found' as const, params: {}, at: new Date() }] };

  test('is the only one, and is over with its answer or with the payment', () => {
    expect([isClaimWaiting(pending), isClaimWaiting(claimed), isClaimWaiting(answered)]).toEqual([false, true, false]);
    expect(isClaimWaiting({ ...claimed, status: 'paid' })).toBe(false);
    expect([pending, claimed, answered].map((order) => offersClaim(order, order.serverTime.getTime()))).toEqual([true, false, true]);
    expect([pending, claimed, answered].map((order) => claimAnswerOf(order)?.code)).toEqual([undefined, undefined, 'claim_not_found']);
  });

  test('is over with money that came after it, even if too little', () => {
    const rest = sampleOrder('CLAIMEDREST');
    expect(isClaimWaiting(rest)).toBe(true);
    const claimedBefore = sampleOrder('CLAIMEDLESS');
    expect(claimedBefore.events.map(({ code }) => code)).toEqual(['created', 'claim_received', 'payment_confirmed', 'payment_mismatch']);
    expect(isClaimWaiting(claimedBefore)).toBe(false);
    expect(presentOrder(claimedBefore, false)).toMatchObject({ headlineId: 'headline.reason.underpaid', buttons: ['topUp', 'acceptRecalculation'] });
  });

  test('is in the order from the moment it was sent, once', () => {
    const sent = { n: 1, at: new Date('2026-11-22T05:02:00Z'), paidAt: new Date('2026-11-22T04:57:00Z') };
    expect(withSentClaim(pending, null)).toBe(pending);
    expect(withSentClaim(pending, sent).events.at(-1)).toEqual({
      n: 2,
      code: 'claim_received',
      params: { paidAt: sent.paidAt.toISOString() },
      at: sent.at,
    });
    expect(withSentClaim(claimed, sent)).toBe(claimed);
    expect(withSentClaim(answered, sent)).toBe(answered);
    expect(isClaimWaiting(withSentClaim(answered, { ...sent, n: 2 }))).toBe(true);
  });
});

test('whether the payment was made is asked at the top as soon as it can be claimed, of who may claim it', () => {
  const pending = sampleOrder('PENDING');
  const after = (seconds: number) => pending.createdAt.getTime() + seconds * 1_000;
  expect([0, 59, 60, 1_700].map((seconds) => promptsClaim(pending, after(seconds)))).toEqual([false, false, true, true]);
  for (const other of [sampleOrder('MASKED'), sampleOrder('CLAIMED'), sampleOrder('UNDERPAID'), sampleOrder('PAID')])
    expect(promptsClaim(other, other.createdAt.getTime() + 240_000), other.ref).toBe(false);
});

test('the time that is told of a claim is the payment’s, not the report’s', () => {
  const [claim] = sampleOrder('CLAIMED').events.filter(({ code }) => code === 'claim_received');
  if (!claim) throw new Error('the sample has a claim');
  expect(claim.at.getTime() - claimedPaidAt(claim).getTime()).toBe(60_000);
  // Of claims that were made before their log told of it, only the report's is known.
  expect(claimedPaidAt({ ...claim, params: {} })).toBe(claim.at);
});
