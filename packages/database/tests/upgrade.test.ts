import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Migrator } from '@mikro-orm/migrations';
import { expect, test } from 'vitest';
import { migrate } from '../src/migrate.ts';
import { MIGRATIONS } from '../src/migrations/all.ts';
import { readSettings } from '../src/repositories/settings.ts';
import { createEmptyDatabase, WITHOUT_CLOCK_GUARDS } from '../testing/database.ts';
import { postgresUrl } from '../testing/postgres-url.ts';
import { readCatalog } from './catalog.ts';
import { entityColumns, migratedColumns } from './columns.ts';
import { addOrder } from './fixture.ts';

const STORED = readdirSync(join(import.meta.dirname, 'upgrade'))
  .filter((file) => file.endsWith('.sql'))
  .map((file) => file.replace(/\.sql$/, ''));

/** What to do about a difference. */
const UNLIKE = `A released migration was edited: write a new one. Before its release: node packages/database/scripts/store-schema.ts`;

test('a schema is stored for the first migration', () => {
  expect(STORED).toContain(MIGRATIONS[0]?.name);
  for (const name of STORED) expect(MIGRATIONS.map((migration) => migration.name)).toContain(name);
});

test.each(STORED)('the schema after %s, upgraded, equals a new one, and its rows are still there', async (name) => {
  const [fresh, old] = [await createEmptyDatabase(postgresUrl()), await createEmptyDatabase(postgresUrl())];
  try {
    await migrate(await fresh.open(), []);
    const orm = await old.open();
    await old.query(readFileSync(join(import.meta.dirname, `upgrade/${name}.sql`), 'utf8'));
    const storage = (orm.migrator as Migrator).getStorage();
    await storage.ensureTable();
    const applied = MIGRATIONS.slice(0, MIGRATIONS.findIndex((migration) => migration.name === name) + 1);
    for (const migration of applied) await storage.logMigration({ name: migration.name });

    await migrate(orm, []);

    expect(await readCatalog((text) => old.query(text)), UNLIKE).toEqual(await readCatalog((text) => fresh.query(text)));
    expect(entityColumns(orm)).toEqual(await migratedColumns(old));
    expect(await old.query('select status from orders')).toEqual([{ status: 'pending' }]);
    expect((await readSettings(orm)).site.timerSeconds).toBeGreaterThan(0);
    await old.query(WITHOUT_CLOCK_GUARDS);
    await addOrder(orm);
  } finally {
    await fresh.close();
    await old.close();
  }
});
