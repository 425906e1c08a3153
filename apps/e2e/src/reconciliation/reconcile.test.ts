import { describe, expect, test } from 'vitest';
import type { PayOsMovement, TokenMovement, WalletMovement } from '../system/sandbox-client.ts';
import type { BookedOrder, BookedPayment, BookedPayout } from './exchange-books.ts';
import { type DifferenceKind, type Evidence, reconcile } from './reconcile.ts';

const ORDER: BookedOrder = {
  id: 'o1',
  ref: 'R1',
  kind: 'buy',
  from: 'vnd',
  to: 'pm',
  status: 'delivered',
  reason: null,
  destination: 'U3000001',
  amountSent: 130_000n,
  amountReceived: 500n,
  amountPaid: 130_000n,
  amountRefunded: 0n,
  holding: 0n,
};
const ARRIVAL: WalletMovement = { batch: 1, payer: 'U1000001', payee: 'U3000001', amount: 500n, fee: 3n, paymentId: 'R1-1-1', memo: 'R1' };
const TRANSFER = { reference: 'FT1', payer: '9', payee: '0011', amount: 130_000, memo: 'R1' };
const PAYMENT: BookedPayment = { id: 'm1', rail: 'bank', account: '0011', reference: 'FT1', amount: 130_000n, state: 'matched', orderId: 'o1' };
const PAYOUT: BookedPayout = {
  id: 'p1',
  orderId: 'o1',
  purpose: 'order',
  part: 1,
  parts: 1,
  paymentId: null,
  rail: 'perfect-money',
  reserve: 'pm',
  amount: 500n,
  fee: 0n,
  destination: 'U3000001',
  state: 'settled',
  attempts: ['done'],
};
const HOT = 'THot';
const DEPOSIT = 'TDeposit';

/** One order, paid for and delivered. */
const GOOD: Evidence = {
  world: {
    bank: [TRANSFER],
    payOs: [],
    perfectMoney: [ARRIVAL],
    tron: [],
    tronAccounts: [],
    ours: {
      collection: { account: '0011' },
      perfectMoney: { account: 'U1000001', balance: 9_497n },
      payOs: { account: '0012', balance: 1_000_000n },
      tron: { account: HOT },
    },
  },
  books: {
    orders: [ORDER],
    payments: [PAYMENT],
    payouts: [PAYOUT],
    depositAddresses: [DEPOSIT],
    sweepsUnderWay: 0,
    balances: { 'rail:vnd-collection': 130_000n, 'rail:vnd': 1_000_000n, 'rail:pm': 9_400n, 'held:pm': 97n },
    ledgerFaults: [],
  },
  acknowledged: [{ ref: 'R1', destination: 'U3000001', arrives: 500n }],
};

const withWorld = (world: Partial<Evidence['world']>): Evidence => ({ ...GOOD, world: { ...GOOD.world, ...world } });
const withBooks = (books: Partial<Evidence['books']>): Evidence => ({ ...GOOD, books: { ...GOOD.books, ...books } });
const withOrder = (order: Partial<BookedOrder>): Evidence => withBooks({ orders: [{ ...ORDER, ...order }] });
const withPayouts = (...payouts: Partial<BookedPayout>[]): Evidence => withBooks({ payouts: payouts.map((payout) => ({ ...PAYOUT, ...payout })) });
const withBalance = (account: string, balance: bigint): Evidence => withBooks({ balances: { ...GOOD.books.balances, [account]: balance } });
const kindsOf = (evidence: Evidence): DifferenceKind[] => [...new Set(reconcile(evidence).map(({ kind }) => kind))];

/** The order's money went back instead: 130 000 dong, of which 1 000 were kept. */
const BACK: PayOsMovement = { key: 'R1-2-1', account: '77', amount: 129_000, state: 'SUCCEEDED' };
const REFUND: Partial<BookedPayout> = { purpose: 'refund', rail: 'bank', reserve: 'vnd', amount: 129_000n, fee: 1_000n, destination: '77' };
const REFUNDED: Evidence = {
  ...GOOD,
  world: {
    ...GOOD.world,
    perfectMoney: [],
    payOs: [BACK],
    ours: { ...GOOD.world.ours, perfectMoney: { account: 'U1000001', balance: 9_497n }, payOs: { account: '0012', balance: 1_000_000n } },
  },
  books: {
    ...GOOD.books,
    orders: [{ ...ORDER, status: 'cancelled', reason: 'refunded', amountRefunded: 130_000n }],
    payouts: [{ ...PAYOUT, ...REFUND }],
  },
};
const withBack = (...payOs: PayOsMovement[]): Evidence => ({ ...REFUNDED, world: { ...REFUNDED.world, payOs } });
/** The bank returned it, so that it is owed again. */
const RETURNED: Evidence = {
  ...withBack({ ...BACK, state: 'REVERSED' }),
  books: {
    ...REFUNDED.books,
    payouts: [{ ...PAYOUT, ...REFUND, state: 'failed', attempts: ['refused'] }],
    balances: { ...REFUNDED.books.balances, 'refund:vnd': -130_000n },
  },
};
const withRefundedOrder = (order: Partial<BookedOrder>): Evidence => ({
  ...REFUNDED,
  books: { ...REFUNDED.books, orders: REFUNDED.books.orders.map((one) => ({ ...one, ...order })) },
});

