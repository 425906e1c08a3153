import fc from 'fast-check';
import { expect, test } from 'vitest';
import { payoutOf } from '../../testing/order.ts';
import { PM_FEE } from '../../testing/terms.ts';
import { HUNDRED_PERCENT, NO_FEE } from '../price/fee.ts';
import type { Payout } from '../transfer/payout.ts';
import { isSharedBy, refundShare } from './refund.ts';

const PM = { rule: PM_FEE, bankFee: 0n };
const TRC20 = { rule: { fee: 800_000n, percent: 0n, maxFee: null }, bankFee: 0n };

test.each([
  ['pm', 100_00n, PM, { amount: 99_50n, fee: 50n }],
  ['pm', 2n, PM, { amount: 1n, fee: 1n }],
  ['pm', 1n, PM, null],
  ['trc20', 60_000_000n, TRC20, { amount: 59_200_000n, fee: 800_000n }],
  ['trc20', 800_000n, TRC20, null],
  ['vnd', 1_300_000n, { rule: NO_FEE, bankFee: 0n }, { amount: 1_300_000n, fee: 0n }],
  ['vnd', 1_300_000n, { rule: PM.rule, bankFee: 5_500n }, { amount: 1_294_500n, fee: 5_500n }],
  ['vnd', 5_500n, { rule: NO_FEE, bankFee: 5_500n }, null],
  ['vnd', 0n, { rule: NO_FEE, bankFee: 0n }, null],
] as const)('refunds %s %s', (from, gross, fees, share) => {
  expect(refundShare(from, gross, fees)).toEqual(share);
});

test('amount and fee sum to the gross amount, and the amount is above zero', () => {
  const rules = fc.record({
    fee: fc.bigInt({ min: 0n, max: 10n ** 9n }),
    percent: fc.bigInt({ min: 0n, max: HUNDRED_PERCENT - 1n }),
    maxFee: fc.option(fc.bigInt({ min: 0n, max: 10n ** 9n })),
  });
  fc.assert(
    fc.property(fc.constantFrom('pm', 'trc20', 'vnd'), fc.bigInt({ min: 0n, max: 10n ** 15n }), rules, fc.nat(), (from, gross, rule, bankFee) => {
      const share = refundShare(from, gross, { rule, bankFee: BigInt(bankFee) });
      if (share === null) return;
      expect(share.amount + share.fee).toBe(gross);
      expect(share.amount).toBeGreaterThan(0n);
      expect(share.fee).toBeGreaterThanOrEqual(0n);
    }),
  );
});

const PM_RULE = (gross: bigint) => refundShare('pm', gross, PM);
const refundOf = (set: Partial<Payout>) => payoutOf({ obligationKind: 'refund', obligationId: 'order-1', seq: 1, destination: 'U1', ...set });
const whole = refundOf({ id: 'whole', amount: 99_50n, fee: 50n });
const first = refundOf({ id: 'first', amount: 60_00n, fee: 50n, part: 1, parts: 2 });
const second = refundOf({ id: 'second', amount: 39_50n, fee: 0n, seq: 2, part: 2, parts: 2 });

test('a refund is shared by its rule at exactly its fee', () => {
  expect(isSharedBy(whole, [], PM_RULE)).toBe(true);
  for (const by of [-50n, -1n, 1n, 9_900n]) expect(isSharedBy({ ...whole, amount: whole.amount - by, fee: whole.fee + by }, [], PM_RULE)).toBe(false);
  expect(isSharedBy({ ...whole, amount: 1n, fee: 0n }, [], PM_RULE)).toBe(false);
});

test('the parts of a refund are shared as one, failed or not, and the first carries the fee', () => {
  for (const [part, other] of [[first, second] as const, [second, first] as const]) {
    expect(isSharedBy(part, [other, payoutOf({ seq: 1 })], PM_RULE)).toBe(true);
    expect(isSharedBy(part, [{ ...other, state: 'failed' }], PM_RULE)).toBe(true);
    expect(isSharedBy(part, [], PM_RULE)).toBe(false);
  }
  const [without, instead] = [
    { ...first, fee: 0n, amount: 60_50n },
    { ...second, fee: 50n, amount: 39_00n },
  ];
  expect(isSharedBy(without, [instead], PM_RULE)).toBe(false);
});

test.each([
  ['of another subject', { obligationId: 'order-2' }],
  ['of another kind', { obligationKind: 'return' }],
  ['to another account', { destination: 'U2' }],
  ['to another bank', { destinationBank: 'vcb' }],
  ['of another number of parts', { parts: 3 }],
  ['of another decision', { seq: 3 }],
] as const)('a payout %s is no part of a refund', (_, set) => {
  expect(isSharedBy(first, [{ ...second, ...set }], PM_RULE)).toBe(false);
  expect(isSharedBy(whole, [refundOf({ ...whole, id: 'other', ...set })], PM_RULE)).toBe(true);
});
