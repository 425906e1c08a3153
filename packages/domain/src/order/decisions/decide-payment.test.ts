import { describe, expect, test } from 'vitest';
import { after, contextAt, orderOf, paymentOf, TIMER_MS } from '../../../testing/order.ts';
import { PM_BUY } from '../../../testing/terms.ts';
import type { Change } from '../../change.ts';
import { HOUR_MS } from '../../durations.ts';
import { ORDER_STATUS_CODES, type OrderStatus } from '../../order-status.ts';
import { NO_FEE } from '../../price/fee.ts';
import { RATE_ONE } from '../../price/rate.ts';
import { decideCase, decideRecord } from '../../transfer/journal-payment.ts';
import type { Order } from '../order.ts';
import { decideMatch, decideWrongNetwork } from './decide-payment.ts';

const PRICE = 2_607_975n;
const NOW = after(60_000);
const CTX = contextAt(NOW);

function outcomeOf(change: Change): Record<string, unknown> {
  return {
    status: change.order?.after.status,
    reason: change.order?.after.reason,
    paid: change.order?.after.amountPaid,
    holding: change.order?.after.holding,
    payment: change.payments.map(({ after: { state, caseCode, orderId } }) => [state, caseCode, orderId]),
    events: change.events.map(({ code }) => code),
    postings: change.postings.map(({ kind }) => kind),
  };
}

describe('recording a new payment', () => {
  test('books the collection account against suspense', () => {
    const { id: _id, version: _version, state: _state, orderId: _order, caseCode: _case, recordedAt: _recordedAt, ...fact } = paymentOf();
    const change = decideRecord({ ...fact, source: 'sepay-list', sourceId: '1' }, 'payment-9', CTX);
    expect(change.payments).toEqual([
      { before: null, after: { ...fact, id: 'payment-9', version: 1, state: 'unmatched', orderId: null, caseCode: null, recordedAt: NOW } },
    ]);
    expect(change.postings).toEqual([
      {
        id: 'id-1',
        kind: 'payment',
        orderId: null,
        entries: [
          { account: 'rail:vnd-collection', amount: PRICE },
          { account: 'suspense:bank:vnd', amount: -PRICE },
        ],
      },
    ]);
    expect(change.order).toBeNull();
    expect(change.sightings).toEqual([{ source: 'sepay-list', sourceId: '1', paymentId: 'payment-9', at: NOW }]);
  });

  test('books payments into a wallet directly to the reserve', () => {
    const fact = { ...paymentOf({ network: 'perfect-money', unit: 'pm', amount: 5_00n }), source: 'pm-history', sourceId: '1' };
    expect(decideRecord(fact, 'payment-9', CTX).postings[0]?.entries).toEqual([
      { account: 'rail:pm', amount: 5_00n },
      { account: 'suspense:perfect-money:pm', amount: -5_00n },
    ]);
  });
});

