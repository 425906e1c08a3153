import { type Confirmation, mayLackMemo } from '@quydoi/domain/transfer/first-hand';
import type { Payment } from '@quydoi/domain/transfer/payment';

/**
 * Payments that this role has to read: those just journalled, and of those that payouts wait for the ones that it has not found yet, or without a memo
 * that its bank may tell later. Each once.
 */
export function unreadPayments(recent: readonly Payment[], awaited: readonly Payment[], found: Confirmation['found']): Payment[] {
  const unread = awaited.filter((payment) => {
    const record = found.get(payment.id);
    return !record || mayLackMemo(record, payment);
  });
  return [...new Map([...recent, ...unread].map((payment) => [payment.id, payment])).values()];
}
