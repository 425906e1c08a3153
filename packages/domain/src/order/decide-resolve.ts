import type { Change } from '../change.ts';
import type { DecisionContext } from '../decision-context.ts';
import { isOpen, type Payout } from '../transfer/payout.ts';
import { decideDeliveredManually } from './decide-delivered-manually.ts';
import { decidePaidInstead } from './decide-paid-instead.ts';
import { decideStartPayout } from './decide-payout.ts';
import { moveOrder } from './lifecycle.ts';
import type { Order } from './order.ts';
import { paidSoFar } from './payout-steps.ts';
import { changeOrder } from './steps.ts';

/** What an operator found in the provider's records, or did there. */
export interface PayoutProof {
  readonly reference: string;
  /** The provider's charge, in minor units of the reserve; on chains of the chain's own coin. */
  readonly fee: bigint;
}

/** What an operator may decide about an order in `error`. */
export type ErrorDecision = 'delivered' | 'retry' | 'by-hand';

/** An order in `error` with its payouts. */
export interface FailedPayouts {
  readonly order: Order;
  readonly payouts: readonly Payout[];
}

/** Whether a part of the order, or of its refund, may still be on its way: then nobody can decide yet. */
export function isStillPaying(payouts: readonly Payout[]): boolean {
  return payouts.some((payout) => payout.obligationKind !== 'return' && isOpen(payout));
}

/** Whether an operator may decide so: money that goes back is paid out by nobody, but it may prove to have been. */
export function canResolve({ order, payouts }: FailedPayouts, decision: ErrorDecision): boolean {
  return order.status === 'error' && (order.reason !== 'refunding' || decision === 'delivered') && !isStillPaying(payouts);
}

/**
 * Settles an order in `error`. `delivered`: the provider's records show the payout after all; a decision to give its money back is undone. `retry`: it surely was not paid, pay again
 * what is not settled (new payouts with the next numbers). `by-hand`: somebody pays it outside.
 */
export function decideResolve({ order, payouts }: FailedPayouts, decision: ErrorDecision, proof: PayoutProof, ctx: DecisionContext): Change {
  switch (decision) {
    case 'delivered':
      return order.reason === 'refunding'
        ? decidePaidInstead(order, payouts, proof.reference, proof.fee, ctx)
        : decideDeliveredManually(order, payouts, proof.reference, proof.fee, ctx);
    case 'retry': {
      const { settled, nextSeq } = paidSoFar(payouts);
      return decideStartPayout(order, nextSeq, ctx, settled);
    }
    case 'by-hand': {
      const after = moveOrder(order, 'handmake', {}, ctx.now);
      return changeOrder(order, after, [{ code: 'operator_resolved' }, { code: 'payout_by_hand' }], ctx);
    }
  }
}
