import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { after, orderOf, paymentOf, payoutOf } from '../../../testing/order.ts';
import { PM_BUY, PM_FEE, PM_SELL } from '../../../testing/terms.ts';
import { RECALCULATION_TTL_SECONDS } from '../../constants.ts';
import { CURRENCY_CODES, RESERVE_CODES } from '../../currencies.ts';
import { NETWORK_CODES } from '../../networks.ts';
import { ORDER_KINDS, ORDER_STATUS_CODES } from '../../order-status.ts';
import { NO_FEE } from '../../price/fee.ts';
import { RATE_ONE } from '../../price/rate.ts';
import type { Payout } from '../../transfer/payout.ts';
import type { Order } from '../order.ts';
import { type PayoutEvidence, validatePayout } from './validate-payout.ts';
import type { ExcessRate } from './validate-terms.ts';

const PRICE = 2_607_975n;

/** Consistent evidence. */
function evidenceOf(set: Partial<PayoutEvidence> = {}): PayoutEvidence {
  return {
    order: orderOf({ status: 'delivering', amountPaid: PRICE }),
    payout: payoutOf(),
    siblings: [],
    payments: [paymentOf({ state: 'matched', orderId: 'order-1' })],
    rate: PM_BUY.rate,
    fee: PM_FEE,
    rateReplacedAt: null,
    discount: null,
    excess: null,
    heldInLedger: 100_50n,
    maxFee: 50n,
    limit: 500_000n,
    ...set,
  };
}

function withOrder(set: Partial<Order>): PayoutEvidence {
  const evidence = evidenceOf();
  return { ...evidence, order: { ...evidence.order, ...set } };
}

describe('a valid payout', () => {
  test('is accepted', () => {
    expect(validatePayout(evidenceOf())).toBeNull();
    expect(validatePayout(withOrder({ status: 'retry_scheduled' }))).toBeNull();
  });

  test('is accepted with several payments, and ignores payments that do not count', () => {
    const part = paymentOf({ state: 'matched', orderId: 'order-1' });
    const payments = [
      { ...part, amount: PRICE - 1n },
      { ...part, id: 'payment-2', amount: 1n },
      { ...part, id: 'payment-3', state: 'case' as const },
      { ...part, id: 'payment-4', confirmed: false },
      { ...part, id: 'payment-5', orderId: 'order-2' },
      { ...part, id: 'payment-6', unit: 'pm' as const },
    ];
    expect(validatePayout(evidenceOf({ payments }))).toBeNull();
  });

  test('is accepted up to exactly the limit', () => {
    expect(validatePayout(evidenceOf({ limit: 100_00n }))).toBeNull();
    expect(validatePayout(evidenceOf({ limit: 99_99n }))).toBe('above the automatic limit');
  });
});