/** A deposit and a payout on a chain, and a sweep between our own addresses. */
const token = (txid: string, from: string, to: string, amount: bigint): TokenMovement => ({ txid, logIndex: 0, from, to, amount });
const ON_CHAIN: Evidence = {
  ...GOOD,
  world: {
    ...GOOD.world,
    bank: [],
    perfectMoney: [],
    tron: [token('in', 'TCustomer', DEPOSIT, 60n), token('sweep', DEPOSIT, HOT, 50n), token('out', HOT, 'TThere', 20n)],
    tronAccounts: [
      { account: HOT, sun: 90n, usdt: 130n },
      { account: DEPOSIT, sun: 5n, usdt: 10n },
      { account: 'TCustomer', sun: 7n, usdt: 7n },
    ],
  },
  books: {
    ...GOOD.books,
    orders: [{ ...ORDER, kind: 'ex', from: 'trc20', destination: 'TThere', amountSent: 60n, amountPaid: 60n, amountReceived: 20n }],
    payments: [{ ...PAYMENT, rail: 'tron', account: DEPOSIT, reference: 'in:0', amount: 60n }],
    payouts: [{ ...PAYOUT, rail: 'tron', reserve: 'usdt-tron', amount: 20n, destination: 'TThere' }],
    balances: {
      ...GOOD.books.balances,
      'rail:vnd-collection': 0n,
      'rail:usdt-tron': 130n,
      'rail:usdt-tron-deposits': 10n,
      'gas:trx': 95n,
    },
  },
  acknowledged: [],
};

