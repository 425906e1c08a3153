import { describe, expect, test } from 'vitest';
import { after, attemptOf, contextAt, orderOf, payoutOf, transferOf } from '../../../testing/order.ts';
import type { Change } from '../../change.ts';
import { ORDER_STATUS_CODES } from '../../order-status.ts';
import { decideExpired, decideRefused, decideRejected, decideRetry, decideReversed, decideSettled } from '../../transfer/decide-outcome.ts';
import type { Payout } from '../../transfer/payout.ts';
import { canMoveOrder } from '../lifecycle.ts';
import type { Order } from '../order.ts';

const PRICE = 2_607_975n;
const NOW = after(60_000);
const CTX = contextAt(NOW);

/** A refund of dong that is being sent. */
function refundOf(set: Partial<Payout> = {}): Payout {
  const dong = { network: 'bank', reserve: 'vnd', currency: 'vnd', destination: '0011001234567', destinationBank: 'vcb' } as const;
  return payoutOf({
    ...dong,
    ...{ id: 'refund-1', obligationKind: 'refund', amount: PRICE, held: PRICE, state: 'attempting', tries: 1 },
    ...set,
  });
}

/** An order all of whose money is on its way back, its hold released. */
function refunding(set: Partial<Order> = {}): Order {
  return orderOf({ status: 'verifying_transaction', reason: 'refunding', amountPaid: PRICE, amountRefunded: PRICE, holding: 0n, ...set });
}

function stateOf(order: Order, payout = refundOf(), siblings: readonly Payout[] = []) {
  return transferOf({ order, payout, attempt: attemptOf({ state: 'sent' }), siblings });
}

function settled(order: Order, payout = refundOf(), siblings: readonly Payout[] = [], fee = 0n): Change {
  return decideSettled(stateOf(order, payout, siblings), { reference: 'FT1', fee }, CTX);
}

/** Entries of a change, posting by posting. */
function entriesOf({ postings }: Change) {
  return postings.map(({ kind, entries }) => [kind, ...entries.map(({ account, amount }) => [account, amount])]);
}

describe('a refund into a balance', () => {
  test('leaves the money in the reserve, and owes it to the customer', () => {
    const change = settled(refunding(), refundOf({ toBalanceOf: '7KQ2M9XR', amount: PRICE - 1_000n, fee: 1_000n }));
    expect(entriesOf(change)[0]).toEqual([
      'payout',
      ['held:vnd', -PRICE],
      ['rail:vnd', PRICE],
      ['refund:vnd', PRICE],
      ['customer:7KQ2M9XR:vnd', -(PRICE - 1_000n)],
      ['fee:vnd', -1_000n],
    ]);
  });

  test('is of a currency that has balances', () => {
    const refund = refundOf({ toBalanceOf: '7KQ2M9XR', currency: 'pm', reserve: 'pm' });
    expect(() => settled(refunding(), refund)).toThrow('nobody has a balance in pm');
  });
});

