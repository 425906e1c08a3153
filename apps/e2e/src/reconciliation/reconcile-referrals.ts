import type { Difference } from './difference.ts';
import type { ExchangeBooks } from './exchange-books.ts';

/**
 * What sponsors have of their customers' orders: by the ledger as much as the referral says, all of it while the order is delivered, and what is not owed
 * back otherwise.
 */
export function reconcileReferrals({ orders, referrals }: Pick<ExchangeBooks, 'orders' | 'referrals'>): Difference[] {
  const statuses = new Map(orders.map(({ id, status }) => [id, status]));
  return referrals.flatMap(({ id, state, amount, returned, booked }): Difference[] => {
    const status = statuses.get(id);
    const isRight = booked === amount - returned && (state === 'credited') === (status === 'delivered' && amount > 0n);
    if (isRight && state !== 'due') return [];
    return [{ kind: 'referral-differs', detail: `order ${id}, ${status}: ${state}, ${amount} without ${returned}, ${booked} in the ledger` }];
  });
}
