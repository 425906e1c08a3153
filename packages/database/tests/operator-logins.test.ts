import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../src/embedded/free-port.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../src/embedded.ts';
import { migrate } from '../src/migrate.ts';
import { openOrm } from '../src/orm.ts';
import { readAreOfTwoOperators, readOwnOperator } from '../src/repositories/audit.ts';
import { addSetting } from '../src/repositories/settings.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { START } from './fixture.ts';

/** Refused for want of a privilege, or because nobody renames the role that they are. */
const REFUSED = ['42501', '0A000'];
/** Refused because the login may not connect. */
const NO_LOGIN = '28000';
const RAIL_OFF = { kind: 'rail', key: 'bank', value: { on: false, note: '' }, at: START } as const;
const COLLECTION = { bank: 'vcb', accountNumber: '0011009999999', accountName: 'LAN', branch: 'Ha Noi' };
const SHARED = 'quydoi_operator';
const PASSWORD = 'tests';

/** Roles belong to the whole cluster, and a login of one operator ends the shared one: other files have another cluster. */
let server: EmbeddedPostgres;
let dir: string;
let database: TestDatabase;
const clients: Client[] = [];

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'quydoi-operators-'));
  server = await startEmbeddedPostgres({ dataDir: join(dir, 'data'), port: await freePort(), password: PASSWORD, durable: false, log: () => {} });
  database = await createTestDatabase(server.url, START);
});
afterAll(async () => {
  await database.close();
  await server.stop();
  await rm(dir, { recursive: true, force: true });
});
afterEach(async () => {
  for (const client of clients.splice(0)) await client.end();
  for (const name of ['lan', 'minh']) {
    const [known] = await database.query('select 1 from pg_roles where rolname = $1', [loginOf(name)]);
    if (known) await database.query(`drop owned by ${loginOf(name)}; drop role ${loginOf(name)}`);
  }
  await database.query(`alter role ${SHARED} login password '${PASSWORD}'`);
});

function loginOf(name: string): string {
  return `${SHARED}_${name}`;
}

/** Gives operators logins of their own, as SECURITY.md says. */
async function addLogins(...names: readonly string[]): Promise<void> {
  const [row] = await database.query('select current_database() as name');
  for (const login of names.map(loginOf)) {
    await database.query(`create role ${login} login password '${PASSWORD}'`);
    await database.query(`grant ${SHARED} to ${login} with inherit false, set true`);
    await database.query(`alter role ${login} set role = '${SHARED}'`);
    await database.query(`grant connect on database ${row?.name} to ${login}`);
  }
}

function urlOf(login: string, password = PASSWORD): string {
  return Object.assign(new URL(database.url), { username: login, password }).href;
}

/** Logs in to the database. */
async function logIn(login: string, password?: string): Promise<Client> {
  const client = new Client({ connectionString: urlOf(login, password) });
  await client.connect();
  clients.push(client);
  return client;
}

/** The answer of the database: `done`, or the SQLSTATE that it refuses with. */
function answerOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'done',
    (error: { code?: string }) => error.code ?? String(error),
  );
}

const CALL = 'insert into audit (call_id, operator, verb, input, outcome, proposal_id, at) values ($1, $2, $3, $4, $5, $6, now())';

/** Records a call as bare SQL. */
function record(client: Client, operator: string, outcome: string, { verb = 'setRail', id = randomUUID() as string, input = {} as object } = {}) {
  return answerOf(client.query(CALL, [id, operator, verb, input, outcome, null]));
}

/** Proposes another collection account. @returns id of the proposal */
async function propose(client: Client, operator: string): Promise<string> {
  const id = randomUUID();
  expect(await record(client, operator, 'proposed', { verb: 'setCollectionAccount', id, input: COLLECTION })).toBe('done');
  return id;
}

/** Confirms a proposal, with its change, and commits both. */
async function confirm(client: Client, operator: string, proposal: string): Promise<string> {
  await client.query('begin');
  const answer = await answerOf(
    (async () => {
      await client.query(CALL, [randomUUID(), operator, 'setCollectionAccount', COLLECTION, 'done', proposal]);
      const setting = `insert into setting (kind, key, value, author, at) values ('collection', 'collection', $1, $2, now())`;
      await client.query(setting, [COLLECTION, operator]);
      await client.query('commit');
    })(),
  );
  if (answer !== 'done') await client.query('rollback');
  return answer;
}

