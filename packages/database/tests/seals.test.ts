import { randomUUID } from 'node:crypto';
import { NO_CHANGE } from '@quydoi/domain/change';
import { post } from '@quydoi/domain/ledger/post';
import { SEALED_STREAMS } from '@quydoi/domain/operations/seal';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { applyChanges } from '../src/apply-changes.ts';
import type { Orm } from '../src/orm.ts';
import { addFailedCall } from '../src/repositories/audit.ts';
import { readBrokenSeals, readNewestSeal, sealNext } from '../src/repositories/seals.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { postgresUrl } from '../testing/postgres-url.ts';
import { START } from './fixture.ts';

const IDS = { ledger: { table: 'entry', id: 'id' }, audit: { table: 'audit', id: 'id' }, setting: { table: 'setting', id: 'version' } } as const;
const WAIT = { timeout: 100_000, interval: 20 };

let database: TestDatabase;
let owner: Orm;
let signer: Orm;
let operator: Orm;

beforeAll(async () => {
  database = await createTestDatabase(postgresUrl(), START);
  owner = await database.open();
  signer = await database.open('quydoi_signer');
  operator = await database.open('quydoi_operator');
});
afterAll(() => database.close());

/** Three postings and three audit rows, sealed. */
beforeEach(async () => {
  for (let n = 0; n < 3; n += 1) {
    await addPosting();
    await addFailedCall(operator, { callId: randomUUID(), operator: 'lan', verb: 'setRail', input: { n }, at: START }, 'INTERNAL', null);
  }
  await sealAll();
});

function addPosting(): Promise<void> {
  const entries = [
    { account: 'rail:pm', amount: 1n },
    { account: 'equity:pm', amount: -1n },
  ] as const;
  return applyChanges(owner, [{ ...NO_CHANGE, postings: [post(randomUUID(), 'adjust', null, entries)] }], START);
}

/** Seals all that was written: up to the mark of a call once no transaction of that time runs, also in databases of other tests. */
async function sealAll(): Promise<void> {
  for (const stream of SEALED_STREAMS) {
    const [{ newest } = { newest: '0' }] = await database.query(`select max(${IDS[stream].id}) as newest from ${IDS[stream].table}`);
    await vi.waitFor(async () => {
      await sealNext(signer, stream, 0);
      expect((await readNewestSeal(signer, stream))?.lastId).toBe(BigInt(String(newest)));
    }, WAIT);
  }
}

const broken = () => Promise.all(SEALED_STREAMS.map((stream) => readBrokenSeals(signer, stream, 1, 1_000)));
const sealedUpTo = async () => (await readNewestSeal(signer, 'ledger'))?.lastId ?? 0n;
const newestEntry = async () => BigInt(String((await database.query('select max(id) as id from entry'))[0]?.id));

test('everything that was written is sealed, and stays as it was sealed', async () => {
  expect(await sealedUpTo()).toBe(await newestEntry());
  for (const stream of SEALED_STREAMS) expect((await readNewestSeal(operator, stream))?.hash).toMatch(/^[0-9a-f]{64}$/);
  expect(await broken()).toEqual([[], [], []]);
});

test('the hash is the same whatever the time zone and the style of dates', async () => {
  await database.query(
    `set timezone = 'Asia/Ho_Chi_Minh'; set datestyle = 'German'; set intervalstyle = 'sql_standard'; set bytea_output = 'escape'`,
  );
  expect(await database.query(`select n from broken_seals('ledger', 1, 1000) union all select n from broken_seals('audit', 1, 1000)`)).toEqual([]);
});

