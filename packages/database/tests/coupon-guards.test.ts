import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Orm } from '../src/orm.ts';
import { createTestDatabase, type RoleName, type TestDatabase } from '../testing/database.ts';
import { postgresUrl } from '../testing/postgres-url.ts';
import { START } from './fixture.ts';
import { rawOrder } from './raw-order.ts';
import { tryAs } from './try-as.ts';

const INVALID = 'QD096';
const USED_UP = 'QD097';
const USED_BEFORE = 'QD098';
const KEPT = 'QD099';
const FORBIDDEN = '42501';

let database: TestDatabase;
let web: Orm;

beforeAll(async () => {
  database = await createTestDatabase(postgresUrl(), START);
  web = await database.open('quydoi_web');
});
afterAll(() => database.close());

const RULES = {
  on: true,
  percent: null,
  amount: '5000',
  minOrder: '0',
  kinds: ['buy'],
  currencies: null,
  from: null,
  until: null,
  uses: 2,
  usesPerCustomer: null,
  note: 'test',
};

/** Adds a version of a coupon, a new one unless named; returns what an order with it has. */
async function coupon(set: object = {}, code = randomUUID().slice(0, 13).toUpperCase()) {
  const [row] = await database.query(`insert into setting (kind, key, value, author, at) values ('coupon', $1, $2, 'lan', $3) returning version`, [
    code,
    { ...RULES, ...set },
    START,
  ]);
  return {
    coupon: code,
    coupon_version: row?.version as number,
    coupon_held: true,
    discount: 5_000n,
    amount_sent: 2_602_975n,
    cash_amount: 2_602_975n,
  };
}

const statements = (set: Record<string, unknown>) => rawOrder(web, { destination: randomUUID(), ...set });

/** What the database says to an order that the login of web writes by plain SQL. */
async function answer(set: Record<string, unknown>): Promise<string> {
  return tryAs(database, 'quydoi_web', ...(await statements(set)));
}

/** Adds an order for good. */
async function add(set: Record<string, unknown>): Promise<string> {
  const id = randomUUID();
  await database.query('begin', [], 'quydoi_web');
  for (const [text, values] of await statements({ ref: id.slice(0, 10), ...set, id })) await database.query(text, values, 'quydoi_web');
  await database.query('commit', [], 'quydoi_web');
  return id;
}

async function usesOf(code: string): Promise<unknown> {
  return (await database.query('select uses from coupon_count where code = $1', [code]))[0]?.uses;
}

async function customer(id: string): Promise<string> {
  await database.query(
    `insert into auth."user" (id, name, email, "emailVerified", "createdAt", "updatedAt") values ($1, '', $1 || '@example.vn', false, $2, $2)`,
    [id, START],
  );
  await database.query(
    `insert into customer (id, version, full_name, first_name, last_name, language, time_zone, currency_key, doc_status, created_at)
     values ($1, 1, '', '', '', 'vi', 'Asia/Ho_Chi_Minh', 'vnd', 'not_uploaded', $2)`,
    [id, START],
  );
  return id;
}

describe('an order of the web with a coupon', () => {
  const later = new Date(START.getTime() + 1).toISOString();

  test.each<[string, object, Record<string, unknown>, string]>([
    ['that is for it', {}, {}, 'done'],
    ['with a discount beyond the amount', {}, { discount: 5_001n }, INVALID],
    ['that is off', { on: false }, {}, INVALID],
    ['that begins later', { from: later }, {}, INVALID],
    ['that begins now', { from: START.toISOString() }, {}, 'done'],
    ['that ends now', { until: START.toISOString() }, {}, INVALID],
    ['that ends later', { until: later }, {}, 'done'],
    ['for another kind', { kinds: ['ex'] }, {}, INVALID],
    ['for another currency', { currencies: ['trc20'] }, {}, INVALID],
    ['for its currency', { currencies: ['pm'] }, {}, 'done'],
    ['for larger orders', { minOrder: '2607976' }, {}, INVALID],
    ['for orders of its size, before the discount', { minOrder: '2607975' }, {}, 'done'],
    ['for members only', { usesPerCustomer: 1 }, {}, INVALID],
    ['that it does not use', {}, { coupon_held: false }, INVALID],
    ['without its version', {}, { coupon_version: null }, INVALID],
    ['and another version', {}, { coupon_version: 1 }, INVALID],
  ])('%s: %o', async (_, rules, set, outcome) => {
    expect(await answer({ ...(await coupon(rules)), ...set })).toBe(outcome);
  });

  test('that has changed is refused its old version', async () => {
    const old = await coupon();
    const changed = await coupon({ amount: '9000' }, old.coupon);
    expect(await answer(old)).toBe(INVALID);
    expect(await answer(changed)).toBe('done');
  });

  test('has a discount with a coupon alone', async () => {
    expect(await answer({ discount: 1n })).toBe('23514');
    expect(await answer({ coupon_held: true })).toBe('23514');
  });
});

