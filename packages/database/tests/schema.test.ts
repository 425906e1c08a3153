import { CURRENCIES, CURRENCY_CODES, RESERVE_CODES } from '@quydoi/domain/currencies';
import { COLLECTION_ACCOUNTS, type CollectionAccount } from '@quydoi/domain/ledger/accounts';
import { NETWORK_CODES } from '@quydoi/domain/networks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ENTITIES } from '../src/entities/all.ts';
import { migrate } from '../src/migrate.ts';
import type { Orm } from '../src/orm.ts';
import { seedSettings } from '../src/repositories/settings.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { postgresUrl } from '../testing/postgres-url.ts';
import { entityColumns, migratedColumns } from './columns.ts';
import { START } from './fixture.ts';

let database: TestDatabase;
let orm: Orm;

beforeAll(async () => {
  database = await createTestDatabase(postgresUrl(), START);
  orm = await database.open();
});
afterAll(() => database.close());

test('every property is a column of that type, nullable or not, and every column a property', async () => {
  expect(entityColumns(orm)).toEqual(await migratedColumns(database));
});

test('primary keys agree', async () => {
  const rows = await database.query(
    `select c.relname as name, array_agg(a.attname::text order by a.attname) as columns from pg_index i join pg_class c on c.oid = i.indrelid
       join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public' join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
     where i.indisprimary group by 1`,
  );
  const migrated = new Map(rows.map(({ name, columns }) => [name, columns]));
  for (const entity of ENTITIES) {
    const meta = orm.getMetadata().get(entity.meta.class);
    const names = meta.getPrimaryProps().flatMap((prop) => prop.fieldNames);
    expect([meta.tableName, names.sort()]).toEqual([meta.tableName, migrated.get(meta.tableName)]);
  }
});

test('migrating and seeding again changes nothing', async () => {
  const state = async () => [
    await migratedColumns(database),
    await database.query('select version, kind, key, value from setting order by version'),
    await database.query('select id, name, unit, balance, guarded from account order by id'),
  ];
  const before = await state();
  await migrate(orm, []);
  await seedSettings(orm, START);
  expect(await state()).toEqual(before);
});

test('a check that lacks a code of the domain is widened, and keeps the codes that it had', async () => {
  const definition = async () => {
    const [row] = await database.query(
      `select pg_get_constraintdef(oid) as text, convalidated as valid from pg_constraint where conname = 'sweep_network_check'`,
    );
    return row;
  };
  const before = await definition();
  await database.query(
    `alter table sweep drop constraint sweep_network_check, add constraint sweep_network_check check (network in ('tron', 'former'))`,
  );
  await migrate(orm, []);
  const text = String((await definition())?.text);
  for (const code of ['former', ...NETWORK_CODES]) expect(text).toContain(`'${code}'`);
  // Other tests of this file see the schema as it was.
  await database.query(`alter table sweep drop constraint sweep_network_check, add constraint sweep_network_check ${before?.text}`);
  expect(await definition()).toEqual(before);
});

test('every check that lists all currencies, reserves or networks is widened', async () => {
  const codes = [CURRENCY_CODES, RESERVE_CODES, NETWORK_CODES].map((list) => list.map((code) => `'${code}'`));
  const lists = async () => {
    const rows = await database.query(
      `select conrelid::regclass::text as "table", conname as name, pg_get_constraintdef(oid) as text from pg_constraint where contype = 'c' order by 1, 2`,
    );
    return rows
      .map((row) => ({ table: String(row.table), name: String(row.name), text: String(row.text) }))
      .flatMap((row) => codes.filter((list) => list.every((code) => row.text.includes(code))).map((list) => ({ ...row, list })));
  };
  const before = await lists();
  expect(before.length).toBeGreaterThan(0);
  for (const { table, name, text, list } of before) {
    const narrow = text.replace(`${list[0]}::text`, `'former'::text`);
    await database.query(`alter table ${table} drop constraint ${name}, add constraint ${name} ${narrow} not valid`);
  }
  await migrate(orm, []);
  expect((await lists()).map(({ name }) => name)).toEqual(before.map(({ name }) => name));
  for (const { table, name, text } of before) await database.query(`alter table ${table} drop constraint ${name}, add constraint ${name} ${text}`);
});

test('currencies that the database lacks get their decimals, and those that it knows keep theirs', async () => {
  const bodyOf = async () => String((await database.query(`select prosrc as body from pg_proc where proname = 'scale_of'`))[0]?.body);
  const write = (body: string) =>
    database.query(`create or replace function scale_of(code text) returns integer language sql immutable as $$${body}$$`);
  const scales = (codes: readonly string[]) =>
    database.query('select code, scale_of(code) as scale from unnest($1::text[]) as x(code)', [[...codes]]);
  const before = await bodyOf();
  await write(`\n  select case when code = 'former' then 3 when code = 'vnd' then 0 else 40 end\n`);

  await migrate(orm, []);

  expect(await scales(CURRENCY_CODES)).toEqual(CURRENCY_CODES.map((code) => ({ code, scale: CURRENCIES[code].scale })));
  expect(await scales(['former', 'none'])).toEqual([
    { code: 'former', scale: 3 },
    { code: 'none', scale: 40 },
  ]);
  // Other tests of this file see the schema as it was.
  await write(before);
});

test('every reserve has its accounts, and what stands for money is guarded', async () => {
  const rows = await database.query(`select name, unit, guarded from account`);
  for (const { name, unit, guarded } of rows) {
    expect([name, guarded]).toEqual([name, /^(rail|held):/.test(String(name))]);
    const own = COLLECTION_ACCOUNTS[name as CollectionAccount];
    expect([name, unit]).toEqual([name, own ?? String(name).split(':').at(-1)]);
  }
});
