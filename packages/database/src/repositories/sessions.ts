import type { AuthStatement } from '../auth-pool.ts';
import { runPrepared, writePrepared } from '../money-tx.ts';
import type { Orm } from '../orm.ts';

/** A session, without its token. */
export interface Session {
  readonly id: string;
  readonly customerId: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  /** `User-Agent` of the login; empty when there was none. */
  readonly userAgent: string;
  /** Network address of the login. */
  readonly ip: string;
}

interface SessionRow {
  readonly id: string;
  readonly customer_id: string;
  readonly created_at: Date | string;
  readonly expires_at: Date | string;
  readonly user_agent: string | null;
  readonly ip: string | null;
}

const COLUMNS = `s.id, s."userId" as customer_id, s."createdAt" as created_at, s."expiresAt" as expires_at, s."userAgent" as user_agent, s."ipAddress" as ip`;
/** Sessions that one statement prunes: their customers are named by one notification (8 kB at most). */
const PRUNED_AT_ONCE = 500;

/** A session that a call is made with, and what tells whether its screen is locked. */
export interface UsedSession extends Session {
  /** Whether the customer wants browsers that are left alone to be locked. */
  readonly isLockScreen: boolean;
  readonly isLocked: boolean;
  /** When the browser was last used; null for a program's session. */
  readonly activeAt: Date | null;
}

/** The session of a token, of a customer whose account is not deleted, that has not expired; null without one. */
export async function findSession(orm: Orm, token: string, now: Date): Promise<UsedSession | null> {
  const [row] = await runPrepared<SessionRow & { is_lock_screen: boolean; is_locked: boolean; active_at: Date | string | null }>(
    orm,
    'session of token',
    `select ${COLUMNS}, c.is_lock_screen, coalesce(x.is_locked, false) as is_locked, x.active_at
     from auth.session s join customer c on c.id = s."userId" and c.deleted_at is null left join auth.screen x on x.session_id = s.id
     where s.token = $1 and s."expiresAt" > $2`,
    [token, now],
  );
  if (!row) return null;
  const { is_lock_screen: isLockScreen, is_locked: isLocked, active_at: activeAt } = row;
  return { ...sessionOf(row), isLockScreen, isLocked, activeAt: activeAt === null ? null : new Date(activeAt) };
}

/** Whether a session of a customer is still there, in a transaction of its own changes. */
export async function isSession(run: AuthStatement, customerId: string, id: string, now: Date): Promise<boolean> {
  const rows = await run('session there', 'select 1 as found from session where id = $1 and "userId" = $2 and "expiresAt" > $3', [
    id,
    customerId,
    now,
  ]);
  return rows.length > 0;
}

/** A customer's sessions that have not expired, newest first. */
export async function listSessions(orm: Orm, customerId: string, now: Date): Promise<Session[]> {
  const rows = await runPrepared<SessionRow>(
    orm,
    'sessions of customer',
    `select ${COLUMNS} from auth.session s where s."userId" = $1 and s."expiresAt" > $2 order by s."createdAt" desc, s.id limit 100`,
    [customerId, now],
  );
  return rows.map(sessionOf);
}

/** Ends a session of this customer's; another's is left alone. @returns whether there was one */
export async function deleteSession(orm: Orm, customerId: string, id: string): Promise<boolean> {
  return (await writePrepared(orm, 'end session', 'delete from auth.session where id = $1 and "userId" = $2', [id, customerId])) > 0;
}

/** Ends a customer's sessions but one. */
export async function deleteOtherSessions(orm: Orm, customerId: string, id: string): Promise<void> {
  await writePrepared(orm, 'end other sessions', 'delete from auth.session where "userId" = $1 and id <> $2', [customerId, id]);
}

/** Deletes sessions that have expired at a time. @returns whether there may be more */
export async function pruneSessions(orm: Orm, at: Date): Promise<boolean> {
  const pruned = await writePrepared(
    orm,
    'prune sessions',
    'delete from auth.session where id in (select id from auth.session where "expiresAt" <= $1 order by "expiresAt" limit $2)',
    [at, PRUNED_AT_ONCE],
  );
  return pruned === PRUNED_AT_ONCE;
}

function sessionOf(row: SessionRow): Session {
  return {
    id: row.id,
    customerId: row.customer_id,
    createdAt: new Date(row.created_at),
    expiresAt: new Date(row.expires_at),
    userAgent: row.user_agent ?? '',
    ip: row.ip ?? '',
  };
}
