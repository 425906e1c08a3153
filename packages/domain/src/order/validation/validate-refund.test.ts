import { describe, expect, test } from 'vitest';
import { orderOf, paymentOf, payoutOf } from '../../../testing/order.ts';
import { PM_BUY } from '../../../testing/terms.ts';
import { RATE_ONE } from '../../price/rate.ts';
import type { Payout } from '../../transfer/payout.ts';
import type { Order } from '../order.ts';
import { type RefundEvidence, validateRefund } from './validate-refund.ts';

const PRICE = 2_607_975n;
const EXTRA = 700_000n;

const RATES = { rate: PM_BUY.rate, fee: PM_BUY.fee, rateReplacedAt: null, excess: null, discount: null };

const paying = paymentOf({ state: 'matched', orderId: 'order-1' });
const extra = paymentOf({ id: 'payment-2', amount: EXTRA, state: 'returned', orderId: 'order-1', caseCode: 'extra' });
const refund = payoutOf({
  id: 'refund-1',
  obligationKind: 'refund',
  network: 'bank',
  reserve: 'vnd',
  currency: 'vnd',
  destination: '0011001234567',
  destinationBank: 'vcb',
});

/** The return of a second payment of a delivered order. */
function returnEvidence(set: Partial<RefundEvidence> = {}, order: Partial<Order> = {}): RefundEvidence {
  return {
    order: orderOf({ status: 'delivered', amountPaid: PRICE, holding: 0n, ...order }),
    payout: { ...refund, obligationKind: 'return', obligationId: extra.id, amount: EXTRA, held: EXTRA },
    siblings: [payoutOf({ state: 'settled' })],
    payments: [paying, extra],
    rates: RATES,
    heldInLedger: EXTRA,
    maxFee: 0n,
    limit: 2_000_000_000n,
    ...set,
  };
}

/** The full refund of an order. */
function fullRefundEvidence(set: Partial<RefundEvidence> = {}, order: Partial<Order> = {}): RefundEvidence {
  const payout = { ...refund, amount: PRICE, held: PRICE };
  const evidence = returnEvidence({ payout, siblings: [payoutOf({ state: 'failed' })], payments: [paying], heldInLedger: PRICE, ...set });
  return { ...evidence, order: orderOf({ status: 'error', reason: 'refunding', amountPaid: PRICE, amountRefunded: PRICE, holding: 0n, ...order }) };
}

