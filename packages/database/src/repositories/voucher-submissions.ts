import { HOUR_MS, MINUTE_MS } from '@quydoi/domain/durations';
import type { RefusedVouchers } from '@quydoi/domain/voucher-turns';
import { type SubmissionState, VoucherSubmissionEntity } from '../entities/voucher.ts';
import { ConflictError, runPrepared, withMoneyTx } from '../money-tx.ts';
import { dbOf, type Orm } from '../orm.ts';
import { readRow, readRows } from '../read-rows.ts';
import { writeSteps } from '../write-rows.ts';

/** A voucher that a customer pays an order with, as the signer sees it. */
export interface VoucherSubmission {
  readonly id: string;
  readonly version: number;
  readonly orderId: string;
  /** 1, 2, … per order. */
  readonly n: number;
  /** Number and code, sealed for this submission and order. */
  readonly sealed: string;
  readonly state: SubmissionState;
  /** Reference of the payment that it brought. */
  readonly reference: string | null;
  /** What it brought, in minor units. */
  readonly amount: bigint | null;
  /** The signer's word that this voucher of this order brought that payment. */
  readonly code: string | null;
  /** The signer's word that its process has sent this voucher first at `sentAt`. */
  readonly sentCode: string | null;
  readonly nextAt: Date;
  readonly createdAt: Date;
  /** When it was first sent to the issuer. */
  readonly sentAt: Date | null;
  readonly answeredAt: Date | null;
}

/** What the web may read of a submission. */
export type SubmissionProgress = Pick<VoucherSubmission, 'id' | 'orderId' | 'n' | 'state' | 'createdAt'>;

const OPEN_STATES = ['new', 'sending', 'unknown'] as const satisfies readonly SubmissionState[];
const DUE = {
  name: 'submissions due',
  where: `state in ('new', 'sending', 'unknown') and next_at <= $1
    and (state <> 'new' or not exists (select 1 from orders o where o.id = order_id and o.origin = any($3::text[])))
    order by state = 'new', (select coalesce(array_position($4::text[], o.origin), 0) from orders o where o.id = order_id),
      exists (select 1 from orders o where o.id = order_id and o.subject = any($5::text[])), next_at limit $2`,
};
const BY_ID = { name: 'submission by id', where: 'id = $1' };

/** Whether a submission awaits its answer. */
export function isSubmissionOpen({ state }: Pick<VoucherSubmission, 'state'>): boolean {
  return (OPEN_STATES as readonly SubmissionState[]).includes(state);
}

/** Adds a submission. @returns false when its number is taken, or another one of the order is open */
export async function addSubmission(orm: Orm, row: Pick<VoucherSubmission, 'id' | 'orderId' | 'n' | 'sealed' | 'createdAt'>): Promise<boolean> {
  const inserted = await dbOf(orm)
    .insertInto('voucher_submission')
    .values({ ...row, version: 1, state: 'new', nextAt: row.createdAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** How far an order's submissions are, first to last. */
export async function readSubmissionProgress(orm: Orm, orderId: string): Promise<SubmissionProgress[]> {
  const select = dbOf(orm).selectFrom('voucher_submission').select(['id', 'orderId', 'n', 'state', 'createdAt']);
  const rows = await select.where('orderId', '=', orderId).orderBy('n').execute();
  return rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt) }));
}

/** Whose submissions have to wait for others', or are left out, unless they may have been sent: IP networks (`origin`) and subjects of orders. */
export interface SubmissionTurns {
  readonly leftOut: readonly string[];
  /** IP networks that come after all others, in this sequence. */
  readonly lastOrigins: readonly string[];
  /** Subjects that come after others of their IP network. */
  readonly lastSubjects: readonly string[];
}

/** Submissions that are due: first those that may have been sent, then by turn and due time. */
export async function readSubmissionsDue(
  orm: Orm,
  now: Date,
  limit: number,
  { leftOut, lastOrigins, lastSubjects }: SubmissionTurns,
): Promise<VoucherSubmission[]> {
  return readRows<VoucherSubmission>(orm, VoucherSubmissionEntity, DUE, [now, limit, leftOut, lastOrigins, lastSubjects]);
}

