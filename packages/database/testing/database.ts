import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { Client } from 'pg';
import { migrate } from '../src/migrate.ts';
import { addOpeningBalances } from '../src/opening.ts';
import { dbOf, type Orm, openOrm } from '../src/orm.ts';
import { seedSettings } from '../src/repositories/settings.ts';

/** A database of its own for one test file, with the default settings and the sandbox's reserves. */
export interface TestDatabase {
  /** Owner's URL. */
  readonly url: string;
  /** Opens the database as one of the roles, or as its owner. */
  open(role?: RoleName): Promise<Orm>;
  /** Runs SQL as one of the roles, or as the owner, without our own code, as a faulty or hostile process could. */
  query(text: string, values?: readonly unknown[], role?: RoleName): Promise<Record<string, unknown>[]>;
  /** URL of a role. */
  urlOf(role: RoleName): string;
  close(): Promise<void>;
}

/** Database roles that a test can act as. */
export type RoleName = 'quydoi_web' | 'quydoi_worker' | 'quydoi_signer' | 'quydoi_operator';

const ROLES: readonly RoleName[] = ['quydoi_web', 'quydoi_worker', 'quydoi_signer', 'quydoi_operator'];
const PASSWORD = 'tests';
const TEMPLATE = 'quydoi_template';

/** Switches the guards off that compare with the database's clock: most tests have a clock of their own. */
export const WITHOUT_CLOCK_GUARDS = `alter table orders disable trigger guard_order_time; alter table deposit_address disable trigger guard_reservation;
  alter table payment disable trigger guard_recorded; alter table setting disable trigger guard_recorded; alter table payment_claim disable trigger guard_recorded;
  alter table attempt disable trigger guard_recorded; alter table reading_request disable trigger guard_recorded;
  alter table voucher disable trigger guard_recorded; alter table voucher_submission disable trigger guard_recorded; alter table voucher_check disable trigger guard_recorded;
  alter table price disable trigger guard_recorded; alter table customer disable trigger guard_recorded;
  alter table identity_document disable trigger guard_recorded; alter table identity_submission disable trigger guard_recorded; alter table withdrawal disable trigger guard_recorded; alter table wallet_address disable trigger guard_recorded;
  alter table auth.password_try disable trigger guard_try_day`;

/** Clones the migrated template, made by whichever test file comes first. */
export async function createTestDatabase(postgresUrl: string, at: Date): Promise<TestDatabase> {
  await inDatabase(postgresUrl, async (client) => {
    await client.query('select pg_advisory_lock(4711)');
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [TEMPLATE]);
    if (rowCount === 0) await makeTemplate(postgresUrl, client, at);
  });
  return createDatabase(postgresUrl, `template ${TEMPLATE}`);
}

/** A database without any table, as at the very first start. A clone of the template lacks the privileges on databases. */
export function createEmptyDatabase(postgresUrl: string): Promise<TestDatabase> {
  return createDatabase(postgresUrl, '');
}

async function createDatabase(postgresUrl: string, options: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await inDatabase(postgresUrl, (client) => client.query(`create database ${name} ${options}`));
  const opened: Orm[] = [];
  const clients = new Map<RoleName | 'owner', Promise<Client>>();
  const url = withDatabase(postgresUrl, name);
  const urlOf = (role: RoleName) => withLogin(url, role);
  const clientOf = (role: RoleName | 'owner'): Promise<Client> => {
    const known = clients.get(role) ?? connected(role === 'owner' ? url : urlOf(role));
    clients.set(role, known);
    return known;
  };
  return {
    url,
    urlOf,
    async query(text, values = [], role) {
      return (await (await clientOf(role ?? 'owner')).query(text, values as unknown[])).rows;
    },
    async open(role) {
      const orm = await openTestOrm(role ? urlOf(role) : url);
      opened.push(orm);
      return orm;
    },
    async close() {
      await Promise.all(opened.map((orm) => orm.close(true)));
      for (const client of clients.values()) await (await client).end();
      await inDatabase(postgresUrl, (client) => client.query(`drop database ${name} with (force)`));
    },
  };
}

async function makeTemplate(postgresUrl: string, client: Client, at: Date): Promise<void> {
  const building = `${TEMPLATE}_building`;
  await client.query(`drop database if exists ${building}`);
  await client.query(`create database ${building}`);
  const orm = await openTestOrm(withDatabase(postgresUrl, building));
  await migrate(
    orm,
    ROLES.map((role) => ({ role, password: PASSWORD })),
  );
  await sql.raw(WITHOUT_CLOCK_GUARDS).execute(dbOf(orm));
  await seedSettings(orm, at);
  await addOpeningBalances(orm, at);
  await orm.close(true);
  await client.query(`alter database ${building} rename to ${TEMPLATE}`);
}

function openTestOrm(url: string): Promise<Orm> {
  return openOrm({ url, poolSize: 8, statementTimeoutMs: 10_000, applicationName: 'quydoi tests' });
}

async function connected(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  await client.connect();
  return client;
}

async function inDatabase<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = await connected(url);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function withDatabase(url: string, name: string): string {
  const parsed = new URL(url);
  parsed.pathname = `/${name}`;
  return parsed.href;
}

function withLogin(url: string, role: string): string {
  const parsed = new URL(url);
  parsed.username = role;
  parsed.password = PASSWORD;
  return parsed.href;
}
