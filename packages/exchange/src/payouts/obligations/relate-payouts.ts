import type { Order } from '@quydoi/domain/order/order';
import type { Payout } from '@quydoi/domain/transfer/payout';
import type { PayoutRelation } from '../signer-obligation.ts';

/**
 * Relation of an earlier payout to one of an order. `same`: a payout of the same part and amount. `conflicting`: another amount of that part, or a
 * payout from another division into parts, which may have paid money of this part.
 */
export function relateOrderPayouts(earlier: Payout, payout: Payout): PayoutRelation {
  if (earlier.obligationKind !== payout.obligationKind) return 'unrelated';
  if (earlier.parts !== payout.parts) return 'conflicting';
  if (earlier.part !== payout.part) return 'unrelated';
  return earlier.amount === payout.amount ? 'same' : 'conflicting';
}

/**
 * Relation of an earlier payout to a refund or return. `same`: a payout of this obligation and amount that did not settle. `conflicting`: one with
 * another amount, or, for a refund of all of the order's money, any payout of the order itself. A settled refund is unrelated.
 */
export function relateRefunds(order: Pick<Order, 'amountPaid' | 'amountRefunded'>, earlier: Payout, payout: Payout): PayoutRelation {
  if (earlier.id === payout.id) return 'same';
  if (earlier.obligationKind === payout.obligationKind && earlier.obligationId === payout.obligationId) {
    if (earlier.state !== 'failed') return 'unrelated';
    return earlier.amount === payout.amount ? 'same' : 'conflicting';
  }
  const givesAllBack = payout.obligationKind === 'refund' && order.amountRefunded === order.amountPaid;
  return givesAllBack && earlier.obligationKind === 'order' ? 'conflicting' : 'unrelated';
}