describe('a matched payment', () => {
  test('of exactly the price pays the order and clears suspense', () => {
    const change = decideMatch(paymentOf(), orderOf(), CTX);
    expect(outcomeOf(change)).toEqual({
      status: 'paid',
      reason: null,
      paid: PRICE,
      holding: 100_50n,
      payment: [['matched', null, 'order-1']],
      events: ['payment_confirmed', 'paid'],
      postings: ['match'],
    });
    expect(change.order?.after.paidAt).toEqual(NOW);
    expect(change.postings[0]?.entries).toEqual([
      { account: 'suspense:bank:vnd', amount: PRICE },
      { account: 'fx:vnd', amount: -PRICE },
    ]);
    expect(change.events[0]?.params).toEqual({ amount: '2607975', currency: 'vnd' });
  });

  const waits = (reason: string, paid: bigint, holding = 100_50n) => ({
    status: 'verifying_transaction',
    reason,
    paid,
    holding,
    payment: [['matched', null, 'order-1']],
    events: ['payment_confirmed', 'payment_mismatch'],
    postings: [],
  });

  test.each([
    ['too little', { amount: PRICE - 1n }, waits('underpaid', PRICE - 1n)],
    ['too much', { amount: PRICE + 1n }, waits('overpaid', PRICE + 1n)],
    ['after the timer', { paidAt: after(TIMER_MS + 1) }, waits('late', PRICE)],
    ['too little after the timer', { amount: 1n, paidAt: after(TIMER_MS + 1) }, waits('late', 1n)],
  ])('(%s) waits for a decision', (_, set, expected) => {
    expect(outcomeOf(decideMatch(paymentOf(set), orderOf(), CTX))).toEqual(expected);
  });

  test.each([
    ['what is missing', { amount: PRICE - 1n }, { reason: 'underpaid', amount: '1', currency: 'vnd' }],
    ['what is too much', { amount: PRICE + 2n }, { reason: 'overpaid', amount: '2', currency: 'vnd' }],
    ['no amount if it is late', { paidAt: after(TIMER_MS + 1) }, { reason: 'late' }],
  ])('that does not match the price is logged with %s', (_, set, params) => {
    expect(decideMatch(paymentOf(set), orderOf(), CTX).events.at(-1)).toMatchObject({ code: 'payment_mismatch', params });
  });

  test('that completes the price pays the order with the whole sum', () => {
    const order = orderOf({ status: 'verifying_transaction', reason: 'underpaid', amountPaid: PRICE - 5n });
    const change = decideMatch(paymentOf({ amount: 5n }), order, CTX);
    expect(outcomeOf(change)).toMatchObject({ status: 'paid', reason: null, paid: PRICE, postings: ['match'] });
    expect(change.postings[0]?.entries[0]).toEqual({ account: 'suspense:bank:vnd', amount: PRICE });
  });

  test('that exceeds the missing amount changes the reason', () => {
    const order = orderOf({ status: 'verifying_transaction', reason: 'underpaid', amountPaid: PRICE - 5n });
    expect(outcomeOf(decideMatch(paymentOf({ amount: 4n }), order, CTX))).toMatchObject({ reason: 'underpaid', paid: PRICE - 1n });
    expect(outcomeOf(decideMatch(paymentOf({ amount: 6n }), order, CTX))).toMatchObject({ reason: 'overpaid', paid: PRICE + 1n });
  });

  test('for an order whose hold was released takes the hold again, or waits if that fails', () => {
    const order = orderOf({ status: 'verifying_transaction', reason: 'underpaid', amountPaid: PRICE - 5n, holding: 0n });
    const change = decideMatch(paymentOf({ amount: 5n }), order, CTX);
    expect(outcomeOf(change)).toMatchObject({ status: 'paid', holding: 100_50n, postings: ['rehold', 'match'] });
    expect(change.postings[0]?.entries).toEqual([
      { account: 'rail:pm', amount: -100_50n },
      { account: 'held:pm', amount: 100_50n },
    ]);
    expect(outcomeOf(decideMatch(paymentOf({ amount: 5n }), order, CTX, { canRehold: false }))).toMatchObject({
      status: 'verifying_transaction',
      reason: 'late',
      holding: 0n,
    });
  });

  test('keeps an existing hold', () => {
    expect(outcomeOf(decideMatch(paymentOf(), orderOf(), CTX, { canRehold: false }))).toMatchObject({ status: 'paid' });
  });
});

