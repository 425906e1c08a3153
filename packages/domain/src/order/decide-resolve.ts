import type { Change } from '../change.ts';
import type { Payout } from '../payout.ts';
import { decideDeliveredByHand, decideStartPayout } from './decide-payout.ts';
import { moveOrder } from './lifecycle.ts';
import type { Order } from './order.ts';
import { changeOrder, type Deciding } from './steps.ts';

/** What an operator found in the provider's records, or did there. */
export interface PayoutProof {
  readonly reference: string;
  /** The provider's charge, in minor units of the reserve. */
  readonly fee: bigint;
}

/** What an operator may decide about an order in `error`. */
export type ErrorDecision = 'delivered' | 'retry' | 'by-hand';

/** An order in `error` with its last payout, which has failed. */
export interface FailedPayout {
  readonly order: Order;
  readonly payout: Payout;
}

/**
 * Settles an order in `error`. `delivered`: the provider's records show the payout after all. `retry`: it surely was not paid, pay again
 * (a new payout with the next number). `by-hand`: somebody pays it outside.
 */
export function decideResolve({ order, payout }: FailedPayout, decision: ErrorDecision, proof: PayoutProof, by: Deciding): Change {
  switch (decision) {
    case 'delivered':
      return decideDeliveredByHand(order, proof.reference, proof.fee, by);
    case 'retry':
      return decideStartPayout(order, payout.seq + 1, by);
    case 'by-hand': {
      const after = moveOrder(order, 'handmake', {}, by.now);
      return changeOrder(order, after, [{ code: 'operator_resolved' }, { code: 'payout_by_hand' }], by);
    }
  }
}
