import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type RoleName, type TestDatabase } from '../testing/database.ts';
import { postgresUrl } from '../testing/postgres-url.ts';
import { START } from './fixture.ts';

const BEYOND = 'QD043';
const FORBIDDEN = '42501';
const APPEND_ONLY = 'QD006';
const BOUNDS = { profit: '1', floor: '26000', cap: '27000' };
const RATE = { value: '26350', fee: '0.8', percentFee: '0', maxFee: null, minQuantity: null };
const FOLLOWING = { ...RATE, automaticRate: BOUNDS };
const SELLS = { value: '26050', fee: '0', percentFee: '0', maxFee: null, minQuantity: null, automaticRate: { ...BOUNDS, floor: '25000' } };
/** 25 350 ÷ 26 350 × 0.997. */
const PAIR = { ...RATE, value: '0.959163' };

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase(postgresUrl(), START);
});
beforeEach(async () => {
  await add('buy', 'trc20', FOLLOWING, 'lan');
  await add('sell', 'trc20', SELLS, 'lan');
  await add('pair', 'pm:trc20', PAIR, 'lan');
});
afterAll(() => database.close());

const ADD = 'insert into setting (kind, key, value, author, at) values ($1, $2, $3, $4, $5)';

/** Adds a version past the guards. */
async function add(kind: string, key: string, value: object, author: string, at = new Date()): Promise<void> {
  await database.query(ADD, [kind, key, JSON.stringify(value), author, at]);
}

/** What the database says to statements of a login in one transaction: the error's code, or `done`. */
async function answer(statements: readonly (readonly [string, readonly unknown[]])[], login: RoleName = 'quydoi_signer'): Promise<string> {
  await database.query('begin', [], login);
  try {
    for (const [text, values] of statements) await database.query(text, values, login);
    return 'done';
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  } finally {
    await database.query('rollback', [], login);
  }
}

const written = (kind: string, key: string, value: object, author = 'quydoi_signer') =>
  [ADD, [kind, key, JSON.stringify(value), author, new Date()]] as const;
const buy = (set: object) => written('buy', 'trc20', { ...FOLLOWING, ...set });
const sell = (set: object) => written('sell', 'trc20', { ...SELLS, ...set });
const pair = (set: object) => written('pair', 'pm:trc20', { ...PAIR, ...set });

