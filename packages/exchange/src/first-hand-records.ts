import { type NewRecord, readFirstHandPayments, type StoredRecord } from '@quydoi/database/repositories/first-hand';
import { readKnownPayees } from '@quydoi/database/repositories/known-payees';
import { type Confirmation, confirmPayments, type FirstHandPayment, type PaymentUse } from '@quydoi/domain/transfer/first-hand';
import type { Payment, PaymentFact } from '@quydoi/domain/transfer/payment';
import type { Ctx } from './context.ts';
import { isDueAgain } from './due-again.ts';
import { type EvidenceFields, evidenceCodesOf } from './evidence-codes.ts';

/** Forged rows are found again at each look. */
const FORGED_REPORT_MS = 60_000;

type SourceKey = Pick<FirstHandPayment, 'network' | 'source' | 'sourceId'>;

/** Makes the record of a payment that this role has read. */
export function recordOf(ctx: Ctx, { network, source, sourceId, account, reference, unit, amount, memo, payer, paidAt }: PaymentFact): NewRecord {
  const codes = evidenceCodesOf(ctx);
  const record = { network, source, sourceId, account, reference, unit, amount, memo, payer, paidAt };
  return {
    ...record,
    reading: 1,
    code: codes.codeOf('first-hand payment', paymentFields(record)),
    wordsCode: codes.codeOf('first-hand words', wordFields(record)),
  };
}

/** Makes the code of a record's use. */
export function useCodeOf(ctx: Ctx, record: SourceKey, use: PaymentUse): string {
  return evidenceCodesOf(ctx).codeOf('payment use', useFields(record, use));
}

/** Whether a record was used as its row says: this role's process made the code. A role without the secret believes the row. */
export function isOwnUse(ctx: Ctx, { code, ...use }: SourceKey & PaymentUse & { readonly code: string }): boolean {
  return !ctx.evidence || ctx.evidence.isCode(code, 'payment use', useFields(use, use));
}

/** Whether this role's process made the record. Memo and payer are believed as they were read, or not at all once they are erased. */
export function isAuthentic(ctx: Ctx, record: Omit<NewRecord, 'reading'>): boolean {
  const codes = evidenceCodesOf(ctx);
  const isErased = record.memo === '' && record.payer === null;
  return (
    codes.isCode(record.code, 'first-hand payment', paymentFields(record)) &&
    (isErased || codes.isCode(record.wordsCode, 'first-hand words', wordFields(record)))
  );
}

/**
 * The records of journalled payments that this role's process has made, each with the use that it has made of it. Rows that others wrote in its name
 * are reported and do not count, and the newest that is true does; nor does a record whose use is forged, because it may hide the true use.
 */
export async function readRecords(ctx: Ctx, payments: readonly Payment[]): Promise<FirstHandPayment[]> {
  return trueRecords(ctx, await readFirstHandPayments(ctx.orm, payments));
}

/** Finds the record of each journalled payment (`confirmPayments`) among those that this role's process has made. */
export async function findRecords(ctx: Ctx, payments: readonly Payment[]): Promise<Confirmation> {
  return confirmByMemos(ctx, payments, await readRecords(ctx, payments));
}

/** `confirmPayments` with the payees that the memos name. */
export async function confirmByMemos(
  { orm }: Pick<Ctx, 'orm'>,
  payments: readonly Payment[],
  records: readonly FirstHandPayment[],
): Promise<Confirmation> {
  const payees = await readKnownPayees(
    orm,
    [...payments, ...records].map(({ memo }) => memo),
  );
  return confirmPayments(payments, records, payees);
}

/** The records among those stored that this role's process has made, of each payment the newest. The others are reported. */
export function trueRecords(ctx: Ctx, all: readonly StoredRecord[]): FirstHandPayment[] {
  const records = new Map<string, FirstHandPayment>();
  for (const stored of all) {
    const { code: _code, wordsCode: _words, use, ...record } = stored;
    const isTrue = isAuthentic(ctx, stored) && (use === null || isOwnUse(ctx, { ...keyOf(record), ...use }));
    if (!isTrue) {
      reportForged(ctx, record);
      continue;
    }
    const key = JSON.stringify(keyFields(record));
    const { firstReadAt, lastReadAt } = records.get(key) ?? record;
    records.set(key, {
      ...record,
      firstReadAt: firstReadAt < record.firstReadAt ? firstReadAt : record.firstReadAt,
      lastReadAt: lastReadAt > record.lastReadAt ? lastReadAt : record.lastReadAt,
      use: use && { paymentId: use.paymentId, orderId: use.orderId, customerId: use.customerId ?? null },
    });
  }
  return [...records.values()];
}

/** Reports a row that was written with this role's login and not by its process: somebody has the login. */
export function reportForged(ctx: Ctx, { network, source, sourceId }: SourceKey): void {
  if (!isDueAgain(ctx, `forged ${network} ${source} ${sourceId}`, FORGED_REPORT_MS)) return;
  ctx.telemetry.refused('forged_evidence');
  ctx.logger.error({ network, source, sourceId }, "alarm: a payment was recorded with this role's login, and not by this role");
}

function keyOf({ network, source, sourceId }: SourceKey): SourceKey {
  return { network, source, sourceId };
}

function keyFields({ network, source, sourceId }: SourceKey): EvidenceFields {
  return [network, source, sourceId];
}

function paymentFields(record: Omit<FirstHandPayment, 'memo' | 'payer' | 'use' | 'journalledAs' | 'firstReadAt' | 'lastReadAt'>): EvidenceFields {
  const { account, reference, unit, amount, paidAt } = record;
  return [...keyFields(record), account, reference, unit, amount.toString(), paidAt.toISOString()];
}

function wordFields(record: SourceKey & Pick<FirstHandPayment, 'memo' | 'payer'>): EvidenceFields {
  return [...keyFields(record), record.memo, record.payer];
}

function useFields(record: SourceKey, { paymentId, orderId, customerId }: PaymentUse): EvidenceFields {
  return [...keyFields(record), paymentId, orderId, ...(customerId == null ? [] : [customerId])];
}
