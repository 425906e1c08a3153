import { describe, expect, test } from 'vitest';
import type { BookedOrder } from './exchange-books.ts';
import { type Evidence, reckon, type Wrong } from './reckoning.ts';
import type { WalletMovement } from './sandbox.ts';

const ORDER: BookedOrder = {
  id: 'o1',
  ref: 'R1',
  status: 'delivered',
  reason: null,
  destination: 'U3000001',
  amountReceived: 500n,
  holding: 0n,
};
const ARRIVAL: WalletMovement = { batch: 1, payer: 'U1000001', payee: 'U3000001', amount: 500n, fee: 3n, paymentId: 'R1-1-1', memo: 'R1' };
const TRANSFER = { reference: 'FT1', payer: '9', payee: '0011', amount: 130_000, memo: 'R1' };

/** One order, paid for and delivered. */
const GOOD: Evidence = {
  world: { bank: [TRANSFER], perfectMoney: [ARRIVAL] },
  books: {
    orders: [ORDER],
    payments: [{ account: '0011', reference: 'FT1', amount: 130_000n, state: 'matched', orderId: 'o1' }],
    payouts: [{ id: 'p1', orderId: 'o1', state: 'settled', attempts: ['done'] }],
    spentFromWallet: 503n,
    collected: 130_000n,
    ledgerFaults: [],
  },
  acknowledged: [{ ref: 'R1', key: 'k', destination: 'U3000001', cents: 500n }],
  ourWallet: 'U1000001',
  collectionAccount: '0011',
};

const withWorld = (world: Partial<Evidence['world']>): Evidence => ({ ...GOOD, world: { ...GOOD.world, ...world } });
const withBooks = (books: Partial<Evidence['books']>): Evidence => ({ ...GOOD, books: { ...GOOD.books, ...books } });
const withOrder = (order: Partial<BookedOrder>): Evidence => withBooks({ orders: [{ ...ORDER, ...order }] });
const wrongs = (evidence: Evidence): Wrong[] => [...new Set(reckon(evidence).map(({ wrong }) => wrong))];

describe('reckon', () => {
  test('finds nothing where all is well', () => {
    expect(reckon(GOOD)).toEqual([]);
  });

  test.each<[string, Wrong, Evidence]>([
    ['two arrivals', 'paid-twice', withWorld({ perfectMoney: [ARRIVAL, { ...ARRIVAL, batch: 2 }] })],
    ['a cent too little', 'wrong-amount', withWorld({ perfectMoney: [{ ...ARRIVAL, amount: 499n }] })],
    ['delivered without an arrival', 'not-paid', withWorld({ perfectMoney: [] })],
    ['an arrival for an unpaid order', 'paid-unasked', withOrder({ status: 'cancelled' })],
    ['an arrival at a wallet of no order', 'paid-a-stranger', withWorld({ perfectMoney: [ARRIVAL, { ...ARRIVAL, payee: 'U9999999' }] })],
    ['an acknowledged order that is gone', 'order-lost', withBooks({ orders: [] })],
    ['an acknowledged order with another sum', 'order-lost', withOrder({ amountReceived: 499n })],
    ['two orders of one request', 'order-twice', withBooks({ orders: [ORDER, { ...ORDER, id: 'o2', ref: 'R2', status: 'pending' }] })],
    ['an order that stopped half-way', 'order-stuck', withOrder({ status: 'delivering' })],
    ['an order that is paid for and does not know', 'order-stuck', withOrder({ status: 'pending' })],
    ['a payment that is not in the journal', 'payment-lost', withBooks({ payments: [] })],
    ['a payment of another amount', 'payment-lost', withBooks({ payments: GOOD.books.payments.map((row) => ({ ...row, amount: 1n })) })],
    ['a payment twice in the journal', 'payment-twice', withBooks({ payments: [...GOOD.books.payments, ...GOOD.books.payments] })],
    ['a payment that nobody made', 'payment-invented', withWorld({ bank: [] })],
    [
      'a payout that is not settled',
      'payout-differs',
      withBooks({ payouts: [{ id: 'p1', orderId: 'o1', state: 'attempting', attempts: ['sent'] }] }),
    ],
    ['two payouts', 'payout-differs', withBooks({ payouts: [...GOOD.books.payouts, { id: 'p2', orderId: 'o1', state: 'queued', attempts: [] }] })],
    ['a ledger that spent less', 'sum-differs', withBooks({ spentFromWallet: 500n })],
    ['a ledger that collected more', 'sum-differs', withBooks({ collected: 130_001n })],
    ['a ledger out of order', 'ledger', withBooks({ ledgerFaults: ['entries of pm sum to 1'] })],
  ])('%s', (_, wrong, evidence) => {
    expect(wrongs(evidence)).toContain(wrong);
  });

  test('leaves to a person what a person has to decide, paid or not', () => {
    const inError = withOrder({ status: 'error', reason: 'payout_unknown' });
    const books = { ...inError.books, payouts: [{ id: 'p1', orderId: 'o1', state: 'failed', attempts: ['absent'] }] as const, spentFromWallet: 0n };
    expect(reckon({ ...inError, books })).toEqual([]);
    expect(reckon({ ...inError, books, world: { ...GOOD.world, perfectMoney: [] } })).toEqual([]);
  });
});
