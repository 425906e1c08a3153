import { setupI18n } from '@lingui/core';
import type { MismatchOptionsView } from '@quydoi/contract/orders/mismatch-options';
import type { OrderView } from '@quydoi/contract/orders/order-view';
import type { OrderEventCode } from '@quydoi/domain/order/event';
import { ORDER_ACTIONS, ORDER_REASONS, ORDER_STATUS_CODES, type OrderReason, type OrderStatus } from '@quydoi/domain/order-status';
import { CATALOGUES, translate } from '@quydoi/messages/translate';
import { describe, expect, test } from 'vitest';
import { sampleOrder } from '../../../../testing/sample-order.ts';
import { confirmationsOf, expectedAt, extraPaymentOf, isTakingLong, orderSteps, presentOrder, sentenceText } from './order-presentation.ts';

/** Texts in their source language. */
const I18N = setupI18n({ locale: 'vi', messages: { vi: {} } });
const CREATED = new Date('2026-01-05T10:00:00Z');

function order(status: OrderStatus, reason: OrderReason | null = null, changes: Partial<OrderView> = {}): OrderView {
  return {
    ref: '7KQ2M9XR4B',
    kind: 'buy',
    status,
    reason,
    actions: [...ORDER_ACTIONS],
    masked: false,
    isNameTyped: false,
    fromBalance: false,
    toBalance: false,
    version: 1,
    from: 'vnd',
    to: 'pm',
    quantity: 10_000n,
    amountSent: 2_607_975n,
    amountReceived: 10_000n,
    amountPaid: 0n,
    amountRefunded: 0n,
    vouchers: null,
    seen: null,
    refund: null,
    feeExchange: 50n,
    discount: 0n,
    coupon: null,
    cashAmount: 2_607_975n,
    cashFee: 0n,
    rate: '25950',
    destination: 'U1234567',
    destinationBank: null,
    destinationName: null,
    sender: null,
    senderBank: null,
    instructions: null,
    payoutReference: null,
    explorerUrl: 'https://explorer.example/tx',
    events: [],
    createdAt: CREATED,
    expiresAt: new Date(CREATED.getTime() + 1_800_000),
    finalAt: null,
    retryAt: null,
    timerSeconds: 1800,
    serverTime: CREATED,
    ...changes,
  };
}

describe.each(ORDER_STATUS_CODES)('%s', (status) => {
  test.each([null, ...ORDER_REASONS])('with reason %s has a headline and at most two buttons', (reason) => {
    for (const isTimerOver of [false, true]) {
      const presentation = presentOrder(order(status, reason), isTimerOver);
      for (const id of [presentation.headlineId, presentation.badgeId]) expect(Object.hasOwn(CATALOGUES.vi, id), id).toBe(true);
      expect(presentation.buttons.length).toBeLessThanOrEqual(2);
      expect(presentation.sentence.message ?? presentation.sentence.id).toBeTruthy();
    }
  });

  test('offers no action that the server does not permit', () => {
    for (const reason of [null, ...ORDER_REASONS]) {
      const presentation = presentOrder(order(status, reason, { actions: [], explorerUrl: null }), false);
      const offered = [...presentation.buttons, ...presentation.others].filter((button) => !['support', 'receipt', 'again'].includes(button));
      expect(offered).toEqual([]);
    }
  });
});