describe('a settled refund', () => {
  test('of all that was paid cancels the order and pays the liability out of its hold', () => {
    const change = settled(refunding());
    expect(change.order?.after).toMatchObject({ status: 'cancelled', reason: 'refunded', holding: 0n, finalAt: NOW });
    expect(change.events).toMatchObject([
      { code: 'refunded', params: { amount: '2607975', currency: 'vnd', reference: 'FT1' }, payoutId: 'refund-1' },
    ]);
    expect(change.payouts.map(({ after: { state, reference } }) => [state, reference])).toEqual([['settled', 'FT1']]);
    expect(entriesOf(change)).toEqual([['payout', ['held:vnd', -PRICE], ['refund:vnd', PRICE]]]);
  });

  test('releases the hold of an order that still had one', () => {
    const change = settled(refunding({ status: 'error', holding: 100_50n }));
    expect(change.order?.after).toMatchObject({ status: 'cancelled', holding: 0n });
    expect(entriesOf(change)).toContainEqual(['release', ['held:pm', -100_50n], ['rail:pm', 100_50n]]);
  });

  test('books the fee that we keep as income, the provider’s charge as cost, and releases the rest of its hold', () => {
    const change = settled(refunding(), refundOf({ amount: PRICE - 5_500n, fee: 5_500n, held: PRICE - 5_500n + 100n }), [], 30n);
    expect(entriesOf(change)).toEqual([
      ['payout', ['held:vnd', -(PRICE - 5_500n + 100n)], ['rail:vnd', 70n], ['refund:vnd', PRICE], ['network-fee:vnd', 30n], ['fee:vnd', -5_500n]],
    ]);
  });

  test('that cost more than its hold books the excess to suspense', () => {
    const [payout] = entriesOf(settled(refunding(), refundOf(), [], 30n));
    expect(payout).toContainEqual(['suspense:bank:vnd', -30n]);
    expect(payout).not.toContainEqual(['rail:vnd', -30n]);
  });

  test('on a chain takes the network fee out of the fee coin, not out of its hold', () => {
    const usdt = { network: 'tron', reserve: 'usdt-tron', currency: 'trc20' } as const;
    const order = refunding({ kind: 'sell', from: 'trc20', to: 'vnd', payInNetwork: 'tron', amountPaid: 60_000_000n, amountRefunded: 60_000_000n });
    const change = settled(order, refundOf({ ...usdt, amount: 59_200_000n, fee: 800_000n, held: 59_200_000n }), [], 6_400_000n);
    expect(entriesOf(change)).toEqual([
      ['payout', ['held:usdt-tron', -59_200_000n], ['refund:usdt-tron', 60_000_000n], ['fee:usdt-tron', -800_000n]],
      ['payout', ['gas:trx', -6_400_000n], ['network-fee:trx', 6_400_000n]],
    ]);
  });

  test.each<[string, Partial<Order>, Partial<Payout>, readonly Partial<Payout>[]]>([
    ['another part is still to be sent', {}, { amount: PRICE - 1n, held: PRICE - 1n }, [{ amount: 1n, state: 'queued' }]],
    ['another part failed', {}, { amount: PRICE - 1n, held: PRICE - 1n }, [{ amount: 1n, state: 'failed' }]],
    ['it is the excess over the price', { amountPaid: PRICE + 7n, amountRefunded: 7n }, { amount: 7n, held: 7n }, []],
    ['more was paid than is given back', { amountPaid: PRICE + 7n }, {}, []],
    ['more is owed than was paid', { amountRefunded: PRICE + 7n }, {}, []],
    ['it returns a payment of this sum', {}, { obligationKind: 'return', obligationId: 'payment-1' }, []],
    [
      'the rest was a returned payment',
      {},
      { amount: PRICE - 1n, held: PRICE - 1n },
      [{ amount: 1n, state: 'settled', obligationKind: 'return', obligationId: 'payment-2' }],
    ],
    ['the rest was paid out', {}, { amount: PRICE - 1n, held: PRICE - 1n }, [{ amount: 1n, state: 'settled', obligationKind: 'order' }]],
  ])('leaves the order as it is when %s', (_, order, payout, siblings) => {
    const before = refunding(order);
    const others = siblings.map((set, index) => refundOf({ id: `refund-${index + 2}`, seq: index + 2, ...set }));
    const change = settled(before, refundOf(payout), others);
    expect(change.order?.after).toEqual({ ...before, version: before.version + 1, eventCount: before.eventCount + 1 });
    expect(change.events.map(({ code }) => code)).toEqual(['refunded']);
    expect(change.postings.map(({ kind }) => kind)).toEqual(['payout']);
  });

  test('cancels the order with its last part, fees counted', () => {
    const first = refundOf({ id: 'refund-2', seq: 2, amount: 7_000n, fee: 500n, state: 'settled' });
    const change = settled(refunding(), refundOf({ amount: PRICE - 7_700n, fee: 200n, held: PRICE - 7_700n }), [first]);
    expect(change.order?.after).toMatchObject({ status: 'cancelled', reason: 'refunded' });
  });

  test.each(ORDER_STATUS_CODES)('of everything moves an order that is %s only if it may be cancelled after a payment', (status) => {
    const order = refunding({ status });
    const isCancelled = status !== 'pending' && canMoveOrder(order, 'cancelled');
    expect(settled(order).order?.after.status).toBe(isCancelled ? 'cancelled' : status);
  });
});

