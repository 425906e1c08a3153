import { describe, expect, test } from 'vitest';
import { after, attemptOf, contextAt, orderOf, payoutOf, transferOf } from '../../../testing/order.ts';
import type { Change } from '../../change.ts';
import { decideCodeEntered, decideCodeRequested } from '../../transfer/decide-attempt.ts';
import { decideExpired, decideRefused, decideRetry, decideReversed, decideSettled } from '../../transfer/decide-outcome.ts';
import type { Payout } from '../../transfer/payout.ts';
import type { Order } from '../order.ts';
import { awaitsPayout } from './order-obligation.ts';

const PRICE = 2_607_975n;
const NOW = after(60_000);
const CTX = contextAt(NOW);

function paid(set: Partial<Order> = {}): Order {
  return orderOf({ status: 'delivering', amountPaid: PRICE, paidAt: after(0), ...set });
}

function stateOf(order: Order, payout: Partial<Payout> = {}, siblings: readonly Partial<Payout>[] = []) {
  return transferOf({
    order,
    payout: payoutOf({ state: 'attempting', tries: 1, ...payout }),
    attempt: attemptOf({ state: 'sent', fee: 40n }),
    siblings: siblings.map((set, index) => payoutOf({ id: `payout-${index + 2}`, seq: index + 2, ...set })),
  });
}

function entriesOf({ postings }: Change) {
  return postings.map(({ kind, entries }) => [kind, ...entries.map(({ account, amount }) => [account, amount])]);
}

/** Half of a payout in two parts. */
const HALF = { amount: 50_00n, parts: 2 };

describe('a payout in parts', () => {
  const settle = (siblings: readonly Partial<Payout>[]) =>
    decideSettled(stateOf(paid(), { ...HALF, part: 2 }, siblings), { reference: 'B2', fee: 0n }, CTX);

  test.each<[string, readonly Partial<Payout>[]]>([
    ['the other part is in progress', [{ ...HALF, part: 1, state: 'attempting' }]],
    ['the other part failed', [{ ...HALF, part: 1, state: 'failed' }]],
    ['only a refund was settled beside it', [{ ...HALF, part: 1, state: 'settled', obligationKind: 'refund' }]],
    ['the same part was settled before', [{ ...HALF, part: 2, state: 'settled' }]],
  ])('does not deliver its order when %s', (_, siblings) => {
    const change = settle(siblings);
    expect(change.order?.after).toMatchObject({ status: 'delivering', holding: 100_50n, payoutReference: null });
    expect(change.events).toMatchObject([
      { code: 'payout_part', params: { amount: '50', currency: 'pm', reference: 'B2', part: '2', parts: '2' }, payoutId: 'payout-1' },
    ]);
    expect(change.postings).toEqual([]);
  });

  test('delivers its order with the last part, whichever that is', () => {
    const change = settle([{ ...HALF, part: 1, state: 'settled' }]);
    expect(change.order?.after).toMatchObject({ status: 'delivered', holding: 0n, payoutReference: 'B2' });
    expect(change.events).toMatchObject([{ code: 'delivered', params: { amount: '100', currency: 'pm', reference: 'B2' }, payoutId: 'payout-1' }]);
  });
});

