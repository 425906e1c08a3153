import { createHmac } from 'node:crypto';
import { type BankTransfer, memoTold } from '../sepay/book.ts';
import { toVnTime } from '../sepay/time.ts';
import type { WebhookMessage } from '../webhooks.ts';
import type { CassoBook } from './book.ts';

/** Casso's webhook V2 of a transfer, signed over its JSON with sorted keys. */
export function cassoMessage(book: CassoBook): (transfer: BankTransfer, secret: string, now: Date) => WebhookMessage {
  return (booked, secret, now) => {
    const { cassoId, transfer } = book.tell(booked);
    const data = {
      id: cassoId,
      reference: transfer.reference,
      description: memoTold(transfer, now),
      amount: transfer.amount,
      runningBalance: 0,
      transactionDateTime: toVnTime(transfer.at),
      accountNumber: transfer.payee,
      bankName: 'Vietcombank',
      bankAbbreviation: 'VCB',
      virtualAccountNumber: transfer.va,
      virtualAccountName: '',
      counterAccountName: '',
      counterAccountNumber: '',
      counterAccountBankId: '',
      counterAccountBankName: '',
    };
    const timestamp = String(now.getTime());
    const signed = JSON.stringify({ data: inOrder(data), error: 0 });
    const signature = createHmac('sha512', secret).update(`${timestamp}.${signed}`).digest('hex');
    return { headers: { 'x-casso-signature': `t=${timestamp},v1=${signature}` }, body: JSON.stringify({ error: 0, data }) };
  };
}

function inOrder(data: object): object {
  return Object.fromEntries(Object.entries(data).sort(([a], [b]) => (a < b ? -1 : 1)));
}
