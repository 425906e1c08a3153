import { createHmac } from 'node:crypto';
import type { WebhookMessage } from '../webhooks.ts';
import { type BankTransfer, memoTold } from './book.ts';
import { toVnTime } from './time.ts';

/** SePay's webhook of a transfer, signed. */
export function sePayMessage(transfer: BankTransfer, secret: string, now: Date): WebhookMessage {
  const memo = memoTold(transfer, now);
  const body = JSON.stringify({
    id: transfer.id,
    gateway: 'Vietcombank',
    transactionDate: toVnTime(transfer.at),
    accountNumber: transfer.payee,
    subAccount: transfer.va,
    code: null,
    content: memo,
    transferType: 'in',
    transferAmount: transfer.amount,
    accumulated: 0,
    referenceCode: transfer.reference,
    description: `${memo} tu ${transfer.payer}`,
  });
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  return { headers: { 'x-sepay-timestamp': timestamp, 'x-sepay-signature': `sha256=${signature}` }, body };
}
