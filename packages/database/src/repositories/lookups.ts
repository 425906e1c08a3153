import { sql } from 'kysely';
import { runPrepared } from '../money-tx.ts';
import { dbOf, type Orm } from '../orm.ts';

/** A holder-name lookup: asked, and perhaps answered. */
export interface LookupRow {
  readonly type: string;
  readonly account: string;
  readonly state: 'waiting' | 'found' | 'invalid' | 'unavailable';
  readonly name: string | null;
  readonly requestedAt: Date;
  readonly resolvedAt: Date | null;
}

const COLUMNS = ['type', 'account', 'state', 'name', 'requestedAt', 'resolvedAt'] as const;

/** Lookups by (type, account), in the same order; null where nobody asked yet. */
export async function readLookups(orm: Orm, keys: readonly (readonly [string, string])[]): Promise<(LookupRow | null)[]> {
  const rows = await runPrepared<Omit<LookupRow, 'requestedAt' | 'resolvedAt'> & { n: string; requested_at: string; resolved_at: string | null }>(
    orm,
    'read lookups',
    `select x.n, l.*
     from unnest($1::text[], $2::text[]) with ordinality as x(type, account, n) cross join lateral (
       select type, account, state, name, requested_at, resolved_at from lookup where type = x.type and account = x.account limit 1) l`,
    [keys.map(([type]) => type), keys.map(([, account]) => account)],
  );
  const found = new Map(
    rows.map(({ n, requested_at, resolved_at, ...row }) => [
      Number(n),
      { ...row, requestedAt: new Date(requested_at), resolvedAt: resolved_at === null ? null : new Date(resolved_at) },
    ]),
  );
  return keys.map((_, index) => found.get(index + 1) ?? null);
}

/** Asks for a lookup, anew when it was answered before. One that is under way stays as it is. */
export async function askLookup(orm: Orm, type: string, account: string, at: Date): Promise<void> {
  await sql`insert into lookup (type, account, state, requested_at, next_at) values (${type}, ${account}, 'waiting', ${at}, ${at})
    on conflict (type, account) do update set state = 'waiting', name = null, requested_at = excluded.requested_at, resolved_at = null, next_at = excluded.next_at
    where lookup.state <> 'waiting'`.execute(dbOf(orm));
}

/** Lookups that wait for an answer, oldest first: those of the given types, or all others. */
export async function readLookupsWaiting(
  orm: Orm,
  types: { readonly only: readonly string[] } | { readonly except: readonly string[] },
  now: Date,
  limit: number,
): Promise<LookupRow[]> {
  const query = dbOf(orm)
    .selectFrom('lookup')
    .select(COLUMNS)
    .where('state', '=', 'waiting')
    .where('nextAt', '<=', now)
    .orderBy('requestedAt')
    .limit(limit);
  return 'only' in types ? query.where('type', 'in', types.only).execute() : query.where('type', 'not in', types.except).execute();
}

/** Answers a lookup. */
export async function answerLookup(
  orm: Orm,
  row: Pick<LookupRow, 'type' | 'account'>,
  state: LookupRow['state'],
  name: string | null,
  at: Date,
): Promise<void> {
  await sql`update lookup set state = ${state}, name = ${name}, resolved_at = ${at} where type = ${row.type} and account = ${row.account} and state = 'waiting'`.execute(
    dbOf(orm),
  );
}

/** Puts a lookup off: the provider was not to be reached. */
export async function postponeLookup(orm: Orm, row: Pick<LookupRow, 'type' | 'account'>, nextAt: Date): Promise<void> {
  await sql`update lookup set next_at = ${nextAt} where type = ${row.type} and account = ${row.account} and state = 'waiting'`.execute(dbOf(orm));
}