describe('a payout of more than was ordered, at a newer rate beyond', () => {
  const NEWER = 31_140n * RATE_ONE;
  /** 1 000 000 đ more than 100 pm cost: 3 129 570 đ at the newer rate, so that 4 129 570 đ buy 131.95 pm. */
  const PAID = PRICE + 1_000_000n;

  function beyond(set: Partial<Order> = {}, excess: Partial<ExcessRate> = {}): PayoutEvidence {
    const order = {
      quantity: 131_95n,
      amountReceived: 131_95n,
      feeExchange: 66n,
      excessQuantity: 31_95n,
      excessRateVersion: 8,
      amountSent: PAID,
      amountPaid: PAID,
      held: 133_00n,
      holding: 133_00n,
    };
    return {
      ...withOrder({ ...order, ...set }),
      payout: payoutOf({ amount: set.amountReceived ?? 131_95n }),
      payments: [paymentOf({ state: 'matched', orderId: 'order-1', amount: PAID, paidAt: after(1_700_000) })],
      heldInLedger: 133_00n,
      rateReplacedAt: after(1_600_000),
      excess: { rate: NEWER, fee: PM_FEE, replacedAt: null, ...excess },
    };
  }

  function allBeyond(): PayoutEvidence {
    const sum = { amountSent: 3_129_518n, amountPaid: 3_129_518n };
    const evidence = beyond({ quantity: 100_00n, excessQuantity: 100_00n, amountReceived: 100_00n, feeExchange: 50n, ...sum });
    return { ...evidence, payments: evidence.payments.map((payment) => ({ ...payment, amount: sum.amountPaid })) };
  }

  test('is accepted, also when the newer rate was replaced within three minutes', () => {
    expect(validatePayout(beyond())).toBeNull();
    expect(validatePayout(beyond({}, { replacedAt: after(1_700_000 - 180_000) }))).toBeNull();
  });

  test('is accepted when the order’s own rate was replaced long before the money came: it prices no more than was ordered', () => {
    expect(validatePayout({ ...beyond(), rateReplacedAt: after(1_000) })).toBeNull();
  });

  test.each<[string, PayoutEvidence]>([
    ['rate is out of date', beyond({}, { replacedAt: after(1_700_000 - 180_001) })],
    ['price does not follow from the rate', beyond({ excessQuantity: 31_00n })],
    ['price does not follow from the rate', beyond({ excessQuantity: 0n })],
    ['price does not follow from the rate', beyond({ excessQuantity: 131_95n })],
    ['price does not follow from the rate', beyond({ excessQuantity: 131_96n })],
    // All of it at the newer rate: 100 pm for 3 129 570 đ, less what the fixed fee is at one rate and at the other.
    ['price does not follow from the rate', allBeyond()],
    ['price does not follow from the rate', beyond({ excessQuantity: -1n })],
    ['price does not follow from the rate', beyond({ quantity: 131_96n, amountReceived: 131_96n })],
    ['price does not follow from the rate', beyond({}, { rate: NEWER + RATE_ONE * 20n })],
    ['rate is not what operators set', { ...beyond(), excess: null }],
  ])('is rejected: %s (%#)', (why, evidence) => {
    expect(validatePayout(evidence)).toBe(why);
  });
});

test('an order without a rate beyond what was ordered has no part at such a rate', () => {
  const excess = { rate: PM_BUY.rate, fee: PM_FEE, replacedAt: null };
  const evidence = withOrder({ excessQuantity: -1n, excessRateVersion: 8 });
  expect(validatePayout({ ...evidence, excess })).toBe('price does not follow from the rate');
});

test('what is paid out follows from the price, not only what was paid', () => {
  const evidence = withOrder({ amountReceived: 100_01n, held: 101_00n, holding: 101_00n });
  expect(validatePayout({ ...evidence, payout: payoutOf({ amount: 100_01n }), heldInLedger: 101_00n })).toBe('price does not follow from the rate');
});

describe('the order’s own rate', () => {
  const TTL_MS = RECALCULATION_TTL_SECONDS * 1000;

  test('may have been replaced up to three minutes before the order, while its price was on the screen', () => {
    expect(validatePayout(evidenceOf({ rateReplacedAt: after(-TTL_MS) }))).toBeNull();
    expect(validatePayout(evidenceOf({ rateReplacedAt: after(-TTL_MS - 1) }))).toBe('rate is out of date');
  });

  test('may have been replaced at any time after the order', () => {
    expect(validatePayout(evidenceOf({ rateReplacedAt: after(1) }))).toBeNull();
  });
});

