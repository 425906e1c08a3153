import type { Change } from '../change.ts';
import type { Payout } from '../payout.ts';
import { decideStartPayout } from './decide-payout.ts';
import { decideDeliveredByHand } from './decide-settle.ts';
import { moveOrder } from './lifecycle.ts';
import type { Order } from './order.ts';
import { changeOrder, type Deciding } from './steps.ts';

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
  return payouts.some(({ state, paymentId }) => paymentId === null && (state === 'queued' || state === 'attempting'));
}

/**
 * Settles an order in `error`. `delivered`: the provider's records show the payout after all. `retry`: it surely was not paid, pay again
 * what is not settled (new payouts with the next numbers). `by-hand`: somebody pays it outside.
 */
export function decideResolve({ order, payouts }: FailedPayouts, decision: ErrorDecision, proof: PayoutProof, by: Deciding): Change {
  const own = payouts.filter(({ purpose }) => purpose === 'order');
  switch (decision) {
    case 'delivered':
      return decideDeliveredByHand(order, proof.reference, proof.fee, by);
    case 'retry': {
      const settled = new Set(own.filter(({ state }) => state === 'settled').map(({ part }) => part));
      return decideStartPayout(order, Math.max(0, ...own.map(({ seq }) => seq)) + 1, by, settled);
    }
    case 'by-hand': {
      const after = moveOrder(order, 'handmake', {}, by.now);
      return changeOrder(order, after, [{ code: 'operator_resolved' }, { code: 'payout_by_hand' }], by);
    }
  }
}
