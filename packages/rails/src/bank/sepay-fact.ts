import type { PaymentFact } from '@quydoi/domain/transfer/payment';
import { RailError } from '../rail-error.ts';
import { vnTimeToDate } from './wire.ts';

/** Plausibility limit of a transfer, in dong. */
export const TRANSFER_DONG_MAX = 10_000_000_000_000;
const REFERENCE_LENGTH_MAX = 200;

/** What SePay's webhook and list tell of a transfer. Absent texts are null or empty. */
export interface ReportedTransfer {
  readonly account: string;
  /** Virtual account that was paid to, of which `account` is the main account. */
  readonly subAccount: string | null | undefined;
  readonly reference: string | null | undefined;
  readonly amount: number;
  readonly memo: string | null | undefined;
  readonly time: string;
  readonly source: 'sepay-webhook' | 'sepay-list';
  readonly sourceId: string;
}

/** Converts a transfer to a payment. @throws RailError trouble `malformed` for values that no transfer can have */
export function factOf(told: ReportedTransfer): PaymentFact {
  const { account, amount, source, sourceId } = told;
  if (!Number.isInteger(amount) || amount < 1 || amount > TRANSFER_DONG_MAX) throw malformed(source, 'amount');
  const paidAt = vnTimeToDate(told.time);
  if (!paidAt) throw malformed(source, 'time');
  const reference = clean(told.reference ?? '');
  if (reference.length > REFERENCE_LENGTH_MAX) throw malformed(source, 'reference');
  const subAccount = clean(told.subAccount ?? '');
  return {
    network: 'bank',
    account,
    ...(subAccount === '' ? {} : { subAccount }),
    reference,
    unit: 'vnd',
    amount: BigInt(amount),
    exactAmount: null,
    memo: clean(told.memo ?? ''),
    payer: null,
    payerName: null,
    paidAt,
    confirmed: true,
    source,
    sourceId,
  };
}

/** Parses JSON; undefined when it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The error of an unreadable answer or webhook of SePay. */
export function malformed(what: string, where: string): RailError {
  return new RailError('bank', 'malformed', 'unknown', `SePay ${what} cannot be read: ${where || 'not JSON'}`);
}

/** Removes control characters and lone surrogates, which PostgreSQL rejects. */
function clean(text: string): string {
  return text
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .trim();
}
