import type { OrderView } from '@quydoi/contract/orders';
import { ORDER_ACTIONS, ORDER_REASONS, ORDER_STATUS_CODES, type OrderReason, type OrderStatus } from '@quydoi/domain/order-status';
import { CATALOGUES } from '@quydoi/messages/translate';
import { describe, expect, test } from 'vitest';
import { isTakingLong, orderFace, orderSteps } from './order-face.ts';

const CREATED = new Date('2026-01-05T10:00:00Z');

function order(status: OrderStatus, reason: OrderReason | null = null, changes: Partial<OrderView> = {}): OrderView {
  return {
    ref: '7KQ2M9XR4B',
    kind: 'buy',
    status,
    reason,
    actions: [...ORDER_ACTIONS],
    masked: false,
    version: 1,
    from: 'vnd',
    to: 'pm',
    quantity: 10_000n,
    amountSent: 2_607_975n,
    amountReceived: 10_000n,
    amountPaid: 0n,
    amountRefunded: 0n,
    seen: null,
    refund: null,
    feeExchange: 50n,
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
  test.each([null, ...ORDER_REASONS])('because of %s has a headline and at most two buttons', (reason) => {
    for (const isTimerOver of [false, true]) {
      const face = orderFace(order(status, reason), isTimerOver);
      expect(Object.hasOwn(CATALOGUES.vi, face.headlineId), face.headlineId).toBe(true);
      expect(face.buttons.length).toBeLessThanOrEqual(2);
      expect(face.sentence.message ?? face.sentence.id).toBeTruthy();
    }
  });

  test('offers no action that the server does not', () => {
    for (const reason of [null, ...ORDER_REASONS]) {
      const face = orderFace(order(status, reason, { actions: [], explorerUrl: null }), false);
      const offered = [...face.buttons, ...face.others].filter((button) => !['support', 'receipt', 'again'].includes(button));
      expect(offered).toEqual([]);
    }
  });
});

test.each([
  ['pending', null, false, 'headline.pending', [], ['cancel']],
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
  const face = orderFace(order(status, reason), isTimerOver);
  expect(face.headlineId).toBe(headlineId);
  expect(face.buttons).toEqual(buttons);
  expect(face.others).toEqual(others);
});

test('an exception replaces the current step, not the bar', () => {
  const steps = orderSteps(orderFace(order('error', 'payout_unknown'), false), ['a', 'b', 'c', 'd']);
  expect(steps.map(({ state }) => state)).toEqual(['done', 'done', 'trouble', 'ahead']);
  const done = orderSteps(orderFace(order('delivered'), false), ['a', 'b', 'c', 'd']);
  expect(done.every(({ state }) => state === 'done')).toBe(true);
});

test('five minutes after the payment was seen the wait is long', () => {
  const seen = { events: [{ n: 1, code: 'payment_seen' as const, params: {}, at: CREATED }] };
  const at = (seconds: number) => CREATED.getTime() + seconds * 1000;
  expect(isTakingLong(order('delivering', null, seen), at(300))).toBe(false);
  expect(isTakingLong(order('delivering', null, seen), at(301))).toBe(true);
  expect(isTakingLong(order('delivered', null, seen), at(301))).toBe(false);
  expect(isTakingLong(order('pending'), at(900))).toBe(false);
  expect(isTakingLong(order('verifying_transaction', 'overpaid', seen), at(900))).toBe(false);
});