test.each([
  ['pending', null, false, 'headline.pending', [], ['cancel']],
  ['pending', null, true, 'order.priceExpired', ['again'], []],
  ['verifying_transaction', null, false, 'headline.verifying_transaction', ['explorer'], []],
  ['verifying_transaction', 'underpaid', false, 'headline.reason.underpaid', ['topUp', 'acceptRecalculation'], ['requestRefund']],
  ['verifying_transaction', 'underpaid', true, 'order.underpaidOver', ['acceptRecalculation', 'requestRefund'], []],
  ['verifying_transaction', 'overpaid', false, 'headline.reason.overpaid', ['acceptRecalculation', 'refundExcess'], ['requestRefund']],
  ['verifying_transaction', 'late', true, 'headline.reason.late', ['acceptRecalculation', 'requestRefund'], []],
  ['verifying_transaction', 'risk', false, 'headline.reason.risk', ['support'], []],
  ['paid', null, false, 'headline.paid', [], []],
  ['delivering', null, false, 'headline.delivering', [], []],
  ['retry_scheduled', null, false, 'headline.retry_scheduled', [], []],
  ['handmake', 'over_limit', false, 'headline.handmake', ['support'], []],
  ['error', 'payout_unknown', false, 'headline.error', ['support'], []],
  ['delivered', null, false, 'headline.delivered', ['receipt', 'again'], []],
  ['cancelled', 'expired', true, 'headline.reason.expired', ['again'], []],
  ['cancelled', 'refunded', true, 'headline.reason.refunded', ['receipt'], []],
  ['forged', null, false, 'headline.forged', ['support'], []],
] as const)('%s (%s), timer over %s', (status, reason, isTimerOver, headlineId, buttons, others) => {
  const presentation = presentOrder(order(status, reason), isTimerOver);
  expect(presentation.headlineId).toBe(headlineId);
  expect(presentation.buttons).toEqual(buttons);
  expect(presentation.others).toEqual(others);
});

test.each([
  ['underpaid', false, 'order.chooseBadge'],
  ['underpaid', true, 'order.chooseBadge'],
  ['overpaid', false, 'order.chooseBadge'],
  ['late', true, 'order.chooseBadge'],
  ['risk', false, 'order.heldBadge'],
  ['refunding', false, 'order.refundingBadge'],
  ['refund_review', false, 'order.refundingBadge'],
  [null, false, 'status.verifying_transaction'],
] as const)('the badge of a payment that is %s, timer over %s, says what is needed', (reason, isTimerOver, badgeId) => {
  expect(presentOrder(order('verifying_transaction', reason), isTimerOver).badgeId).toBe(badgeId);
});

test.each([
  ['pending', 'red', 'Chờ thanh toán'],
  ['verifying_transaction', 'yellow', 'Đang xác nhận'],
  ['paid', 'blue', 'Đã nhận tiền'],
  ['delivering', 'yellow', 'Đang chuyển'],
  ['waitingotp', 'yellow', 'Đang chuyển'],
  ['delivered', 'green', 'Hoàn tất'],
  ['cancelled', 'red', 'Đã hủy'],
  ['forged', 'red', 'Không hợp lệ'],
  ['error', 'yellow', 'Chưa chuyển được'],
  ['retry_scheduled', 'yellow', 'Sẽ thử lại'],
  ['handmake', 'yellow', 'Chuyển thủ công'],
  ['ERROR_EVOUCHER', 'none', 'Voucher lỗi'],
] as const)('the badge of %s is %s and says %s', (status, badge, label) => {
  const presentation = presentOrder(order(status), false);
  expect([presentation.badge, translate('vi', presentation.badgeId)]).toEqual([badge, label]);
});

test('an order that was cancelled unpaid says that money sent late is still found', () => {
  expect(presentOrder(order('cancelled', 'expired'), true).sentence.message).toBe('Bạn chuyển muộn? Chúng tôi vẫn ghi nhận và xử lý cho bạn.');
});

test('a price that has expired is said everywhere, and nothing waits for a payment', () => {
  const { badgeId, trouble, mayClose, sentence } = presentOrder(order('pending'), true);
  expect({ badgeId, trouble, mayClose }).toEqual({ badgeId: 'order.expiredBadge', trouble: true, mayClose: false });
  expect(sentence.message).toContain('đừng chuyển theo đơn này');
  expect(presentOrder(order('pending'), false)).toMatchObject({ badgeId: 'status.pending', trouble: false });
});

test('an error marks the current step and keeps the others', () => {
  const steps = orderSteps(presentOrder(order('error', 'payout_unknown'), false), ['a', 'b', 'c', 'd']);
  expect(steps.map(({ state }) => state)).toEqual(['done', 'done', 'trouble', 'ahead']);
  const done = orderSteps(presentOrder(order('delivered'), false), ['a', 'b', 'c', 'd']);
  expect(done.every(({ state }) => state === 'done')).toBe(true);
});

