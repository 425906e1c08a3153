import type { AccountExportView } from '@quydoi/contract/accounts';
import { CURRENCIES } from '@quydoi/domain/currencies';
import { formatDecimal } from '@quydoi/domain/money';

/** Serializes the export of a customer's data as JSON, with amounts as plain decimals. */
export function exportText({ orders, ...data }: AccountExportView): string {
  const plain = orders.map((order) => ({
    ...order,
    amountSent: formatDecimal(order.amountSent, CURRENCIES[order.from].scale),
    amountReceived: formatDecimal(order.amountReceived, CURRENCIES[order.to].scale),
  }));
  return `${JSON.stringify({ ...data, orders: plain }, null, 2)}\n`;
}
