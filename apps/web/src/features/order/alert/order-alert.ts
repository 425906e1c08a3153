import type { OrderView } from '@quydoi/contract/orders/order-view';
import { asksForDecision } from '../status/further-payment.ts';

/** What happened to an order that its customer wants to be told of. */
export type OrderAlert = 'arrived' | 'decision' | 'delivered' | 'refunded';

/** What a newer view of an order tells; null if nothing that matters to someone who is away. The first view tells nothing. */
export function alertBetween(before: OrderView | null, after: OrderView): OrderAlert | null {
  if (before === null || before.ref !== after.ref || after.version < before.version) return null;
  const stage = stageOf(after);
  return stage === stageOf(before) ? null : stage;
}

/** Whether anything is to be expected of an order. An order whose vouchers were all refused has ended, though its status can still change. */
export function mayBringNews({ finalAt, status, reason }: Pick<OrderView, 'finalAt' | 'status' | 'reason'>): boolean {
  return finalAt === null && !(status === 'ERROR_EVOUCHER' && reason === 'voucher_refused');
}

function stageOf(order: OrderView): OrderAlert | null {
  const { status, reason, seen, amountPaid } = order;
  if (status === 'delivered') return 'delivered';
  if (reason === 'refunded') return 'refunded';
  if (asksForDecision(order)) return 'decision';
  if (status === 'cancelled' || status === 'forged') return null;
  return seen !== null || amountPaid > 0n ? 'arrived' : null;
}