describe('a payment for an expired order', () => {
  const expired = orderOf({ status: 'cancelled', reason: 'expired', holding: 0n, finalAt: after(TIMER_MS) });

  test('sent in time revives the order at its old price, whenever the payment is reported', () => {
    const change = decideMatch(paymentOf({ recordedAt: after(100 * HOUR_MS) }), expired, CTX);
    expect(outcomeOf(change)).toMatchObject({ status: 'paid', holding: 100_50n, postings: ['rehold', 'match'] });
    expect(change.order?.after.finalAt).toBeNull();
  });

  test('sent in time waits for a decision when the hold cannot be taken again', () => {
    expect(outcomeOf(decideMatch(paymentOf(), expired, CTX, { canRehold: false }))).toMatchObject({
      status: 'verifying_transaction',
      reason: 'late',
      paid: PRICE,
      postings: [],
    });
  });

  test('sent late goes on at the order’s own price when the newest rate gives no less, for up to 48 hours', () => {
    for (const newest of [PM_BUY, { ...PM_BUY, rate: PM_BUY.rate - RATE_ONE }]) {
      const change = decideMatch(paymentOf({ paidAt: after(TIMER_MS + 1), recordedAt: after(48 * HOUR_MS) }), expired, CTX, { newest });
      expect(outcomeOf(change)).toMatchObject({ status: 'paid', paid: PRICE, holding: 100_50n, postings: ['rehold', 'match'] });
      expect(change.order?.after).toMatchObject({ rate: PM_BUY.rate, rateVersion: 7, amountReceived: 100_00n });
    }
  });

  test.each([
    ['the price moved against the customer', {}, { newest: { ...PM_BUY, rate: PM_BUY.rate + 25n * RATE_ONE } }, {}],
    ['there is no rate any more', {}, { newest: null }, {}],
    ['the hold cannot be taken again', {}, { newest: PM_BUY, canRehold: false }, {}],
    ['the sum is too small', { amount: PRICE - 1n }, { newest: PM_BUY }, {}],
    ['the sum is too large', { amount: PRICE + 1n }, { newest: PM_BUY }, {}],
    ['the payer is another', { payer: 'U1' }, { newest: PM_BUY }, { from: 'pm', sender: 'U2' }],
  ] as const)('sent late waits for a decision when %s', (_, payment, facts, order) => {
    const late = paymentOf({ paidAt: after(TIMER_MS + 1), ...payment, ...('from' in order ? { network: 'perfect-money', unit: 'pm' } : {}) });
    const change = decideMatch(late, { ...expired, ...order }, CTX, facts);
    expect(outcomeOf(change)).toMatchObject({
      status: 'verifying_transaction',
      reason: 'from' in order ? 'risk' : 'late',
      holding: 0n,
      postings: [],
    });
  });

  test('sent in time never makes up for what was sent late', () => {
    const half = orderOf({ status: 'verifying_transaction', reason: 'late', amountPaid: PRICE - 5n, holding: 0n });
    const dearer = { ...PM_BUY, rate: PM_BUY.rate + 25n * RATE_ONE };
    expect(outcomeOf(decideMatch(paymentOf({ amount: 5n }), half, CTX, { newest: dearer }))).toMatchObject({ reason: 'late', paid: PRICE });
    expect(outcomeOf(decideMatch(paymentOf({ amount: 5n }), half, CTX, { newest: PM_BUY }))).toMatchObject({ status: 'paid', paid: PRICE });
  });

  test('sent late waits for a decision, for up to 48 hours', () => {
    const late = paymentOf({ paidAt: after(TIMER_MS + 1), recordedAt: after(48 * HOUR_MS) });
    expect(outcomeOf(decideMatch(late, expired, CTX))).toMatchObject({ status: 'verifying_transaction', reason: 'late' });
    expect(outcomeOf(decideMatch({ ...late, recordedAt: after(48 * HOUR_MS + 1) }, expired, CTX))).toEqual({
      status: 'cancelled',
      reason: 'expired',
      paid: 0n,
      holding: 0n,
      payment: [['case', 'too_late', 'order-1']],
      events: ['extra_payment'],
      postings: [],
    });
  });
});

describe('an unallocated payment', () => {
  const unallocated = (order: Order, caseCode: string) => ({
    status: order.status,
    reason: order.reason,
    paid: order.amountPaid,
    holding: order.holding,
    payment: [['case', caseCode, 'order-1']],
    events: ['extra_payment'],
    postings: [],
  });

  test.each(['abandoned', 'superseded', 'refunded'] as const)('of an order that was %s becomes a case', (reason) => {
    const order = orderOf({ status: 'cancelled', reason, holding: 0n });
    expect(outcomeOf(decideMatch(paymentOf(), order, CTX))).toEqual(unallocated(order, 'cancelled_order'));
  });

  const OPEN: readonly OrderStatus[] = ['pending', 'verifying_transaction', 'ERROR_EVOUCHER', 'cancelled'];
  test.each(ORDER_STATUS_CODES.filter((status) => !OPEN.includes(status)))('of an order in status %s is extra and posts nothing', (status) => {
    const order = orderOf({ status, amountPaid: PRICE });
    expect(outcomeOf(decideMatch(paymentOf({ id: 'payment-2' }), order, CTX))).toEqual(unallocated(order, 'extra'));
  });

  test('without an order stores only its case code', () => {
    expect(decideCase(paymentOf(), 'ambiguous', null)).toEqual({
      order: null,
      events: [],
      postings: [],
      payments: [{ before: paymentOf(), after: { ...paymentOf(), version: 2, state: 'case', caseCode: 'ambiguous' } }],
      sightings: [],
      payouts: [],
      attempts: [],
      transfers: [],
      claims: [],
      vouchers: [],
      withdrawals: [],
      referrals: [],
    });
  });
});

