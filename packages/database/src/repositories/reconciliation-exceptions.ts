import type { ReconciliationException } from '@quydoi/domain/transfer/reconciliation-exception';
import { ReconciliationExceptionEntity } from '../entities/payment.ts';
import { withMoneyTx } from '../money-tx.ts';
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
  const rows = exceptions.map((exception) => ({ ...exception, resolvedAt: null, resolvedBy: null, note: null }));
  return insertNewRows(orm, ReconciliationExceptionEntity, rows, '(network, source, source_id)');
}

/** Unresolved reconciliation exceptions, oldest first. */
export async function readReconciliationExceptions(orm: Orm, limit: number): Promise<OpenReconciliationException[]> {
  return dbOf(orm)
    .selectFrom('reconciliation_exception')
    .select(['id', 'network', 'source', 'sourceId', 'kind', 'account', 'asset', 'amount', 'detail', 'at'])
    .where('resolvedAt', 'is', null)
    .orderBy('at')
    .limit(limit)
    .execute();
}

/** Marks a reconciliation exception as resolved, in the transaction of its audit row. @returns false when there is no such open one */
export async function resolveReconciliationException(
  orm: Orm,
  id: string,
  { operator, note, at }: { readonly operator: string; readonly note: string; readonly at: Date },
  audit?: AuditRecord,
): Promise<boolean> {
  return withMoneyTx(orm, async (tx) => {
    if (audit) await writeAudit(tx, audit, null);
    const { count } = await tx.run(
      'resolve reconciliation exception',
      'update reconciliation_exception set resolved_at = $1, resolved_by = $2, note = $3 where id = $4 and resolved_at is null',
      [at, operator, note, id],
    );
    return count > 0;
  });
}