describe('a delivered order whose payout was reversed', () => {
  const delivered = paid({ status: 'delivered', holding: 0n, payoutReference: 'B1', finalAt: after(1) });

  test('goes to an operator with its hold restored and its delivery unbooked', () => {
    const change = decideReversed(stateOf(delivered, { state: 'settled' }), CTX);
    expect(change.order?.after).toMatchObject({ status: 'error', reason: 'reversed', holding: 100_50n, payoutReference: null, finalAt: null });
    expect(change.events).toMatchObject([{ code: 'payout_reversed', params: { amount: '100', currency: 'pm' }, payoutId: 'payout-1' }]);
    expect(entriesOf(change)).toEqual([
      ['payout', ['held:pm', 100_50n], ['fx:pm', -100_00n], ['network-fee:pm', -40n], ['rail:pm', -10n]],
      ['fee', ['fx:pm', -50n], ['fee:pm', 50n]],
    ]);
    expect(change.payouts.map(({ after: { state } }) => state)).toEqual(['failed']);
  });

  test('has exactly the postings of its delivery taken back', () => {
    const booked = decideSettled(stateOf(paid()), { reference: 'B1', fee: 40n }, CTX);
    const unbooked = decideReversed(stateOf(delivered, { state: 'settled' }), CTX);
    const sums = new Map<string, bigint>();
    for (const { account, amount } of [...booked.postings, ...unbooked.postings].flatMap(({ entries }) => entries)) {
      sums.set(account, (sums.get(account) ?? 0n) + amount);
    }
    expect([...sums.values()].filter((sum) => sum !== 0n)).toEqual([]);
  });

  test('that charged no fee books none back', () => {
    const free = paid({ ...delivered, feeExchange: 0n });
    expect(entriesOf(decideReversed(stateOf(free, { state: 'settled' }), CTX)).map(([kind]) => kind)).toEqual(['payout']);
  });
});

test('an order with a reversed part that was not delivered yet goes to an operator, and nothing is booked', () => {
  const change = decideReversed(stateOf(paid(), { ...HALF, part: 1, state: 'settled' }), CTX);
  expect(change.order?.after).toMatchObject({ status: 'error', reason: 'reversed', holding: 100_50n });
  expect(change.postings).toEqual([]);
  const waiting = paid({ status: 'error', reason: 'payout_refused' });
  const touched = decideReversed(stateOf(waiting, { ...HALF, part: 1, state: 'settled' }), CTX);
  expect(touched.order?.after).toMatchObject({ status: 'error', reason: 'payout_refused', version: waiting.version + 1 });
  expect(touched.events.map(({ code }) => code)).toEqual(['payout_reversed']);
});

test('a payout that the provider refuses for good hands its order to an operator, with the reason', () => {
  const change = decideRefused(stateOf(paid()), 'no such account', CTX);
  expect(change.order?.after).toMatchObject({ status: 'error', reason: 'payout_refused', holding: 100_50n });
  expect(change.events).toMatchObject([{ code: 'payout_failed', params: { reason: 'payout_refused' }, payoutId: 'payout-1' }]);
  expect(change.payouts.map(({ after: { state } }) => state)).toEqual(['failed']);
});

test('a payout on a chain books its network fee out of the fee coin: delivered, failed or expired', () => {
  const usdt = { network: 'tron', reserve: 'usdt-tron', currency: 'trc20', amount: 100_000_000n } as const;
  const terms = { to: 'trc20', reserve: 'usdt-tron', payOutNetwork: 'tron', amountReceived: 100_000_000n, feeExchange: 0n } as const;
  const state = stateOf(paid({ ...terms, held: 100_000_000n, holding: 100_000_000n }), usdt);
  const gas = ['payout', ['gas:trx', -6_400_000n], ['network-fee:trx', 6_400_000n]];
  expect(entriesOf(decideSettled(state, { reference: 'tx1', fee: 6_400_000n }, CTX))).toEqual([
    ['payout', ['held:usdt-tron', -100_000_000n], ['fx:usdt-tron', 100_000_000n]],
    gas,
  ]);
  expect(entriesOf(decideRetry(state, 'OUT_OF_ENERGY', CTX, 6_400_000n))).toEqual([gas]);
  expect(entriesOf(decideExpired(state, CTX))).toEqual([]);
});