describe('a refund that is not made', () => {
  const releases = [['release', ['held:vnd', -PRICE], ['rail:vnd', PRICE]]];

  test('for good gives its hold back, and its order is told', () => {
    const order = refunding();
    const change = decideRefused(stateOf(order), 'no such account', CTX);
    expect(entriesOf(change)).toEqual(releases);
    expect(change.events).toMatchObject([{ code: 'refund_failed', params: { reason: 'payout_refused' }, payoutId: 'refund-1' }]);
    expect(change.order?.after).toMatchObject({ status: 'verifying_transaction', reason: 'refunding', amountRefunded: PRICE });
    expect(change.payouts.map(({ after: { state } }) => state)).toEqual(['failed']);
  });

  test('in its tries keeps its hold and says nothing', () => {
    const retried = decideRetry(stateOf(refunding()), 'busy', CTX);
    expect(retried).toMatchObject({ order: null, events: [], postings: [], payouts: [{ after: { state: 'queued' } }] });
    const last = decideRetry(stateOf(refunding(), refundOf({ tries: 6 })), 'busy', CTX);
    expect(last.payouts.map(({ after: { state } }) => state)).toEqual(['failed']);
    expect(entriesOf(last)).toEqual(releases);
  });

  test('because its transfer expired is signed again with its hold, and its order is not touched', () => {
    const change = decideExpired(stateOf(refunding()), CTX);
    expect(change).toMatchObject({ order: null, events: [], postings: [] });
    expect(change.payouts.map(({ after: { state, expiries, nextAt } }) => [state, expiries, nextAt])).toEqual([['queued', 1, NOW]]);
    expect(change.attempts.map(({ after: { state, detail, settledAt } }) => [state, detail, settledAt])).toEqual([['refused', 'expired', NOW]]);
  });

  test('after a failure on the chain costs the network fee and keeps its hold', () => {
    const usdt = refundOf({ network: 'tron', reserve: 'usdt-tron', currency: 'trc20', amount: 60_000_000n, held: 60_000_000n });
    const change = decideRetry(stateOf(refunding({ from: 'trc20' }), usdt), 'OUT_OF_ENERGY', CTX, 345_000n);
    expect(entriesOf(change)).toEqual([['payout', ['gas:trx', -345_000n], ['network-fee:trx', 345_000n]]]);
    expect(change.attempts.map(({ after: { fee } }) => fee)).toEqual([345_000n]);
    expect(entriesOf(decideRetry(stateOf(refunding({ from: 'trc20' }), usdt), 'not found', CTX, 0n))).toEqual([]);
    expect(entriesOf(decideRetry(stateOf(refunding({ from: 'trc20' }), usdt), 'not found', CTX))).toEqual([]);
  });
});

test.each([
  ['unpaid', null, 'verifying_transaction'],
  ['paid', NOW, 'error'],
] as const)('a refund that the bank takes back is owed again with its fee, and its order, which was %s, waits for it', (_, paidAt, status) => {
  const order = refunding({ status: 'cancelled', reason: 'refunded', paidAt });
  const change = decideReversed(stateOf(order, refundOf({ amount: PRICE - 5_500n, fee: 5_500n, state: 'settled' })), CTX);
  expect(entriesOf(change)).toEqual([['payout', ['rail:vnd', PRICE - 5_500n], ['refund:vnd', -PRICE], ['fee:vnd', 5_500n]]]);
  expect(change.order?.after).toMatchObject({ status, reason: 'refunding', amountRefunded: PRICE, holding: 0n });
  expect(change.events).toMatchObject([
    { code: 'payout_reversed', params: { amount: '2602475', currency: 'vnd' }, payoutId: 'refund-1' },
    { code: 'refund_failed', params: { reason: 'reversed' }, payoutId: 'refund-1' },
  ]);
  expect(change.payouts.map(({ after: { state } }) => state)).toEqual(['failed']);
  expect(change.attempts.map(({ after: { state, detail } }) => [state, detail])).toEqual([['refused', 'reversed']]);
});