describe('the signer sets', () => {
  test.each(['26100', '26350.5', '27000'])('a value between its bounds: %s', async (value) => {
    expect(await answer([buy({ value })])).toBe('done');
  });

  test('that of a sell too', async () => {
    expect(await answer([sell({ value: '26000' })])).toBe('done');
    expect(await answer([sell({ value: '24999' })])).toBe(BEYOND);
  });

  test('with it the pairs that are derived from the rate', async () => {
    // 25 350 ÷ 26 500 × 0.997
    expect(await answer([buy({ value: '26500' }), pair({ value: '0.953733' })])).toBe('done');
    expect(await answer([buy({ value: '26500' }), pair({ value: '0.953734' })])).toBe(BEYOND);
    expect(await answer([buy({ value: '26500' }), pair({ value: '0.953733', fee: '0' })])).toBe(BEYOND);
    expect(await answer([pair({ value: '0.953733' })])).toBe(BEYOND);
  });

  test.each<[string, object]>([
    ['below its floor', { value: '25999.999999' }],
    ['above its cap', { value: '27000.000001' }],
    ['that is no number', { value: '2.65e4' }],
    ['as it is', {}],
    ['with another fee', { value: '26400', fee: '0.7' }],
    ['with another minimum', { value: '26400', minQuantity: '1' }],
    ['with other bounds', { value: '26400', automaticRate: { ...BOUNDS, cap: '28000' } }],
    ['with another profit', { value: '26400', automaticRate: { ...BOUNDS, profit: '0' } }],
    ['with more', { value: '26400', overridden: true }],
  ])('no value %s', async (_, set) => {
    expect(await answer([buy(set)])).toBe(BEYOND);
  });

  test('no value that operators set themselves, and no pair that they price', async () => {
    await add('buy', 'trc20', RATE, 'lan');
    expect(await answer([written('buy', 'trc20', { ...RATE, value: '26400' })])).toBe(BEYOND);
    expect(await answer([buy({ value: '26400' })])).toBe(BEYOND);
    await add('buy', 'trc20', FOLLOWING, 'lan');
    await add('pair', 'pm:trc20', { ...PAIR, overridden: true }, 'lan');
    expect(await answer([buy({ value: '26500' }), pair({ value: '0.953733', overridden: true })])).toBe(BEYOND);
    expect(await answer([buy({ value: '26500' }), pair({ value: '0.953733' })])).toBe(BEYOND);
  });

  test('no value within a minute of its last one', async () => {
    await add('buy', 'trc20', { ...FOLLOWING, value: '26400' }, 'quydoi_signer', new Date(Date.now() - 50_000));
    expect(await answer([buy({ value: '26500' })])).toBe(BEYOND);
    await add('buy', 'trc20', { ...FOLLOWING, value: '26400' }, 'quydoi_signer', new Date(Date.now() - 61_000));
    expect(await answer([buy({ value: '26500' })])).toBe('done');
  });

  test('no value that lets a circle of trades pay more than it costs', async () => {
    // Bought for less than it is sold for, 26 050.
    expect(await answer([buy({ value: '26010' })])).toBe(BEYOND);
    expect(await answer([buy({ value: '26060' })])).toBe('done');
    await add('sell', 'trc20', { ...SELLS, value: '25900' }, 'lan');
    expect(await answer([buy({ value: '26010' })])).toBe('done');
  });
});

test.each<RoleName>(['quydoi_web', 'quydoi_worker'])('%s sets no value', async (login) => {
  expect(await answer([written('buy', 'trc20', { ...FOLLOWING, value: '26400' }, login)], login)).toBe(FORBIDDEN);
  expect(await answer([written('buy', 'trc20', { ...FOLLOWING, value: '26400' })], login)).toBe(FORBIDDEN);
});

describe('reference prices', () => {
  const record = `insert into price (reference, at, price, accepted, sources) values ('btc', $1, 89000, true, '{}')`;
  const minute = (msAgo: number) => new Date(Math.floor((Date.now() - msAgo) / 60_000) * 60_000);

  test('are recorded by the signer alone, by the minute, and never changed', async () => {
    expect(await answer([[record, [minute(0)]]])).toBe('done');
    expect(await answer([[record, [new Date(minute(0).getTime() + 1_000)]]])).toBe('23514');
    for (const login of ['quydoi_web', 'quydoi_worker', 'quydoi_operator'] as const) {
      expect(await answer([[record, [minute(0)]]], login)).toBe(FORBIDDEN);
    }
    await database.query(record, [minute(0)]);
    expect(await answer([['update price set price = 1', []]])).toBe(FORBIDDEN);
    await expect(database.query('update price set price = 1')).rejects.toMatchObject({ code: APPEND_ONLY });
    await expect(database.query('truncate price')).rejects.toMatchObject({ code: APPEND_ONLY });
    expect(await answer([['delete from price', []]])).toBe(FORBIDDEN);
  });

  test('are thinned by the worker to full hours, once they are a day old', async () => {
    const hourMs = 3_600_000;
    const old = new Date(Math.floor(Date.now() / hourMs) * hourMs - 30 * hourMs);
    for (const at of [old, new Date(old.getTime() + 60_000), minute(120_000)]) await database.query(`${record} on conflict do nothing`, [at]);
    await database.query('delete from price', [], 'quydoi_worker');
    const left = await database.query('select at from price order by at');
    expect(left.map(({ at }) => new Date(String(at)).getTime())).toEqual(expect.arrayContaining([old.getTime(), minute(120_000).getTime()]));
    expect(left.map(({ at }) => new Date(String(at)).getTime())).not.toContain(old.getTime() + 60_000);
  });
});
