import { InvariantError } from '@quydoi/domain/invariant';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { allInOrder, type MoneyTx, withMoneyTx } from '../src/money-tx.ts';
import type { Orm } from '../src/orm.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { postgresUrl } from '../testing/postgres-url.ts';
import { START } from './fixture.ts';

let database: TestDatabase;
let owner: Orm;

beforeAll(async () => {
  database = await createTestDatabase(postgresUrl(), START);
  owner = await database.open();
  await database.query('create table written (n integer primary key, words jsonb)');
});
beforeEach(() => database.query('truncate written'));
afterAll(() => database.close());

const write = (tx: MoneyTx, n: number, words: unknown = null) => tx.run('insert written', 'insert into written values ($1, $2)', [n, words]);

async function written(): Promise<unknown[]> {
  return (await database.query('select n from written order by n')).map(({ n }) => n);
}

/** A transaction whose commit is sent with its statements. */
function inOneTrip(statements: (tx: MoneyTx) => Promise<unknown>[], afterCommit = () => {}): Promise<void> {
  return withMoneyTx(owner, async (tx) => {
    tx.afterCommit(afterCommit);
    await allInOrder([...statements(tx), tx.commit()]);
  });
}

test('statements and their commit go in one round trip', async () => {
  const done: unknown[] = [];
  await inOneTrip(
    (tx) => [write(tx, 1), write(tx, 2)],
    () => done.push('committed'),
  );
  expect(await written()).toEqual([1, 2]);
  expect(done).toEqual(['committed']);
});

test.each<[string, (tx: MoneyTx) => Promise<unknown>[], object]>([
  ['the database refuses', (tx) => [write(tx, 1), write(tx, 1), write(tx, 2)], { name: 'ConflictError', constraint: 'written_pkey' }],
  ['cannot be sent', (tx) => [write(tx, 1), write(tx, 2, { amount: 1n }), write(tx, 3)], { name: 'TypeError' }],
  [
    'has the name of another',
    (tx) => [write(tx, 1), tx.run('insert written', 'insert into written values ($1, $2) on conflict do nothing', [2, null]), write(tx, 3)],
    { message: expect.stringContaining('must be unique') },
  ],
])('a statement that %s leaves nothing committed, although the commit was to go with it', async (_, statements, error) => {
  const done: unknown[] = [];
  await expect(inOneTrip(statements, () => done.push('committed'))).rejects.toMatchObject(error);
  expect(await written()).toEqual([]);
  expect(done).toEqual([]);
  await inOneTrip((tx) => [write(tx, 4)]);
  expect(await written()).toEqual([4]);
});

test('no statement follows the commit: it would be one of its own', async () => {
  const late = withMoneyTx(owner, async (tx) => {
    await allInOrder([write(tx, 1), tx.commit()]);
    await write(tx, 2);
  });
  await expect(late).rejects.toBeInstanceOf(InvariantError);
  expect(await written()).toEqual([1]);
});
