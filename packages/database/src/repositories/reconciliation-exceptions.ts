import type { PaymentFact } from '@quydoi/domain/transfer/payment';
import type { ReconciliationException, ToldRow } from '@quydoi/domain/transfer/reconciliation-exception';
import { sql } from 'kysely';
import { ReconciliationExceptionEntity } from '../entities/payment.ts';
import { runPrepared, withMoneyTx } from '../money-tx.ts';
import { dbOf, type Orm } from '../orm.ts';
import { insertNewRows } from '../write-rows.ts';
import { type AuditRecord, writeAudit } from './audit.ts';

/** A reconciliation exception that no operator has resolved. */
export interface OpenReconciliationException extends ReconciliationException {
  readonly id: string;
  readonly at: Date;
}

/** Records reconciliation exceptions, except those with the network, source and source id of another. @returns the ids of those that were added */
export async function addReconciliationExceptions(orm: Orm, exceptions: readonly OpenReconciliationException[]): Promise<string[]> {
  const rows = exceptions.map((exception) => ({
    ...exception,
    told: exception.told ?? null,
    journalAt: null,
    resolvedAt: null,
    resolvedBy: null,
    note: null,
  }));
  return insertNewRows(orm, ReconciliationExceptionEntity, rows, '(network, source, source_id)');
}

/** A row that its source has told again since, readable. */
const IS_JOURNALLED = sql<boolean>`e.kind = 'unreadable'
  and exists (select 1 from sighting s where s.source = e.source and s.source_id = e.source_id and s.at >= e.at)`;

/** Reconciliation exceptions that no operator has resolved and whose cause is still there, oldest first. */
export async function readReconciliationExceptions(orm: Orm, limit: number): Promise<OpenReconciliationException[]> {
  return dbOf(orm)
    .selectFrom('reconciliation_exception as e')
    .select(['id', 'network', 'source', 'sourceId', 'kind', 'account', 'asset', 'amount', 'detail', 'at'])
    .where('resolvedAt', 'is', null)
    .where(sql<boolean>`not (${IS_JOURNALLED})`)
    .orderBy('at')
    .limit(limit)
    .execute();
}

/** Who closes an exception, when, and what was done about it. */
interface ExceptionClosing {
  readonly operator: string;
  readonly note: string;
  readonly at: Date;
}

/** Marks a reconciliation exception as resolved, in the transaction of its audit row. @returns false when there is no such open one */
export async function resolveReconciliationException(orm: Orm, id: string, closing: ExceptionClosing, audit?: AuditRecord): Promise<boolean> {
  return close(orm, RESOLVE, id, closing, audit);
}

/**
 * Has a row journalled as a payment of its own, and marks its exception as resolved, in the transaction of the audit row.
 * @returns false when there is no such open exception with a row
 */
export async function journalReconciliationException(orm: Orm, id: string, closing: ExceptionClosing, audit?: AuditRecord): Promise<boolean> {
  return close(orm, JOURNAL, id, closing, audit);
}

const RESOLVE = {
  name: 'resolve reconciliation exception',
  text: 'update reconciliation_exception set resolved_at = $1, resolved_by = $2, note = $3 where id = $4 and resolved_at is null',
};
const JOURNAL = {
  name: 'journal reconciliation exception',
  text: `update reconciliation_exception set resolved_at = $1, resolved_by = $2, note = $3, journal_at = $1
    where id = $4 and resolved_at is null and told is not null and kind in ('told_again', 'other_payment')`,
};

function close(
  orm: Orm,
  { name, text }: typeof RESOLVE,
  id: string,
  { operator, note, at }: ExceptionClosing,
  audit?: AuditRecord,
): Promise<boolean> {
  return withMoneyTx(orm, async (tx) => {
    if (audit) await writeAudit(tx, audit, null);
    const { count } = await tx.run(name, text, [at, operator, note, id]);
    return count > 0;
  });
}

/** A row that an operator has had journalled. */
export interface RowToJournal extends Pick<OpenReconciliationException, 'id' | 'network' | 'source' | 'sourceId'> {
  readonly account: string;
  readonly asset: string;
  /** Minor units. */
  readonly amount: bigint;
  readonly told: ToldRow;
}

const IS_TO_JOURNAL = `journal_at is not null
    and not exists (select 1 from sighting s where s.source = e.source and s.source_id = e.source_id)`;
