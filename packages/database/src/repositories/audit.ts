import { InvariantError } from '@quydoi/domain/invariant';
import { isBeyondAlone } from '@quydoi/domain/operations/second-operator';
import type { PaymentFact } from '@quydoi/domain/transfer/payment';
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
  /** Present if the operator acts alone and may do so only within a limit. */
  readonly alone?: ActAlone;
}

/** What an act of a single operator counts against the limit, in dong. */
export interface ActAlone {
  /** Worth of the act; null when unknown, which exceeds any limit. */
  readonly worth: bigint | null;
  /** Limit of what one operator does alone within 24 hours. */
  readonly limit: bigint;
}

/** The act needs a second operator; nothing was changed. */
export class SecondOperatorError extends Error {
  override readonly name = 'SecondOperatorError';
}

const ONCE = '(call_id) do nothing';

const LOCK_OPERATOR = `select pg_advisory_xact_lock(hashtextextended('alone ' || $1, 7))`;
const DONE_ALONE = `select coalesce(sum(worth), 0) as worth from audit
  where operator = $1 and worth is not null and outcome = 'done' and recorded_at > clock_timestamp() - interval '24 hours'`;

/**
 * Records a successful call, as the first statement of the transaction that makes its changes: the database refuses changes of the operator role
 * before it. An act that is limited locks out other acts of the same operator until its transaction ends, so that parallel ones add up
 * too.
 * @throws SecondOperatorError when the operator may not act alone
 * @throws InvariantError when the call is recorded already: a call commits one transaction of changes
 */
export async function writeAudit(tx: MoneyTx, { alone, ...record }: AuditRecord, orderId: string | null): Promise<void> {
  if (alone) await requireWithinLimit(tx, record.operator, alone);
  const row = { ...record, outcome: 'done', orderId, proposalId: record.proposalId ?? null, worth: alone?.worth ?? null };
  const written = await insertRows(tx, AuditEntity, [row], ONCE);
  if (written === 0) throw new InvariantError(`call ${record.callId} of ${record.verb} is recorded twice`);
}

async function requireWithinLimit(tx: MoneyTx, operator: string, { worth, limit }: ActAlone): Promise<void> {
  await tx.run('lock operator', LOCK_OPERATOR, [operator]);
  const { rows } = await tx.run<{ worth: string }>('done alone', DONE_ALONE, [operator]);
  if (isBeyondAlone(worth, BigInt(rows[0]?.worth ?? 0), limit)) throw new SecondOperatorError(`${operator} may not do this alone`);
}

/** Records a call that failed with `code`. A call whose changes were committed after all keeps its first row. */
export async function addFailedCall(orm: Orm, record: AuditRecord, code: string, orderId: string | null): Promise<void> {
  await insertRow(orm, AuditEntity, { ...record, outcome: code, orderId, proposalId: null, worth: null }, ONCE);
}

/** Records a call whose act waits for a second operator. */
export async function addProposal(orm: Orm, record: AuditRecord, orderId: string | null): Promise<void> {
  await insertRow(orm, AuditEntity, { ...record, outcome: 'proposed', orderId, proposalId: null, worth: null }, ONCE);
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

/** A successful operator call about an order, about a payout of none, or about a row that was told again. */
export interface OrderVerb {
  readonly callId: string;
  readonly verb: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** Another operator proposed the act. */
  readonly isConfirmed: boolean;
}

const ORDER_VERBS = `select call_id as "callId", verb, input, proposal_id is not null as "isConfirmed" from audit where order_id = $1 and outcome = 'done'`;

/** Reads operators' completed calls about an order from the audit log. */
export async function readOrderVerbs(orm: Orm, orderId: string): Promise<OrderVerb[]> {
  return runPrepared<OrderVerb>(orm, 'order verbs', ORDER_VERBS, [orderId]);
}

const APPROVALS = `select call_id as "callId", verb, input, proposal_id is not null as "isConfirmed" from audit
  where input ->> 'payout' = $1 and verb = 'approvePayout' and outcome = 'done' and order_id is null`;

/** Reads operators' completed approvals of a payout that is of no order from the audit log. */
export async function readApprovals(orm: Orm, payoutId: string): Promise<OrderVerb[]> {
  return runPrepared<OrderVerb>(orm, 'approvals of payout', APPROVALS, [payoutId]);
}

const JOURNALLINGS = `select call_id as "callId", verb, input, proposal_id is not null as "isConfirmed" from audit
  where verb = 'journalRow' and outcome = 'done' and lower(input ->> 'exception') = (
    select e.id::text from reconciliation_exception e where e.network = $1 and e.source = $2 and e.source_id = $3 and e.journal_at is not null)`;

/** Reads from the audit log by which completed calls operators have found a row of a source to be a payment of its own. */
export async function readJournallings(
  orm: Orm,
  { network, source, sourceId }: Pick<PaymentFact, 'network' | 'source' | 'sourceId'>,
): Promise<OrderVerb[]> {
  return runPrepared<OrderVerb>(orm, 'journallings of row', JOURNALLINGS, [network, source, sourceId]);
}

const RETURN_CONFIRMED = `select call_id from audit
  where verb = 'returnWithdrawal' and input ->> 'ref' = $1 and outcome = 'done' and proposal_id is not null limit 1`;

/** Whether two operators have said that a withdrawal was not sent. */
export async function readIsReturnConfirmed(orm: Orm, ref: string): Promise<boolean> {
  return (await runPrepared<{ call_id: string }>(orm, 'confirmed return', RETURN_CONFIRMED, [ref])).length > 0;
}

/** An act of an operator about an order, about a payout of none, or about a row that was told again. */
export interface OrderAct {
  readonly verb: string;
  readonly input: unknown;
  readonly orderId: string | null;
}

const DONE_ALONE_BESIDES = 'select verb, input, order_id as "orderId" from done_alone_besides($1, $2)';

/** Other acts about orders, payouts of none and rows told again, by these verbs, that the operator of a call did alone, from 24 hours before that call until now. */
export async function readDoneAloneBesides(orm: Orm, callId: string, verbs: readonly string[]): Promise<OrderAct[]> {
  return runPrepared<OrderAct>(orm, 'done alone besides', DONE_ALONE_BESIDES, [callId, verbs]);
}

/** Whether two calls were made by different operators. */
export async function readAreOfTwoOperators(orm: Orm, one: string, another: string): Promise<boolean> {
  const [row] = await runPrepared<{ two: boolean }>(orm, 'are of two operators', 'select are_of_two_operators($1, $2) as two', [one, another]);
  return row?.two ?? false;
}

const TRANSFER_CALL =
  "select input from audit where verb = 'transferReserve' and outcome = 'done' and input ->> 'reserve' = $1 and input ->> 'reference' = $2";

/** Input of the call that booked a transfer between our own accounts; null when there is none. */
export async function readTransferCall(orm: Orm, reserve: string, reference: string): Promise<Readonly<Record<string, unknown>> | null> {
  const [row] = await runPrepared<{ input: Readonly<Record<string, unknown>> }>(orm, 'transfer call', TRANSFER_CALL, [reserve, reference]);
  return row?.input ?? null;
}