describe('reconcile', () => {
  test('finds nothing where all is well', () => {
    expect(reconcile(GOOD)).toEqual([]);
    expect(reconcile(REFUNDED)).toEqual([]);
    expect(reconcile(RETURNED)).toEqual([]);
    expect(reconcile(ON_CHAIN)).toEqual([]);
  });

  test.each<[string, DifferenceKind, Evidence]>([
    ['two arrivals', 'paid-twice', withWorld({ perfectMoney: [ARRIVAL, { ...ARRIVAL, batch: 2 }] })],
    ['a cent too little', 'wrong-amount', withWorld({ perfectMoney: [{ ...ARRIVAL, amount: 499n }] })],
    ['delivered without an arrival', 'not-paid', withWorld({ perfectMoney: [] })],
    ['a payout that the bank took back', 'not-paid', { ...withOrder({ destination: '77' }), world: withBack({ ...BACK, state: 'REVERSED' }).world }],
    ['an arrival for an unpaid order', 'paid-unasked', withOrder({ status: 'cancelled' })],
    ['an arrival for one that waits for a decision', 'paid-unasked', withOrder({ status: 'verifying_transaction', reason: 'underpaid' })],
    ['an arrival at a wallet of no order', 'paid-a-stranger', withWorld({ perfectMoney: [ARRIVAL, { ...ARRIVAL, payee: 'U9999999' }] })],
    ['a refund that arrived twice', 'refunded-twice', withBack(BACK, BACK)],
    ['a refund of another amount', 'refund-lost', withBack({ ...BACK, amount: 1 })],
    ['a refund that did not arrive', 'refund-lost', withBack()],
    ['a refund that was never made', 'money-differs', { ...withBack(), books: { ...REFUNDED.books, payouts: [] } }],
    ['more to go back than went', 'money-differs', withRefundedOrder({ amountRefunded: 129_999n })],
    ['a price that nobody paid', 'money-differs', withOrder({ amountPaid: 129_999n })],
    ['an acknowledged order that is gone', 'order-lost', withBooks({ orders: [] })],
    ['an acknowledged order with another sum', 'order-lost', withOrder({ amountReceived: 499n })],
    ['two orders of one request', 'order-twice', withBooks({ orders: [ORDER, { ...ORDER, id: 'o2', ref: 'R2', status: 'pending' }] })],
    ['an order that stopped half-way', 'order-stuck', withOrder({ status: 'delivering' })],
    ['an order that is paid for and does not know', 'order-stuck', withOrder({ status: 'pending' })],
    ['an order that waits for nothing', 'order-stuck', withOrder({ status: 'verifying_transaction' })],
    ['a refund that nobody makes', 'order-stuck', withRefundedOrder({ status: 'verifying_transaction', reason: 'refunding' })],
    ['money acknowledged to a finished order', 'hold-left', withOrder({ holding: 1n })],
    ['a payment that is not in the journal', 'payment-lost', withBooks({ payments: [] })],
    ['a payment of another amount', 'payment-lost', withBooks({ payments: [{ ...PAYMENT, amount: 1n }] })],
    ['a payment twice in the journal', 'payment-twice', withBooks({ payments: [PAYMENT, PAYMENT] })],
    ['a payment that nobody made', 'payment-invented', withWorld({ bank: [] })],
    ['a payment that nobody looks at', 'payment-homeless', withBooks({ payments: [{ ...PAYMENT, state: 'unmatched' }] })],
    ['a payout that is not settled', 'payout-differs', withPayouts({ state: 'attempting', attempts: ['sent'] })],
    ['two payouts', 'payout-differs', withPayouts({}, { id: 'p2', state: 'queued', attempts: [] })],
    ['a part that is missing', 'payout-differs', withPayouts({ parts: 2 })],
    ['a wallet that spent more', 'sum-differs', withBalance('rail:pm', 9_500n)],
    ['a ledger that collected more', 'sum-differs', withBalance('rail:vnd-collection', 130_001n)],
    ['a payout account that spent more', 'sum-differs', withBalance('rail:vnd', 1_000_001n)],
    ['a fee that is not booked', 'sum-differs', withBalance('gas:trx', 1n)],
    ['a sweep that is not booked', 'sum-differs', withBalance('rail:usdt-tron-deposits', 60n)],
    ['a debt that the ledger forgot', 'ledger', { ...RETURNED, books: { ...RETURNED.books, balances: REFUNDED.books.balances } }],
    ['a ledger out of order', 'ledger', withBooks({ ledgerFaults: ['entries of pm sum to 1'] })],
  ])('%s', (_, wrong, evidence) => {
    expect(kindsOf(evidence)).toContain(wrong);
  });

  test('leaves to a person what a person has to decide, paid or not', () => {
    const inError = withOrder({ status: 'error', reason: 'payout_unknown' });
    const payouts = [{ ...PAYOUT, state: 'failed', attempts: ['absent'] } as const];
    const balances = { ...GOOD.books.balances, 'rail:pm': 9_500n, 'held:pm': 500n };
    expect(reconcile({ ...inError, books: { ...inError.books, payouts, balances } })).toEqual([]);
    const ours = { ...GOOD.world.ours, perfectMoney: { account: 'U1000001', balance: 10_000n } };
    expect(reconcile({ ...inError, books: { ...inError.books, payouts, balances }, world: { ...GOOD.world, ours, perfectMoney: [] } })).toEqual([]);
  });

  test('counts the parts of a split payout', () => {
    const parts = withPayouts({ part: 1, parts: 2 }, { id: 'p2', part: 2, parts: 2 });
    const halves = [
      { ...ARRIVAL, amount: 200n },
      { ...ARRIVAL, batch: 2, amount: 300n },
    ];
    expect(reconcile({ ...parts, world: { ...GOOD.world, perfectMoney: halves } })).toEqual([]);
    expect(kindsOf({ ...parts, world: { ...GOOD.world, perfectMoney: [...halves, ARRIVAL] } })).toContain('paid-twice');
  });

  test('asks for no arrival of what a person paid, and for the rest of it all the same', () => {
    const hand = { id: 'p3', destination: '', attempts: [] };
    const whole = withPayouts({ state: 'failed', attempts: ['refused'] }, hand);
    expect(reconcile(whole)).toEqual([]);
    const ours = { ...GOOD.world.ours, perfectMoney: { account: 'U1000001', balance: 9_497n } };
    expect(reconcile({ ...whole, world: { ...GOOD.world, ours, perfectMoney: [] } })).toEqual([]);
    const part = { ...withPayouts({ part: 1, parts: 2 }, { ...hand, part: 2, parts: 2 }), world: { ...GOOD.world, perfectMoney: [] } };
    const half = { ...ARRIVAL, amount: 200n };
    expect(reconcile({ ...part, world: { ...GOOD.world, perfectMoney: [half] } })).toEqual([]);
    expect(kindsOf({ ...part, world: { ...GOOD.world, perfectMoney: [{ ...half, amount: 500n }] } })).toEqual(['wrong-amount']);
    expect(kindsOf(part)).toEqual(['not-paid']);
  });
});
