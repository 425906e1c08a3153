import { DAY_MS } from '@quydoi/domain/durations';
import { NETWORK_CODES, type NetworkCode } from '@quydoi/domain/networks';
import { type Attempt, type AttemptTransfer, LIVE_ATTEMPT_STATES } from '@quydoi/domain/transfer/attempt';
import type { Payout } from '@quydoi/domain/transfer/payout';
import { sql } from 'kysely';
import { AttemptCodeEntity, AttemptEntity, PayoutEntity } from '../entities/payout.ts';
import { type MoneyTx, runPrepared } from '../money-tx.ts';
import { dbOf, type Orm } from '../orm.ts';
import { readRow, readRows } from '../read-rows.ts';
import { insertRows, type NewRow } from '../write-rows.ts';

const LIVE = LIVE_ATTEMPT_STATES.map((state) => `'${state}'`).join(', ');
const PAYOUT_OF_ATTEMPT = { name: 'payout of attempt', where: 'id = (select payout_id from attempt where id = $1)' };
const PAYOUT_BY_ID = { name: 'payout by id', where: 'id = $1' };
const PAYOUTS_OF = { name: 'payouts of order', where: 'order_id = $1 order by seq' };
const PAYOUTS_DUE = {
  name: 'payouts due',
  isPlannedOnce: true,
  // Kind by kind, so that the index passes over payouts of all other kinds, however many.
  where: `id = any(array(
      select due.id from unnest($4::text[]) as k(kind) cross join lateral (
        select q.id, q.next_at from payout q
        where q.state = 'queued' and q.obligation_kind = k.kind and q.next_at <= $1 and q.network = any($2::text[]) and q.to_balance_of is null
        order by q.next_at limit $3
      ) due order by due.next_at limit $3
    )) order by next_at`,
};
const PAYOUTS_OF_OTHER_KINDS = `
  select count(*)::integer as payouts, left(min(kind), 40) as kind from (
    select obligation_kind as kind from payout where state = 'queued' and network = $1 and obligation_kind <> all($2::text[]) limit $3
  ) others`;
const ATTEMPT_BY_ID = { name: 'attempt by id', where: 'id = $1' };
/** Attempts of the provider `$n`, or of none among the others `$m`: an attempt of a provider that is gone is left to the first one. */
const madeAt = (provider: string, others: string) =>
  `case when ${provider}::text is null then provider is null or provider <> all(${others}::text[]) else provider = ${provider} end`;
const ATTEMPTS_DUE = {
  name: 'attempts due',
  where: `state in (${LIVE}) and next_check_at <= $2 and ${madeAt('$4', '$5')}
    and (select network from payout where id = payout_id) = $1 order by next_check_at limit $3`,
};
const UNSENT_ATTEMPTS_DUE = {
  name: 'unsent attempts due',
  where: `state = 'prepared' and next_check_at <= $2 and provider = $4
    and (select network from payout where id = payout_id) = $1 order by next_check_at limit $3`,
};
const NETWORKS_OF_ATTEMPTS_DUE = `
  select distinct (select network from payout where id = payout_id) as network from attempt where state in (${LIVE}) and next_check_at <= $1`;
const SENT_ATTEMPTS = {
  name: 'sent attempts',
  // Not `exists`, which a plan from the day when the table was small would answer by reading it whole.
  where: `payout_id = any($1::uuid[])
    and (sent_at is not null or (select t.n from attempt_transfer t where t.attempt_id = attempt.id and t.n = 1) is not null) order by created_at`,
};

const CREDITS_DUE = { name: 'credits due', where: `to_balance_of is not null and state = 'queued' and next_at <= $1 order by next_at limit $2` };

/** Queued payouts into customers' balances that are due, by due time. */
export async function readCreditsDue(orm: Orm, now: Date, limit: number): Promise<Payout[]> {
  return readRows<Payout>(orm, PayoutEntity, CREDITS_DUE, [now, limit]);
}

/** Queued payouts of these kinds of obligations and on these networks that are due for the signer, by due time. */
export async function readPayoutsDue(
  orm: Orm,
  now: Date,
  limit: number,
  kinds: readonly string[],
  networks: readonly NetworkCode[] = NETWORK_CODES,
): Promise<Payout[]> {
  if (networks.length === 0) return [];
  return readRows<Payout>(orm, PayoutEntity, PAYOUTS_DUE, [now, networks, limit, kinds]);
}

