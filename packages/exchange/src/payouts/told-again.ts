import type { StoredRecord } from '@quydoi/database/repositories/first-hand';
import { type JournalledRow, readJournalledRows } from '@quydoi/database/repositories/reconciliation-exceptions';
import { MINUTE_MS } from '@quydoi/domain/durations';
import { type FirstHandPayment, isTransferFree, rowsToldAgain } from '@quydoi/domain/transfer/first-hand';
import type { Payment } from '@quydoi/domain/transfer/payment';
import { trueRecords } from '../first-hand-records.ts';
import { reportExceptions } from '../report-exception.ts';
import type { SignerCtx } from './signer.ts';

/** A payment in doubt for so long is told to operators: another list may still tell of its transfer. */
const DOUBT_TOLD_AFTER_MS = MINUTE_MS;

/**
 * How to tell whether a record's transfer is free where each row that operators have found to be a transfer of its own counts as one, once, whichever
 * lists tell it again.
 * @param isFound whether operators have found so of a row; asked for rows of the record's account, unit and amount that they had journalled
 * @param counts which of the rows that were found count
 */
export async function freeAsFound(
  ctx: SignerCtx,
  record: FirstHandPayment,
  isFound: (row: JournalledRow) => Promise<boolean>,
  counts: (row: Pick<FirstHandPayment, 'use'>) => boolean = () => true,
): Promise<(nearby: readonly StoredRecord[]) => boolean> {
  const own = new Set<string>();
  for (const row of await readJournalledRows(ctx.orm, record)) {
    if (await isFound(row)) own.add(keyOf(row));
  }
  return (nearby) => isTransferFree(record, trueRecords(ctx, nearby), (row) => own.has(keyOf(row)) && counts(row));
}

function keyOf({ source, sourceId }: Pick<FirstHandPayment, 'source' | 'sourceId'>): string {
  return JSON.stringify([source, sourceId]);
}

/**
 * Reports the rows for which a journalled payment waits, because the signer takes them for copies: the worker may have read equal transfers at once that the
 * signer has read one after the other. Operators find out which are transfers of their own (`journalRow`).
 * @param nearby all records that may be of the payment's transfer
 */
export async function reportDoubt(ctx: SignerCtx, payment: Payment, record: FirstHandPayment, nearby: readonly FirstHandPayment[]): Promise<void> {
  if (ctx.clock.now().getTime() - payment.recordedAt.getTime() < DOUBT_TOLD_AFTER_MS) return;
  const rows = rowsToldAgain(record, nearby);
  const detail = `payment ${payment.id} waits: this row may be one told before under another id: ${record.memo}`;
  await reportExceptions(
    ctx,
    rows.map(({ network, source, sourceId, account, unit, amount, reference, memo, payer, paidAt }) => {
      const told = { reference, memo, payer, payerName: null, paidAt: paidAt.toISOString() };
      return { network, source, sourceId, kind: 'told_again', account, asset: unit, amount: amount.toString(), detail, told };
    }),
  );
}
