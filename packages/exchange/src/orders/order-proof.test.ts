import { createSecretKey } from 'node:crypto';
import type { Order } from '@quydoi/domain/order/order';
import { orderOf } from '@quydoi/domain/testing/order';
import { describe, expect, test } from 'vitest';
import { isOrderCode, isOrderProven, orderCodeOf, orderProofOf } from './order-proof.ts';
import type { RequestSecrets } from './request-proof.ts';

const secretOf = (text: string) => createSecretKey(Buffer.from(text));
const SECRETS: RequestSecrets = [secretOf('web and signer')];
const OTHERS: RequestSecrets = [secretOf('somebody else')];

const proven = (set: Partial<Order> = {}, secrets = SECRETS): Order => {
  const order = orderOf(set);
  return { ...order, proof: orderProofOf(order, secrets) };
};

/** Another value of everything that a proof is of. */
const OTHER_TERMS = {
  id: 'order-2',
  ref: 'NGUYENVANA',
  kind: 'sell',
  from: 'trc20',
  to: 'trc20',
  orderedQuantity: 1n,
  payInNetwork: 'tron',
  payInAccount: '0019999999999',
  payInBank: 'acb',
  payInName: 'KE TROM',
  payInBranch: null,
  payOutNetwork: 'tron',
  destination: 'U7777777',
  destinationBank: 'vcb',
  destinationName: null,
  isNameTyped: true,
  sender: '0017777777777',
  senderBank: 'vcb',
  reserve: 'vnd',
  subject: 'device:2',
  customerId: 'customer-2',
  createdAt: new Date('2026-01-06T02:00:01Z'),
  expiresAt: new Date('2026-01-07T02:00:00Z'),
} as const satisfies Partial<Order>;

describe('an order’s proof', () => {
  test.each(Object.entries(OTHER_TERMS))('is not valid with another %s', (name, value) => {
    expect(isOrderProven(proven(), SECRETS)).toBe(true);
    expect(isOrderProven({ ...proven(), [name]: value }, SECRETS)).toBe(false);
  });

  test('is not valid with another coupon or version of it, nor with one that was taken away or added', () => {
    const coupon = { coupon: 'TET2027', couponVersion: 7 };
    const order = proven(coupon);
    expect(isOrderProven(order, SECRETS)).toBe(true);
    for (const other of [{ coupon: 'TET2028' }, { couponVersion: 8 }, { coupon: null, couponVersion: null }])
      expect(isOrderProven({ ...order, ...other }, SECRETS)).toBe(false);
    expect(isOrderProven({ ...proven(), ...coupon }, SECRETS)).toBe(false);
  });

  test('is not valid with another bank fee, nor with one that was taken away or added', () => {
    const order = proven({ cashFee: 5_500n });
    expect(isOrderProven(order, SECRETS)).toBe(true);
    for (const cashFee of [0n, 5_499n, -5_500n]) expect(isOrderProven({ ...order, cashFee }, SECRETS)).toBe(false);
    for (const cashFee of [5_500n, -5_500n]) expect(isOrderProven({ ...proven(), cashFee }, SECRETS)).toBe(false);
  });

  test('outlives a new price, what becomes of the order, and its origin', () => {
    const later = {
      quantity: 1n,
      rate: 1n,
      rateVersion: 9,
      amountSent: 1n,
      amountReceived: 1n,
      held: 1n,
      status: 'paid',
      version: 5,
      origin: '',
    } as const;
    expect(isOrderProven({ ...proven(), ...later }, SECRETS)).toBe(true);
  });

  test('is made by the first secret, and verified by every one', () => {
    const order = proven();
    expect(isOrderProven(order, [...OTHERS, ...SECRETS])).toBe(true);
    expect(isOrderProven(proven({}, [...OTHERS, ...SECRETS]), SECRETS)).toBe(false);
    expect(isOrderProven(order, OTHERS)).toBe(false);
    expect(isOrderProven({ ...order, proof: '' }, SECRETS)).toBe(false);
  });

  test('is opened by the code alone, which only the secret gives', () => {
    const order = proven();
    expect(isOrderCode(orderCodeOf(order, SECRETS) ?? '', order)).toBe(true);
    expect(orderCodeOf(order, OTHERS)).toBeNull();
    for (const forged of ['', order.proof, orderCodeOf(proven({ id: 'order-2' }), SECRETS) ?? '']) expect(isOrderCode(forged, order)).toBe(false);
  });
});