test('a dropped payment asks the customer to check before sending again', () => {
  const vanished = { events: [{ n: 1, code: 'payment_dropped' as const, params: {}, at: CREATED }] };
  expect(presentOrder(order('pending', null, vanished), false)).toMatchObject({ trouble: true, others: ['cancel'] });
  expect(presentOrder(order('pending', null, vanished), false).sentence.message).toContain('gửi lại');
  expect(presentOrder(order('pending'), false).sentence.message).not.toContain('gửi lại');
});

test('an extra payment is shown until it is refunded', () => {
  const events = (...codes: OrderEventCode[]) =>
    order('delivered', null, { events: codes.map((code, n) => ({ n, code, params: { amount: '5', currency: 'vnd' }, at: CREATED })) });
  expect(extraPaymentOf(events('created', 'delivered'))).toBeNull();
  expect(extraPaymentOf(events('created', 'delivered', 'extra_payment'))?.params).toEqual({ amount: '5', currency: 'vnd' });
  expect(extraPaymentOf(events('created', 'delivered', 'extra_payment', 'refund_started'))).toBeNull();
  expect(extraPaymentOf(events('created', 'delivered', 'extra_payment', 'refunded'))).toBeNull();
  expect(extraPaymentOf(events('extra_payment', 'refunded', 'extra_payment'))?.n).toBe(2);
  expect(extraPaymentOf(events('created', 'wrong_payment'))?.code).toBe('wrong_payment');
});

test('an order on a slow chain takes long only five minutes after the chain usually is done', () => {
  const events = [{ n: 1, code: 'payment_unconfirmed' as const, params: {}, at: CREATED }];
  const seen = { amount: 100n, reference: '0x1', explorerUrl: null, at: CREATED, needed: 64, blockMs: 12_000 };
  const waits = [
    order('verifying_transaction', null, { from: 'erc20', to: 'vnd', events, seen }),
    order('delivering', null, { from: 'vnd', to: 'erc20', events }),
  ];
  const at = (seconds: number) => CREATED.getTime() + seconds * 1000;
  for (const wait of waits)
    expect([301, 64 * 12 + 300, 64 * 12 + 301].map((seconds) => isTakingLong(wait, at(seconds)))).toEqual([false, false, true]);
});

test('an order takes long from five minutes after its payment was detected', () => {
  const seen = { events: [{ n: 1, code: 'payment_unconfirmed' as const, params: {}, at: CREATED }] };
  const at = (seconds: number) => CREATED.getTime() + seconds * 1000;
  expect(isTakingLong(order('paid', null, seen), at(300))).toBe(false);
  expect(isTakingLong(order('paid', null, seen), at(301))).toBe(true);
  expect(isTakingLong(order('delivered', null, seen), at(301))).toBe(false);
  expect(isTakingLong(order('pending'), at(900))).toBe(false);
  expect(isTakingLong(order('verifying_transaction', 'overpaid', seen), at(900))).toBe(false);
});

test('a payout that usually takes seconds is slow after a minute; one on a chain is not', () => {
  const sent = { events: [{ n: 1, code: 'payout_started' as const, params: {}, at: CREATED }] };
  const at = (seconds: number) => CREATED.getTime() + seconds * 1000;
  expect([60, 61].map((seconds) => isTakingLong(order('delivering', null, { ...sent, from: 'vnd', to: 'pm' }), at(seconds)))).toEqual([false, true]);
  expect(isTakingLong(order('delivering', null, { ...sent, from: 'vnd', to: 'trc20' }), at(61))).toBe(false);
  expect(isTakingLong(order('delivered', null, { ...sent, from: 'vnd', to: 'pm' }), at(61))).toBe(false);
});

