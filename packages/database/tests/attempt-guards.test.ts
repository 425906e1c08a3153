import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { postgresUrl } from '../testing/postgres-url.ts';
import { addOrder, START } from './fixture.ts';
import { tryAs } from './try-as.ts';

let database: TestDatabase;
let payout: string;

beforeAll(async () => {
  database = await createTestDatabase(postgresUrl(), START);
  const { id } = await addOrder(await database.open('quydoi_web'));
  payout = randomUUID();
  await database.query(
    `insert into payout (id, version, obligation_kind, obligation_id, order_id, seq, part, parts, network, reserve, currency, amount, held, fee,
       destination, made_by, state, tries, next_at, created_at)
     values ($1, 1, 'order', $2, $2, 1, 1, 1, 'perfect-money', 'pm', 'pm', 10000, 0, 0, 'U7654321', 'system', 'attempting', 1, now(), now())`,
    [payout, id],
  );
});
afterAll(() => database.close());

/** What the database says to the signer's login about a statement: the error's code, or `done` (and then undone). */
const answer = (statement: string) => tryAs(database, 'quydoi_signer', statement);

let n = 0;

async function addAttempt(state: string, sentAt: string): Promise<string> {
  n += 1;
  await database.query(`delete from attempt`);
  const id = randomUUID();
  await database.query(
    `insert into attempt (id, version, payout_id, n, key, state, awaiting_code, checks, next_check_at, created_at, sent_at)
     values ($1, 1, $2, $3, $4, $5, false, 0, now(), now(), ${sentAt})`,
    [id, payout, n, `key-${n}`, state],
  );
  return id;
}

describe('the signer’s login, about attempts that may have been sent:', () => {
  test.each([
    ['sending', 'prepared'],
    ['sent', 'prepared'],
    ['sent', 'sending'],
    ['unknown', 'prepared'],
    ['done', 'prepared'],
    ['done', 'sent'],
    ['refused', 'prepared'],
    ['absent', 'prepared'],
    ['absent', 'unknown'],
  ])('one that is %s is not %s again', async (before, after) => {
    const id = await addAttempt(before, 'now()');
    expect(await answer(`update attempt set state = '${after}' where id = '${id}'`)).toBe('QD027');
    expect(await answer(`update attempt set state = '${after}', sent_at = null where id = '${id}'`)).toBe('QD027');
  });

  test.each(['sending', 'sent', 'unknown', 'done', 'refused', 'absent'])('one that is %s was sent when it was', async (state) => {
    const id = await addAttempt(state, 'now()');
    expect(await answer(`update attempt set sent_at = null where id = '${id}'`)).toBe('QD027');
    expect(await answer(`update attempt set sent_at = now() + interval '1 day' where id = '${id}'`)).toBe('QD027');
    expect(await answer(`update attempt set checks = checks + 1 where id = '${id}'`)).toBe('done');
  });

  test('its key, its payout and what settled it stay', async () => {
    const id = await addAttempt('done', 'now()');
    for (const set of [`key = 'other'`, 'n = 7', 'payout_id = gen_random_uuid()', `created_at = now() - interval '1 day'`])
      expect(await answer(`update attempt set ${set} where id = '${id}'`)).toBe('42501');
    expect(await answer(`update attempt set paid_by_attempt_id = id where id = '${id}'`)).toBe('QD027');
  });

  test('one that is prepared is sent with its time, or settled by an earlier one', async () => {
    const id = await addAttempt('prepared', 'null');
    expect(await answer(`update attempt set state = 'sending' where id = '${id}'`)).toBe('QD027');
    expect(await answer(`update attempt set state = 'sending', sent_at = now() where id = '${id}'`)).toBe('done');
    expect(await answer(`update attempt set state = 'done', paid_by_attempt_id = id where id = '${id}'`)).toBe('done');
    expect(await answer(`update attempt set state = 'sent', sent_at = now() where id = '${id}'`)).toBe('QD027');
  });

  test('none starts as sent', async () => {
    await database.query('delete from attempt');
    const insert = (state: string, sentAt: string) =>
      `insert into attempt (id, version, payout_id, n, key, state, awaiting_code, checks, next_check_at, created_at, sent_at)
       values (gen_random_uuid(), 1, '${payout}', 90, 'k90', '${state}', false, 0, now(), now(), ${sentAt})`;
    expect(await answer(insert('prepared', 'null'))).toBe('done');
    expect(await answer(insert('refused', 'null'))).toBe('done');
    expect(await answer(insert('prepared', 'now()'))).toBe('QD030');
    expect(await answer(insert('done', 'null'))).toBe('QD030');
    expect(await answer(insert('sent', 'now()'))).toBe('QD030');
  });

  test('a payout is tried again only with an attempt of that number', async () => {
    await database.query('delete from attempt');
    const claim = (tries: number) => `update payout set tries = ${tries} where id = '${payout}'; set constraints all immediate`;
    const prepare = (n: number) =>
      `insert into attempt (id, version, payout_id, n, key, state, awaiting_code, checks, next_check_at, created_at)
       values (gen_random_uuid(), 1, '${payout}', ${n}, 'k${n}', 'prepared', false, 0, now(), now());`;
    expect(await answer(claim(2))).toBe('QD031');
    expect(await answer(`${prepare(2)} ${claim(3)}`)).toBe('QD031');
    expect(await answer(`${prepare(2)} ${claim(2)}`)).toBe('done');
    expect(await answer(`update payout set tries = 2 where id = '${payout}'; ${prepare(2)} set constraints all immediate`)).toBe('done');
  });
});
