import type { OrderView } from '@quydoi/contract/orders/order-view';
import { DAY_MS } from '@quydoi/domain/durations';
import { expect, test } from 'vitest';
import { SAMPLED_AT, sampleOrder } from '../../../../testing/sample-order.ts';
import { summaryOf } from '../order-summaries.ts';
import { presentOrder } from '../status/order-presentation.ts';
import { hasIssuedVouchers, isPastShowing, isVoucherAwaited, voucherStageOf, voucherTroubleOf } from './voucher-state.ts';

const AT = SAMPLED_AT;

function withEvents(order: OrderView, ...codes: OrderView['events'][number]['code'][]): OrderView {
  return { ...order, events: codes.map((code, i) => ({ n: i + 1, code, params: {}, at: AT })) };
}

test.each([
  ['VOUCHER', null, true],
  ['VOUCHERREFUSED', null, true],
  ['VOUCHERUNDERPAID', null, true],
  ['VOUCHERCHECKING', 'checking', false],
  ['VOUCHERACCEPTED', 'accepted', false],
  ['VOUCHEROVER', null, false],
  ['VOUCHERUNKNOWN', null, false],
  ['VOUCHERREFUNDED', null, false],
  ['VOUCHERDELIVERED', null, false],
  ['SELLPM', null, false],
] as const)('%s: on its way %s, asked for %s', (name, stage, isAwaited) => {
  const order = sampleOrder(name);
  expect(voucherStageOf(order)).toBe(stage);
  expect(isVoucherAwaited(order, false)).toBe(isAwaited);
  expect(isVoucherAwaited(order, true)).toBe(false);
});

test('money that was taken is on its way until it is confirmed; what is missing then is asked for', () => {
  const underpaid = sampleOrder('VOUCHERUNDERPAID');
  expect(voucherStageOf(withEvents(underpaid, 'created', 'voucher_accepted'))).toBe('accepted');
  expect(voucherStageOf(withEvents(underpaid, 'created', 'voucher_accepted', 'payment_confirmed'))).toBeNull();
  expect(voucherStageOf(withEvents(underpaid, 'voucher_accepted', 'payment_confirmed', 'voucher_accepted'))).toBe('accepted');
});

test.each(['VOUCHERCHECKING', 'VOUCHERACCEPTED'])('%s is never told that its price has expired, or that nothing came', (name) => {
  const order = sampleOrder(name);
  for (const cancelled of [order, { ...order, status: 'cancelled', reason: 'expired' } as const]) {
    const { headlineId, mayClose, sentence } = presentOrder(cancelled, true);
    expect(headlineId).toMatch(/^order\.voucher(Checking|Accepted)$/);
    expect(mayClose).toBe(true);
    expect(sentence.message).not.toContain('hết hạn');
  }
  expect(summaryOf(order, AT.getTime()).turn).toBe('ours');
});

test('a refusal is told of until another voucher is taken', () => {
  const order = sampleOrder('VOUCHER');
  expect(voucherTroubleOf(order)).toBeNull();
  expect(voucherTroubleOf(withEvents(order, 'created', 'voucher_refused'))?.code).toBe('voucher_refused');
  expect(voucherTroubleOf(withEvents(order, 'voucher_refused', 'voucher_unknown', 'payment_confirmed'))?.code).toBe('voucher_unknown');
  expect(voucherTroubleOf(withEvents(order, 'voucher_refused', 'voucher_accepted'))).toBeNull();
});

test.each(['VOUCHERDELIVERED', 'VOUCHERREFUNDED'])('%s: to a stranger the page does not say that the code is on it', (name) => {
  const saidOf = (masked: boolean) => presentOrder({ ...sampleOrder(name), masked }, false).sentence.message;
  expect(saidOf(false)).toContain('ngay bên dưới');
  expect(saidOf(true)).not.toContain('ngay bên dưới');
  expect(saidOf(true)).toContain('bằng đường dẫn đầy đủ của đơn');
});

test('what an order says of its voucher', () => {
  const saidOf = (name: string, isTimerOver = false) => presentOrder(sampleOrder(name), isTimerOver);
  expect(saidOf('VOUCHER')).toMatchObject({ headlineId: 'order.voucherPending', buttons: [], others: ['cancel'] });
  expect(saidOf('VOUCHEROVER', true)).toMatchObject({ headlineId: 'order.priceExpired', buttons: ['again'] });
  expect(saidOf('VOUCHERENDED').sentence.message).toContain('Chưa voucher nào bị trừ tiền');
  expect(saidOf('VOUCHERENDED').buttons).toEqual(['again', 'support']);
  expect(saidOf('VOUCHERUNKNOWN').sentence.message).toContain('đừng dùng voucher này ở nơi khác');
  expect(saidOf('VOUCHERUNKNOWN').buttons).toEqual(['support']);
  expect(saidOf('VOUCHERDELIVERED')).toMatchObject({ headlineId: 'order.voucherDelivered', step: 4 });
  expect(saidOf('VOUCHERREFUNDED')).toMatchObject({ headlineId: 'headline.reason.refunded', buttons: ['receipt'] });
  expect(saidOf('VOUCHERUNDERPAID').buttons).toEqual(['acceptRecalculation', 'requestRefund']);
});

test('codes are shown of what was paid out or back in vouchers, for 30 days', () => {
  expect(
    ['VOUCHERDELIVERED', 'VOUCHERREFUNDED', 'VOUCHER', 'VOUCHERUNKNOWN', 'DELIVERED', 'REFUNDED'].map((name) => hasIssuedVouchers(sampleOrder(name))),
  ).toEqual([true, true, false, false, false, false]);
  const order = withEvents(sampleOrder('VOUCHERDELIVERED'), 'delivered');
  expect([30 * DAY_MS, 30 * DAY_MS + 1].map((ms) => isPastShowing(order, AT.getTime() + ms))).toEqual([false, true]);
});