describe('a rate that was replaced before the money came', () => {
  const TTL_MS = RECALCULATION_TTL_SECONDS * 1000;
  const NOT_PROMISED = 'the rate was not promised for this';
  const paid = (atMs: number, set: Partial<PayoutEvidence> = {}): PayoutEvidence =>
    evidenceOf({ payments: [paymentOf({ state: 'matched', orderId: 'order-1', paidAt: after(atMs), recordedAt: after(atMs) })], ...set });
  const ordered = (orderedQuantity: bigint, evidence: PayoutEvidence) => ({ ...evidence, order: { ...evidence.order, orderedQuantity } });

  test('prices what was ordered, and no more', () => {
    const evidence = paid(1_000_000, { rateReplacedAt: after(1_000_000 - TTL_MS - 1) });
    expect(validatePayout(evidence)).toBeNull();
    expect(validatePayout(ordered(99_99n, evidence))).toBe(NOT_PROMISED);
    expect(validatePayout(ordered(99_99n, { ...evidence, rateReplacedAt: after(1_000_000 - TTL_MS) }))).toBeNull();
    expect(validatePayout(ordered(99_99n, { ...evidence, rateReplacedAt: null }))).toBeNull();
  });
});

describe('an order paid on a chain', () => {
  /** A sale of 100 USDT at 25 350 đ, paid with this many millionths. */
  function paidWith(amount: bigint, set: Partial<Order> = {}): PayoutEvidence {
    const order = orderOf({
      ...{ kind: 'sell', from: 'trc20', to: 'vnd', payInNetwork: 'tron', payOutNetwork: 'bank', reserve: 'vnd', status: 'delivering' },
      ...{ destination: '0011001234567', destinationBank: 'vcb', rate: PM_SELL.rate, feeExchange: 0n },
      ...{ quantity: 100_000_000n, amountSent: 100_000_000n, amountPaid: amount, amountReceived: 2_535_000n, held: 2_535_000n, holding: 2_535_000n },
      ...set,
    });
    return {
      order,
      payout: payoutOf({
        ...{ network: 'bank', reserve: 'vnd', currency: 'vnd' },
        ...{ amount: 2_535_000n, destination: '0011001234567', destinationBank: 'vcb' },
      }),
      siblings: [],
      payments: [paymentOf({ network: 'tron', unit: 'usdt-tron', amount, state: 'matched', orderId: 'order-1' })],
      rate: PM_SELL.rate,
      fee: NO_FEE,
      rateReplacedAt: null,
      discount: null,
      excess: null,
      heldInLedger: 2_535_000n,
      maxFee: 0n,
      limit: 500_000_000n,
    };
  }

  test('at a rate that was replaced, is accepted with what was ordered and five thousandths more', () => {
    const old = { ...paidWith(100_000_000n), rateReplacedAt: after(-1) };
    const [payment] = old.payments;
    const payments = payment ? [{ ...payment, paidAt: after(1_000_000), recordedAt: after(1_000_000) }] : [];
    const ordered = (orderedQuantity: bigint) => validatePayout({ ...old, payments, order: { ...old.order, orderedQuantity } });
    expect(ordered(100_000_000n)).toBeNull();
    expect(ordered(99_502_488n)).toBeNull();
    expect(ordered(99_502_487n)).toBe('the rate was not promised for this');
  });

  test('is accepted with up to five thousandths more than its price, and not with less', () => {
    expect(validatePayout(paidWith(100_000_000n))).toBeNull();
    expect(validatePayout(paidWith(100_500_000n))).toBeNull();
    expect(validatePayout(paidWith(100_500_001n))).toBe('not paid in full');
    expect(validatePayout(paidWith(99_999_999n))).toBe('not paid in full');
  });

  test('counts what was kept, without what was refunded', () => {
    expect(validatePayout(paidWith(130_000_000n, { amountRefunded: 30_000_000n }))).toBeNull();
    expect(validatePayout(paidWith(130_000_000n, { amountRefunded: 29_500_000n }))).toBeNull();
    expect(validatePayout(paidWith(130_000_000n, { amountRefunded: 29_499_999n }))).toBe('not paid in full');
    expect(validatePayout(paidWith(130_000_000n, { amountRefunded: 30_000_001n }))).toBe('not paid in full');
  });
});

