import type { OrderView } from '@quydoi/contract/orders/order-view';
import { asksForDecision, hasFurtherPayment } from './further-payment.ts';

/** What a newer view of an order tells that its customer has to know; null if nothing. The first view tells nothing. */
export function newsBetween(before: OrderView | null, after: OrderView): string | null {
  if (before === null || before.ref !== after.ref || after.version < before.version) return null;
  const news = newsOf(after);
  return news === newsOf(before) ? null : news;
}

function newsOf(order: OrderView): string | null {
  const { status, reason, seen, amountPaid } = order;
  if (hasFurtherPayment(order)) return 'further';
  if (reason === 'refunded' || reason === 'risk' || asksForDecision(order)) return reason;
  if (status === 'delivered' || status === 'cancelled' || status === 'forged') return status;
  if (status === 'pending') return null;
  return status === 'verifying_transaction' ? (seen === null ? null : 'seen') : amountPaid > 0n ? 'paid' : null;
}
