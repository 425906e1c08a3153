import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { postgresUrl } from '../testing/postgres-url.ts';
import { addOrder, START } from './fixture.ts';
import { tryAs } from './try-as.ts';

let database: TestDatabase;
let order: string;

beforeAll(async () => {
  database = await createTestDatabase(postgresUrl(), START);
  order = (await addOrder(await database.open('quydoi_web'))).id;
});
beforeEach(async () => {
  await database.query('delete from attempt');
  await database.query('delete from payout');
});
afterAll(() => database.close());

/** The statement that adds a payout of the order. */
function adding(set: Record<string, string | number | null>): string {
  const row = {
    ...{ id: randomUUID(), version: 1, obligation_kind: 'order', obligation_id: order, order_id: order, seq: 1, part: 1, parts: 1 },
    ...{ network: 'perfect-money', reserve: 'pm', currency: 'pm', amount: 10_000, held: 0, fee: 0, destination: 'U7654321' },
    ...{ made_by: 'system', reference: null, state: 'queued', tries: 0, expiries: 0, next_at: 'now', created_at: 'now', waits_for: null },
    ...set,
  };
  const values = Object.values(row).map((value) => (value === null ? 'null' : `'${value}'`));
  return `insert into payout (${Object.keys(row).join(', ')}) values (${values.join(', ')})`;
}

/** What the database says to an operator whose call is about the order: the error's code, or `done` (and then undone). */
async function answerOperator(statement: string): Promise<string> {
  const audit = `insert into audit (call_id, operator, verb, input, outcome, order_id, at)
    values (gen_random_uuid(), 'lan', 'resolveError', '{}', 'done', '${order}', now())`;
  return tryAs(database, 'quydoi_operator', audit, statement);
}

describe('an operator', () => {
  test.each<[string, Record<string, string | number | null>, string]>([
    ['to be sent', {}, 'done'],
    ['made by hand', { made_by: 'operator', state: 'settled', reference: 'FT1' }, 'done'],
    ['made by hand, without saying where it is', { made_by: 'operator', state: 'settled' }, 'QD032'],
    ['that the system is said to have made', { state: 'settled', reference: 'FT1' }, 'QD032'],
    ['to be sent by hand', { made_by: 'operator', reference: 'FT1' }, 'QD032'],
    ['on its way', { state: 'attempting' }, 'QD032'],
    ['that failed', { state: 'failed' }, 'QD032'],
    ['that was tried', { tries: 1 }, 'QD032'],
    ['that waits', { waits_for: 'approval' }, 'QD032'],
  ])('adds a payout %s: %j', async (_, set, code) => {
    expect(await answerOperator(adding(set))).toBe(code);
  });

  test.each<[string, string, string]>([
    ['queued', `state = 'failed'`, 'done'],
    ['queued', 'next_at = now(), waits_for = null', 'done'],
    ['queued', `state = 'settled'`, 'QD032'],
    ['queued', `state = 'attempting'`, 'QD032'],
    ['queued', 'tries = 1', 'QD032'],
    ['queued', `reference = 'FT2'`, 'QD032'],
    ['attempting', `state = 'failed'`, 'QD032'],
    ['attempting', `state = 'queued'`, 'QD032'],
    ['settled', `state = 'failed'`, 'QD032'],
    ['settled', `state = 'queued'`, 'QD032'],
    ['settled', `reference = 'FT2'`, 'QD032'],
    ['failed', `state = 'queued'`, 'QD032'],
  ])('about a payout that is %s, says %s: %s', async (state, set, code) => {
    await database.query(adding({ state }));
    expect(await answerOperator(`update payout set ${set}`)).toBe(code);
  });

  test('says nothing about an attempt, of whichever order', async () => {
    expect(await answerOperator(`update attempt set state = 'refused'`)).toBe('42501');
    expect(await answerOperator('update attempt set reference = null')).toBe('42501');
  });
});

describe('the signer’s login', () => {
  const withAttempt = async (payoutState: string, attemptState: string) => {
    const id = randomUUID();
    await database.query(adding({ id, state: payoutState, tries: 1 }));
    await database.query(
      `insert into attempt (id, version, payout_id, n, key, state, awaiting_code, checks, next_check_at, created_at, sent_at)
       values (gen_random_uuid(), 1, $1, 1, 'key', $2, false, 0, now(), now(), now())`,
      [id, attemptState],
    );
  };

  test('has a settled payout fail with its attempt, and not without', async () => {
    await withAttempt('settled', 'done');
    const fail = `update payout set state = 'failed'`;
    expect(await tryAs(database, 'quydoi_signer', fail)).toBe('QD033');
    expect(await tryAs(database, 'quydoi_signer', fail, `update attempt set state = 'refused', detail = 'reversed'`)).toBe('done');
  });

  test('does not send a settled payout again, nor changes what settled it', async () => {
    await withAttempt('settled', 'done');
    for (const set of [`state = 'queued'`, `state = 'attempting'`, `reference = 'FT2'`])
      expect(await tryAs(database, 'quydoi_signer', `update payout set ${set}`)).toBe('QD032');
  });

  test('leaves what was made by hand alone', async () => {
    await database.query(adding({ made_by: 'operator', state: 'settled', reference: 'FT1' }));
    expect(await tryAs(database, 'quydoi_signer', `update payout set state = 'failed'`)).toBe('QD032');
  });
});
