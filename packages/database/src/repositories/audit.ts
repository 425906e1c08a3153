import { InvariantError } from '@quydoi/domain/invariant';
import { AuditEntity } from '../entities/site.ts';
import { type MoneyTx, runPrepared } from '../money-tx.ts';
import type { Orm } from '../orm.ts';
import { insertRow, insertRows } from '../write-rows.ts';

/** One call of an operator verb, as the audit log records it. */
export interface AuditRecord {
  /** Unique per call. The outcome that is committed first stays. */
  readonly callId: string;
  readonly operator: string;
  readonly verb: string;
  readonly input: unknown;
  readonly at: Date;
  /** Call id of the proposed act that the call carries out or rejects. */
  readonly proposalId?: string;
}

const ONCE = '(call_id) do nothing';

/**
 * Records a successful call, as the first statement of the transaction that makes its changes: the database refuses changes of the operator role
 * before it.
 * @throws InvariantError when the call is recorded already: a call commits one transaction of changes
 */
export async function writeAudit(tx: MoneyTx, record: AuditRecord, orderId: string | null): Promise<void> {
  const written = await insertRows(tx, AuditEntity, [{ ...record, outcome: 'done', orderId, proposalId: record.proposalId ?? null }], ONCE);
  if (written === 0) throw new InvariantError(`call ${record.callId} of ${record.verb} is recorded twice`);
}

/** Records a call that failed with `code`. A call whose changes were committed after all keeps its first row. */
export async function addFailedCall(orm: Orm, record: AuditRecord, code: string, orderId: string | null): Promise<void> {
  await insertRow(orm, AuditEntity, { ...record, outcome: code, orderId, proposalId: null }, ONCE);
}

/** Records a call whose act waits for a second operator. */
export async function addProposal(orm: Orm, record: AuditRecord, orderId: string | null): Promise<void> {
  await insertRow(orm, AuditEntity, { ...record, outcome: 'proposed', orderId, proposalId: null }, ONCE);
}

const OPEN_PROPOSALS = `select p.call_id as id, p.operator, p.verb, p.input, p.at from audit p
  where p.outcome = 'proposed' and p.at > $1 and not exists (select 1 from audit a where a.proposal_id = p.call_id) order by p.id`;

/** An act that waits for a second operator. `id` is the call that proposed it. */
export interface Proposal {
  readonly id: string;
  readonly operator: string;
  readonly verb: string;
  readonly input: unknown;
  readonly at: Date;
}

/** Open proposals made after a given time, oldest first. */
export async function readProposals(orm: Orm, since: Date): Promise<Proposal[]> {
  const rows = await runPrepared<Proposal>(orm, 'proposals', OPEN_PROPOSALS, [since]);
  return rows.map((row) => ({ ...row, at: new Date(row.at) }));
}

/** The operator whose own login this is; null for the login that operators share. */
export async function readOwnOperator(orm: Orm): Promise<string | null> {
  const [row] = await runPrepared<{ login: string }>(orm, 'login', 'select session_user::text as login', []);
  return /^quydoi_operator_(.+)$/.exec(row?.login ?? '')?.[1] ?? null;
}

/** A successful operator call about an order. */
export interface OrderVerb {
  readonly verb: string;
  readonly input: Readonly<Record<string, unknown>>;
}

const ORDER_VERBS = "select verb, input from audit where order_id = $1 and outcome = 'done'";

/** What operators have done about an order, as the audit log keeps it. */
export async function readOrderVerbs(orm: Orm, orderId: string): Promise<OrderVerb[]> {
  return runPrepared<OrderVerb>(orm, 'order verbs', ORDER_VERBS, [orderId]);
}

const TRANSFER_CALL =
  "select input from audit where verb = 'transferReserve' and outcome = 'done' and input ->> 'reserve' = $1 and input ->> 'reference' = $2";

/** Input of the call that booked a transfer between our own accounts; null when there is none. */
export async function readTransferCall(orm: Orm, reserve: string, reference: string): Promise<Readonly<Record<string, unknown>> | null> {
  const [row] = await runPrepared<{ input: Readonly<Record<string, unknown>> }>(orm, 'transfer call', TRANSFER_CALL, [reserve, reference]);
  return row?.input ?? null;
}
