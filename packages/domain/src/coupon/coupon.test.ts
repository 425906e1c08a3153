import { describe, expect, test } from 'vitest';
import { HUNDRED_PERCENT } from '../price/fee.ts';
import type { CouponSettings } from '../settings.ts';
import { type CouponOrder, type CouponRefusal, discountOf, parseCouponPercent, readCouponCode, refuseCoupon } from './coupon.ts';

const AT = new Date('2026-12-01T00:00:00Z');
const COUPON: CouponSettings = {
  on: true,
  percent: '50',
  amount: null,
  minOrder: '1000000',
  kinds: ['buy', 'ex'],
  currencies: null,
  from: null,
  until: null,
  uses: 10,
  usesPerCustomer: null,
  note: 'test',
};
const ORDER: CouponOrder = { kind: 'buy', to: 'pm', worth: 1_000_000n, at: AT };

describe('a code', () => {
  test.each([
    ['tet2027', 'TET2027'],
    [' Tet-2027 ', 'TET-2027'],
    ['A234', 'A234'],
    ['A'.repeat(32), 'A'.repeat(32)],
  ])('%s is %s', (text, code) => {
    expect(readCouponCode(text)).toBe(code);
  });

  test.each(['', 'ABC', 'A'.repeat(33), 'TẾT2027', 'TET 2027', '-TET2027', 'TET2027-', 'TET_2027'])('%s is none', (text) => {
    expect(readCouponCode(text)).toBeNull();
  });
});

describe('what a coupon takes off', () => {
  test.each([
    [
      { percent: '50', amount: null },
      { percent: HUNDRED_PERCENT / 2n, max: null },
    ],
    [
      { percent: null, amount: '20000' },
      { percent: HUNDRED_PERCENT, max: 20_000n },
    ],
    [
      { percent: '12.5', amount: '20000' },
      { percent: HUNDRED_PERCENT / 8n, max: 20_000n },
    ],
  ])('%o', (set, discount) => {
    expect(discountOf(set)).toEqual(discount);
  });

  test.each([
    { percent: null, amount: null },
    { percent: '100.1', amount: null },
    { percent: '0', amount: null },
    { percent: '50', amount: '1.5' },
  ])('is nothing for %o', (set) => {
    expect(() => discountOf(set)).toThrow('a coupon of nothing');
  });

  test('is up to 100 percent', () => {
    expect(parseCouponPercent('100')).toBe(HUNDRED_PERCENT);
    expect(parseCouponPercent('100.000001')).toBeNull();
    expect(parseCouponPercent('0')).toBeNull();
  });
});

describe('a coupon is refused', () => {
  test.each<[string, Partial<CouponSettings>, Partial<CouponOrder>, CouponRefusal | null]>([
    ['for no order that fits', {}, {}, null],
    ['once it is off', { on: false }, {}, 'COUPON_EXPIRED'],
    ['from its end on', { until: AT.toISOString() }, {}, 'COUPON_EXPIRED'],
    ['never before its end', { until: new Date(AT.getTime() + 1).toISOString() }, {}, null],
    ['as unknown before it begins', { from: new Date(AT.getTime() + 1).toISOString() }, {}, 'COUPON_UNKNOWN'],
    ['never once it began', { from: AT.toISOString() }, {}, null],
    ['for another kind', { kinds: ['ex'] }, {}, 'COUPON_NOT_FOR_ORDER'],
    ['for a sell', {}, { kind: 'sell', to: 'vnd' }, 'COUPON_NOT_FOR_ORDER'],
    ['for a swap where it has an amount', { amount: '20000' }, { kind: 'ex' }, 'COUPON_NOT_FOR_ORDER'],
    ['never for a swap where it has a share alone', {}, { kind: 'ex' }, null],
    ['never for a buy, where it has an amount', { amount: '20000' }, {}, null],
    ['for another currency', { currencies: ['trc20'] }, {}, 'COUPON_NOT_FOR_ORDER'],
    ['never for its currency', { currencies: ['pm', 'trc20'] }, {}, null],
    ['below its smallest order', {}, { worth: 999_999n }, 'COUPON_ORDER_TOO_SMALL'],
  ])('%s', (_, set, order, refusal) => {
    expect(refuseCoupon({ ...COUPON, ...set }, { ...ORDER, ...order })).toBe(refusal);
  });
});
