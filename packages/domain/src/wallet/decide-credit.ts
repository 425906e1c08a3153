import { type Change, withRows } from '../change.ts';
import type { DecisionContext } from '../decision-context.ts';
import { stepPayout, type UnsentPayout } from '../transfer/steps.ts';

/** Settles a payout into a customer's balance: nothing is sent, and nothing can fail any more. Its reference is the obligation's own. */
export function decideCredit({ payout, obligation }: UnsentPayout, ctx: DecisionContext): Change {
  const settlement = { reference: obligation.memo, fee: 0n };
  return withRows(obligation.onSettled(payout, settlement, ctx), {
    payouts: [stepPayout(payout, { state: 'settled', reference: settlement.reference, waitsFor: null })],
  });
}
