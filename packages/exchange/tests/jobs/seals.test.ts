import { readNewestSeal } from '@quydoi/database/repositories/seals';
import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createSealCheck, sealRows } from '../../src/jobs/seal.ts';
import { bindOperations } from '../../src/operations/operations.ts';
import { operatorCaller } from '../../testing/callers.ts';
import { openWorld, type World } from '../../testing/world.ts';

const LAN = operatorCaller('lan');
const SEALED = { timeout: 100_000, interval: 20 };
const REMOVE_NEWEST = 'delete from entry where id = (select max(id) from entry)';

let world: World;
let operations: ReturnType<typeof bindOperations>;

beforeAll(async () => {
  world = await openWorld(postgresUrl());
  operations = bindOperations(world.operator);
});
afterAll(() => world.database.close());
beforeEach(async () => {
  await world.create();
  await seal();
});

/** Seals until the newest entry is sealed. */
async function seal(): Promise<void> {
  const [row] = await world.database.query('select max(id) as id from entry');
  await vi.waitFor(async () => {
    await sealRows(world.signer, 0);
    expect((await readNewestSeal(world.signer.orm, 'ledger'))?.lastId).toBe(BigInt(String(row?.id)));
  }, SEALED);
}

/** Does what a superuser can do behind the guards. */
async function tamper(...statements: string[]): Promise<void> {
  for (const statement of ['set session_replication_role = replica', ...statements, 'reset session_replication_role'])
    await world.database.query(statement);
}

/** What operators are told of seals. */
async function sealAlarms(): Promise<string[]> {
  const { items } = await operations.listAlarms(LAN, {});
  return items.flatMap(({ kind, network, detail }) => (kind === 'broken-seal' && network === null ? [detail] : []));
}

function alarms(): object[] {
  return world.errors.splice(0);
}

test('the end of each chain is logged when it grows, so that a copy of it exists elsewhere', async () => {
  const head = await readNewestSeal(world.signer.orm, 'ledger');
  expect(world.log.filter((line) => line.endsWith(' sealed')).join('\n')).toContain(`"hash":"${head?.hash}"`);
});

test('nothing is found where nothing was done', async () => {
  const check = createSealCheck();
  for (let run = 0; run < 3; run += 1) await check(world.signer);
  expect(alarms()).toEqual([]);
  const { seals, broken } = await operations.checkLedger(LAN, {});
  expect([seals.map(({ stream }) => stream), broken]).toEqual([['ledger', 'setting'], []]);
});

test('an entry that was removed is an alarm of the job, and named by checkLedger', async () => {
  const n = (await readNewestSeal(world.signer.orm, 'ledger'))?.n ?? 0;
  await tamper('create table kept as select * from entry where id = (select max(id) from entry)', REMOVE_NEWEST);
  await createSealCheck()(world.signer);
  expect(alarms()).toEqual([{ stream: 'ledger', seals: [n], replaced: null }]);
  expect((await operations.checkLedger(LAN, {})).broken).toEqual([{ stream: 'ledger', n }]);
  expect(await sealAlarms()).toEqual([`seal ${n} of ledger: its rows are not those that were sealed`]);
  await tamper('insert into entry overriding system value select * from kept', 'drop table kept');
  expect(await sealAlarms()).toEqual([]);
  expect((await operations.checkLedger(LAN, {})).broken).toEqual([]);
});

test('a chain that its owner made anew is found by whoever remembers its end: the job, and copies in the logs', async () => {
  const check = createSealCheck();
  await check(world.signer);
  const { seals } = await operations.checkLedger(LAN, {});
  await tamper(
    'create table kept as select * from seal',
    'create table kept_entry as select * from entry where id = (select max(id) from entry)',
    REMOVE_NEWEST,
    `delete from seal where stream = 'ledger'`,
    `delete from seal_mark where stream = 'ledger'`,
  );
  await seal();
  await check(world.signer);
  const head = seals.find(({ stream }) => stream === 'ledger');
  expect(alarms()).toEqual([{ stream: 'ledger', seals: [], replaced: head?.n }]);
  expect((await operations.checkLedger(LAN, {})).broken).toEqual([]);
  expect((await operations.checkLedger(LAN, { heads: seals })).broken).toEqual([{ stream: 'ledger', n: head?.n }]);
  expect(await sealAlarms()).toEqual([`seal ${head?.n} of ledger: the chain was made anew: it was ${head?.hash} before`]);
  await tamper(
    'insert into entry overriding system value select * from kept_entry',
    `delete from seal where stream = 'ledger'`,
    `insert into seal select * from kept where stream = 'ledger'`,
    'drop table kept, kept_entry',
  );
  expect((await operations.checkLedger(LAN, { heads: seals })).broken).toEqual([]);
});