describe('a payment that came otherwise than its order asks', () => {
  test.each([
    ['on another chain', { network: 'bsc', unit: 'usdt-bsc', amount: 50_500_000n }, { amount: '50.5', currency: 'bep20', network: 'bsc' }],
    [
      'in a token of the chain',
      { network: 'ethereum', unit: 'usdt-eth', amount: 7_000_000n },
      { amount: '7', currency: 'erc20', network: 'ethereum' },
    ],
    ['in the chain’s coin', { network: 'ethereum', unit: 'eth', amount: 2_000_000n }, { amount: '0.02', currency: 'eth', network: 'ethereum' }],
  ] as const)('(%s) waits for an operator, and its customer is told what came', (_, set, params) => {
    const order = orderOf({ kind: 'sell', from: 'trc20', to: 'vnd', payInNetwork: 'tron' });
    const change = decideWrongNetwork(paymentOf(set), order, CTX);
    expect(outcomeOf(change)).toEqual({
      status: 'pending',
      reason: null,
      paid: 0n,
      holding: 100_50n,
      payment: [['case', 'wrong_network', 'order-1']],
      events: ['wrong_payment'],
      postings: [],
    });
    expect(change.events[0]?.params).toEqual(params);
  });

  test('as a transfer for an order of vouchers is told in the currency of transfers', () => {
    const transfer = paymentOf({ network: 'perfect-money', unit: 'pm', amount: 100_00n });
    const change = decideWrongNetwork(transfer, orderOf({ kind: 'sell', from: 'e-voucher', to: 'vnd', payInNetwork: 'perfect-money' }), CTX);
    expect(change.events[0]?.params).toEqual({ amount: '100', currency: 'pm', network: 'perfect-money' });
  });
});

describe('a third-party payment', () => {
  const order = orderOf({ kind: 'sell', from: 'pm', to: 'vnd', payInNetwork: 'perfect-money', amountSent: 100_00n, sender: 'U7654321' });
  const from = (payer: string | null, amount = 100_00n) => paymentOf({ network: 'perfect-money', unit: 'pm', amount, payer });

  test.each([
    ['U7654321', { status: 'paid', reason: null }],
    ['U9999999', { status: 'verifying_transaction', reason: 'risk' }],
    [null, { status: 'verifying_transaction', reason: 'risk' }],
  ])('%s', (payer, outcome) => {
    expect(outcomeOf(decideMatch(from(payer), order, CTX))).toMatchObject(outcome);
  });

  test('takes precedence over other mismatches, and remains a risk when the declared sender pays the rest', () => {
    expect(outcomeOf(decideMatch(from('U9999999', 60_00n), order, CTX))).toMatchObject({ reason: 'risk', paid: 60_00n });
    const risky = { ...order, status: 'verifying_transaction', reason: 'risk', amountPaid: 60_00n } as const;
    expect(outcomeOf(decideMatch(from('U7654321', 40_00n), risky, CTX))).toMatchObject({
      status: 'verifying_transaction',
      reason: 'risk',
      paid: 100_00n,
    });
  });

  test('is matched from half of the price on; smaller ones stay unallocated unless an operator matches them', () => {
    expect(outcomeOf(decideMatch(from('U9999999', 50_00n), order, CTX))).toMatchObject({ reason: 'risk', paid: 50_00n });
    const small = from('U9999999', 49_99n);
    const risky = { ...order, status: 'verifying_transaction', reason: 'risk', amountPaid: 50_00n } as const;
    for (const { amountPaid: paid, ...before } of [order, risky]) {
      const { status, reason } = before;
      const outcome = outcomeOf(decideMatch(small, { ...before, amountPaid: paid }, CTX));
      expect(outcome).toMatchObject({ status, reason, paid, payment: [['case', 'third_party', 'order-1']], postings: [] });
    }
    const expired = { ...order, status: 'cancelled', reason: 'expired', holding: 0n } as const;
    expect(outcomeOf(decideMatch(small, expired, CTX))).toMatchObject({ status: 'cancelled', payment: [['case', 'third_party', 'order-1']] });
    expect(outcomeOf(decideMatch(small, { ...order, status: 'delivered' }, CTX)).payment).toEqual([['case', 'extra', 'order-1']]);
    expect(outcomeOf(decideMatch(small, order, { ...CTX, actor: 'operator:lan' }))).toMatchObject({ reason: 'risk', paid: 49_99n });
  });

  test('is no risk without a declared sender, or where payers are not authenticated', () => {
    expect(outcomeOf(decideMatch(from('U9999999'), { ...order, sender: null }, CTX))).toMatchObject({ status: 'paid' });
    expect(outcomeOf(decideMatch(paymentOf({ payer: '1' }), orderOf({ sender: '2', senderBank: 'vcb' }), CTX))).toMatchObject({ status: 'paid' });
  });
});

test('a payment for an order being refunded is a case, so that the order is never both paid and refunded', () => {
  const refunding = orderOf({ status: 'verifying_transaction', reason: 'refunding', amountPaid: 1n, amountRefunded: 1n, holding: 0n });
  expect(outcomeOf(decideMatch(paymentOf({ amount: PRICE - 1n }), refunding, CTX))).toMatchObject({
    status: 'verifying_transaction',
    payment: [['case', 'extra', 'order-1']],
  });
});