describe('what was settled or recorded for the order before', () => {
  const NOT_A_PART = 'what is settled or recorded is not another part';
  /** 760.5 million dong for 30 000 USDT: parts of 499 999 999 and 260 500 001 dong, of which the second is to be sent. */
  function inParts(...siblings: Partial<Payout>[]): PayoutEvidence {
    const sent = 30_000_000_000n;
    const owed = 760_500_000n;
    const order = orderOf({
      ...{ kind: 'sell', from: 'trc20', to: 'vnd', payInNetwork: 'tron', payOutNetwork: 'bank', reserve: 'vnd', status: 'delivering' },
      ...{ destination: '0011001234567', destinationBank: 'vcb', rate: PM_SELL.rate, feeExchange: 0n },
      ...{ quantity: sent, orderedQuantity: sent, amountSent: sent, amountPaid: sent, amountReceived: owed, held: owed, holding: owed },
    });
    const place = { network: 'bank', reserve: 'vnd', currency: 'vnd', destination: '0011001234567', destinationBank: 'vcb', parts: 2 } as const;
    return {
      order,
      payout: payoutOf({ ...place, part: 2, amount: 260_500_001n }),
      siblings: siblings.map((set) => payoutOf({ ...place, id: 'payout-2', part: 1, amount: 499_999_999n, state: 'settled', ...set })),
      payments: [paymentOf({ network: 'tron', unit: 'usdt-tron', amount: sent, state: 'matched', orderId: 'order-1' })],
      rate: PM_SELL.rate,
      fee: NO_FEE,
      rateReplacedAt: null,
      discount: null,
      excess: null,
      heldInLedger: owed,
      maxFee: 0n,
      limit: owed,
    };
  }

  test.each<[string, Partial<Payout>[], string | null]>([
    ['nothing', [], null],
    ['the other part', [{}], null],
    ['the other part, by hand', [{ madeBy: 'operator', destination: '' }], null],
    ['the other part, on its way', [{ state: 'attempting' }], null],
    ['this part, which failed', [{ part: 2, amount: 260_500_001n, state: 'failed' }], null],
    ['a refund', [{ obligationKind: 'refund', part: 1, parts: 1, amount: 1n }], null],
    ['this part', [{ part: 2, amount: 260_500_001n }], NOT_A_PART],
    ['the whole', [{ part: 1, parts: 1, amount: 760_500_000n }], NOT_A_PART],
    ['a part of another division', [{ part: 3, parts: 3 }], NOT_A_PART],
    ['a part of another division, of the amount of one of this', [{ parts: 3 }], NOT_A_PART],
    ['a part that there is not', [{ part: 3 }], NOT_A_PART],
    ['another amount', [{ amount: 1n, fee: 499_999_998n }], NOT_A_PART],
    ['a part with a fee', [{ fee: 1n }], NOT_A_PART],
    ['the other part twice', [{}, { id: 'payout-3' }], NOT_A_PART],
  ])('%s', (_, siblings, rejection) => {
    expect(validatePayout(inParts(...siblings))).toBe(rejection);
  });
});

test.each(ORDER_STATUS_CODES.filter((status) => status !== 'delivering' && status !== 'retry_scheduled'))(
  'rejects a payout of an order in status %s',
  (status) => {
    expect(validatePayout(withOrder({ status }))).toBe(`order is ${status}`);
  },
);

