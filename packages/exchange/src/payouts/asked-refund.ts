import type { OrderVerb } from '@quydoi/database/repositories/audit';
import type { Order } from '@quydoi/domain/order/order';
import type { Settings } from '@quydoi/domain/settings';
import type { Payout } from '@quydoi/domain/transfer/payout';
import { checkedDestination } from '../market/destination.ts';

/** Whether an operator asked for this refund, or this return of a payment, to this account. */
export function isRefundOf(settings: Settings, { verb, input }: OrderVerb, order: Order, payout: Payout): boolean {
  const isAsked = payout.obligationKind === 'return' ? verb === 'refundPayment' && input.id === payout.obligationId : verb === 'refundOrder';
  return isAsked && isAccountOf(settings, order, input, payout);
}

/** Whether an account as it was entered is the one that a refund goes to. */
export function isAccountOf(
  settings: Settings,
  order: Order,
  { destination, destinationBank }: Readonly<Record<string, unknown>>,
  payout: Payout,
): boolean {
  if (typeof destination !== 'string') return false;
  try {
    const asked = checkedDestination(settings, order.from, destination, typeof destinationBank === 'string' ? destinationBank : null);
    return asked.account === payout.destination && asked.bank === payout.destinationBank;
  } catch {
    // Not an account any more: bank closed, pattern changed. An operator has to look again.
    return false;
  }
}
