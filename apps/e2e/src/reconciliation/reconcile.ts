import type { Difference, Evidence } from './difference.ts';
import { reconcileBalances } from './reconcile-balances.ts';
import { reconcileAcknowledged, reconcileOrders } from './reconcile-orders.ts';
import { reconcilePayments } from './reconcile-payments.ts';
import { reconcileReferrals } from './reconcile-referrals.ts';
import { isSentBack, reconcileRefunds, reconcileRefundsOwed } from './reconcile-refunds.ts';
import { reconcileWallets } from './reconcile-wallets.ts';
import { type OutgoingTransfer, outgoingTransfers } from './transfers.ts';

/** Compares the exchange's books with the sandbox's. Both must be idle (`waitUntilIdle`). @returns every difference; none if the books agree */
export function reconcile(evidence: Evidence): Difference[] {
  const transfers = outgoingTransfers(evidence.sandbox, evidence.books);
  return [
    ...reconcileOrders(evidence, transfers),
    ...reconcileRefunds(evidence, transfers),
    ...reconcileAcknowledged(evidence),
    ...findUnknownPayees(evidence, transfers),
    ...reconcilePayments(evidence),
    ...reconcileBalances(evidence, transfers),
    ...reconcileRefundsOwed(evidence.books),
    ...reconcileWallets(evidence),
    ...reconcileReferrals(evidence.books),
  ];
}

function findUnknownPayees({ books }: Evidence, transfers: readonly OutgoingTransfer[]): Difference[] {
  const known = new Set([...books.orders, ...books.payouts.filter(isSentBack)].map(({ destination }) => destination));
  return transfers
    .filter(({ payee }) => !known.has(payee))
    .map(({ id, payee, amount }) => ({ kind: 'unknown-payee', detail: `${amount} to ${payee} in ${id}` }));
}