describe('the return of a payment', () => {
  test('is accepted', () => {
    expect(validateRefund(returnEvidence())).toBeNull();
  });

  test('is accepted for an order whose own payment was forged', () => {
    const forged = { ...paying, state: 'forged' as const };
    expect(validateRefund(returnEvidence({ payments: [forged, extra], siblings: [] }, { status: 'forged' }))).toBeNull();
    for (const status of ['delivered', 'verifying_transaction'] as const) {
      expect(validateRefund(returnEvidence({ payments: [forged, extra], siblings: [] }, { status }))).toBe('the order is not paid without it');
    }
  });

  test('is rejected for the payment that paid the order', () => {
    const taken = { ...paying, state: 'returned' as const };
    const payout = { ...refund, obligationKind: 'return', obligationId: taken.id, amount: PRICE, held: PRICE };
    expect(validateRefund(returnEvidence({ payout, payments: [taken], heldInLedger: PRICE }))).toBe('the order is not paid without it');
    for (const set of [{ status: 'delivered' }, { status: 'error' }] as const) {
      const evidence = returnEvidence({ payout, payments: [taken], heldInLedger: PRICE }, { ...set, amountPaid: 0n });
      expect(validateRefund(evidence)).toBe('the order is not paid without it');
    }
    const short = { ...paying, amount: PRICE - 1n };
    expect(validateRefund(returnEvidence({ payments: [short, extra] }))).toBe('the order is not paid without it');
  });

  test.each(['paid', 'delivering', 'waitingotp', 'retry_scheduled', 'delivered'] as const)(
    'is rejected when an order that is %s, even if none of its payouts is known, would not be paid without it',
    (status) => {
      expect(validateRefund(returnEvidence({ payments: [extra], siblings: [] }, { status, amountPaid: 0n }))).toBe(
        'the order is not paid without it',
      );
    },
  );

  test('is rejected for a payment that is not known', () => {
    expect(validateRefund(returnEvidence({ payments: [paying] }))).toBe('payment is not to be given back');
  });

  test.each([
    ['state', { ...extra, state: 'case' as const }, 'payment is not to be given back'],
    ['order', { ...extra, orderId: 'order-2' }, 'payment is not to be given back'],
    ['finality', { ...extra, confirmed: false }, 'payment is not to be given back'],
    ['unit', { ...extra, unit: 'pm' as const }, 'wrong network or reserve'],
    ['network', { ...extra, network: 'tron' as const }, 'wrong network or reserve'],
    ['sum', { ...extra, amount: EXTRA - 1n }, 'refund differs from the payment'],
  ])('is rejected for a payment with another %s', (_, payment, why) => {
    expect(validateRefund(returnEvidence({ payments: [paying, payment] }))).toBe(why);
  });

  test('is rejected when the order’s price does not follow from the rates', () => {
    expect(validateRefund(returnEvidence({}, { amountSent: PRICE - 1n }))).toBe('price does not follow from the rate');
    expect(validateRefund(returnEvidence({ rates: null }))).toBe('rate version is of something else');
  });

  test('needs no price of an order that pays nothing out', () => {
    const waiting = { status: 'verifying_transaction', reason: 'underpaid', amountPaid: PRICE - 1n } as const;
    const payments = [{ ...paying, amount: PRICE - 1n }, extra];
    expect(validateRefund(returnEvidence({ siblings: [], payments, rates: null }, waiting))).toBeNull();
  });

  test('needs no price of an order that is refunded and was never paid out', () => {
    const waiting = { status: 'verifying_transaction', reason: 'underpaid', amountPaid: PRICE - 1n } as const;
    const payments = [{ ...paying, amount: PRICE - 1n }, extra];
    const siblings = [{ ...refund, state: 'settled' as const }];
    expect(validateRefund(returnEvidence({ siblings, payments }, waiting))).toBeNull();
  });

  test('is rejected when the order counts another sum than its payments', () => {
    for (const amountPaid of [PRICE - 1n, PRICE + 1n]) {
      expect(validateRefund(returnEvidence({}, { amountPaid }))).toBe('the order is not paid without it');
    }
  });

  test('is rejected when refunds have left less than the price of an order that was paid out', () => {
    const refunded = { ...refund, amount: 1n, state: 'settled' as const };
    const evidence = returnEvidence({ siblings: [payoutOf({ state: 'settled' }), refunded] }, { amountRefunded: 1n });
    expect(validateRefund(evidence)).toBe('the order is not paid without it');
  });

  test('is accepted only once, or again after it failed', () => {
    const first = { ...refund, id: 'refund-2', obligationKind: 'return', obligationId: extra.id, amount: EXTRA, state: 'settled' as const };
    expect(validateRefund(returnEvidence({ siblings: [first] }))).toBe('refund differs from the payment');
    expect(validateRefund(returnEvidence({ siblings: [{ ...first, state: 'failed' }] }))).toBeNull();
    expect(validateRefund(returnEvidence({ siblings: [{ ...first, obligationId: 'payment-3' }] }))).toBeNull();
  });
});

