import { defaultSettings } from '@quydoi/domain/defaults';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Orm } from '../src/orm.ts';
import { readRateVersion } from '../src/repositories/rates.ts';
import { readSettings } from '../src/repositories/settings.ts';
import { parseSettingValue } from '../src/setting-values.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { postgresUrl } from '../testing/postgres-url.ts';
import { START } from './fixture.ts';

let database: TestDatabase | undefined;
let orm: Orm;

beforeEach(async () => {
  await database?.close();
  database = await createTestDatabase(postgresUrl(), START);
  orm = await database.open();
});
afterAll(() => database?.close());

/** Adds a version of a setting past all code of ours. */
async function add(kind: string, key: string, value: unknown): Promise<number> {
  const insert = 'insert into setting (kind, key, value, author, at) values ($1, $2, $3, $4, now()) returning version';
  const [row] = (await database?.query(insert, [kind, key, JSON.stringify(value), 'test'])) ?? [];
  return Number(row?.version);
}

test('all defaults can be read', () => {
  const unreadable = defaultSettings().filter(({ kind, key, value }) => parseSettingValue(kind, key, value) === null);
  expect(unreadable).toEqual([]);
});

describe('a newer setting that cannot be read', () => {
  test.each([{ on: 'false', note: '' }, { on: 'true', note: '' }, { on: 1, note: '' }, { note: '' }, true, 'on', null, [true]])(
    'leaves no rail on: %j',
    async (value) => {
      expect((await readSettings(orm)).rails.get('bank')).toMatchObject({ on: true });
      await add('rail', 'bank', value);
      expect((await readSettings(orm)).rails.get('bank')).toMatchObject({ on: false });
      await add('rail', 'bank', { on: true, note: '' });
      expect((await readSettings(orm)).rails.get('bank')).toEqual({ on: true, note: '' });
    },
  );

  test('ends no suspension', async () => {
    const key = 'quydoi_worker tron unpayable out token';
    const suspension = { network: 'tron', cause: 'unpayable', direction: 'out', subject: 'token', suspended: true, detail: '' };
    await add('suspension', key, suspension);
    for (const value of [{ ...suspension, suspended: 'false' }, { suspended: false }, {}, null]) {
      await add('suspension', key, value);
      expect((await readSettings(orm)).suspensions).toMatchObject([{ network: 'tron', cause: 'unpayable', direction: 'out', subject: 'token' }]);
    }
    await add('suspension', 'quydoi_worker nowhere', {});
    await add('suspension', key, { ...suspension, suspended: false });
    expect((await readSettings(orm)).suspensions).toEqual([]);
  });

  test('trades at no older rate', async () => {
    const rate = { value: '25000', fee: '0', percentFee: '0', maxFee: null, minQuantity: null };
    for (const value of [{ value: 'free' }, { ...rate, value: 25_000 }, { ...rate, fee: '0.001' }, { ...rate, value: '0' }]) {
      const version = await add('buy', 'pm', value);
      expect((await readSettings(orm)).buy.has('pm')).toBe(false);
      expect(await readRateVersion(orm, version)).toBeNull();
    }
    await add('currency', 'pm', { on: 'false' });
    expect((await readSettings(orm)).currencies.has('pm')).toBe(false);
    await add('bank', 'vcb', {});
    expect((await readSettings(orm)).banks.has('vcb')).toBe(false);
  });

  test.each(['site', 'collection'])('of the %s stops everything that needs it', async (kind) => {
    await add(kind, kind, {});
    await expect(readSettings(orm)).rejects.toThrow(`setting ${kind} of version`);
  });
});
