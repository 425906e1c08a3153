import { expect, test } from 'vitest';
import { contextAt, paymentOf } from '../../testing/order.ts';
import { decideConfirm, decideMemo, decideReference } from './journal-payment.ts';

test('a payment without a reference takes the one that its source gives later, once', () => {
  const unnamed = paymentOf({ reference: '' });
  expect(decideReference(unnamed, 'FT26006001', 2)?.payments).toEqual([
    { before: unnamed, after: { ...unnamed, reference: 'FT26006001', occurrence: 2, version: unnamed.version + 1 } },
  ]);
  expect(decideReference(unnamed, '', 1)).toBeNull();
  expect(decideReference(paymentOf({ reference: 'FT1' }), 'FT2', 1)).toBeNull();
  expect(decideReference(paymentOf({ reference: 'FT1' }), '', 1)).toBeNull();
});

test('a confirmed payment was made when its final block was, and by now if the block is dated ahead', () => {
  const ctx = contextAt(new Date('2026-11-20T10:00:00Z'));
  const unconfirmed = paymentOf({ state: 'unconfirmed', confirmed: false });
  const confirmedAt = (paidAt: string) => decideConfirm(unconfirmed, new Date(paidAt), ctx)?.payments[0]?.after?.paidAt.toISOString();
  expect(confirmedAt('2026-11-20T09:59:00Z')).toBe('2026-11-20T09:59:00.000Z');
  expect(confirmedAt('2026-11-20T10:01:00Z')).toBe('2026-11-20T10:00:00.000Z');
  expect(decideConfirm({ ...unconfirmed, confirmed: true }, ctx.now, ctx)).toBeNull();
});

test('a payment that found no order takes a memo that its bank tells later, and is matched again', () => {
  for (const state of [{ state: 'unmatched' }, { state: 'case', caseCode: 'no_order' }] as const) {
    const bare = paymentOf({ memo: '.', orderId: null, ...state });
    expect(decideMemo(bare, 'EX24A7K9Q2')?.payments).toEqual([
      { before: bare, after: { ...bare, memo: 'EX24A7K9Q2', state: 'unmatched', caseCode: null, version: bare.version + 1 } },
    ]);
    expect(decideMemo(bare, '.')).toBeNull();
  }
});

test.each<[string, Parameters<typeof paymentOf>[0]]>([
  ['is matched', { state: 'matched' }],
  ['was returned', { state: 'returned' }],
  ['waits for another reason', { state: 'case', caseCode: 'extra' }],
  ['is known to be of an order', { state: 'case', caseCode: 'no_order', orderId: 'order' }],
  ['fills a deposit account', { state: 'unmatched', customerId: 'customer' }],
  ['came by a network that fills nothing in', { state: 'unmatched', network: 'perfect-money' }],
])('a payment that %s keeps its memo', (_, set) => {
  expect(decideMemo(paymentOf({ memo: '.', ...set }), 'EX24A7K9Q2')).toBeNull();
});
