import type { InstructionsView, OrderView } from '@quydoi/contract/orders/order-view';
import { bankAppUrl } from '@quydoi/domain/bank/bank-apps';
import { isOnChain } from '../../../lib/network-label.ts';
import { orderLink } from '../../../lib/order-paths.ts';

/** A payment link begins with its scheme, a bare address does not. */
const LINK = /^[a-z]+:/;

/**
 * URL that opens the app an order is paid with, filled in: that of the customer's bank or, by the payment link in the QR code, a wallet; null for
 * orders and banks without one.
 */
export function orderAppUrl(
  { from, senderBank, ref }: OrderView,
  { account, accountName, bankCode, amount, memo, qr }: InstructionsView,
): string | null {
  if (isOnChain(from)) return qr !== null && LINK.test(qr) ? qr : null;
  if (senderBank === null || bankCode === null) return null;
  return bankAppUrl(senderBank, { bank: bankCode, account, accountName, amount, memo, returnUrl: orderLink(ref, null) });
}
