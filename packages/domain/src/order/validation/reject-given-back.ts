import type { Payment } from '../../transfer/payment.ts';
import type { Payout } from '../../transfer/payout.ts';
import type { Order } from '../order.ts';

/** Whether a payout may have given money back, or is about to: one that was never tried may still be rejected itself. */
function mayHaveGone({ state, tries }: Payout): boolean {
  return state === 'attempting' || state === 'settled' || (state === 'queued' && tries > 0);
}

/**
 * Rejects a payout of money that goes back as well: by refunds that the order does not count, or by the return of a payment that it counts.
 * @param payouts all payouts of the order
 * @param payments its payments
 */
export function rejectGivenBack(order: Pick<Order, 'amountRefunded'>, payouts: readonly Payout[], payments: readonly Payment[]): string | null {
  const gone = payouts.filter(mayHaveGone);
  const carried = gone.filter(({ obligationKind }) => obligationKind === 'refund').reduce((sum, { amount, fee }) => sum + amount + fee, 0n);
  if (carried > order.amountRefunded) return 'refunded more than the order counts';
  const returned = new Set(gone.filter(({ obligationKind }) => obligationKind === 'return').map(({ obligationId }) => obligationId));
  return payments.some(({ id, state }) => state === 'matched' && returned.has(id)) ? 'a payment that counts is given back' : null;
}