test('an operator with a login of their own acts under their own name only, and never without an audit row', async () => {
  const call = (operator: string) => ({
    callId: randomUUID(),
    operator,
    verb: 'setRail',
    input: { network: 'bank', on: false, note: '' },
    at: START,
  });
  await addLogins('lan');
  const orm = await openOrm({ url: urlOf(loginOf('lan')), poolSize: 1, statementTimeoutMs: 10_000, applicationName: 'quydoi tests' });
  try {
    expect([await readOwnOperator(orm), await readOwnOperator(await database.open(SHARED))]).toEqual(['lan', null]);
    await expect(addSetting(orm, { ...RAIL_OFF, author: 'minh' }, call('minh'))).rejects.toThrow('QD016');
    await expect(addSetting(orm, { ...RAIL_OFF, author: 'lan' })).rejects.toThrow('QD012');
    await addSetting(orm, { ...RAIL_OFF, author: 'lan' }, call('lan'));
    const bare = orm.em.fork();
    await bare.begin();
    await bare.execute('set role none');
    await expect(bare.execute('select 1 from setting')).rejects.toThrow('permission denied');
    await bare.rollback();
  } finally {
    await orm.close(true);
  }
});

test('a login that inherits the operators’ role writes nothing by that, and acts as the role with its audit row as before', async () => {
  await addLogins('lan');
  await database.query(`grant ${SHARED} to ${loginOf('lan')} with inherit true, set true, admin true`);
  const lan = await logIn(loginOf('lan'));
  const setting = `insert into setting (kind, key, value, author, at) values ('rail', 'bank', '{"on":false,"note":""}', 'lan', now())`;
  const unaudited = [
    setting,
    'update payment set version = version',
    `update orders set status = status`,
    'update reconciliation_exception set note = note',
    `update review set status = 'approved'`,
    `insert into posting (id, kind, at) values (gen_random_uuid(), 'adjust', now())`,
  ];
  await lan.query('set role none');
  expect(await answerOf(lan.query('select 1 from setting'))).toBe('done');
  for (const statement of unaudited) expect([statement, await answerOf(lan.query(statement))]).toEqual([statement, 'QD050']);
  expect(await record(lan, 'lan', 'done')).toBe('QD050');
  await lan.query(`set role ${SHARED}`);
  expect([await answerOf(lan.query(setting)), await record(lan, 'lan', 'done')]).toEqual(['QD012', 'done']);
});

test('every table that operators may write refuses those who inherit their role', async () => {
  const tables = await database.query(
    `select c.relname as name, exists (select 1 from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'refuse_inherited') as guarded
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and (has_table_privilege('${SHARED}', c.oid, 'DELETE')
       or has_any_column_privilege('${SHARED}', c.oid, 'INSERT') or has_any_column_privilege('${SHARED}', c.oid, 'UPDATE')) order by 1`,
  );
  expect(tables.length).toBeGreaterThan(10);
  expect(tables.filter(({ guarded }) => !guarded)).toEqual([]);
});

test('an operator who gives the shared login a password confirms nothing with it, under whichever name', async () => {
  await addLogins('lan', 'minh');
  const lan = await logIn(loginOf('lan'));
  const proposal = await propose(lan, 'lan');
  expect([await confirm(lan, 'minh', proposal), await confirm(lan, 'lan', proposal)]).toEqual(['QD016', 'QD017']);
  await lan.query(`alter role ${SHARED} password 'of lan'`);
  const shared = await logIn(SHARED, 'of lan');
  for (const name of ['minh', 'lan', 'hoa', '']) expect(await confirm(shared, name, proposal)).toBe('QD016');
  expect(await confirm(await logIn(loginOf('minh')), 'minh', proposal)).toBe('done');
});

describe('once an operator has a login of their own, nobody acts with', () => {
  test.each(['done', 'proposed', 'INTERNAL'])('the shared one, already logged in or not: %s', async (outcome) => {
    const early = await logIn(SHARED);
    expect(await record(early, 'minh', outcome)).toBe('done');
    await addLogins('lan');
    for (const client of [early, await logIn(SHARED)]) {
      for (const name of ['minh', 'lan']) expect(await record(client, name, outcome)).toBe('QD016');
    }
  });

  test('one that is named otherwise and runs as the shared one', async () => {
    await addLogins('lan');
    await database.query(`create role stranger login password '${PASSWORD}' in role ${SHARED}`);
    try {
      const stranger = await logIn('stranger');
      await stranger.query(`set role ${SHARED}`);
      expect(await record(stranger, 'minh', 'proposed')).toBe('QD016');
    } finally {
      await database.query('drop role stranger');
    }
  });
});