test('a returned payment that the bank takes back leaves an order alone that was refunded by itself', () => {
  const order = refunding({ status: 'cancelled', reason: 'refunded', finalAt: NOW });
  const back = refundOf({ obligationKind: 'return', obligationId: 'payment-2', amount: 5n, state: 'settled' });
  expect(decideReversed(stateOf(order, back), CTX).order?.after).toMatchObject({ status: 'cancelled', reason: 'refunded', finalAt: NOW });
});

test.each([
  ['the excess of a delivered order', { status: 'delivered', reason: null, amountPaid: PRICE + 7n, amountRefunded: 7n, finalAt: NOW }],
  ['a part of an order whose other part is still to be sent', { status: 'verifying_transaction', reason: 'refunding' }],
] as const)('a refund of %s that the bank takes back is owed again, and leaves the order as it is', (_, set) => {
  const order = refunding(set);
  const change = decideReversed(stateOf(order, refundOf({ amount: 7n, state: 'settled' })), CTX);
  expect(change.order?.after).toMatchObject({ ...set, amountRefunded: order.amountRefunded });
  expect(entriesOf(change)).toEqual([['payout', ['rail:vnd', 7n], ['refund:vnd', -7n]]]);
});

describe('a refund rejected by the signer', () => {
  const reject = (held: bigint) => decideRejected(stateOf(refunding(), refundOf({ state: 'queued', tries: 0 })), held, CTX);

  test('gives back what the ledger holds for it, not what it claims', () => {
    expect(entriesOf(reject(5n))).toEqual([['release', ['held:vnd', -5n], ['rail:vnd', 5n]]]);
  });

  test('for which nothing is held gives nothing back', () => {
    expect(reject(0n)).toMatchObject({ postings: [], payouts: [{ after: { state: 'failed' } }] });
  });
});

test('a refund is sent under keys of its own, with the order’s reference as its text', () => {
  const { obligation } = stateOf(refunding());
  expect(obligation.memo).toBe('7KQ2M9XR4B');
  expect(obligation.keyOf(refundOf({ seq: 2 }), 3)).toBe('7KQ2M9XR4B-R2-3');
});

describe('the log of a refund in parts', () => {
  const part = (set: Partial<Payout>) => refundOf({ parts: 2, amount: 5n, held: 5n, ...set });

  test('names a part while the other is not settled, and the whole sum with the last', () => {
    const first = part({ part: 1, seq: 3 });
    const second = part({ id: 'refund-2', part: 2, seq: 4, amount: 7n });
    const logOf = (state: Payout['state']) => settled(refunding(), first, [{ ...second, state }]).events;
    for (const state of ['queued', 'attempting', 'failed'] as const) {
      const params = { amount: '5', currency: 'vnd', reference: 'FT1', part: '1', parts: '2' };
      expect(logOf(state)).toMatchObject([{ code: 'payout_part', params, payoutId: 'refund-1' }]);
    }
    expect(logOf('settled')).toMatchObject([{ code: 'refunded', params: { amount: '12', currency: 'vnd', reference: 'FT1' } }]);
  });

  test('does not count refunds before and after it, nor payouts', () => {
    const others = [part({ id: 'a', seq: 2 }), part({ id: 'b', seq: 5 }), part({ id: 'c', seq: 4, obligationKind: 'order' })];
    const queued = others.map((one) => ({ ...one, state: 'queued' as const }));
    expect(settled(refunding(), part({ part: 1, seq: 3 }), queued).events).toMatchObject([{ code: 'refunded', params: { amount: '5' } }]);
  });
});
