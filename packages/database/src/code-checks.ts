import { CURRENCIES, CURRENCY_CODES, RESERVE_CODES } from '@quydoi/domain/currencies';
import { NETWORK_CODES } from '@quydoi/domain/networks';
import { sql } from 'kysely';
import { dbOf, type Orm } from './orm.ts';

/** Columns that hold codes of the domain's tables; `TABLE_COLUMN_check` lists the codes that each allows. */
const CODE_COLUMNS = [
  ['orders', 'from_currency', CURRENCY_CODES],
  ['orders', 'to_currency', CURRENCY_CODES],
  ['orders', 'reserve', RESERVE_CODES],
  ['orders', 'pay_in_network', NETWORK_CODES],
  ['orders', 'pay_out_network', NETWORK_CODES],
  ['payment', 'unit', RESERVE_CODES],
  ['payment', 'network', NETWORK_CODES],
  ['reconciliation_exception', 'network', NETWORK_CODES],
  ['payout', 'currency', CURRENCY_CODES],
  ['payout', 'reserve', RESERVE_CODES],
  ['payout', 'network', NETWORK_CODES],
  ['attempt_transfer', 'network', NETWORK_CODES],
  ['reading_request', 'network', NETWORK_CODES],
  ['source_cursor', 'network', NETWORK_CODES],
  ['polled_source', 'network', NETWORK_CODES],
  ['deposit_address', 'network', NETWORK_CODES],
  ['sweep', 'network', NETWORK_CODES],
] as const satisfies readonly (readonly [string, string, readonly string[]])[];

/**
 * Widens check constraints to currencies, reserves and networks that the domain learned since the migrations were written, so that a new
 * network needs no migration. Codes are only ever added: stored rows keep the ones that they have.
 */
export async function widenCodeChecks(orm: Orm): Promise<void> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint where contype = 'c'`.execute(dbOf(orm));
  const allowed = new Map(rows.map(({ name, definition }) => [name, quotedIn(definition)]));
  for (const [table, column, codes] of CODE_COLUMNS) {
    const name = `${table}_${column}_check`;
    const known = allowed.get(name);
    if (!known || codes.every((code) => known.includes(code))) continue;
    const list = [...new Set([...known, ...codes])].map((code) => `'${code}'`).join(', ');
    const recreated = `alter table ${table} drop constraint ${name}, add constraint ${name} check (${column} in (${list})) not valid`;
    await sql.raw(recreated).execute(dbOf(orm));
    await sql.raw(`alter table ${table} validate constraint ${name}`).execute(dbOf(orm));
  }
}

/**
 * Adds the decimals of currencies that the domain learned since the migrations were written to `scale_of`, which the guards of rates ask.
 * Currencies that it knows keep theirs: those of a currency never change.
 */
export async function extendScales(orm: Orm): Promise<void> {
  const { rows } = await sql<{ body: string }>`select prosrc as body from pg_proc where oid = 'scale_of(text)'::regprocedure`.execute(dbOf(orm));
  const body = rows[0]?.body ?? '';
  const known = quotedIn(body);
  const missing = CURRENCY_CODES.filter((code) => !known.includes(code)).map((code) => `when code = '${code}' then ${CURRENCIES[code].scale}`);
  if (missing.length === 0) return;
  const extended = body.replace('select case', `select case ${missing.join(' ')}`);
  await sql.raw(`create or replace function scale_of(code text) returns integer language sql immutable as $$${extended}$$`).execute(dbOf(orm));
}

/** The texts in quotes of a constraint or function: the codes that it lists. */
function quotedIn(definition: string): string[] {
  return [...definition.matchAll(/'([^']*)'/g)].map(([, text]) => text ?? '');
}
