import { type MoneyTx, runPrepared } from '../money-tx.ts';
import type { Orm } from '../orm.ts';

/** One call of an operator verb, as the audit log records it. */
export interface AuditRecord {
  /** Unique per call. The outcome that is committed first stays. */
  readonly callId: string;
  readonly operator: string;
  readonly verb: string;
  readonly input: unknown;
  readonly at: Date;
}

const INSERT = `insert into audit (call_id, operator, verb, input, outcome, order_id, at) values ($1, $2, $3, $4, $5, $6, $7)
  on conflict (call_id) do nothing`;

/**
 * Records a successful call, as the first statement of the transaction that makes its changes: the database refuses changes of the operator role
 * before it. A call commits one transaction of changes.
 */
export async function writeAudit(tx: MoneyTx, record: AuditRecord, orderId: string | null): Promise<void> {
  await tx.run('insert audit', INSERT, valuesOf(record, 'done', orderId));
}

/** Records a call that failed with `code`. A call whose changes were committed after all keeps its first row. */
export async function addFailedCall(orm: Orm, record: AuditRecord, code: string): Promise<void> {
  await runPrepared(orm, 'insert audit', INSERT, valuesOf(record, code, null));
}

function valuesOf({ callId, operator, verb, input, at }: AuditRecord, outcome: string, orderId: string | null): unknown[] {
  return [callId, operator, verb, JSON.stringify(input), outcome, orderId, at];
}