describe('uses', () => {
  test('are as many as the coupon has, whoever writes them', async () => {
    const set = await coupon();
    await add(set);
    await add(set);
    expect(await usesOf(set.coupon)).toBe(2);
    expect(await answer(set)).toBe(USED_UP);
    const more = await coupon({ uses: 3 }, set.coupon);
    expect(await answer(more)).toBe('done');
  });

  test('of a customer are counted by account and by destination', async () => {
    const set = await coupon({ uses: 9, usesPerCustomer: 1 });
    const [one, two] = [await customer('7KQ2M9XR'), await customer('8KQ2M9XR')];
    await add({ ...set, customer_id: one, destination: 'U1111111' });
    expect(await answer({ ...set, customer_id: one })).toBe(USED_BEFORE);
    expect(await answer({ ...set, customer_id: two, destination: 'U1111111' })).toBe(USED_BEFORE);
    expect(await answer({ ...set, customer_id: two })).toBe('done');
    expect(await answer(set)).toBe(INVALID);
  });

  test('are given back by an order that ends unpaid, and by no other', async () => {
    const set = await coupon();
    const id = await add(set);
    const end = `update orders set version = version + 1, coupon_held = false, status = 'cancelled', holding = 0, final_at = now()`;
    const give = (text: string, role: RoleName = 'quydoi_worker') => tryAs(database, role, [`${text} where id = $1`, [id]]);
    expect(await give(`${end}, reason = 'expired'`)).toBe('done');
    expect(await give(`${end}, reason = 'balance_short'`, 'quydoi_signer')).toBe('done');
    expect(await give(`${end}, reason = 'refunded'`)).toBe(KEPT);
    expect(await give(`${end}, reason = 'expired', amount_paid = 1`)).toBe(KEPT);
    expect(await give('update orders set version = version + 1, coupon_held = false')).toBe(KEPT);
    expect(await give(`${end}, reason = 'expired'`, 'quydoi_operator')).toBe(FORBIDDEN);
    expect(await give('update orders set coupon_held = false', 'quydoi_web')).toBe(FORBIDDEN);

    await database.query(`${end}, reason = 'expired' where id = $1`, [id], 'quydoi_worker');
    expect(await usesOf(set.coupon)).toBe(0);
    expect(await give(`update orders set version = version + 1, coupon_held = true`)).toBe(KEPT);
    expect(await give(`update orders set version = version + 1, coupon_held = true, status = 'verifying_transaction', reason = 'late'`)).toBe(KEPT);
  });

  test('are written by no role itself', async () => {
    for (const role of ['quydoi_web', 'quydoi_worker', 'quydoi_signer', 'quydoi_operator'] as const) {
      expect(await tryAs(database, role, 'update coupon_count set uses = 0')).toBe(FORBIDDEN);
      expect(await tryAs(database, role, 'delete from coupon_count')).toBe(FORBIDDEN);
      expect(await tryAs(database, role, `insert into coupon_count values ('NEW', -1)`)).toBe(FORBIDDEN);
    }
  });

  test('are no more than the coupon has when logins take them at once, however they isolate their transactions', async () => {
    const set = await coupon({ uses: 1 });
    const [one, two] = await Promise.all([database.open('quydoi_web'), database.open('quydoi_web')]);
    for (const level of ['read committed', 'repeatable read', 'serializable']) {
      const { coupon: code } = set;
      await database.query('update coupon_count set uses = 0 where code = $1', [code]);
      const taking = [one, two].map(async (orm) => {
        const id = randomUUID();
        const rows = await statements({ ...set, id, ref: id.slice(0, 10) });
        const pool = (await orm.em.getConnection().getNativeClient()) as unknown as {
          connect(): Promise<{ query(text: string, values?: unknown[]): Promise<unknown>; release(): void }>;
        };
        const client = await pool.connect();
        try {
          await client.query(`begin isolation level ${level}`);
          // Both look before one of them writes.
          await client.query('select count(*) from coupon_count');
          for (const [text, values] of rows) await client.query(text, values);
          await client.query('commit');
          return 'done';
        } catch (error) {
          await client.query('rollback');
          return (error as { code?: string }).code ?? String(error);
        } finally {
          client.release();
        }
      });
      const outcomes = (await Promise.all(taking)).toSorted();
      expect(outcomes.at(-1), level).toBe('done');
      expect([USED_UP, '40001'], level).toContain(outcomes[0]);
      expect(await usesOf(code)).toBe(1);
    }
  });
});

test('no role changes which coupon an order was made with', async () => {
  const id = await add(await coupon());
  for (const column of ['coupon', 'coupon_version'])
    expect(await tryAs(database, 'quydoi_worker', [`update orders set version = version + 1, ${column} = null where id = $1`, [id]])).toBe(FORBIDDEN);
  await expect(database.query(`update orders set version = version + 1, coupon = 'OTHER' where id = $1`, [id])).rejects.toMatchObject({
    code: 'QD024',
  });
});

test('no role but operators writes coupons', async () => {
  const insert = `insert into setting (kind, key, value, author, at) values ('coupon', 'MINE', $1, current_user, now())`;
  for (const role of ['quydoi_web', 'quydoi_worker', 'quydoi_signer'] as const)
    expect(await tryAs(database, role, [insert, [RULES]])).toBe(FORBIDDEN);
  expect(await tryAs(database, 'quydoi_operator', [insert, [RULES]])).toBe('QD012');
});
