import type { PaymentClaim } from '@quydoi/domain/claim/claim';
import { givesWholeReference, isFromDeclaredSender } from '@quydoi/domain/claim/rank-payments';
import type { Order } from '@quydoi/domain/order/order';
import type { Payment } from '@quydoi/domain/transfer/payment';

/** The one payment without an order that an order's declared sender made, if the claim names it by its number; null otherwise. */
export function findClaimed(
  order: Order,
  claim: Pick<PaymentClaim, 'reference'>,
  unallocated: readonly Payment[],
  ownAccounts: ReadonlySet<string>,
): Payment | null {
  const [payment, ...others] = unallocated.filter((each) => isFromDeclaredSender(order, each, ownAccounts));
  if (!payment || others.length > 0 || payment.caseCode !== 'no_order') return null;
  return givesWholeReference(claim, payment) ? payment : null;
}
