import type { Updateable } from 'kysely';
import { LookupEntity } from '../entities/site.ts';
import { runPrepared } from '../money-tx.ts';
import { dbOf, type Orm, type Tables } from '../orm.ts';
import { insertRow } from '../write-rows.ts';

/** A holder-name lookup and its answer. */
export interface LookupRow {
  readonly type: string;
  readonly account: string;
  readonly state: 'waiting' | 'found' | 'invalid' | 'unavailable';
  readonly name: string | null;
  readonly requestedAt: Date;
  readonly resolvedAt: Date | null;
}

type LookupKey = Pick<LookupRow, 'type' | 'account'>;

const COLUMNS = ['type', 'account', 'state', 'name', 'requestedAt', 'resolvedAt'] as const;

/** Lookups by (type, account), in the same order; null where there is none. */
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

/** Requests a lookup. One that was answered is requested again; a waiting one is left alone. */
export async function askLookup(orm: Orm, type: string, account: string, at: Date): Promise<void> {
  const asked = { type, account, state: 'waiting', name: null, requestedAt: at, resolvedAt: null, nextAt: at } as const;
  await insertRow(
    orm,
    LookupEntity,
    asked,
    `(type, account) do update set state = excluded.state, name = null, requested_at = excluded.requested_at, resolved_at = null, next_at = excluded.next_at
     where lookup.state <> 'waiting'`,
  );
}

/** Waiting lookups that are due, oldest first: of the given types, or of all others. */
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

/** Stores the answer of a waiting lookup. */
export async function answerLookup(orm: Orm, row: LookupKey, state: LookupRow['state'], name: string | null, at: Date): Promise<void> {
  await updateWaiting(orm, row, { state, name, resolvedAt: at });
}

/** Schedules the next try of a waiting lookup, whose provider could not be reached. */
export async function postponeLookup(orm: Orm, row: LookupKey, nextAt: Date): Promise<void> {
  await updateWaiting(orm, row, { nextAt });
}

/** Deletes lookups, with the names found, that were last requested before a time. */
export async function deleteLookups(orm: Orm, requestedBefore: Date): Promise<void> {
  await dbOf(orm).deleteFrom('lookup').where('requestedAt', '<', requestedBefore).execute();
}

async function updateWaiting(orm: Orm, { type, account }: LookupKey, set: Updateable<Tables['lookup']>): Promise<void> {
  await dbOf(orm).updateTable('lookup').set(set).where('type', '=', type).where('account', '=', account).where('state', '=', 'waiting').execute();
}