test('a network fee that the reserve pays comes out of the hold, and the rest of the hold is free again', () => {
  const bitcoin = { network: 'bitcoin', reserve: 'btc', currency: 'btc', amount: 1_000_000n } as const;
  const order = paid({
    to: 'btc',
    reserve: 'btc',
    payOutNetwork: 'bitcoin',
    amountReceived: 1_000_000n,
    held: 1_050_000n,
    holding: 1_050_000n,
    feeExchange: 5_000n,
  });
  expect(entriesOf(decideSettled(stateOf(order, bitcoin), { reference: 'ab', fee: 2_820n }, CTX))).toEqual([
    ['payout', ['held:btc', -1_050_000n], ['fx:btc', 1_000_000n], ['network-fee:btc', 2_820n], ['rail:btc', 47_180n]],
    ['fee', ['fx:btc', 5_000n], ['fee:btc', -5_000n]],
  ]);
});

test('a fee that a chain burned on a failed payout of its own coin leaves the hold whole: it comes out of the coin for fees', () => {
  const ether = { network: 'ethereum', reserve: 'eth', currency: 'eth', amount: 5_000_000n } as const;
  const terms = { to: 'eth', reserve: 'eth', payOutNetwork: 'ethereum', amountReceived: 5_000_000n, feeExchange: 0n } as const;
  const state = stateOf(paid({ ...terms, held: 5_200_000n, holding: 5_200_000n }), ether);
  expect(entriesOf(decideRetry(state, 'reverted', CTX, 6_300n))).toEqual([['payout', ['gas:eth', -6_300n], ['network-fee:eth', 6_300n]]]);
  expect(entriesOf(decideSettled(state, { reference: '0xab', fee: 4_200n }, CTX))).toEqual([
    ['payout', ['held:eth', -5_200_000n], ['fx:eth', 5_000_000n], ['network-fee:eth', 4_200n], ['rail:eth', 195_800n]],
  ]);
});

describe('a code that the bank asks for', () => {
  test('moves the order to waitingotp once, and back when it is entered', () => {
    const asked = decideCodeRequested(stateOf(paid()), after(70_000), CTX);
    expect(asked.order?.after.status).toBe('waitingotp');
    expect(asked.events.map(({ code }) => code)).toEqual(['payout_otp']);
    expect(asked.attempts[0]?.after).toMatchObject({ awaitingCode: true, nextCheckAt: after(70_000) });
    const waiting = paid({ status: 'waitingotp' });
    expect(decideCodeRequested(stateOf(waiting), after(70_000), CTX)).toMatchObject({ order: null, events: [] });
    const entered = decideCodeEntered(stateOf(waiting), CTX);
    expect(entered.order?.after.status).toBe('delivering');
    expect(entered.events).toEqual([]);
    expect(entered.attempts[0]?.after).toMatchObject({ awaitingCode: false, nextCheckAt: NOW });
    expect(decideCodeEntered(stateOf(paid()), CTX).order).toBeNull();
  });

  test('of a refund leaves the order alone', () => {
    const state = stateOf(paid({ status: 'error' }), { obligationKind: 'refund', network: 'bank', reserve: 'vnd', currency: 'vnd' });
    expect(decideCodeRequested(state, NOW, CTX)).toMatchObject({ order: null, events: [] });
    expect(decideCodeEntered(state, CTX)).toMatchObject({ order: null, events: [] });
  });
});

test.each<[Order['status'], parts: number, isAwaited: boolean]>([
  ['delivering', 1, true],
  ['retry_scheduled', 2, true],
  ['waitingotp', 1, false],
  ['waitingotp', 2, true],
  ['error', 2, false],
  ['delivered', 2, false],
  ['handmake', 2, false],
])('an order that is %s awaits a payout in %i parts: %s', (status, parts, isAwaited) => {
  expect(awaitsPayout(orderOf({ status }), { parts })).toBe(isAwaited);
});

test('a payout is sent under its order’s keys, with the reference as its text', () => {
  const { obligation } = stateOf(paid());
  expect(obligation.memo).toBe('7KQ2M9XR4B');
  expect(obligation.keyOf(payoutOf({ seq: 2 }), 3)).toBe('7KQ2M9XR4B-2-3');
});
