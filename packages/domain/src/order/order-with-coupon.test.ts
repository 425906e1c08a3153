import { describe, expect, test } from 'vitest';
import { after, contextAt, orderOf, paymentOf, payoutOf, TIMER_MS } from '../../testing/order.ts';
import { PM_BUY, PM_FEE } from '../../testing/terms.ts';
import type { Posting } from '../ledger/post.ts';
import { HUNDRED_PERCENT } from '../price/fee.ts';
import { RATE_ONE } from '../price/rate.ts';
import { decideCreate } from './decisions/decide-create.ts';
import { decideCancel } from './decisions/decide-expiry.ts';
import { decideMatch } from './decisions/decide-payment.ts';
import { recalculate } from './decisions/decide-recalculate.ts';
import { decideClearRisk } from './decisions/decide-risk.ts';
import { deliveryPostings, deliveryReversalPostings } from './obligations/delivery-postings.ts';
import type { Order } from './order.ts';
import { repriced } from './reprice.ts';
import { type PayoutEvidence, validatePayout } from './validation/validate-payout.ts';

/** 5 000 đ off the fee of 12 975 đ. */
const OFF = { percent: HUNDRED_PERCENT, max: 5_000n };
const TERMS = { ...PM_BUY, discount: OFF };
const PRICE = 2_602_975n;
const LATE = contextAt(after(TIMER_MS + 60_000));

function couponOrder(set: Partial<Order> = {}): Order {
  return orderOf({ coupon: 'TET2027', couponVersion: 900, couponHeld: true, amountSent: PRICE, cashAmount: PRICE, discount: 5_000n, ...set });
}

describe('the use of a coupon', () => {
  test('is taken by a new order with one, and by no other', () => {
    const { version: _, couponHeld: __, ...terms } = couponOrder();
    expect(decideCreate(terms, after(TIMER_MS), contextAt(after(0))).order?.after.couponHeld).toBe(true);
    expect(decideCreate({ ...terms, coupon: null, couponVersion: null }, after(TIMER_MS), contextAt(after(0))).order?.after.couponHeld).toBe(false);
  });

  test.each(['expired', 'abandoned', 'superseded', 'balance_short'] as const)('is given back when the order is %s', (reason) => {
    expect(decideCancel(couponOrder(), reason, LATE).order?.after).toMatchObject({ status: 'cancelled', couponHeld: false });
  });

  test('is kept by an order that was paid', () => {
    const paid = decideMatch(paymentOf({ amount: PRICE }), couponOrder(), contextAt(after(1_000)));
    expect(paid.order?.after).toMatchObject({ status: 'paid', couponHeld: true, discount: 5_000n });
  });

  test('is not taken again: money that comes after the order ended has no discount, however good the newest rate is', () => {
    const ended = couponOrder({ status: 'cancelled', reason: 'expired', holding: 0n, couponHeld: false });
    const cheaper = { ...PM_BUY, rate: 20_000n * RATE_ONE };
    for (const paidAt of [after(1_000), after(TIMER_MS + 1)]) {
      const revived = decideMatch(paymentOf({ amount: PRICE, paidAt, recordedAt: paidAt }), ended, LATE, { newest: cheaper });
      expect(revived.order?.after).toMatchObject({ status: 'verifying_transaction', reason: 'late', couponHeld: false });
    }
    const risky = { ...ended, status: 'verifying_transaction' as const, reason: 'risk' as const, amountPaid: PRICE };
    const cleared = decideClearRisk(risky, [paymentOf({ amount: PRICE })], LATE, { canRehold: true, newest: cheaper });
    expect(cleared.order?.after).toMatchObject({ status: 'verifying_transaction', reason: 'late' });
  });
});