/** Number of queued payouts on a network of any other kind of obligation, at most `max`, and one of their kinds; null when there are none. */
export async function readPayoutsOfOtherKinds(
  orm: Orm,
  network: NetworkCode,
  kinds: readonly string[],
  max: number,
): Promise<{ readonly payouts: number; readonly kind: string } | null> {
  const [row] = await runPrepared<{ payouts: number; kind: string | null }>(orm, 'payouts of other kinds', PAYOUTS_OF_OTHER_KINDS, [
    network,
    kinds,
    max,
  ]);
  return row && row.kind !== null ? { payouts: row.payouts, kind: row.kind } : null;
}

/** Whose attempts are read: those of one provider, or those of none of the others (`provider` null). */
export interface MadeAt {
  readonly provider: string | null;
  readonly others: readonly string[];
}

const AT_ANY: MadeAt = { provider: null, others: [] };

/** Condition on an attempt `a`. */
const isMadeAt = ({ provider, others }: MadeAt) =>
  sql<boolean>`case when ${provider}::text is null then a.provider is null or a.provider <> all(${[...others]}::text[]) else a.provider = ${provider} end`;

/** Live attempts on a network that are due for a status check, by due time. */
export async function readAttemptsDue(
  orm: Orm,
  network: NetworkCode,
  now: Date,
  limit: number,
  { provider, others }: MadeAt = AT_ANY,
): Promise<Attempt[]> {
  return readRows<Attempt>(orm, AttemptEntity, ATTEMPTS_DUE, [network, now, limit, provider, others]);
}

/** Attempts at a provider that are due and were certainly not sent, by due time. */
export async function readUnsentAttemptsDue(orm: Orm, network: NetworkCode, provider: string, now: Date, limit: number): Promise<Attempt[]> {
  return readRows<Attempt>(orm, AttemptEntity, UNSENT_ATTEMPTS_DUE, [network, now, limit, provider]);
}

/** The networks on which live attempts are due for a status check. */
export async function readNetworksOfAttemptsDue(orm: Orm, now: Date): Promise<NetworkCode[]> {
  const rows = await runPrepared<{ network: NetworkCode }>(orm, 'networks of attempts due', NETWORKS_OF_ATTEMPTS_DUE, [now]);
  return rows.map(({ network }) => network);
}

/** Attempts on a network settled as paid after `since` and due for another reversal check, by due time. */
export async function readSettledAttemptsDue(
  orm: Orm,
  network: NetworkCode,
  now: Date,
  since: Date,
  limit: number,
  where: MadeAt = AT_ANY,
): Promise<Attempt[]> {
  const db = dbOf(orm);
  // Selects ids first: `select *` over the join would mix columns of the same name.
  const { rows } = await sql<{ id: string }>`select a.id from attempt a join payout p on p.id = a.payout_id
    where a.state = 'done' and a.settled_at > ${since} and a.next_check_at <= ${now} and p.network = ${network}
      and ${isMadeAt(where)}
    order by a.next_check_at limit ${limit}`.execute(db);
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  return db.selectFrom('attempt').selectAll().where('id', 'in', ids).orderBy('nextCheckAt').execute();
}

/** How long what a failed payout was made for may take to its end, at operators' hands, and be watched after it. */
const ENDS_WITHIN_MS = 30 * DAY_MS;

/** When a failed payout was made at the earliest, if what it was made for has ended since a time. */
export function failedSince(endedSince: Date): Date {
  return new Date(endedSince.getTime() - ENDS_WITHIN_MS);
}

/** An attempt of a failed payout, and when it ended, or what followed it: the newest payout of its order, and the order's end. */
export interface FailedAttempt {
  readonly id: string;
  readonly endedAt: Date;
}

/**
 * Attempts on a network that were sent for a failed payout of an order, and that their provider called failed or did not know, newest first. Of orders
 * without an open payout that have not ended, or of which something has ended since a time.
 */