/** A submission by its id, or null. */
export async function readSubmission(orm: Orm, id: string): Promise<VoucherSubmission | null> {
  return readRow<VoucherSubmission>(orm, VoucherSubmissionEntity, BY_ID, [id]);
}

/**
 * Moves a submission from exactly this version.
 * @returns false when it has another by now
 * @throws ConflictError when another submission is being sent
 */
export async function updateSubmission(
  orm: Orm,
  before: VoucherSubmission,
  set: Partial<Pick<VoucherSubmission, 'state' | 'reference' | 'amount' | 'code' | 'sentCode' | 'nextAt' | 'sentAt' | 'answeredAt'>>,
): Promise<boolean> {
  try {
    await withMoneyTx(orm, (tx) => writeSteps(tx, VoucherSubmissionEntity, [{ before, after: { ...before, ...set, version: before.version + 1 } }]));
    return true;
  } catch (error) {
    if (error instanceof ConflictError && error.constraint === VoucherSubmissionEntity.meta.tableName) return false;
    throw error;
  }
}

/** An accepted submission with what the signer's word covers. */
export type AcceptedSubmission = Pick<VoucherSubmission, 'id' | 'orderId'> & { readonly reference: string; readonly amount: bigint };

/** The submission whose voucher brought the payment of a reference; null when none did. */
export async function readSubmissionOfPayment(orm: Orm, reference: string): Promise<AcceptedSubmission | null> {
  const row = await dbOf(orm)
    .selectFrom('voucher_submission')
    .select(['id', 'orderId', 'reference', 'amount'])
    .where('reference', '=', reference)
    .where('state', '=', 'accepted')
    .executeTakeFirst();
  return row?.reference && row.amount !== null ? { ...row, reference: row.reference, amount: row.amount } : null;
}

const IN_DOUBT = "select id from voucher_submission where state in ('sending', 'unknown') and sent_at > $1 limit 1";
const REFUSED = `select o.origin, array_agg(distinct o.subject) as subjects, count(*)::integer as last_hour,
    count(*) filter (where s.answered_at > $2)::integer as last_minute
  from voucher_submission s join orders o on o.id = s.order_id
  where s.state in ('refused', 'unsettled') and s.answered_at > $1 and s.sent_at is not null group by o.origin`;
// The first condition of each is that of its partial index, which would not be used without it.
const DOUBT_BESIDE = `select id from voucher_submission where state in ('new', 'sending', 'unknown') and state in ('sending', 'unknown') and id <> $1
  union all select id from voucher_submission where state in ('refused', 'unsettled') and state = 'unsettled' and answered_at > $2 limit 1`;

/** Whether the issuer's answer about a voucher that was sent after a time is still open: a payment from nobody may be its. */
export async function hasSubmissionInDoubt(orm: Orm, sentAfter: Date): Promise<boolean> {
  return (await runPrepared(orm, 'submissions in doubt', IN_DOUBT, [sentAfter])).length > 0;
}

/** Vouchers from one IP network that the issuer has refused, or left open, and the subjects of their orders. */
export type RefusedOfOrigin = RefusedVouchers & { readonly subjects: readonly string[] };

/** What the issuer has refused, or left open, in the last hour, by IP network. */
export async function readRefusedSubmissions(orm: Orm, now: Date): Promise<RefusedOfOrigin[]> {
  const since = (ms: number) => new Date(now.getTime() - ms);
  const rows = await runPrepared<RefusedRow>(orm, 'submissions refused', REFUSED, [since(HOUR_MS), since(MINUTE_MS)]);
  return rows.map(({ origin, subjects, last_hour, last_minute }) => ({ origin, subjects, lastHour: last_hour, lastMinute: last_minute }));
}

interface RefusedRow {
  readonly origin: string;
  readonly subjects: readonly string[];
  readonly last_hour: number;
  readonly last_minute: number;
}

/** Whether it is open for some other voucher whether its money was taken, or was left open since a time. */
export async function hasDoubtBeside(orm: Orm, { id }: Pick<VoucherSubmission, 'id'>, leftOpenSince: Date): Promise<boolean> {
  return (await runPrepared(orm, 'submissions in doubt beside', DOUBT_BESIDE, [id, leftOpenSince])).length > 0;
}
