import { payoutOf } from '@quydoi/domain/testing/order';
import type { Payout } from '@quydoi/domain/transfer/payout';
import { describe, expect, test } from 'vitest';
import { isRecordOf, manualPayoutsAfter, recordsManually } from './manual-record.ts';

const FAILED = payoutOf({ state: 'failed', seq: 2, part: 1, parts: 2, amount: 100n, fee: 5n });
const manual = (set: Partial<Payout> = {}) =>
  payoutOf({ ...FAILED, id: 'manual', seq: 3, madeBy: 'operator', state: 'settled', reference: 'R1', ...set });

describe('manual payouts after an earlier one', () => {
  test('are those that operators recorded for its obligation', () => {
    expect(manualPayoutsAfter(FAILED, [FAILED, manual()])).toEqual([manual()]);
  });

  test.each<[string, Partial<Payout>]>([
    ['that the system made', { madeBy: 'system' }],
    ['that did not settle', { state: 'failed' }],
    ['of another kind', { obligationKind: 'refund' }],
    ['of another obligation', { obligationId: 'order-2' }],
    ['from before', { seq: 1 }],
    ['of the same number', { seq: 2 }],
  ])('are none %s', (_, set) => {
    expect(manualPayoutsAfter(FAILED, [manual(set)])).toEqual([]);
  });
});

describe('a manual payout records a transfer', () => {
  test('of its part, reference and amount, fees included', () => {
    expect(isRecordOf(manual(), FAILED, 'R1')).toBe(true);
    expect(isRecordOf(manual({ amount: 105n, fee: 0n }), FAILED, 'R1')).toBe(true);
  });

  test.each<[string, Partial<Payout>]>([
    ['reference', { reference: 'R2' }],
    ['part', { part: 2 }],
    ['division', { parts: 1 }],
    ['amount', { amount: 101n }],
    ['fee', { fee: 4n }],
  ])('of no other %s', (_, set) => {
    expect(isRecordOf(manual(set), FAILED, 'R1')).toBe(false);
  });
});

describe('an operator’s call recorded a manual payout', () => {
  const call = (verb: string, input: object = {}) => ({ callId: 'call-1', verb, input: { reference: 'R1', ...input }, isConfirmed: false });

  test.each([
    [call('recordManualPayout'), 'order'],
    [call('resolveError', { decision: 'delivered' }), 'order'],
    [call('refundOrder'), 'refund'],
  ])('$verb', (verb, recorded) => {
    const told = ['order', 'refund', 'return'].filter((obligationKind) => recordsManually(verb, payoutOf({ obligationKind }), 'R1'));
    expect(told).toEqual([recorded]);
    expect(recordsManually(verb, payoutOf({ obligationKind: recorded }), 'R2')).toBe(false);
  });

  test('by no other verb or decision', () => {
    for (const obligationKind of ['order', 'refund', 'return']) {
      for (const verb of [call('resolveError', { decision: 'retry' }), call('refundPayment'), call('approvePayout', { decision: 'delivered' })]) {
        expect(recordsManually(verb, payoutOf({ obligationKind }), 'R1')).toBe(false);
      }
    }
  });
});
