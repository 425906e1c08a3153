import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Orm } from '../src/orm.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { postgresUrl } from '../testing/postgres-url.ts';
import { START } from './fixture.ts';
import { rawOrder } from './raw-order.ts';
import { type Statement, tryAs } from './try-as.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const TIMER_MS = 30 * MINUTE_MS;

let database: TestDatabase;
let web: Orm;

beforeAll(async () => {
  database = await createTestDatabase(postgresUrl(), START);
  web = await database.open('quydoi_web');
  await database.query('alter table orders enable trigger guard_order_time; alter table deposit_address enable trigger guard_reservation');
  await database.query('alter table payment enable trigger guard_recorded; alter table setting enable trigger guard_recorded');
  await database.query('alter table payment_claim enable trigger guard_recorded; alter table attempt enable trigger guard_recorded');
  await database.query('alter table reading_request enable trigger guard_recorded; alter table auth.password_try enable trigger guard_try_day');
});
afterAll(() => database.close());

/** What the database says to statements of the web's login in one transaction: the error's code, or `done` (and then undone). */
const answer = (...statements: readonly Statement[]) => tryAs(database, 'quydoi_web', ...statements);

/** Puts the address of an order aside for its lease and the week after it. */
const KEEP = `update deposit_address d set free_at = o.expires_at + interval '7 days' from orders o where o.id = $1 and d.address = o.pay_in_account`;

/** An order of 100 pm created `ms` from now, as bare statements. */
function created(ms: number, set: Record<string, unknown> = {}): Promise<[string, unknown[]][]> {
  const at = Date.now() + ms;
  return rawOrder(web, { created_at: new Date(at), expires_at: new Date(at + TIMER_MS), ...set });
}

