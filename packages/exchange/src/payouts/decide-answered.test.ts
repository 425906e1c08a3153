import { after, attemptOf, contextAt, orderOf, payoutOf, START, transferOf } from '@quydoi/domain/testing/order';
import type { PayoutRefusal } from '@quydoi/rails/payout';
import { RailError, type RailOutcome, type RailTrouble } from '@quydoi/rails/rail-error';
import { expect, test } from 'vitest';
import type { PayoutKind } from './check-times.ts';
import { decideAnswered, refusesCredentials } from './decide-answered.ts';
import type { Answer } from './send.ts';

const ACCEPTED: Answer = { state: 'accepted', reference: 'P1', fee: 50n };
const refused = (refusal: PayoutRefusal): Answer => ({ state: 'refused', refusal, detail: 'no' });
const trouble = (outcome: RailOutcome, kind: RailTrouble = 'unreachable'): Answer => ({
  state: 'trouble',
  error: new RailError('perfect-money', kind, outcome, 'cut off'),
});

function outcomeOf(answer: Answer, kind: PayoutKind = 'one-shot', { isOneOfSeveral = false, tries = 1, expiries = 0 } = {}) {
  const payout = payoutOf({ state: 'attempting', tries, expiries });
  const transfer = transferOf({
    order: orderOf({ status: 'delivering' }),
    payout,
    attempt: attemptOf({ state: 'sending', sentAt: START }),
    siblings: [],
  });
  const change = decideAnswered(transfer, { kind, isOneOfSeveral }, answer, contextAt(after(60_000)));
  return { attempt: change.attempts[0]?.after, payout: change.payouts[0]?.after };
}

test('an acceptance is still to be confirmed by the records', () => {
  const { attempt, payout } = outcomeOf(ACCEPTED);
  expect(attempt).toMatchObject({ state: 'sent', reference: 'P1', fee: 50n });
  expect(payout).toBeUndefined();
});

test.each<[PayoutRefusal, object]>([
  ['temporary', { state: 'queued', expiries: 1 }],
  ['funds', { state: 'queued', expiries: 1 }],
  ['credentials', { state: 'queued', expiries: 0 }],
  ['destination', { state: 'failed' }],
  ['other', { state: 'failed' }],
])('a refusal for %s moved no money', (refusal, expected) => {
  const { attempt, payout } = outcomeOf(refused(refusal));
  expect(attempt).toMatchObject({ state: 'refused', detail: 'no' });
  expect(payout).toMatchObject(expected);
});

test.each<PayoutRefusal>(['destination', 'other'])('a refusal for %s by one of several providers is believed once another was asked', (refusal) => {
  const several = { isOneOfSeveral: true };
  expect(outcomeOf(refused(refusal), 'keyed', several).payout).toMatchObject({ state: 'queued' });
  expect(outcomeOf(refused(refusal), 'keyed', { ...several, tries: 2 }).payout).toMatchObject({ state: 'failed' });
  // A try that expired asked nobody.
  expect(outcomeOf(refused(refusal), 'keyed', { ...several, tries: 2, expiries: 1 }).payout).toMatchObject({ state: 'queued' });
});

test('of trouble that may have had an effect the records tell, of other trouble the payout is tried again', () => {
  const unknown = outcomeOf(trouble('unknown'));
  expect(unknown.attempt).toMatchObject({ state: 'unknown', detail: 'cut off' });
  expect(unknown.payout).toBeUndefined();
  const notDone = outcomeOf(trouble('not-done'));
  expect(notDone.attempt).toMatchObject({ state: 'refused', detail: 'cut off' });
  expect(notDone.payout).toMatchObject({ state: 'queued', expiries: 0 });
});

test('only the chain ends a signed transfer', () => {
  expect(outcomeOf(trouble('not-done'), 'signed').attempt?.state).toBe('unknown');
});

test('credentials are refused by an answer or on the way', () => {
  expect(refusesCredentials(refused('credentials'))).toBe(true);
  expect(refusesCredentials(trouble('not-done', 'credentials'))).toBe(true);
  for (const answer of [ACCEPTED, refused('funds'), trouble('not-done')]) expect(refusesCredentials(answer)).toBe(false);
});