test.each<[string, PayoutEvidence]>([
  ['payout is not of this order', evidenceOf({ payout: payoutOf({ orderId: 'order-2' }) })],
  ['payout is not of this order', evidenceOf({ payout: payoutOf({ obligationId: 'order-2' }) })],
  ['payout is not of this order', evidenceOf({ payout: payoutOf({ obligationKind: 'refund' }) })],
  ['payout differs from the order', evidenceOf({ payout: payoutOf({ amount: 100_01n }) })],
  ['payout differs from the order', evidenceOf({ payout: payoutOf({ parts: 2 }) })],
  ['payout differs from the order', evidenceOf({ payout: payoutOf({ destination: 'U1111111' }) })],
  ['payout differs from the order', evidenceOf({ payout: payoutOf({ destinationBank: 'vcb' }) })],
  ['payout differs from the order', evidenceOf({ payout: payoutOf({ toBalanceOf: '7KQ2M9XR' }) })],
  ['wrong network or reserve', evidenceOf({ payout: payoutOf({ network: 'bank' }) })],
  ['wrong network or reserve', evidenceOf({ payout: payoutOf({ reserve: 'wmz' }) })],
  ['wrong network or reserve', evidenceOf({ payout: payoutOf({ currency: 'wmz' }) })],
  ['wrong network or reserve', { ...withOrder({ payOutNetwork: 'ethereum' }), payout: payoutOf({ network: 'ethereum' }) }],
  ['wrong network or reserve', withOrder({ payOutNetwork: 'ethereum' })],
  ['wrong network or reserve', withOrder({ reserve: 'wmz' })],
  ['wrong network or reserve', { ...withOrder({ reserve: 'wmz' }), payout: payoutOf({ reserve: 'wmz' }) }],
  ['wrong network or reserve', withOrder({ to: 'wmz' })],
  ['not paid in full', evidenceOf({ payments: [] })],
  ['not paid in full', withOrder({ amountPaid: PRICE - 1n })],
  ['not paid in full', evidenceOf({ payments: [paymentOf()] })],
  ['rate is not what operators set', evidenceOf({ rate: 25_951n * RATE_ONE })],
  ['price does not follow from the rate', evidenceOf({ fee: { fee: 1n, percent: 400_000n, maxFee: null } })],
  ['price does not follow from the rate', withOrder({ quantity: 99_99n })],
  ['price does not follow from the rate', withOrder({ feeExchange: 0n })],
  ['hold is missing', withOrder({ holding: 0n })],
  ['hold is missing', withOrder({ holding: 100_51n })],
  ['hold is missing', evidenceOf({ heldInLedger: 0n })],
  ['hold is missing', evidenceOf({ heldInLedger: 100_51n })],
  ['hold is missing', evidenceOf({ maxFee: 51n })],
])('rejects: %s (%#)', (why, evidence) => {
  expect(validatePayout(evidence)).toBe(why);
});

const amount = fc.bigInt({ min: 0n, max: 10n ** 15n });
const forgedOrder = fc.record(
  {
    kind: fc.constantFrom(...ORDER_KINDS),
    from: fc.constantFrom(...CURRENCY_CODES),
    to: fc.constantFrom(...CURRENCY_CODES),
    quantity: amount,
    rate: fc.bigInt({ min: 1n, max: 10n ** 20n }),
    amountSent: amount,
    amountReceived: amount,
    feeExchange: amount,
    payOutNetwork: fc.constantFrom(...NETWORK_CODES),
    reserve: fc.constantFrom(...RESERVE_CODES),
    held: amount,
    holding: amount,
    amountPaid: amount,
    destination: fc.string(),
  },
  { requiredKeys: [] },
);
const forgedPayout = fc.record(
  { amount, destination: fc.string(), network: fc.constantFrom(...NETWORK_CODES), reserve: fc.constantFrom(...RESERVE_CODES) },
  { requiredKeys: [] },
);

test('an accepted payout never exceeds the price of the payments received, whatever order and payout claim', () => {
  fc.assert(
    fc.property(forgedOrder, forgedPayout, (order, payout) => {
      const forged = { ...withOrder(order), payout: payoutOf(payout) };
      if (validatePayout(forged) !== null) return;
      expect(forged.payout).toMatchObject({ amount: 100_00n, network: 'perfect-money', reserve: 'pm', destination: forged.order.destination });
      expect(forged.order).toMatchObject({ amountSent: PRICE, amountReceived: 100_00n, rate: PM_BUY.rate });
    }),
    { numRuns: 3_000 },
  );
});
