/**
 * Stores the present schema, with a few rows, as `tests/upgrade/NAME.sql`, where NAME is the newest migration: `node packages/database/scripts/store-schema.ts`.
 * Run once per release. tests/upgrade.test.ts upgrades each stored schema by the migrations that followed, and compares it with a new one.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../src/embedded/free-port.ts';
import { startEmbeddedPostgres } from '../src/embedded.ts';
import { MIGRATIONS } from '../src/migrations/all.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { addOrder, START } from '../tests/fixture.ts';

const HEADER = '-- Written by scripts/store-schema.ts. Not to be edited: it stands for databases that exist.';

const FILLED_BY_MIGRATIONS = ['migration', 'operator_right', 'operator_verb', 'order_transition', 'seal_stream'];

async function store(): Promise<void> {
  const dir = await mkdtemp(join(tmpdir(), 'quydoi-schema-'));
  const server = await startEmbeddedPostgres({ dataDir: join(dir, 'data'), port: await freePort(), password: 'x', durable: false, log: () => {} });
  try {
    const database = await createTestDatabase(server.url, START);
    await addOrder(await database.open('quydoi_web'));
    const name = MIGRATIONS.at(-1)?.name;
    const file = join(import.meta.dirname, `../tests/upgrade/${name}.sql`);
    const parts = [
      HEADER,
      ...schema(),
      'set session_replication_role = replica;',
      ...(await rows(database)),
      'set session_replication_role = default;',
    ];
    await writeFile(file, `${parts.join('\n')}\n`);
    await database.close();
    process.stdout.write(`${file}\n`);
  } finally {
    await server.stop();
    await rm(dir, { recursive: true, force: true });
  }
}

/** The statements of every migration. */
function schema(): string[] {
  return MIGRATIONS.flatMap(({ class: Migration }) => {
    const migration = new Migration(undefined as never, undefined as never);
    migration.up();
    return migration.getQueries().map(String);
  });
}

/** Rows of every table, as inserts, with the next values of identity columns. Tables that migrations fill are in the schema. */
async function rows(database: TestDatabase): Promise<string[]> {
  const tables = await database.query(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by oid`,
  );
  const inserts: string[] = [];
  for (const { name } of tables) {
    if (FILLED_BY_MIGRATIONS.includes(String(name))) continue;
    const stored = await database.query(`select to_jsonb(t) as row from ${name} t`);
    for (const { row } of stored) {
      const json = JSON.stringify(row).replaceAll("'", "''");
      inserts.push(`insert into ${name} overriding system value select * from jsonb_populate_record(null::${name}, '${json}');`);
    }
  }
  const identities = await database.query(
    `select format('select setval(%L, coalesce(max(%I), 0) + 1, false) from %I;', pg_get_serial_sequence(c.relname, a.attname), a.attname, c.relname) as line
     from pg_attribute a join pg_class c on c.oid = a.attrelid where a.attidentity = 'a' and c.relnamespace = 'public'::regnamespace order by 1`,
  );
  return [...inserts, ...identities.map(({ line }) => String(line))];
}

await store();
