import type { OrderStatus } from '@quydoi/domain/order-status';
import { after, attemptOf, contextAt, orderOf, payoutOf, START, transferOf } from '@quydoi/domain/testing/order';
import { expect, test } from 'vitest';
import type { ProviderRecord } from './check-attempt.ts';
import type { PayoutKind } from './check-times.ts';
import { decideByRecord } from './decide-by-record.ts';

const NOW = after(60_000);
const NEXT = after(90_000);
const PAID: ProviderRecord = { state: 'paid', reference: 'P1', fee: 50n, at: START };
const FAILED: ProviderRecord = { state: 'failed', detail: 'reverted', fee: 7n };
const REFUSED: ProviderRecord = { state: 'refused', detail: 'closed account' };
const REVERSED: ProviderRecord = { state: 'reversed', reference: 'P1' };

interface Asked {
  readonly kind?: PayoutKind;
  readonly awaitingCode?: boolean;
  readonly status?: OrderStatus;
  readonly isPatienceOver?: boolean;
}

function outcomeOf(
  record: ProviderRecord | null,
  { kind = 'keyed', awaitingCode = false, status = 'delivering', isPatienceOver = false }: Asked = {},
) {
  const payout = payoutOf({ state: 'attempting', tries: 1 });
  const attempt = attemptOf({ state: 'sent', checks: 3, awaitingCode, sentAt: START });
  const transfer = transferOf({ order: orderOf({ status, amountPaid: 2_607_975n, paidAt: START }), payout, attempt, siblings: [] });
  const change = decideByRecord(transfer, { kind, record, isPatienceOver, nextCheckAt: NEXT }, contextAt(NOW));
  return { attempt: change.attempts[0]?.after, payout: change.payouts[0]?.after, order: change.order?.after.status };
}

const LATER = { state: 'sent', nextCheckAt: NEXT, awaitingCode: false };

test('a payment in the records settles the payout', () => {
  const { attempt, payout, order } = outcomeOf(PAID);
  expect(attempt).toMatchObject({ state: 'done', reference: 'P1', fee: 50n });
  expect(payout?.state).toBe('settled');
  expect(order).toBe('delivered');
});

test('a code that was entered is told before the payment is booked', () => {
  for (const record of [PAID, { state: 'pending' }] as const) {
    const { attempt, payout, order } = outcomeOf(record, { awaitingCode: true, status: 'waitingotp' });
    expect(attempt).toMatchObject({ state: 'sent', awaitingCode: false, nextCheckAt: NOW });
    expect([payout, order]).toEqual([undefined, 'delivering']);
  }
});

test('a code that is wanted is told once, and again where another part’s code ended the waiting', () => {
  const first = outcomeOf({ state: 'waiting-otp' });
  expect(first.attempt).toMatchObject({ awaitingCode: true, nextCheckAt: NEXT, checks: 3 });
  expect(first.order).toBe('waitingotp');
  const still = outcomeOf({ state: 'waiting-otp' }, { awaitingCode: true, status: 'waitingotp' });
  expect(still.attempt).toMatchObject({ awaitingCode: true, nextCheckAt: NEXT, checks: 3 });
  expect(still.order).toBeUndefined();
  expect(outcomeOf({ state: 'waiting-otp' }, { awaitingCode: true }).order).toBe('waitingotp');
});

test('records that could not be read count as no check', () => {
  expect(outcomeOf(null)).toEqual({ attempt: expect.objectContaining({ ...LATER, checks: 3 }), payout: undefined, order: undefined });
});

test('an attempt that the records do not know is looked for until patience is over', () => {
  expect(outcomeOf({ state: 'absent' }).attempt).toMatchObject({ ...LATER, checks: 4 });
  const { attempt, payout, order } = outcomeOf({ state: 'absent' }, { isPatienceOver: true });
  expect([attempt?.state, payout?.state, order]).toEqual(['absent', 'failed', 'error']);
});

test('what no block shows yet is counted, because it is broadcast again at times; what a provider has in hand is not', () => {
  expect(outcomeOf({ state: 'pending' }, { kind: 'signed' }).attempt).toMatchObject({ ...LATER, checks: 4 });
  expect(outcomeOf({ state: 'pending' }, { kind: 'keyed' }).attempt).toMatchObject({ ...LATER, checks: 3 });
  expect(outcomeOf({ state: 'pending' }, { kind: 'one-shot' }).attempt).toMatchObject({ ...LATER, checks: 3 });
});

test('a transfer that failed on the chain is tried again, and its fee is kept', () => {
  const { attempt, payout } = outcomeOf(FAILED, { kind: 'signed' });
  expect(attempt).toMatchObject({ state: 'refused', detail: 'reverted', fee: 7n });
  expect(payout).toMatchObject({ state: 'queued', expiries: 0 });
});

test('a transfer that expired is signed again', () => {
  const { attempt, payout } = outcomeOf({ state: 'expired' }, { kind: 'signed' });
  expect(attempt).toMatchObject({ state: 'refused', detail: 'expired' });
  expect(payout).toMatchObject({ state: 'queued', expiries: 1 });
});

test('a later refusal and a return are believed of providers with keys alone', () => {
  const refused = outcomeOf(REFUSED);
  expect(refused.attempt).toMatchObject({ state: 'refused', detail: 'closed account' });
  expect(refused.payout?.state).toBe('queued');
  const reversed = outcomeOf(REVERSED);
  expect(reversed.attempt).toMatchObject({ state: 'refused', detail: 'reversed' });
  expect([reversed.payout?.state, reversed.order]).toEqual(['failed', 'error']);
  for (const record of [REFUSED, REVERSED]) expect(outcomeOf(record, { kind: 'one-shot' }).attempt).toMatchObject({ ...LATER, checks: 3 });
});
