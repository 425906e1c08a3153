import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Orm } from '../src/orm.ts';
import { endStalled, sealNext } from '../src/repositories/seals.ts';
import { createTestDatabase, type RoleName, type TestDatabase } from '../testing/database.ts';
import { postgresUrl } from '../testing/postgres-url.ts';
import { START } from './fixture.ts';

const WAIT = { timeout: 100_000, interval: 20 };
const ROLES = ['quydoi_web', 'quydoi_worker', 'quydoi_signer', 'quydoi_operator'] as const;

let database: TestDatabase;
let signer: Orm;

beforeAll(async () => {
  database = await createTestDatabase(postgresUrl(), START);
  signer = await database.open('quydoi_signer');
});
afterAll(() => database.close());

/** A session of a role that ran these statements, and whether it has been ended since. */
async function session(role: RoleName, ...statements: string[]): Promise<{ isEnded(): boolean; end(): Promise<void> }> {
  const client = new Client({ connectionString: database.urlOf(role) });
  let isEnded = false;
  client.on('error', () => {
    isEnded = true;
  });
  client.on('end', () => {
    isEnded = true;
  });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  return { isEnded: () => isEnded, end: () => client.end().catch(() => {}) };
}

const ageOf = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test.each(ROLES)('%s cannot hold up the sealing by a lock', async (role) => {
  const locks = ['ledger', 'audit', 'setting'].map((stream) => `select pg_advisory_lock(hashtextextended('seal ${stream}', 7))`);
  const holder = await session(role, ...locks);
  try {
    const sealed = Promise.race([sealNext(signer, 'ledger', 0).then(() => 'sealed'), ageOf(5_000).then(() => 'held up')]);
    expect(await sealed).toBe('sealed');
    for (const table of ['seal_stream', 'seal_mark', 'seal']) {
      await expect(database.query(`select 1 from ${table} for update`, [], role)).rejects.toMatchObject({ code: '42501' });
      await expect(database.query(`lock table ${table} in share mode`, [], role)).rejects.toThrow();
    }
  } finally {
    await holder.end();
  }
});

describe('what keeps others waiting is ended, although the login has no time-outs:', () => {
  const OFF = ['transaction_timeout', 'idle_in_transaction_session_timeout', 'statement_timeout'].map((name) => `set ${name} = 0`);

  test.each(ROLES)('a transaction of %s that stays open', async (role) => {
    const open = await session(role, ...OFF, 'begin', 'select pg_current_xact_id()');
    try {
      await ageOf(50);
      expect(await endStalled(signer, 3_600_000)).toBe(0);
      expect(open.isEnded()).toBe(false);
      expect(await endStalled(signer, 40)).toBeGreaterThanOrEqual(1);
      await vi.waitFor(() => expect(open.isEnded()).toBe(true), WAIT);
    } finally {
      await open.end();
    }
  });

  test('a lock that a session keeps between its statements', async () => {
    const holder = await session('quydoi_worker', ...OFF, 'select pg_advisory_lock(1)');
    const idle = await session('quydoi_worker', 'select 1');
    try {
      await ageOf(50);
      await endStalled(signer, 40);
      await vi.waitFor(() => expect(holder.isEnded()).toBe(true), WAIT);
      expect(idle.isEnded()).toBe(false);
    } finally {
      await Promise.all([holder.end(), idle.end()]);
    }
  });

  test.each(['quydoi_web', 'quydoi_worker', 'quydoi_operator'] as const)('not by %s', async (role) => {
    await expect(database.query(`select end_stalled('0')`, [], role)).rejects.toMatchObject({ code: '42501' });
  });
});

test.each(ROLES)('%s has time-outs that nobody has to set', async (role) => {
  const [row] = await database.query(
    `select current_setting('transaction_timeout') as whole, current_setting('idle_in_transaction_session_timeout') as idle`,
    [],
    role,
  );
  expect(row).toEqual({ whole: role === 'quydoi_operator' ? '10min' : '2min', idle: '1min' });
});

test('no time is infinite', async () => {
  const unchecked = await database.query(
    `select c.table_name || '.' || c.column_name as name from information_schema.columns c
     where c.table_schema = 'public' and c.data_type = 'timestamp with time zone' and c.table_name <> 'migration' and not exists (
       select 1 from pg_constraint k where k.conrelid = c.table_name::regclass and k.contype = 'c'
         and pg_get_constraintdef(k.oid) like 'CHECK (((' || c.column_name || ' >= ''1970-01-01 %) AND (' || c.column_name || ' < ''10000-01-01 %')
     order by 1`,
  );
  expect(unchecked).toEqual([]);
  const suspend = (role: string, at: string) =>
    database.query(
      `insert into setting (kind, key, value, author, at) values
         ('suspension', '${role} bank unreachable in list', '{"network":"bank","cause":"unreachable","direction":"in","subject":"list","suspended":true,"detail":""}', '${role}', ${at})`,
      [],
      role as RoleName,
    );
  for (const role of ['quydoi_worker', 'quydoi_signer']) {
    // JavaScript's dates end in the year 275760.
    for (const at of [`'infinity'`, `'-infinity'`, `'294276-12-31Z'`, `'4713-01-01Z BC'`])
      await expect(suspend(role, at)).rejects.toMatchObject({ code: '23514' });
  }
});
