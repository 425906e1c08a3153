import type { Payment, PaymentFact } from './payment.ts';
import { findSameTransfer } from './same-transfer.ts';

/** The journalled payment and the order that a payment read at first hand was taken for. */
export interface PaymentUse {
  readonly paymentId: string;
  readonly orderId: string;
}

/** A final payment as the signer itself has read it from the provider or the chain. */
export interface FirstHandPayment
  extends Pick<PaymentFact, 'network' | 'source' | 'sourceId' | 'account' | 'reference' | 'unit' | 'amount' | 'memo' | 'payer' | 'paidAt'> {
  /** Null while the payment was taken for nothing. */
  readonly use: PaymentUse | null;
}

/** Journalled payments with what was read of each at first hand. */
export interface Confirmation {
  /** By payment id. */
  readonly found: ReadonlyMap<string, FirstHandPayment>;
  /** Payments that this role has not read itself, or whose only record already confirms another payment. */
  readonly missing: readonly Payment[];
}

/**
 * Finds the record of each journalled payment among those read at first hand. One record confirms one payment, for good: a record that was taken
 * for another payment is not found again.
 */
export function confirmPayments(payments: readonly Payment[], records: readonly FirstHandPayment[]): Confirmation {
  const found = new Map<string, FirstHandPayment>();
  const missing: Payment[] = [];
  const taken = new Set<FirstHandPayment>();
  for (const payment of payments) {
    const own = records.find(({ use }) => use?.paymentId === payment.id);
    const free = records.filter((record) => record.use === null && !taken.has(record) && isRecordOf(record, payment));
    // References repeat at some banks: among records of one minute the one with the same memo.
    const record = own ?? free.find(({ memo }) => memo === payment.memo) ?? free[0];
    if (record && isRecordOf(record, payment)) {
      taken.add(record);
      found.set(payment.id, record);
    } else missing.push(payment);
  }
  return { found, missing };
}

function isRecordOf(record: FirstHandPayment, payment: Payment): boolean {
  const isOfAccount = record.network === payment.network && record.unit === payment.unit && record.reference === payment.reference;
  return isOfAccount && findSameTransfer(record, [payment]) !== null;
}