export async function readFailedAttempts(
  orm: Orm,
  network: NetworkCode,
  endedSince: Date,
  limit: number,
  where: MadeAt = AT_ANY,
): Promise<FailedAttempt[]> {
  // Payouts that failed are few, so that they lead to the attempts.
  const { rows } = await sql<{ id: string; endedAt: string }>`select id, ended_at as "endedAt" from (
      select a.id, o.final_at, greatest(a.settled_at, o.final_at, (select max(q.created_at) from payout q where q.order_id = p.order_id)) as ended_at
      from payout p join attempt a on a.payout_id = p.id join orders o on o.id = p.order_id
      where p.state = 'failed' and p.created_at > ${failedSince(endedSince)} and p.network = ${network}
        and a.state in ('absent', 'refused') and a.sent_at is not null
        and ${isMadeAt(where)}
        and not exists (select 1 from payout q where q.order_id = p.order_id and q.state in ('queued', 'attempting'))
    ) failed where final_at is null or ended_at > ${endedSince} order by ended_at desc limit ${limit}`.execute(dbOf(orm));
  return rows.map(({ id, endedAt }) => ({ id, endedAt: new Date(endedAt) }));
}

/** The payout of an attempt, or null. */
export async function readPayoutOfAttempt(orm: Orm, attemptId: string): Promise<Payout | null> {
  return readRow<Payout>(orm, PayoutEntity, PAYOUT_OF_ATTEMPT, [attemptId]);
}

/** A payout by its id, or null. */
export async function readPayout(orm: Orm, id: string): Promise<Payout | null> {
  return readRow<Payout>(orm, PayoutEntity, PAYOUT_BY_ID, [id]);
}

/** An attempt by its id, or null. */
export async function readAttempt(orm: Orm, id: string): Promise<Attempt | null> {
  return readRow<Attempt>(orm, AttemptEntity, ATTEMPT_BY_ID, [id]);
}

/** Payouts of an obligation, first to last. */
export async function readPayoutsOfObligation(orm: Orm, kind: string, id: string): Promise<Payout[]> {
  return dbOf(orm).selectFrom('payout').selectAll().where('obligationKind', '=', kind).where('obligationId', '=', id).orderBy('seq').execute();
}

/** An order's payouts, first to last. */
export async function readPayoutsOf(orm: Orm, orderId: string): Promise<Payout[]> {
  return readRows<Payout>(orm, PayoutEntity, PAYOUTS_OF, [orderId]);
}

/**
 * Attempts of these payouts that may have been sent, each with its payout; oldest first. Those with signed transfers are among them even if the
 * signer has not sent them: whoever has the bytes can.
 */
export async function readSentAttempts(orm: Orm, payouts: readonly Payout[]): Promise<{ payout: Payout; attempt: Attempt }[]> {
  if (payouts.length === 0) return [];
  const attempts = await readRows<Attempt>(orm, AttemptEntity, SENT_ATTEMPTS, [payouts.map(({ id }) => id)]);
  return attempts.flatMap((attempt) => payouts.filter(({ id }) => id === attempt.payoutId).map((payout) => ({ payout, attempt })));
}

/** Transfers signed for an attempt, first to last. */
export async function readAttemptTransfers(orm: Orm, attemptId: string): Promise<AttemptTransfer[]> {
  return dbOf(orm).selectFrom('attempt_transfer').selectAll().where('attemptId', '=', attemptId).orderBy('n').execute();
}

/** The newest attempt of a payout, or null. */
export async function readLastAttempt(orm: Orm, payoutId: string): Promise<Attempt | null> {
  return (await dbOf(orm).selectFrom('attempt').selectAll().where('payoutId', '=', payoutId).orderBy('n', 'desc').executeTakeFirst()) ?? null;
}

/** Attempts of an order's payouts, refunds and returns, first to last. */
export async function readAttemptsOf(orm: Orm, orderId: string): Promise<Attempt[]> {
  const db = dbOf(orm);
  const payouts = db.selectFrom('payout').select('id').where('orderId', '=', orderId);
  return db.selectFrom('attempt').selectAll().where('payoutId', 'in', payouts).orderBy('createdAt').orderBy('n').execute();
}

/** Adds the code of an attempt that is written in the same transaction. */
export async function addAttemptCode(tx: MoneyTx, row: NewRow<typeof AttemptCodeEntity>): Promise<void> {
  await insertRows(tx, AttemptCodeEntity, [row]);
}

/** The code that was left with an attempt, or null. */
export async function readAttemptCode(orm: Orm, attemptId: string): Promise<string | null> {
  const [row] = await runPrepared<{ code: string }>(orm, 'attempt code', 'select code from attempt_code where attempt_id = $1', [attemptId]);
  return row?.code ?? null;
}
