import type { IntakeException } from '@quydoi/domain/transfer/intake-exception';
import { IntakeExceptionEntity } from '../entities/payment.ts';
import { withMoneyTx } from '../money-tx.ts';
import { dbOf, type Orm } from '../orm.ts';
import { insertRow } from '../write-rows.ts';
import { type AuditRecord, writeAudit } from './audit.ts';

/** An intake exception that no operator has resolved. */
export interface OpenIntakeException extends IntakeException {
  readonly id: string;
  readonly at: Date;
}

/** Records an intake exception unless one with the same source and source id exists. @returns whether it was added */
export async function addIntakeException(orm: Orm, exception: OpenIntakeException): Promise<boolean> {
  const row = { ...exception, resolvedAt: null, resolvedBy: null, note: null };
  return insertRow(orm, IntakeExceptionEntity, row, '(source, source_id) do nothing');
}

/** Unresolved intake exceptions, oldest first. */
export async function readIntakeExceptions(orm: Orm, limit: number): Promise<OpenIntakeException[]> {
  return dbOf(orm)
    .selectFrom('intake_exception')
    .select(['id', 'network', 'source', 'sourceId', 'kind', 'account', 'asset', 'amount', 'detail', 'at'])
    .where('resolvedAt', 'is', null)
    .orderBy('at')
    .limit(limit)
    .execute();
}

/** Marks an intake exception as resolved, in the transaction of its audit row. @returns false when there is no such open one */
export async function resolveIntakeException(
  orm: Orm,
  id: string,
  { operator, note, at }: { readonly operator: string; readonly note: string; readonly at: Date },
  audit?: AuditRecord,
): Promise<boolean> {
  return withMoneyTx(orm, async (tx) => {
    if (audit) await writeAudit(tx, audit, null);
    const { count } = await tx.run(
      'resolve intake exception',
      'update intake_exception set resolved_at = $1, resolved_by = $2, note = $3 where id = $4 and resolved_at is null',
      [at, operator, note, id],
    );
    return count > 0;
  });
}