const TO_JOURNAL = `
  select id, network, source, source_id, account, asset, amount, told from reconciliation_exception e
  where ${IS_TO_JOURNAL} and source = any($1::text[]) and ($2::uuid is null or id > $2)
  order by id limit $3`;

/**
 * Rows of some sources that operators have had journalled, and that are not journalled yet, by id.
 * @param after the last one that was read before, or null
 */
export async function readRowsToJournal(orm: Orm, sources: readonly string[], after: string | null, limit: number): Promise<RowToJournal[]> {
  const rows = await runPrepared<Omit<RowToJournal, 'sourceId' | 'amount'> & { source_id: string; amount: string }>(
    orm,
    'rows to journal',
    TO_JOURNAL,
    [sources, after, limit],
  );
  return rows.map(({ source_id: sourceId, amount, ...row }) => ({ ...row, sourceId, amount: BigInt(amount) }));
}

/** Rows of a source that operators have had journalled and that are not journalled yet. */
export interface WaitingRows extends Pick<ReconciliationException, 'network' | 'source'> {
  readonly count: number;
  /** When the first of them was to be journalled. */
  readonly since: Date;
}

const WAITING = `
  select network, source, count(*)::integer as count, min(journal_at) as since from reconciliation_exception e
  where ${IS_TO_JOURNAL} and journal_at < $1 group by network, source order by since`;

/** The rows that operators have had journalled before a time, and that are not journalled yet, of each source. */
export async function readRowsWaiting(orm: Orm, before: Date): Promise<WaitingRows[]> {
  const rows = await runPrepared<WaitingRows>(orm, 'rows waiting to be journalled', WAITING, [before]);
  return rows.map((row) => ({ ...row, since: new Date(row.since) }));
}

/** Account unit and amount of an exception, in minor units; null where it names none, or no whole amount: any login may write what it tells. */
export async function readSumOfException(orm: Orm, id: string): Promise<{ readonly asset: string; readonly amount: bigint } | null> {
  const [row] = await runPrepared<{ asset: string | null; amount: string | null }>(
    orm,
    'sum of exception',
    'select asset, amount from reconciliation_exception where id = $1',
    [id],
  );
  return row?.asset && row.amount && /^\d+$/.test(row.amount) ? { asset: row.asset, amount: BigInt(row.amount) } : null;
}

/** Whether a payment is a row that an operator has had journalled as a payment of its own. */
export async function isJournalledRow(orm: Orm, paymentId: string): Promise<boolean> {
  const text = `select 1 from sighting s join payment p on p.id = s.payment_id
    join reconciliation_exception e on e.network = p.network and e.source = s.source and e.source_id = s.source_id
    where s.payment_id = $1 and e.journal_at is not null limit 1`;
  return (await runPrepared(orm, 'journalled row', text, [paymentId])).length > 0;
}

const JOURNALLED = `select e.source, e.source_id, e.detail, s.payment_id,
    e.told ->> 'reference' as reference, e.told ->> 'memo' as memo, e.told ->> 'paidAt' as paid_at
  from reconciliation_exception e left join sighting s on s.source = e.source and s.source_id = e.source_id
  where e.journal_at is not null and e.kind = 'told_again' and e.network = $1 and e.account = $2 and e.asset = $3 and e.amount = $4`;

/** A row told again that operators have had journalled as a payment of its own, with what they were told of it. Any login that reports may have written that. */
export interface JournalledRow extends Pick<PaymentFact, 'source' | 'sourceId'>, Pick<ReconciliationException, 'detail'> {
  readonly reference: string | null;
  readonly memo: string | null;
  readonly paidAt: string | null;
  /** The payment, by the journal; null while it has none. */
  readonly paymentId: string | null;
}

/** The rows of which operators were told this account, unit and amount, and that they have had journalled as payments of their own. */
export async function readJournalledRows(
  orm: Orm,
  { network, account, unit, amount }: Pick<PaymentFact, 'network' | 'account' | 'unit' | 'amount'>,
): Promise<JournalledRow[]> {
  const values = [network, account, unit, amount.toString()];
  type Read = Pick<JournalledRow, 'source' | 'detail' | 'reference' | 'memo'> & {
    source_id: string;
    payment_id: string | null;
    paid_at: string | null;
  };
  const rows = await runPrepared<Read>(orm, 'journalled rows', JOURNALLED, values);
  return rows.map(({ source_id: sourceId, payment_id: paymentId, paid_at: paidAt, ...row }) => ({ ...row, sourceId, paymentId, paidAt }));
}