describe('decisions', () => {
  const TERMS = { amount: 1_000_000n, fee: 0n };
  const OFFER = {
    offer: '3-1000000',
    quantity: 3_834n,
    amountSent: 1_000_000n,
    amountReceived: 3_834n,
    feeExchange: 19n,
    discount: 0n,
    cashFee: 0n,
    rate: '25950',
    rateVersion: 3,
    newRatePart: null,
    expiresAt: CREATED,
  };
  const ALL: MismatchOptionsView = {
    missing: null,
    excess: null,
    recalculation: OFFER,
    recalculationRefusal: null,
    refund: TERMS,
    excessRefund: TERMS,
  };
  const overpaid = order('verifying_transaction', 'overpaid');

  test('available decisions are shown as the reason lists them', () => {
    const presentation = presentOrder(overpaid, false, ALL);
    expect([presentation.buttons, presentation.others]).toEqual([['acceptRecalculation', 'refundExcess'], ['requestRefund']]);
  });

  test('an unavailable decision is replaced by the next', () => {
    const presentation = presentOrder(overpaid, false, { ...ALL, recalculation: null, recalculationRefusal: 'QUANTITY_TOO_LARGE' });
    expect([presentation.buttons, presentation.others]).toEqual([['refundExcess', 'requestRefund'], []]);
  });

  test('no sentence names a choice that there is not', () => {
    const sentenceWith = (options: MismatchOptionsView) => sentenceText(I18N, presentOrder(overpaid, true, options), overpaid);
    expect(sentenceWith(ALL)).toContain('đổi tất cả');
    expect(sentenceWith({ ...ALL, recalculation: null, recalculationRefusal: 'QUANTITY_TOO_LARGE' })).not.toContain('đổi');
    expect(sentenceWith({ ...ALL, excessRefund: null })).not.toContain('phần dư');
  });

  test('support is shown if no decision is available', () => {
    const presentation = presentOrder(overpaid, false, { ...ALL, recalculation: null, refund: null, excessRefund: null });
    expect(presentation.buttons).toEqual(['support']);
  });

  test('viewers without the key get an explanation and no buttons', () => {
    const presentation = presentOrder(order('verifying_transaction', 'late', { actions: [], masked: true }), true);
    expect(presentation.sentence.message ?? presentation.sentence.id).not.toBe(
      presentOrder(order('verifying_transaction', 'late'), true).sentence.message,
    );
    expect(presentation.buttons).toEqual([]);
  });
});

describe('an unconfirmed payment', () => {
  const seen = { amount: 100n, reference: 'ab', explorerUrl: 'https://explorer.example/seen', at: CREATED, needed: 19, blockMs: 3000 };
  const at = (ms: number) => CREATED.getTime() + ms;

  test('counts confirmations by block time, up to the required number', () => {
    expect([at(-5000), at(0), at(2999), at(3000), at(30_500), at(600_000)].map((now) => confirmationsOf(seen, now))).toEqual([0, 0, 0, 1, 10, 19]);
  });

  test('is expected to be final after its blocks, rounded up to the minute that the page shows', () => {
    expect(expectedAt(seen).toISOString()).toBe('2026-01-05T10:01:00.000Z');
    expect(expectedAt({ ...seen, needed: 21 }).toISOString()).toBe('2026-01-05T10:02:00.000Z');
  });

  test('has a counting headline and an explorer link', () => {
    const presentation = presentOrder(order('verifying_transaction', null, { from: 'trc20', to: 'vnd', kind: 'sell', seen }), false);
    expect([presentation.headlineId, presentation.buttons]).toEqual(['order.verifyingCount', ['explorer']]);
  });
});

