import type { JournalledRow } from '@quydoi/database/repositories/reconciliation-exceptions';
import type { FirstHandPayment } from '@quydoi/domain/transfer/first-hand';
import type { Payment } from '@quydoi/domain/transfer/payment';
import type { ToldRow } from '@quydoi/domain/transfer/reconciliation-exception';
import { haveOneMemo, payeesIn } from '@quydoi/domain/transfer/same-transfer';
import { storable } from './report-exception.ts';

/* What operators are told of a row that its source told before under another id. */

const TOLD_AGAIN = 'told again under another id';
const WAITS = 'waits: this row may be one told before under another id';
const PREFIX = new RegExp(`^payment [0-9a-f-]{36} (?:${TOLD_AGAIN}|${WAITS}): `);

type Words = Pick<ToldRow, 'reference' | 'memo' | 'paidAt'>;

/** What operators are told of a row. @param paymentId the payment that the row was journalled as under another id */
export function toldAgainDetail(paymentId: string, row: Words): string {
  return `payment ${paymentId} ${TOLD_AGAIN}: ${wordsOf(row)}`;
}

/** The same where a journalled payment waits because of the row. */
export function doubtDetail({ id }: Pick<Payment, 'id'>, row: Words): string {
  return `payment ${id} ${WAITS}: ${wordsOf(row)}`;
}

/** By which operators find the row in the bank's statement. */
function wordsOf({ reference, memo, paidAt }: Words): string {
  return `${reference === '' ? 'no reference' : `reference ${reference}`}, ${paidAt}: ${memo}`;
}

/**
 * Whether operators were told of a journalled row what was read of it: its time and reference, and a memo that names whom its memo names, or where it
 * names nobody, the same one. Its list may tell more of reference and memo later.
 * @param named the customers and orders that the row's memo names, as operators were told of it
 */
export function isToldOf(
  { detail, reference, memo, paidAt }: JournalledRow,
  named: readonly string[],
  record: Pick<FirstHandPayment, 'reference' | 'memo' | 'paidAt'>,
): boolean {
  const [prefix] = PREFIX.exec(detail) ?? [];
  if (prefix === undefined || reference === null || memo === null || paidAt === null) return false;
  if (detail !== storable(`${prefix}${wordsOf({ reference, memo, paidAt })}`)) return false;
  const isOneReference = reference === record.reference || reference === '' || record.reference === '';
  const read = payeesIn(record.memo);
  const isOneMemo = named.length > 0 ? named.every((payee) => read.includes(payee)) : haveOneMemo({ memo }, record);
  return isOneReference && isOneMemo && paidAt === record.paidAt.toISOString();
}
