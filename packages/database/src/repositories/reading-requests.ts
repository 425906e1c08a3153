import type { NetworkCode } from '@quydoi/domain/networks';
import type { ReadingOutcome, ReadingRequest } from '@quydoi/domain/transfer/reading-request';
import type { ReportWindow } from '@quydoi/domain/transfer/same-transfer';
import { ReadingRequestEntity } from '../entities/payment.ts';
import { runPrepared, withMoneyTx, writePrepared } from '../money-tx.ts';
import type { Orm } from '../orm.ts';
import { readRows } from '../read-rows.ts';
import { insertRows } from '../write-rows.ts';
import { type AuditRecord, writeAudit } from './audit.ts';

/** A request with what came of it; null while it is open. */
export interface ReadingResult extends ReadingRequest {
  readonly handledAt: Date | null;
  readonly outcome: ReadingOutcome | null;
}

const DUE = {
  name: 'reading requests due',
  where: 'handled_at is null and next_at <= $2 and network = any($1::text[]) order by next_at limit $3',
};
const NEWEST = { name: 'newest reading requests', where: 'true order by at desc limit $1' };

/** Adds a request, in the transaction of its audit row. */
export async function addReadingRequest(orm: Orm, request: ReadingRequest, audit?: AuditRecord): Promise<void> {
  await withMoneyTx(orm, async (tx) => {
    if (audit) await writeAudit(tx, audit, null);
    await insertRows(tx, ReadingRequestEntity, [{ ...request, nextAt: request.at, handledAt: null, outcome: null }]);
  });
}

/** Open requests of some networks that are due, by due time. */
export async function readReadingRequestsDue(orm: Orm, networks: readonly NetworkCode[], now: Date, limit: number): Promise<ReadingRequest[]> {
  return readRows<ReadingResult>(orm, ReadingRequestEntity, DUE, [networks, now, limit]);
}

/** The newest requests, with what came of them. */
export async function readReadingResults(orm: Orm, limit: number): Promise<ReadingResult[]> {
  return readRows<ReadingResult>(orm, ReadingRequestEntity, NEWEST, [limit]);
}

/** Schedules the next look of a request that a look did not end. */
export async function postponeReadingRequest(orm: Orm, id: string, nextAt: Date): Promise<void> {
  await writePrepared(orm, 'postpone reading request', 'update reading_request set tries = tries + 1, next_at = $2 where id = $1', [id, nextAt]);
}

/** Ends a request. */
export async function closeReadingRequest(orm: Orm, id: string, outcome: ReadingOutcome, at: Date): Promise<void> {
  await writePrepared(orm, 'close reading request', 'update reading_request set handled_at = $3, outcome = $2 where id = $1', [id, outcome, at]);
}

/** Whether a payment with a reference is journalled on a network. @param made when it was made, where references repeat */
export async function isReferenceJournalled(orm: Orm, network: NetworkCode, reference: string, made: ReportWindow | null): Promise<boolean> {
  const text = `select 1 from payment where network = $1 and reference = $2
    and ($3::timestamptz is null or paid_at between $3 and $4 or paid_at = $5) limit 1`;
  const values = [network, reference, made?.from ?? null, made?.to ?? null, made?.day ?? null];
  return (await runPrepared(orm, 'reference journalled', text, values)).length > 0;
}