describe('the web, by the database’s clock:', () => {
  test.each<[number, string]>([
    [0, 'done'],
    [-4 * MINUTE_MS, 'done'],
    [4 * MINUTE_MS, 'done'],
    [-6 * MINUTE_MS, 'QD019'],
    [6 * MINUTE_MS, 'QD019'],
    [8 * DAY_MS, 'QD019'],
    [5 * 365 * DAY_MS, 'QD019'],
  ])('an order created %i ms from now: %s', async (ms, code) => {
    expect(await answer(...(await created(ms)))).toBe(code);
  });

  test.each([
    [-1, 'done'],
    [0, 'QD049'],
    [1, 'QD049'],
  ])('tries of passwords of a day are deleted %i days after today: %s', async (days, code) => {
    // Of tomorrow already minutes before midnight, as for clocks that differ.
    const day = Math.floor((Date.now() + 5 * MINUTE_MS) / DAY_MS) + days;
    await database.query(`insert into auth.password_try (party, day, tried) values ('a', $1, 1) on conflict do nothing`, [day]);
    expect(await answer(['delete from auth.password_try where day = $1', [day]])).toBe(code);
  });

  test.each([
    [0, 'QD012'],
    [-6 * MINUTE_MS, 'QD026'],
    [6 * MINUTE_MS, 'QD026'],
  ])('a request to read a payment again made %i ms from now: %s', async (ms, code) => {
    // Only its audit row is missing where its time is right.
    const request = `insert into reading_request (id, network, reference, paid_at, at, next_at) values (gen_random_uuid(), 'bank', 'r', $1, $1, $1)`;
    expect(await tryAs(database, 'quydoi_operator', [request, [new Date(Date.now() + ms)]])).toBe(code);
  });

  test.each([
    ['quydoi_worker', 0, 'done'],
    ['quydoi_worker', -6 * MINUTE_MS, 'QD026'],
    ['quydoi_worker', 6 * MINUTE_MS, 'QD026'],
    ['quydoi_signer', -DAY_MS, 'QD026'],
    ['quydoi_operator', -DAY_MS, 'QD026'],
    ['quydoi_operator', DAY_MS, 'QD026'],
  ] as const)('what %s records %i ms from now: %s', async (role, ms, code) => {
    const at = new Date(Date.now() + ms);
    const payment = `insert into payment (id, version, network, account, reference, unit, amount, memo, paid_at, confirmed, state, recorded_at)
      values (gen_random_uuid(), 1, $2, 'a', 'r', $3, 1, '', $1, true, 'unmatched', $1)`;
    const suspension = `insert into setting (kind, key, value, author, at)
      values ('suspension', current_user || ' bank dry out x', '{"network":"bank","cause":"dry","direction":"out","subject":"x","suspended":true}', current_user, $1)`;
    const attempt = `insert into attempt (id, version, payout_id, n, key, state, awaiting_code, checks, next_check_at, created_at)
      values (gen_random_uuid(), 1, gen_random_uuid(), 1, 'k', 'prepared', false, 0, now(), $1)`;
    const tell = async (text: string, values: unknown[]) => {
      await database.query('begin', [], role);
      const outcome = await database.query(text, values, role).then(
        () => 'done',
        (error: { code?: string }) => error.code,
      );
      await database.query('rollback', [], role);
      return outcome;
    };
    expect(await tell(suspension, [at])).toBe(code);
    const [network, unit] = role === 'quydoi_signer' ? ['perfect-money', 'pm'] : ['bank', 'vnd'];
    if (role === 'quydoi_signer') expect(await tell(attempt, [at])).toBe(code);
    if (role !== 'quydoi_operator') expect(await tell(payment, [at, network, unit])).toBe(code);
  });

  test.each<[number, string]>([
    [0, 'done'],
    [-6 * MINUTE_MS, 'QD026'],
    [6 * MINUTE_MS, 'QD026'],
  ])('a claim made %i ms from now: %s', async (ms, code) => {
    const statements = await created(0);
    const claim = `insert into payment_claim (id, version, order_id, n, paid_at, account_end, state, created_at) values (gen_random_uuid(), 1, $1, 1, now(), '4567', 'new', $2)`;
    expect(await answer(...statements, [claim, [statements[0]?.[1][0], new Date(Date.now() + ms)]])).toBe(code);
  });

  test('a lease starts now, with its order', async () => {
    await database.query(`insert into deposit_address values ('bank', 1, 'A1', now())`);
    for (const [ms, code] of [
      [0, 'done'],
      [8 * DAY_MS, 'QD019'],
    ] as const) {
      const statements = await created(ms, { pay_in_account: 'A1' });
      const [order] = statements;
      const id = order?.[1][0];
      const lease = `insert into lease select id, 'bank', 'A1', created_at, expires_at from orders where id = $1`;
      expect(await answer(...statements, [KEEP, [id]], [lease, [id]])).toBe(code);
    }
  });

  test('an address for a fee coin is leased to no order in another currency', async () => {
    await database.query(`insert into deposit_address (network, index, address, free_at, for_coin) values ('bank', 3, 'A3', now(), true)`);
    const statements = await created(0, { pay_in_account: 'A3' });
    const id = statements[0]?.[1][0];
    const lease = `insert into lease select id, 'bank', 'A3', created_at, expires_at from orders where id = $1`;
    expect(await answer(...statements, [KEEP, [id]], [lease, [id]])).toBe('QD010');
  });

  describe('an address that is leased', () => {
    const LEASE = `insert into lease select id, 'bank', 'A2', created_at, expires_at from orders where id = $1`;
    const aside = (text: string): [string, unknown[]] => [`update deposit_address set free_at = ${text} where address = 'A2'`, []];
    beforeAll(() => database.query(`insert into deposit_address values ('bank', 2, 'A2', now())`));

    test.each<[string, string, string]>([
      ['is put aside for its time', 'free_at', 'done'],
      ['is free no sooner', `free_at - interval '1 millisecond'`, 'QD042'],
      ['is not free at once', 'now()', 'QD042'],
      ['is free no later', `free_at + interval '1 millisecond'`, 'QD018'],
      ['is not put aside for good', `now() + interval '3000 years'`, 'QD018'],
    ])('%s', async (_, text, code) => {
      const statements = await created(0, { pay_in_account: 'A2' });
      const id = statements[0]?.[1][0];
      expect(await answer(...statements, [KEEP, [id]], [LEASE, [id]], aside(text))).toBe(code);
    });

    test.each<[string, string]>([
      ['is not', 'free_at'],
      ['is for less', `(select expires_at + interval '167 hours' from orders where pay_in_account = 'A2')`],
    ])('has no lease while it %s put aside', async (_, text) => {
      const statements = await created(0, { pay_in_account: 'A2' });
      expect(await answer(...statements, aside(text), [LEASE, [statements[0]?.[1][0]]])).toBe('QD010');
    });
  });

  test('an address is put aside for a claim, or with its lease', async () => {
    const put = (aside: string) => `insert into deposit_address values ('tron', 0, 'T1', now() + interval '${aside}')`;
    expect(await answer([put('10 minutes'), []])).toBe('done');
    expect(await answer([put('2 hours'), []])).toBe('QD018');
    expect(await answer([put('0'), []], [`update deposit_address set free_at = '9999-12-31Z' where address = 'T1'`, []])).toBe('QD018');
  });
});