test('the shared login is believed again when no operator can log in any more', async () => {
  await addLogins('lan');
  const shared = await logIn(SHARED);
  expect(await record(shared, 'minh', 'done')).toBe('QD016');
  await database.query(`alter role ${loginOf('lan')} nologin`);
  expect(await record(shared, 'minh', 'done')).toBe('done');
});

test('what was proposed with the shared login is carried out by no login of one operator, who may have proposed it', async () => {
  const proposal = await propose(await logIn(SHARED), 'minh');
  await addLogins('lan');
  expect(await confirm(await logIn(loginOf('lan')), 'lan', proposal)).toBe('QD017');
});

test('calls are of two operators if both were made with the shared login, or both with logins of their own', async () => {
  const signer = await database.open('quydoi_signer');
  const ids = { minhShared: randomUUID(), hoaShared: randomUUID(), lan: randomUUID(), minh: randomUUID() };
  const shared = await logIn(SHARED);
  await record(shared, 'minh', 'done', { id: ids.minhShared });
  await record(shared, 'hoa', 'done', { id: ids.hoaShared });
  await addLogins('lan', 'minh');
  for (const name of ['lan', 'minh'] as const) await record(await logIn(loginOf(name)), name, 'done', { id: ids[name] });
  const areTwo = (one: keyof typeof ids, another: keyof typeof ids) => readAreOfTwoOperators(signer, ids[one], ids[another]);
  expect([await areTwo('minhShared', 'hoaShared'), await areTwo('lan', 'minh')]).toEqual([true, true]);
  expect([await areTwo('minhShared', 'lan'), await areTwo('lan', 'hoaShared'), await areTwo('minh', 'minhShared')]).toEqual([false, false, false]);
});

test('an operator with a login of their own cannot change another’s login, its password or its membership', async () => {
  const statements = [
    ['change another’s password', `alter role ${loginOf('minh')} password 'of lan'`],
    ['let the shared login connect', `alter role ${SHARED} login`],
    ['rename it', `alter role ${SHARED} rename to ${loginOf('hoa')}`],
    ['rename their own', `alter role ${loginOf('lan')} rename to ${loginOf('hoa')}`],
    ['make another', `create role ${loginOf('hoa')} login`],
    ['remove another’s', `drop role ${loginOf('minh')}`],
    ['set another’s role', `alter role ${loginOf('minh')} set role = none`],
    ['become another', `set role ${loginOf('minh')}`],
    ['take another’s session', `set session authorization ${loginOf('minh')}`],
    ['take the shared session', `set session authorization ${SHARED}`],
    ['be a member of another’s', `grant ${loginOf('minh')} to ${loginOf('lan')}`],
    ['make another a member of theirs', `grant ${loginOf('lan')} to ${SHARED}`],
    ['inherit what needs no audit row', `grant ${SHARED} to ${loginOf('lan')} with inherit true`],
    ['grant what they are', `grant ${SHARED} to ${loginOf('lan')} with admin true`],
    ['take it from another', `revoke ${SHARED} from ${loginOf('minh')}`],
    ['let another no longer connect', `alter role ${loginOf('minh')} nologin`],
  ] as const;
  await addLogins('lan', 'minh');
  const lan = await logIn(loginOf('lan'));
  for (const role of [SHARED, 'none']) {
    await lan.query(`set role ${role}`);
    for (const [what, statement] of statements) expect([what, REFUSED.includes(await answerOf(lan.query(statement)))]).toEqual([what, true]);
  }
});

test('a start takes the shared login away once an operator has one of their own, and gives it back when none has', async () => {
  const start = async () =>
    migrate(await database.open(), [
      { role: SHARED, password: 'of the start' },
      { role: 'quydoi_web', password: PASSWORD },
    ]);
  await start();
  expect(await answerOf(logIn(SHARED, 'of the start'))).toBe('done');
  await addLogins('lan');
  await database.query(`alter role ${SHARED} nologin`);
  await start();
  expect(await answerOf(logIn(SHARED, 'of the start'))).toBe(NO_LOGIN);
  const lan = await logIn(loginOf('lan'));
  await lan.query(`alter role ${SHARED} password 'of lan'`);
  expect(await answerOf(logIn(SHARED, 'of lan'))).toBe(NO_LOGIN);
  expect(await answerOf(logIn('quydoi_web'))).toBe('done');
  await database.query(`alter role ${loginOf('lan')} nologin`);
  await start();
  expect(await answerOf(logIn(SHARED, 'of the start'))).toBe('done');
});

test('a start takes the shared login away, also when nobody did', async () => {
  await addLogins('lan');
  await migrate(await database.open(), [{ role: SHARED, password: 'of the start' }]);
  expect(await answerOf(logIn(SHARED))).toBe(NO_LOGIN);
});