describe('the refund of an order', () => {
  test('is accepted in full when the order was not paid out', () => {
    expect(validateRefund(fullRefundEvidence())).toBeNull();
    expect(validateRefund(fullRefundEvidence({ siblings: [payoutOf({ state: 'settled' })] }))).toBe('the order is being paid');
    const failed = payoutOf({ id: 'payout-2', state: 'failed' });
    expect(validateRefund(fullRefundEvidence({ siblings: [failed, payoutOf({ state: 'settled' })] }))).toBe('the order is being paid');
    expect(validateRefund(fullRefundEvidence({}, { status: 'delivered' }))).toBe('order is delivered');
    expect(validateRefund(fullRefundEvidence({ siblings: [{ ...refund, id: 'refund-2', amount: PRICE, state: 'failed' }] }))).toBeNull();
    for (const status of ['verifying_transaction', 'error', 'handmake', 'cancelled'] as const) {
      expect(validateRefund(fullRefundEvidence({}, { status }))).toBeNull();
    }
  });

  test('is accepted for the excess over a paid order’s price', () => {
    const payments = [{ ...paying, amount: PRICE + EXTRA }];
    const payout = { ...refund, amount: EXTRA, held: EXTRA };
    const order = { amountPaid: PRICE + EXTRA, amountRefunded: EXTRA, reason: null };
    for (const status of ['paid', 'delivering', 'waitingotp', 'retry_scheduled', 'handmake', 'error', 'delivered'] as const) {
      expect(validateRefund(fullRefundEvidence({ payout, payments, heldInLedger: EXTRA }, { ...order, status }))).toBeNull();
    }
    expect(validateRefund(fullRefundEvidence({ payout, payments, heldInLedger: EXTRA }, { ...order, status: 'verifying_transaction' }))).toBe(
      'order is verifying_transaction',
    );
  });

  test('is rejected for an excess over less than the order’s terms, and for terms below what was paid out', () => {
    const payments = [{ ...paying, amount: PRICE + EXTRA }];
    const payout = { ...refund, amount: EXTRA, held: EXTRA };
    const order = { status: 'delivered', amountPaid: PRICE + EXTRA, amountRefunded: EXTRA, reason: null } as const;
    const excess = (set: Partial<RefundEvidence>, terms: Partial<Order> = {}) =>
      validateRefund(
        fullRefundEvidence({ payout, payments, heldInLedger: EXTRA, siblings: [payoutOf({ state: 'settled' })], ...set }, { ...order, ...terms }),
      );
    expect(excess({})).toBeNull();
    const all = { ...payout, amount: PRICE + EXTRA - 1n, held: PRICE + EXTRA - 1n };
    const repriced = { amountSent: 1n, amountRefunded: PRICE + EXTRA - 1n };
    expect(excess({ payout: all, heldInLedger: all.held }, repriced)).toBe('price does not follow from the rate');
    expect(excess({ rates: { ...RATES, rate: RATE_ONE } })).toBe('rate is not what operators set');
    expect(excess({ rates: null })).toBe('rate version is of something else');
    expect(excess({ siblings: [payoutOf({ state: 'settled', amount: 100_01n })] })).toBe('more was paid out than the order is');
    expect(excess({ siblings: [payoutOf({ state: 'settled' }), payoutOf({ id: 'payout-2', state: 'failed' })] })).toBeNull();
    const twice = [payoutOf({ state: 'settled' }), payoutOf({ id: 'payout-2', seq: 2, state: 'attempting' })];
    expect(excess({ siblings: twice })).toBe('more was paid out than the order is');
  });

  test('of the excess needs the order’s price even when nothing is paid out: the order keeps it', () => {
    const payments = [{ ...paying, amount: PRICE + EXTRA }];
    const payout = { ...refund, amount: EXTRA, held: EXTRA };
    for (const status of ['error', 'handmake'] as const) {
      const order = { status, amountPaid: PRICE + EXTRA, amountRefunded: EXTRA };
      expect(validateRefund(fullRefundEvidence({ payout, payments, heldInLedger: EXTRA, rates: null }, order))).toBe(
        'rate version is of something else',
      );
    }
  });

  test('in full needs no price: the order keeps nothing', () => {
    expect(validateRefund(fullRefundEvidence({ rates: null }, { amountSent: 1n }))).toBeNull();
  });

  test('includes the fee that we keep of it', () => {
    const payout = { ...refund, amount: PRICE - 5_500n, fee: 5_500n, held: PRICE - 5_500n };
    expect(validateRefund(fullRefundEvidence({ payout, heldInLedger: payout.held }))).toBeNull();
    expect(validateRefund(fullRefundEvidence({ payout: { ...payout, fee: 5_499n }, heldInLedger: payout.held }))).toBe(
      'refund differs from what was decided',
    );
  });

  test('is rejected for a part that is neither the excess nor everything', () => {
    const payments = [{ ...paying, amount: PRICE + EXTRA }];
    for (const amount of [1n, EXTRA - 1n, EXTRA + 1n, PRICE + EXTRA - 1n]) {
      const payout = { ...refund, amount, held: amount };
      const evidence = fullRefundEvidence({ payout, payments, heldInLedger: amount }, { amountPaid: PRICE + EXTRA, amountRefunded: amount });
      expect(validateRefund(evidence)).toBe('neither the excess nor everything is given back');
    }
  });

  test('is rejected when it is another order’s, or no refund', () => {
    const payout = { ...refund, amount: PRICE, held: PRICE };
    for (const set of [{ obligationId: 'order-2' }, { orderId: 'order-2' }, { orderId: null }, { obligationKind: 'order' }]) {
      expect(validateRefund(fullRefundEvidence({ payout: { ...payout, ...set } }))).toBe('refund is not of this order');
    }
    const back = { ...payout, obligationKind: 'return', obligationId: extra.id, amount: EXTRA, held: EXTRA, orderId: 'order-2' };
    expect(validateRefund(returnEvidence({ payout: back }))).toBe('refund is not of this order');
  });

  test('goes into the balance that has paid, into no other, and of what no balance has paid into none', () => {
    const payout = { ...refund, amount: PRICE, held: PRICE };
    const intoBalance = (set: Partial<Payout>, order: Partial<Order> = { fromBalance: true, customerId: '7KQ2M9XR' }) =>
      validateRefund(fullRefundEvidence({ payout: { ...payout, toBalanceOf: '7KQ2M9XR', destination: '7KQ2M9XR', ...set } }, order));
    expect(intoBalance({})).toBeNull();
    expect(intoBalance({ toBalanceOf: '8KQ2M9XR' })).toBe('refund goes elsewhere');
    expect(intoBalance({ toBalanceOf: null })).toBe('refund goes elsewhere');
    expect(intoBalance({ destination: '8KQ2M9XR' })).toBe('refund goes elsewhere');
    expect(intoBalance({}, { fromBalance: false, customerId: '7KQ2M9XR' })).toBe('refund goes elsewhere');
  });

  test('is rejected on another network, reserve or currency than the order was paid in', () => {
    const payout = { ...refund, amount: PRICE, held: PRICE };
    for (const set of [{ network: 'tron' }, { reserve: 'pm' }, { currency: 'pm' }] as const) {
      expect(validateRefund(fullRefundEvidence({ payout: { ...payout, ...set } }))).toBe('wrong network or reserve');
    }
  });

  test('counts the holds of other open refunds from the same reserve only', () => {
    const other = { ...refund, id: 'refund-2', obligationKind: 'return', obligationId: extra.id, held: 5n, amount: 5n };
    const accepts = (set: Partial<Payout>, held: bigint) =>
      validateRefund(fullRefundEvidence({ siblings: [{ ...other, ...set }], heldInLedger: PRICE + held })) === null;
    expect(accepts({ state: 'queued' }, 5n)).toBe(true);
    expect(accepts({ state: 'attempting' }, 5n)).toBe(true);
    for (const set of [{ state: 'settled' }, { state: 'failed' }, { reserve: 'pm' }] as const) {
      expect(accepts(set, 0n)).toBe(true);
      expect(accepts(set, 5n)).toBe(false);
    }
  });

  test('must match the decision, its hold and the limit', () => {
    expect(validateRefund(fullRefundEvidence({}, { amountRefunded: PRICE - 1n }))).toBe('refund differs from what was decided');
    expect(validateRefund(fullRefundEvidence({ payments: [] }))).toBe('not paid what is given back');
    expect(validateRefund(fullRefundEvidence({}, { amountPaid: PRICE + 1n }))).toBe('not paid what is given back');
    const more = PRICE + 1n;
    const payout = { ...refund, amount: more, held: more };
    expect(validateRefund(fullRefundEvidence({ payout, heldInLedger: more }, { amountRefunded: more }))).toBe('not paid what is given back');
    expect(validateRefund(fullRefundEvidence({ heldInLedger: PRICE - 1n }))).toBe('hold is missing');
    expect(validateRefund(fullRefundEvidence({ maxFee: 1n }))).toBe('hold is missing');
    expect(validateRefund(fullRefundEvidence({ limit: PRICE }))).toBeNull();
    expect(validateRefund(fullRefundEvidence({ limit: PRICE - 1n }))).toBe('above the automatic limit');
  });
});