describe('what a superuser does behind all guards is found:', () => {
  const NEWEST = '(select max(last_id) from seal where stream = $stream)';

  test.each([
    ['a changed amount', 'ledger', `update entry set amount = amount * 2 where id = ${NEWEST}`],
    ['an entry of another account', 'ledger', `update entry set account_id = (select id from account where name = 'loss:pm') where id = ${NEWEST}`],
    [
      'a posting of another time',
      'ledger',
      `update posting set at = at + interval '1 microsecond' where id = (select posting_id from entry where id = ${NEWEST})`,
    ],
    ['a posting of another kind', 'ledger', `update posting set kind = 'fee' where id = (select posting_id from entry where id = ${NEWEST})`],
    ['a renamed account', 'ledger', `update account set name = 'loss:pm2' where name = 'equity:pm'`],
    ['an entry removed', 'ledger', `delete from entry where id = ${NEWEST}`],
    [
      'an entry added where one was removed',
      'ledger',
      `with gone as (delete from entry where id = ${NEWEST} returning id, posting_id, account_id, amount)
       insert into entry (id, posting_id, account_id, amount) overriding system value select id, posting_id, account_id, amount * 2 from gone`,
    ],
    [
      'an entry added before the first',
      'ledger',
      `insert into entry (id, posting_id, account_id, amount) overriding system value select -5, posting_id, account_id, amount from entry where id = ${NEWEST}`,
    ],
    ['another operator', 'audit', `update audit set operator = 'minh' where id = ${NEWEST}`],
    ['another input', 'audit', `update audit set input = '{"n": 7}' where id = ${NEWEST}`],
    ['an act removed', 'audit', `delete from audit where id = ${NEWEST}`],
    ['an old price', 'setting', `update setting set value = value || '{"value": "1"}' where version = 1`],
  ])('%s', async (_, stream, statement) => {
    const owned = new Client({ connectionString: database.url });
    await owned.connect();
    try {
      await owned.query('begin');
      await owned.query('set local session_replication_role = replica');
      await owned.query(statement.replaceAll('$stream', `'${stream}'`));
      const { rows } = await owned.query('select n from broken_seals($1, 1, 1000)', [stream]);
      expect(rows).not.toEqual([]);
    } finally {
      await owned.end();
    }
    expect(await broken()).toEqual([[], [], []]);
  });

  test('a seal that was changed, or removed from between others', async () => {
    await addPosting();
    await sealAll();
    const owned = new Client({ connectionString: database.url });
    await owned.connect();
    const brokenAfter = async (statement: string) => {
      await owned.query('begin');
      await owned.query('set local session_replication_role = replica');
      await owned.query(statement);
      const { rows } = await owned.query(`select n from broken_seals('ledger', 1, 1000)`);
      await owned.query('rollback');
      return rows.map(({ n }) => n);
    };
    const n = (await readNewestSeal(signer, 'ledger'))?.n ?? 0;
    expect(await brokenAfter(`update seal set hash = repeat('0', 64) where stream = 'ledger' and n = ${n - 1}`)).toEqual([n - 1, n]);
    expect(await brokenAfter(`delete from seal where stream = 'ledger' and n = ${n - 1}`)).toEqual([n]);
    await owned.end();
  });
});

describe('writers in parallel', () => {
  test('a row that is committed after one with a greater id is sealed with it, never left out', async () => {
    const late = new Client({ connectionString: database.url });
    await late.connect();
    try {
      await late.query('begin');
      const posting = randomUUID();
      await late.query(`insert into posting (id, kind, order_id, at) values ($1, 'adjust', null, now())`, [posting]);
      await late.query(
        `insert into entry (posting_id, account_id, amount) select $1, id, case name when 'loss:pm' then 1 else -1 end from account where name in ('loss:pm', 'refund:pm')`,
        [posting],
      );
      await addPosting();
      const before = await sealedUpTo();
      for (let n = 0; n < 20; n += 1) expect(await sealNext(signer, 'ledger', 0)).toBeNull();
      expect(await sealedUpTo()).toBe(before);
      await late.query('commit');
    } finally {
      await late.end();
    }
    await sealAll();
    expect(await sealedUpTo()).toBe(await newestEntry());
    expect(await broken()).toEqual([[], [], []]);
  });

  test('a mark that is too young is not sealed yet', async () => {
    await addPosting();
    const before = await sealedUpTo();
    for (let n = 0; n < 5; n += 1) await sealNext(signer, 'ledger', 3_600_000);
    expect(await sealedUpTo()).toBe(before);
    await vi.waitFor(async () => expect(await sealNext(signer, 'ledger', 0)).not.toBeNull(), WAIT);
  });

  test('of two sealers at once each row is sealed once', async () => {
    for (let round = 0; round < 5; round += 1) {
      await addPosting();
      await Promise.all(Array.from({ length: 4 }, () => sealNext(signer, 'ledger', 0)));
    }
    await sealAll();
    const [sum] = await database.query(`select sum(row_count) = (select count(*) from entry) as whole from seal where stream = 'ledger'`);
    expect([sum?.whole, await broken()]).toEqual([true, [[], [], []]]);
  });

  test('a database that was restored elsewhere, where transactions have other numbers, goes on sealing', async () => {
    await addPosting();
    await database.query(`update seal_mark set ended_before = '9000000000000'::xid8`);
    await sealAll();
    expect(await sealedUpTo()).toBe(await newestEntry());
  });
});

test.each(['quydoi_web', 'quydoi_worker', 'quydoi_operator', 'quydoi_signer'] as const)('%s writes no seal of its own', async (role) => {
  const forged = `insert into seal (stream, n, last_id, row_count, hash, at) values ('ledger', 9999, 1, 1, repeat('0', 64), now())`;
  await expect(database.query(forged, [], role)).rejects.toMatchObject({ code: '42501' });
  for (const table of ['seal', 'seal_mark'])
    await expect(database.query(`update ${table} set last_id = 1`, [], role)).rejects.toMatchObject({ code: '42501' });
  if (role !== 'quydoi_signer') await expect(database.query(`select seal_next('ledger', '0')`, [], role)).rejects.toMatchObject({ code: '42501' });
});
