import type { OrderView } from '@quydoi/contract/orders/order-view';
import { expect, test } from 'vitest';
import { sampleOrders } from '../../../../dev/sample-orders.ts';
import { receiptOf } from './receipt-facts.ts';

const SAMPLES = new Map(sampleOrders(new Date('2026-11-22T05:00:00Z')).map((order) => [order.ref, order]));

function sample(name: string): OrderView {
  const order = SAMPLES.get(`SAMPLE-${name}`);
  if (!order) throw new Error(`no sample ${name}`);
  return order;
}

test('the receipt of a delivered order states what was received and what was sent', () => {
  expect(receiptOf(sample('SELLDELIVERED'))).toMatchObject({
    kind: 'delivered',
    received: { code: 'trc20', amount: 100_000_000n },
    sent: { code: 'vnd', amount: 2_548_000n, account: '0011001234567', bank: 'vcb', holder: 'NGUYEN VAN AN' },
    fee: { code: 'vnd', amount: 0n },
    reference: 'FT26325081234567',
    excess: null,
  });
});

test('the receipt of an overpaid order states the whole payment, and the excess that went back', () => {
  expect(receiptOf(sample('EXCESSREFUNDED'))).toMatchObject({
    kind: 'delivered',
    received: { code: 'vnd', amount: 3_000_000n },
    sent: { code: 'pm', amount: 10_000n },
    excess: { code: 'vnd', amount: 392_025n, account: '0011001234567', bank: 'vcb' },
  });
});

test('the receipt of a refunded order states what went back, and the fee kept', () => {
  expect(receiptOf(sample('SELLREFUNDED'))).toMatchObject({
    kind: 'refunded',
    received: { code: 'trc20', amount: 100_000_000n },
    sent: { code: 'trc20', amount: 99_200_000n },
    fee: { code: 'trc20', amount: 800_000n },
  });
});

test.each(['PENDING', 'DELIVERING', 'ERROR', 'EXPIRED', 'REFUNDING', 'REFUNDFAILED', 'EXCESSREFUND', 'FORGED'])('%s has no receipt', (name) => {
  expect(receiptOf(sample(name))).toBeNull();
});

test('a refund that its bank returned has no receipt until it is sent again', () => {
  const order = sample('REFUNDED');
  expect(receiptOf({ ...order, refund: order.refund && { ...order.refund, state: 'sending' } })).toBeNull();
});
