import type { Payment } from '@quydoi/domain/transfer/payment';
import { storable } from './report-exception.ts';

/* What operators are told of a row that its source told before under another id. */

const TOLD_AGAIN = 'told again under another id: ';
const WAITS = 'waits: this row may be one told before under another id: ';
const DETAIL = new RegExp(`^payment [0-9a-f-]{36} (?:${TOLD_AGAIN}|${WAITS})`);

/** What operators are told of a row. @param paymentId the payment that the row was journalled as under another id */
export function toldAgainDetail(paymentId: string, memo: string): string {
  return `payment ${paymentId} ${TOLD_AGAIN}${memo}`;
}

/** The same where a journalled payment waits because of the row (`reportDoubt`). */
export function doubtDetail({ id }: Pick<Payment, 'id'>, memo: string): string {
  return `payment ${id} ${WAITS}${memo}`;
}

/** Whether operators were told of a row that it has this memo, and nothing else. */
export function isToldOf(detail: string, memo: string): boolean {
  const [prefix] = DETAIL.exec(detail) ?? [];
  return prefix !== undefined && detail === storable(`${prefix}${memo}`);
}
