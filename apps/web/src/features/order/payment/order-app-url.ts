import type { InstructionsView, OrderView } from '@quydoi/contract/orders/order-view';
import { bankAppUrl } from '@quydoi/domain/bank/bank-apps';
import { orderLink } from '../../../lib/order-paths.ts';

/** URL that opens the app of the customer's bank with an order's transfer filled in; null for orders and banks without one. */
export function orderAppUrl({ senderBank, ref }: OrderView, { account, accountName, bankCode, amount, memo }: InstructionsView): string | null {
  if (senderBank === null || bankCode === null) return null;
  return bankAppUrl(senderBank, { bank: bankCode, account, accountName, amount, memo, returnUrl: orderLink(ref, null) });
}
