import type { MismatchOptionsView } from '@quydoi/contract/orders/mismatch-options';
import { expect, test } from 'vitest';
import { decisionOf } from '../../../../dev/mock-decisions.ts';
import { SAMPLED_AT, sampleOrder } from '../../../../testing/sample-order.ts';
import { CONFIG } from '../../../../testing/samples.ts';
import { withoutIdleRecalculation } from './use-decision.ts';

const ORDER = sampleOrder('OVERPAID');
const OPTIONS = decisionOf(ORDER, CONFIG, SAMPLED_AT);

/** The options where the recalculation yields this much more than the order. */
function yielding(more: bigint, changes: Partial<MismatchOptionsView> = {}): MismatchOptionsView {
  const { recalculation } = OPTIONS;
  if (!recalculation) throw new Error('the sample has a recalculation');
  return { ...OPTIONS, recalculation: { ...recalculation, amountReceived: ORDER.amountReceived + more }, ...changes };
}

test('a surplus that buys nothing more is not offered to be exchanged: its refund leaves the same and the surplus', () => {
  expect(withoutIdleRecalculation(ORDER, yielding(0n))).toEqual({ ...OPTIONS, recalculation: null });
  expect(withoutIdleRecalculation(ORDER, yielding(1n))).toEqual(yielding(1n));
});

test('it stays where the surplus cannot be refunded', () => {
  expect(withoutIdleRecalculation(ORDER, yielding(0n, { excessRefund: null }))).toEqual(yielding(0n, { excessRefund: null }));
});
