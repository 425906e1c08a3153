import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type RoleName, type TestDatabase } from '../testing/database.ts';
import { postgresUrl } from '../testing/postgres-url.ts';
import { START } from './fixture.ts';

const BEYOND = 'QD043';
const FORBIDDEN = '42501';
const BOUNDS = { floor: '0.3', cap: '4', coinPrice: '0.3' };
const RATE = { value: '26350', fee: '0.8', percentFee: '0', maxFee: null, minQuantity: null };
const FOLLOWING = { ...RATE, automaticFee: BOUNDS };
const PAIR = { ...FOLLOWING, value: '0.9' };

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase(postgresUrl(), START);
});
beforeEach(async () => {
  await add('buy', 'trc20', FOLLOWING, 'lan');
  await add('pair', 'pm:trc20', PAIR, 'lan');
});
afterAll(() => database.close());

const ADD = 'insert into setting (kind, key, value, author, at) values ($1, $2, $3, $4, $5)';

/** Adds a version past the guards. */
async function add(kind: string, key: string, value: object, author: string, at = new Date()): Promise<void> {
  await database.query(ADD, [kind, key, JSON.stringify(value), author, at]);
}

/** What the database says to settings that a login writes in one transaction: the error's code, or `done`. */
async function answer(
  settings: readonly (readonly [string, string, object])[],
  login: RoleName = 'quydoi_signer',
  author: string = login,
): Promise<string> {
  await database.query('begin', [], login);
  try {
    for (const [kind, key, value] of settings) await database.query(ADD, [kind, key, JSON.stringify(value), author, new Date()], login);
    return 'done';
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  } finally {
    await database.query('rollback', [], login);
  }
}

const buy = (value: object) => ['buy', 'trc20', value] as const;
const pair = (value: object) => ['pair', 'pm:trc20', value] as const;

describe('the signer sets', () => {
  test.each(['0.3', '0.81', '4'])('a fee between its bounds: %s', async (fee) => {
    expect(await answer([buy({ ...FOLLOWING, fee })])).toBe('done');
  });

  test('with it that of the pairs that follow the rate', async () => {
    expect(await answer([buy({ ...FOLLOWING, fee: '2' }), pair({ ...PAIR, fee: '2' })])).toBe('done');
    expect(await answer([buy({ ...FOLLOWING, fee: '2' }), pair({ ...PAIR, fee: '1' })])).toBe(BEYOND);
    expect(await answer([pair({ ...PAIR, fee: '2' })])).toBe(BEYOND);
  });

  test.each<[string, object]>([
    ['below its floor', { fee: '0.29' }],
    ['above its cap', { fee: '4.000001' }],
    ['that is no number', { fee: '1e0' }],
    ['as it is', {}],
    ['with another price', { fee: '2', value: '1' }],
    ['with another share', { fee: '2', percentFee: '1' }],
    ['with another minimum', { fee: '2', minQuantity: '1' }],
    ['with other bounds', { fee: '2', automaticFee: { ...BOUNDS, cap: '5' } }],
    ['with more', { fee: '2', overridden: true }],
  ])('no fee %s', async (_, change) => {
    expect(await answer([buy({ ...FOLLOWING, ...change })])).toBe(BEYOND);
  });

  test('no fee that operators set themselves', async () => {
    await add('buy', 'trc20', RATE, 'lan');
    expect(await answer([buy({ ...RATE, fee: '0.81' })])).toBe(BEYOND);
    expect(await answer([buy({ ...FOLLOWING, fee: '0.81' })])).toBe(BEYOND);
  });

  test('no pair that operators price themselves, and none whose bounds are others', async () => {
    await add('pair', 'pm:trc20', { ...RATE, value: '0.9', overridden: true }, 'lan');
    expect(await answer([buy({ ...FOLLOWING, fee: '2' }), pair({ ...RATE, value: '0.9', overridden: true, fee: '2' })])).toBe(BEYOND);
    const other = { ...PAIR, automaticFee: { ...BOUNDS, cap: '5' } };
    await add('pair', 'pm:trc20', other, 'lan');
    expect(await answer([buy({ ...FOLLOWING, fee: '2' }), pair({ ...other, fee: '2' })])).toBe(BEYOND);
  });

  test('no fee within a minute of its last one', async () => {
    await add('buy', 'trc20', FOLLOWING, 'quydoi_signer', new Date(Date.now() - 50_000));
    expect(await answer([buy({ ...FOLLOWING, fee: '2' })])).toBe(BEYOND);
    await add('buy', 'trc20', FOLLOWING, 'quydoi_signer', new Date(Date.now() - 61_000));
    expect(await answer([buy({ ...FOLLOWING, fee: '2' })])).toBe('done');
  });

  test('no sell rate, no first rate, no currency, and nothing in the name of another', async () => {
    expect(await answer([['sell', 'trc20', { ...FOLLOWING, fee: '2' }]])).toBe(BEYOND);
    expect(await answer([['buy', 'newcoin', FOLLOWING]])).toBe(BEYOND);
    expect(await answer([['currency', 'trc20', { on: false }]])).toBe(FORBIDDEN);
    expect(await answer([buy({ ...FOLLOWING, fee: '2' })], 'quydoi_signer', 'lan')).toBe(FORBIDDEN);
  });
});

test.each<RoleName>(['quydoi_web', 'quydoi_worker'])('%s sets no fee', async (login) => {
  expect(await answer([buy({ ...FOLLOWING, fee: '2' })], login)).toBe(FORBIDDEN);
});