describe('refunds', () => {
  const refund = { amount: 10n, fee: 0n, destination: 'x', destinationBank: null, reference: null, explorerUrl: null } as const;

  test('need nothing from the customer while sending, and support if one failed', () => {
    const sending = presentOrder(order('verifying_transaction', 'refunding', { refund: { ...refund, state: 'sending' } }), false);
    expect([sending.headlineId, sending.buttons, sending.mayClose]).toEqual(['headline.reason.refunding', [], true]);
    const failed = presentOrder(order('verifying_transaction', 'refunding', { refund: { ...refund, state: 'failed' } }), false);
    expect(failed.buttons).toEqual(['support']);
  });

  test('that wait for an operator’s approval say so, and promise no minutes', () => {
    const review = order('verifying_transaction', 'refund_review', { refund: { ...refund, state: 'approval' } });
    expect(presentOrder(review, false)).toMatchObject({ headlineId: 'headline.reason.refund_review', buttons: ['support'], mayClose: true });
    expect(isTakingLong(review, CREATED.getTime() + 4_000_000)).toBe(false);
  });

  test('returned by a bank after completion are shown as sending again', () => {
    const presentationOf = (state: 'failed' | 'sending' | 'done') =>
      presentOrder(order('cancelled', 'refunded', { refund: { ...refund, state } }), true);
    expect([presentationOf('failed').headlineId, presentationOf('failed').buttons]).toEqual(['order.refundFailed', ['support']]);
    expect([presentationOf('sending').headlineId, presentationOf('sending').buttons]).toEqual(['headline.reason.refunding', []]);
    expect([presentationOf('done').headlineId, presentationOf('done').buttons]).toEqual(['headline.reason.refunded', ['receipt']]);
  });

  test('count the waiting time from their start', () => {
    const events = [
      { n: 1, code: 'payment_confirmed' as const, params: {}, at: CREATED },
      { n: 2, code: 'refund_started' as const, params: {}, at: new Date(CREATED.getTime() + 3_600_000) },
    ];
    const refunding = order('verifying_transaction', 'refunding', { events });
    expect(isTakingLong(refunding, CREATED.getTime() + 3_700_000)).toBe(false);
    expect(isTakingLong(refunding, CREATED.getTime() + 4_000_000)).toBe(true);
  });
});

test.each([
  ['CLAIMED', false, [], /Tiền đến trước \d\d:\d\d/],
  ['CLAIMEDOVER', true, [], /Tiền đến trước \d\d:\d\d/],
  ['CLAIMEDREST', false, ['acceptRecalculation', 'requestRefund'], /Số tiền đã nhận vẫn an toàn/],
] as const)('%s: a claimed payment is not asked for again', (name, isTimerOver, others, says) => {
  const claimed = sampleOrder(name);
  const presentation = presentOrder(claimed, isTimerOver);
  expect(presentation).toMatchObject({ headlineId: 'order.claimed', badgeId: 'order.claimedBadge', badge: 'yellow', buttons: [], others });
  const sentence = sentenceText(I18N, presentation, claimed);
  expect(sentence).toMatch(/^Đừng chuyển lại/);
  expect(sentence).toMatch(says);
});

test('a claimed payment brings no choice forward, even if current prices rule the other out', () => {
  const decision = { recalculation: null, refund: {}, excessRefund: null } as unknown as MismatchOptionsView;
  expect(presentOrder(sampleOrder('CLAIMEDREST'), false, decision)).toMatchObject({ buttons: [], others: ['requestRefund'] });
});

test('an order that was cancelled unpaid offers a new one beside the claim only', () => {
  const { events } = sampleOrder('CLAIMED');
  expect(presentOrder(order('cancelled', 'expired', { events }), true)).toMatchObject({
    headlineId: 'order.claimed',
    buttons: [],
    others: ['again'],
  });
});

test.each([
  ['UNDERPAID', false, /Trong lúc giá còn được giữ, bạn có thể chuyển thêm hoặc đổi/],
  ['UNDERPAIDOVER', true, /giá hiện tại hoặc nhận lại tiền/],
  ['OVERPAID', false, /Giá của đơn được giữ đến \d\d:\d\d/],
  ['OVERPAID', true, /theo giá hiện tại hoặc nhận lại phần dư/],
  ['LATE', true, /giá hiện tại hoặc nhận lại tiền/],
] as const)('%s, timer over %s: says that the money is safe, and what each choice means', (name, isTimerOver, says) => {
  const sentence = sentenceText(I18N, presentOrder(sampleOrder(name), isTimerOver), sampleOrder(name));
  expect(sentence).toMatch(/^Tiền của bạn an toàn/);
  expect(sentence).toMatch(says);
});
