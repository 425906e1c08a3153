import { expect, test } from 'vitest';
import { isApprovalOf, isAttachmentOf, isClearance } from './operator-acts.ts';

const call = (verb: string, input: Record<string, unknown>) => ({ callId: 'call-1', verb, input, isConfirmed: false });

test('an operator gave this payment to an order, by the verb for it', () => {
  expect(isAttachmentOf(call('attachPayment', { id: 'a' }), { id: 'a' })).toBe(true);
  expect(isAttachmentOf(call('attachPayment', { id: 'b' }), { id: 'a' })).toBe(false);
  expect(isAttachmentOf(call('refundPayment', { id: 'a' }), { id: 'a' })).toBe(false);
});

test('an operator approved this payout, by the verb for it', () => {
  expect(isApprovalOf(call('approvePayout', { payout: 'a' }), { id: 'a' })).toBe(true);
  expect(isApprovalOf(call('approvePayout', { payout: 'b' }), { id: 'a' })).toBe(false);
  expect(isApprovalOf(call('refusePayout', { payout: 'a' }), { id: 'a' })).toBe(false);
});

test('an operator cleared the order, by the verb for it', () => {
  expect(isClearance(call('clearRisk', { ref: 'A' }))).toBe(true);
  expect(isClearance(call('approvePayout', { ref: 'A' }))).toBe(false);
});
