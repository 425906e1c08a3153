import { NETWORK_CODES, type NetworkCode } from '@quydoi/domain/networks';
import { type Attempt, LIVE_ATTEMPT_STATES, type Payout } from '@quydoi/domain/payout';
import { sql } from 'kysely';
import { dbOf, type Orm } from '../orm.ts';

/** Payouts on these rails that wait for the signer and are due, oldest first. */
export async function readPayoutsDue(orm: Orm, now: Date, limit: number, rails: readonly NetworkCode[] = NETWORK_CODES): Promise<Payout[]> {
  if (rails.length === 0) return [];
  return dbOf(orm)
    .selectFrom('payout')
    .selectAll()
    .where('state', '=', 'queued')
    .where('nextAt', '<=', now)
    .where('rail', 'in', rails)
    .orderBy('nextAt')
    .limit(limit)
    .execute();
}

/** Attempts that are not settled and are due to be looked at, oldest first. */
export async function readAttemptsDue(orm: Orm, now: Date, limit: number): Promise<Attempt[]> {
  return dbOf(orm)
    .selectFrom('attempt')
    .selectAll()
    .where('state', 'in', [...LIVE_ATTEMPT_STATES])
    .where('nextCheckAt', '<=', now)
    .orderBy('nextCheckAt')
    .limit(limit)
    .execute();
}

/** Attempts on these rails that were proven after `since` and are due to be looked at once more, oldest first. */
export async function readProvenAttemptsDue(orm: Orm, now: Date, since: Date, limit: number, rails: readonly NetworkCode[]): Promise<Attempt[]> {
  if (rails.length === 0) return [];
  const db = dbOf(orm);
  // Ids first: a query over two tables mixes their columns' names up.
  const { rows } = await sql<{ id: string }>`select a.id from attempt a join payout p on p.id = a.payout_id
    where a.state = 'done' and a.settled_at > ${since} and a.next_check_at <= ${now} and p.rail = any(${rails}::text[])
    order by a.next_check_at limit ${limit}`.execute(db);
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  return db.selectFrom('attempt').selectAll().where('id', 'in', ids).orderBy('nextCheckAt').execute();
}

/** A payout by its id, or null. */
export async function readPayout(orm: Orm, id: string): Promise<Payout | null> {
  return (await dbOf(orm).selectFrom('payout').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

/** An attempt by its id, or null. */
export async function readAttempt(orm: Orm, id: string): Promise<Attempt | null> {
  return (await dbOf(orm).selectFrom('attempt').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

/** An order's payouts, first to last. */
export async function readPayoutsOf(orm: Orm, orderId: string): Promise<Payout[]> {
  return dbOf(orm).selectFrom('payout').selectAll().where('orderId', '=', orderId).orderBy('seq').execute();
}

/** Every attempt of an order's payouts that may have been sent, with its payout; oldest first. */
export async function readSentAttempts(orm: Orm, orderId: string): Promise<{ payout: Payout; attempt: Attempt }[]> {
  const payouts = await readPayoutsOf(orm, orderId);
  const attempts = await dbOf(orm)
    .selectFrom('attempt')
    .selectAll()
    .where(
      'payoutId',
      'in',
      payouts.map(({ id }) => id),
    )
    .where('sentAt', 'is not', null)
    .orderBy('createdAt')
    .execute();
  return attempts.flatMap((attempt) => payouts.filter(({ id }) => id === attempt.payoutId).map((payout) => ({ payout, attempt })));
}

/** The newest attempt of a payout, or null. */
export async function readLastAttempt(orm: Orm, payoutId: string): Promise<Attempt | null> {
  return (await dbOf(orm).selectFrom('attempt').selectAll().where('payoutId', '=', payoutId).orderBy('n', 'desc').executeTakeFirst()) ?? null;
}