describe('a difference within a chain’s tolerance', () => {
  const USDT = 1_000_000n;
  const terms = { kind: 'sell', from: 'trc20', to: 'vnd', rate: 26_050n * RATE_ONE, fee: NO_FEE, bankFee: 5_500n } as const;
  const pricing = { terms, rateVersion: 7, fees: { pmVerified: true } };
  const order = orderOf({
    kind: 'sell',
    from: 'trc20',
    to: 'vnd',
    payInNetwork: 'tron',
    payOutNetwork: 'bank',
    reserve: 'vnd',
    rate: terms.rate,
    quantity: 100n * USDT,
    amountSent: 100n * USDT,
    amountReceived: 2_599_500n,
    cashFee: 5_500n,
    held: 2_599_500n,
    holding: 2_599_500n,
  });
  const tronPayment = (amount: bigint) => paymentOf({ network: 'tron', unit: 'usdt-tron', amount });

  test('reprices the payout and adjusts the hold to exactly that', () => {
    const less = decideMatch(tronPayment(99_500_000n), order, CTX, { pricing });
    expect(less.order?.after).toMatchObject({
      status: 'paid',
      quantity: 99_500_000n,
      amountSent: 99_500_000n,
      amountReceived: 2_586_475n,
      cashFee: 5_500n,
    });
    expect(less.order?.after).toMatchObject({ held: 2_586_475n, holding: 2_586_475n, cashAmount: 2_586_475n, rate: order.rate, rateVersion: 7 });
    expect(less.postings.map(({ kind, entries }) => [kind, entries[0]?.amount])).toEqual([
      ['release', 13_025n],
      ['match', 99_500_000n],
    ]);
    const more = decideMatch(tronPayment(100_500_000n), order, CTX, { pricing });
    expect(more.order?.after).toMatchObject({ status: 'paid', amountReceived: 2_612_525n, holding: 2_612_525n });
    expect(more.postings.map(({ kind, entries }) => [kind, entries[0]?.amount])).toEqual([
      ['rehold', -13_025n],
      ['match', 100_500_000n],
    ]);
    expect(more.events.map(({ code }) => code)).toEqual(['payment_confirmed', 'recalculated', 'paid']);
  });

  test('of nothing leaves the order at its own terms', () => {
    const exact = decideMatch(tronPayment(100n * USDT), order, CTX, { pricing });
    expect(exact.events.map(({ code }) => code)).toEqual(['payment_confirmed', 'paid']);
    expect(exact.order?.after).toMatchObject({ status: 'paid', rateVersion: order.rateVersion });
  });

  test('that leaves nothing to pay out after the bank’s fee waits for the customer’s decision', () => {
    const bankFee = 26_000n;
    const small = { ...order, quantity: USDT, amountSent: USDT, amountReceived: 50n, cashFee: bankFee, held: 50n, holding: 50n };
    const change = decideMatch(tronPayment(995_000n), small, CTX, { pricing: { ...pricing, terms: { ...terms, bankFee } } });
    expect(outcomeOf(change)).toMatchObject({ status: 'verifying_transaction', reason: 'underpaid' });
  });

  test.each([
    ['one unit below the tolerance', 99_499_999n, 'underpaid', order, true],
    ['one unit above the tolerance', 100_500_001n, 'overpaid', order, true],
    ['more than the reserve can hold', 100_500_000n, 'overpaid', order, false],
    ['a difference on a network without tolerance', 99_500_000n, 'underpaid', { ...order, from: 'pm', payInNetwork: 'perfect-money' } as Order, true],
  ] as const)('%s waits for the customer’s decision', (_, amount, reason, asked, canRehold) => {
    expect(outcomeOf(decideMatch(tronPayment(amount), asked, CTX, { canRehold, pricing }))).toMatchObject({
      status: 'verifying_transaction',
      reason,
    });
  });

  test('takes the whole new hold if the old one was released', () => {
    const over = { ...order, status: 'cancelled', reason: 'expired', holding: 0n } as const;
    const change = decideMatch(tronPayment(99_500_000n), over, CTX, { pricing });
    expect(change.postings[0]).toMatchObject({ kind: 'rehold', entries: [{ amount: -2_586_475n }, { amount: 2_586_475n }] });
    expect(outcomeOf(decideMatch(tronPayment(99_500_000n), over, CTX, { canRehold: false, pricing }))).toMatchObject({ reason: 'late' });
  });
});