describe('a new price of an order with a coupon', () => {
  test('for another quantity has the discount once', () => {
    const facts = { terms: TERMS, rateVersion: 7, fees: { pmVerified: true } };
    expect(repriced(couponOrder(), 50_00n, facts)).toMatchObject({ amountSent: 1_298_988n, discount: 5_000n });
    // The fee of 10 pm is 0.05 pm, which is 1 297.5 đ.
    expect(repriced(couponOrder(), 10_00n, facts)).toMatchObject({ amountSent: 259_500n, discount: 1_298n });
  });

  test('for the sum that came in buys more by the discount', () => {
    const limits = {
      known: true,
      allowed: true,
      minOrder: 0n,
      minQuantity: null,
      maxBalance: 10n ** 9n,
      sourceMaxBalance: null,
      reserve: 10n ** 9n,
      payoutFee: 0n,
      payoutFloor: 1n,
    };
    const bought = (terms: typeof TERMS | typeof PM_BUY) =>
      recalculate({ kind: 'buy', to: 'pm', toBalance: false, amountPaid: 1_300_000n }, { ...limits, terms }, { pmVerified: true });
    expect(bought(PM_BUY)).toMatchObject({ quantity: 49_84n, discount: 0n });
    expect(bought(TERMS)).toMatchObject({ quantity: 50_03n, amountSent: 1_300_000n, discount: 5_000n });
  });
});

describe('the books of an order with a coupon', () => {
  const entriesOf = (postings: readonly Posting[]) =>
    postings.map(({ kind, entries }) => [kind, ...entries.map((entry) => [entry.account, entry.amount])]);

  test('have the whole fee as income, and the discount as a line of its own, in dong for a buy', () => {
    const order = couponOrder({ status: 'delivering', amountPaid: PRICE });
    expect(entriesOf(deliveryPostings(order, 50n, LATE)).at(-1)).toEqual([
      'fee',
      ['fx:pm', 50n],
      ['fee:pm', -50n],
      ['discount:vnd', 5_000n],
      ['fx:vnd', -5_000n],
    ]);
  });

  test('have the discount of a swap in what it delivers', () => {
    const order = couponOrder({ kind: 'ex', from: 'trc20', status: 'delivering', discount: 25n });
    expect(entriesOf(deliveryPostings(order, 50n, LATE)).at(-1)).toEqual([
      'fee',
      ['fx:pm', 50n],
      ['fee:pm', -50n],
      ['discount:pm', 25n],
      ['fx:pm', -25n],
    ]);
  });

  test('are as before after a reversal', () => {
    const order = couponOrder({ status: 'delivering', amountPaid: PRICE });
    const sums = new Map<string, bigint>();
    for (const { entries } of [...deliveryPostings(order, 50n, LATE), ...deliveryReversalPostings(order, 50n, LATE)])
      for (const { account, amount } of entries) sums.set(account, (sums.get(account) ?? 0n) + amount);
    expect([...sums.values()].every((sum) => sum === 0n)).toBe(true);
  });
});

describe('the payout of an order with a coupon', () => {
  function evidenceOf(set: Partial<Order> = {}, discount: PayoutEvidence['discount'] = OFF): PayoutEvidence {
    return {
      order: couponOrder({ status: 'delivering', amountPaid: set.amountSent ?? PRICE, ...set }),
      payout: payoutOf(),
      siblings: [],
      payments: [paymentOf({ state: 'matched', orderId: 'order-1', amount: set.amountSent ?? PRICE })],
      rate: PM_BUY.rate,
      fee: PM_FEE,
      rateReplacedAt: null,
      excess: null,
      discount,
      heldInLedger: 100_50n,
      maxFee: 50n,
      limit: 500_000n,
    };
  }
  const REJECTED = 'price does not follow from the rate';

  test('is valid at the discount of its coupon', () => {
    expect(validatePayout(evidenceOf())).toBeNull();
  });

  test('is rejected at any other discount, or without the coupon', () => {
    expect(validatePayout(evidenceOf({ amountSent: PRICE - 1n, discount: 5_001n }))).toBe(REJECTED);
    expect(validatePayout(evidenceOf({ discount: 4_999n }))).toBe(REJECTED);
    expect(validatePayout(evidenceOf({}, null))).toBe(REJECTED);
    expect(validatePayout(evidenceOf({ amountSent: PRICE + 5_000n, discount: 0n }, null))).toBeNull();
  });
});
