import { randomUUID } from 'node:crypto';
import { POSTING_KINDS } from '@quydoi/domain/ledger/post';
import type { Order } from '@quydoi/domain/order/order';
import { ORDER_STATUS_CODES } from '@quydoi/domain/order-status';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Orm } from '../src/orm.ts';
import { createTestDatabase, type RoleName, type TestDatabase } from '../testing/database.ts';
import { postgresUrl } from '../testing/postgres-url.ts';
import { addOrder, START } from './fixture.ts';
import { entryStatement, HOLD, rawOrder } from './raw-order.ts';
import { type Statement, tryAs } from './try-as.ts';

/** Refused for want of a privilege, or by a row policy. */
const FORBIDDEN = '42501';
const UNIQUE_VIOLATION = '23505';
const CHECK_VIOLATION = '23514';

let database: TestDatabase;
let web: Orm;
let order: Order;

beforeAll(async () => {
  database = await createTestDatabase(postgresUrl(), START);
  web = await database.open('quydoi_web');
  order = await addOrder(web);
});
afterAll(() => database.close());

/** Runs statements as a role, with the order's id for `$order`. */
function answerTo(role: RoleName, ...statements: readonly Statement[]): Promise<string> {
  const named = (text: string) => text.replaceAll('$order', `'${order.id}'`);
  const all = statements.map((one): Statement => (typeof one === 'string' ? named(one) : [named(one[0]), one[1]]));
  return tryAs(database, role, ...all);
}

/** A new order as bare statements: its row with columns set otherwise, and its hold with these entries. */
function orderStatements(set?: Record<string, unknown>, entries?: Parameters<typeof rawOrder>[2]): Promise<[string, unknown[]][]> {
  return rawOrder(web, set, entries);
}

describe('the web', () => {
  const answer = (...statements: readonly Statement[]) => answerTo('quydoi_web', ...statements);

  test('makes orders with their holds: what follows is refused for what is wrong with it', async () => {
    expect(await answer(...(await orderStatements()))).toBe('done');
  });

  test.each([
    [
      'a payout',
      `insert into payout (id, version, obligation_kind, obligation_id, order_id, seq, part, parts, network, reserve, currency, amount, held, fee, destination, made_by, state, tries, next_at, created_at)
      values (gen_random_uuid(), 1, 'order', $order, $order, 1, 1, 1, 'perfect-money', 'pm', 'pm', 1, 0, 0, 'U1', 'system', 'queued', 0, now(), now())`,
    ],
    [
      'an attempt',
      `insert into attempt (id, version, payout_id, n, key, state, checks, next_check_at, created_at) values (gen_random_uuid(), 1, gen_random_uuid(), 1, 'k', 'prepared', 0, now(), now())`,
    ],
    [
      'a payment',
      `insert into payment (id, version, network, account, reference, unit, amount, memo, paid_at, confirmed, state, recorded_at)
      values (gen_random_uuid(), 1, 'bank', 'a', 'r', 'vnd', 1, '', now(), true, 'unmatched', now())`,
    ],
    ['a sighting', `insert into sighting (source, source_id, payment_id, at) values ('a', 'b', gen_random_uuid(), now())`],
    ['a setting', `insert into setting (kind, key, value, author, at) values ('rail', 'bank', '{"on":false}', 'web', now())`],
    ['an audit row', `insert into audit (operator, verb, input, at) values ('lan', 'setRate', '{}', now())`],
    ['an account', `insert into account (name, unit, guarded) values ('rail:mine', 'pm', false)`],
    ['a cursor', `insert into source_cursor (network, cursor, watermark) values ('bank', '1', now())`],
    ['a transition', `insert into order_transition (from_status, to_status) values ('pending', 'delivered')`],
    [
      'a review’s decision',
      `insert into review_decision (review_id, status, note, operator, at) values (gen_random_uuid(), 'approved', '', 'web', now())`,
    ],
    ['a sweep', `insert into sweep select * from sweep`],
    ['a table', 'create table mine (id integer)'],
  ])('cannot add %s', async (_, statement) => {
    expect(await answer(statement)).toBe(FORBIDDEN);
  });

  const TABLES = [
    'account',
    'attempt',
    'audit',
    'deposit_address',
    'entry',
    'idempotency',
    'webhook',
    'lease',
    'order_event',
    'order_request',
    'order_transition',
    'orders',
    'payment',
    'payout',
    'posting',
    'source_cursor',
    'review',
    'review_decision',
    'setting',
    'sighting',
    'sweep',
  ];
  test.each(TABLES)('cannot delete or empty %s', async (table) => {
    expect(await answer(`delete from ${table}`)).toBe(FORBIDDEN);
    expect(await answer(`truncate ${table}`)).toBe(FORBIDDEN);
  });

  test.each([
    ['an order’s status', `update orders set status = 'paid', version = version + 1 where id = $order`],
    ['an order’s destination', `update orders set destination = 'U1' where id = $order`],
    ['a balance', 'update account set balance = balance + 1'],
    ['a posting', `update posting set kind = 'adjust'`],
    ['an entry', 'update entry set amount = amount + 1'],
    ['an event', `update order_event set code = 'paid'`],
    ['a setting', `update setting set value = '{}'`],
    ['a payment', `update payment set state = 'matched'`],
    ['a payout', `update payout set destination = 'U1'`],
    ['an attempt', `update attempt set state = 'refused'`],
    ['a webhook', 'update webhook set handled_at = now()'],
    ['a request', 'update order_request set handled_at = now()'],
    ['a key', `update idempotency set proof = ''`],
    ['a cursor', `update source_cursor set watermark = now()`],
    ['whose address it is', `update lease set order_id = gen_random_uuid()`],
    ['an address', `update deposit_address set address = 'T'`],
    ['a review', `update review set status = 'approved'`],
  ])('cannot change %s', async (_, statement) => {
    expect(await answer(statement)).toBe(FORBIDDEN);
  });

  test.each(['webhook', 'audit', 'entry', 'sighting', 'attempt', 'first_hand_payment', 'payment_use', 'review_decision', 'migration'])(
    'cannot read %s',
    async (table) => {
      expect(await answer(`select 1 from ${table}`)).toBe(FORBIDDEN);
    },
  );

  test('reads payments only while they are not final: who knows another’s payment and its reference could claim it', async () => {
    await database.query(
      `insert into payment (id, version, network, account, reference, unit, amount, memo, paid_at, confirmed, state, recorded_at)
       select gen_random_uuid(), 1, 'tron', 'a', 'shown as ' || state, 'usdt-tron', 1, '', now(), state <> 'unconfirmed', state, now()
       from unnest(array['unconfirmed', 'unmatched']) state`,
    );
    const read = await database.query(`select reference from payment where reference like 'shown as %'`, [], 'quydoi_web');
    await database.query(`delete from payment where reference like 'shown as %'`);
    expect(read).toEqual([{ reference: 'shown as unconfirmed' }]);
  });

  const CLAIM = `insert into payment_claim (id, version, order_id, n, paid_at, account_end, state, created_at) values`;

  test('claims that an order was paid three times at most, answers none, and reads none', async () => {
    const claims = [1, 2, 3].map((n) => `${CLAIM} (gen_random_uuid(), 1, $order, ${n}, now(), '4567', 'new', now())`);
    expect(await answer(...claims)).toBe('done');
    expect(await answer(...claims, `${CLAIM} (gen_random_uuid(), 1, $order, 4, now(), '4567', 'new', now())`)).toBe(CHECK_VIOLATION);
    expect(await answer(...claims, claims[0] ?? '')).toBe(UNIQUE_VIOLATION);
    expect(await answer(claims[1] ?? '')).toBe('QD036');
    expect(await answer(claims[0] ?? '', claims[2] ?? '')).toBe('QD036');
    expect(await answer(`${CLAIM} (gen_random_uuid(), 1, $order, 1, now(), '4567', 'open', now())`)).toBe(FORBIDDEN);
    expect(await answer(`update payment_claim set state = 'answered'`)).toBe(FORBIDDEN);
    expect(await answer('delete from payment_claim')).toBe(FORBIDDEN);
    expect(await answer('select account_end from payment_claim')).toBe(FORBIDDEN);
    expect(await answer('select order_id, n from payment_claim')).toBe('done');
  });

  test('cannot read who wrote a review, nor one that is not shown', async () => {
    expect(await answer('select email from review')).toBe(FORBIDDEN);
    expect(await answer('select content from review')).toBe('done');
  });

  test.each(POSTING_KINDS.filter((kind) => kind !== 'hold'))('cannot post a %s', async (kind) => {
    expect(await answer(`insert into posting (id, kind, order_id, at) values (gen_random_uuid(), '${kind}', $order, now())`)).toBe(FORBIDDEN);
  });

  test.each<[string, readonly (readonly [string, bigint])[], string]>([
    [
      'less',
      [
        ['rail:pm', -100_49n],
        ['held:pm', 100_49n],
      ],
      'QD005',
    ],
    [
      'more',
      [
        ['rail:pm', -100_51n],
        ['held:pm', 100_51n],
      ],
      'QD005',
    ],
    [
      'the other way round',
      [
        ['rail:pm', 100_50n],
        ['held:pm', -100_50n],
      ],
      'QD005',
    ],
    [
      'out of another reserve',
      [
        ['rail:wmz', -100_50n],
        ['held:wmz', 100_50n],
      ],
      'QD005',
    ],
    [
      'out of nowhere',
      [
        ['equity:pm', -100_50n],
        ['held:pm', 100_50n],
      ],
      'QD005',
    ],
    ['with money on the side', [...HOLD, ['equity:pm', -1n], ['rail:pm', 1n]], 'QD005'],
    ['of two reserves', [...HOLD, ['rail:wmz', -1n], ['held:wmz', 1n]], 'QD005'],
    ['that does not balance', [['held:pm', 100_50n]], 'QD001'],
    [
      'that does not balance in each unit',
      [
        ['rail:wmz', -100_50n],
        ['held:pm', 100_50n],
      ],
      'QD001',
    ],
  ])('cannot hold %s', async (_, entries, code) => {
    expect(await answer(...(await orderStatements({}, entries)))).toBe(code);
  });

  test('cannot make an order without its hold, with an empty one, or with two', async () => {
    expect(await answer(...(await orderStatements({}, null)))).toBe('QD008');
    expect(await answer(...(await orderStatements({}, [])))).toBe('QD008');
    const twice = await orderStatements();
    const [, posting] = twice;
    expect(await answer(...twice, [String(posting?.[0]).replace('values ($1', 'values (gen_random_uuid()'), posting?.[1] ?? []])).toBe('23505');
  });

  test('cannot add to another order’s hold, or take it back', async () => {
    const [hold] = await database.query(`select id from posting where order_id = $1 and kind = 'hold'`, [order.id]);
    for (const sign of [1n, -1n]) {
      const entries = HOLD.map(([name, amount]) => [name, sign * amount] as const);
      expect(await answer(entryStatement(String(hold?.id), entries))).toBe('QD005');
    }
  });

  test('cannot add to a posting that is no hold', async () => {
    const [opening] = await database.query(`select id from posting where kind = 'opening' limit 1`);
    expect(
      await answer(
        entryStatement(String(opening?.id), [
          ['equity:pm', -1n],
          ['rail:pm', 1n],
        ]),
      ),
    ).toBe(FORBIDDEN);
  });

  test.each(ORDER_STATUS_CODES.filter((status) => status !== 'pending'))('cannot make an order that is %s', async (status) => {
    expect(['QD002', FORBIDDEN]).toContain(await answer(...(await orderStatements({ status }))));
  });

  test.each<[string, Record<string, unknown>, string]>([
    ['paid', { amount_paid: 2_607_975n }, 'QD002'],
    ['holding something else', { holding: 1n }, 'QD002'],
    ['of a later version', { version: 2 }, 'QD002'],
    ['of more than was ordered', { ordered_quantity: 1n }, 'QD002'],
    ['holding less than it pays', { held: 1n, holding: 1n }, '23514'],
    ['of nothing', { quantity: 0n }, '23514'],
    ['with a timer of more than a day', { expires_at: new Date(START.getTime() + 86_400_001) }, 'QD022'],
    ['that ends before it was created', { expires_at: START }, 'QD022'],
    ...['infinity', '-infinity'].flatMap((never): [string, Record<string, unknown>, string][] => [
      [`that ends at ${never}`, { expires_at: never }, 'QD022'],
      [`created at ${never}`, { created_at: never }, 'QD022'],
      [`created and ended at ${never}`, { created_at: never, expires_at: never }, 'QD022'],
    ]),
    ...['paid_at', 'final_at', 'retry_at'].map((column): [string, Record<string, unknown>, string] => [
      `with its ${column}`,
      { [column]: START },
      'QD002',
    ]),
    ['with the reference of its payout', { payout_reference: 'FT1' }, 'QD002'],
    ['with more events than one', { event_count: 2 }, 'QD002'],
    ['at a rate of something else', { rate_version: 1 }, 'QD007'],
    ['at a rate that does not exist', { rate_version: 999_999 }, 'QD007'],
  ])('cannot make an order %s', async (_, set, code) => {
    expect(await answer(...(await orderStatements(set)))).toBe(code);
  });

  test.each([
    ['sell', 'pm', 'trc20', 'pm'],
    ['sell', 'pm', 'pm', 'pm'],
    ['buy', 'trc20', 'pm', 'pm'],
    ['buy', 'pm', 'pm', 'pm'],
  ])('cannot make a %s order from %s to %s, although its rate is the newest', async (kind, from, to, rated) => {
    const [rate] = await database.query('select max(version) as version from setting where kind = $1 and key = $2', [kind, rated]);
    expect(await answer(...(await orderStatements({ kind, from_currency: from, to_currency: to, rate_version: rate?.version })))).toBe('23514');
  });

  test('asks for holders’ names, and answers none', async () => {
    const ask = (values: string) =>
      `insert into lookup (type, account, state, name, requested_at, resolved_at, next_at) values ('vcb', '0011', ${values})`;
    const again = (set: string) => `${ask(`'waiting', null, now(), null, now()`)} on conflict (type, account) do update set ${set}`;
    expect(await answer(ask(`'waiting', null, now(), null, now()`), again('next_at = excluded.next_at'))).toBe('done');
    for (const values of [
      `'found', 'TRAN VAN B', now(), now(), now()`,
      `'waiting', 'TRAN VAN B', now(), null, now()`,
      `'invalid', null, now(), now(), now()`,
    ]) {
      expect(await answer(ask(values))).toBe(FORBIDDEN);
    }
    await database.query(ask(`'found', 'NGUYEN VAN A', now(), now(), now()`));
    expect(await answer(`update lookup set name = 'TRAN VAN B'`)).toBe(FORBIDDEN);
    expect(await answer(`update lookup set state = 'waiting', name = null, resolved_at = null, requested_at = now(), next_at = now()`)).toBe('done');
    for (const times of ['requested_at = now(), next_at = ', `next_at = now() + interval '1 day', requested_at = `].map(
      (set) => `${set}'infinity'`,
    )) {
      expect(await answer(`update lookup set state = 'waiting', name = null, resolved_at = null, ${times}`)).toBe('23514');
    }
    await database.query('delete from lookup');
  });

  test('cannot put an address aside for ever', async () => {
    expect(await answer(`insert into deposit_address values ('tron', 0, 'T1', 'infinity')`)).toBe('23514');
    expect(await answer(`insert into deposit_address values ('tron', 0, 'T1', now())`, `update deposit_address set free_at = 'infinity'`)).toBe(
      '23514',
    );
  });

  test('cannot make an order at a price that was replaced', async () => {
    const stale = await orderStatements();
    expect(await answer(...stale)).toBe('done');
    await database.query(
      `insert into setting (kind, key, value, author, at) select kind, key, value, 'test', at from setting where kind = 'buy' and key = 'pm' order by version desc limit 1`,
    );
    expect(await answer(...stale)).toBe('QD007');
    expect(await answer(...(await orderStatements()))).toBe('done');
  });

  test.each([
    [
      'of another kind',
      `insert into order_event (order_id, n, code, params, actor, cause, at) values ($order, 2, 'paid', '{}', 'system', '', now())`,
    ],
    ['at the end', `insert into order_event (order_id, n, code, params, actor, cause, at) values ($order, 2, 'created', '{}', 'system', '', now())`],
  ])('cannot write an event %s', async (_, statement) => {
    expect(await answer(statement)).toBe(FORBIDDEN);
  });

  test('cannot stand a table of its own in the way of a guard', async () => {
    for (const table of ['posting', 'orders', 'account', 'entry', 'order_transition', 'setting']) {
      const shadow = `create temporary table ${table} (like public.${table} including defaults)`;
      const worse = await orderStatements({}, [
        ['equity:pm', -1_000n],
        ['rail:pm', 1_000n],
      ]);
      const qualified = worse.map(
        ([text, values]) => [text.replaceAll(/(into|join) (orders|posting|entry|account)/g, '$1 public.$2'), values] as [string, unknown[]],
      );
      expect(['QD005', FORBIDDEN]).toContain(await answer(shadow, ...qualified));
      const stale = await orderStatements({ rate_version: 1 });
      expect(['QD007', FORBIDDEN]).toContain(
        await answer(shadow, ...stale.map(([text, values]) => [text.replaceAll('into orders', 'into public.orders'), values] as [string, unknown[]])),
      );
    }
  });

  test.each([
    ['become another role', 'set role quydoi_signer'],
    ['go past triggers', 'set session_replication_role = replica'],
    ['switch a trigger off', 'alter table orders disable trigger guard_order'],
    ['switch policies off', 'alter table orders disable row level security'],
    ['give itself more', `do $$ begin grant update on orders to quydoi_web; update orders set subject = 'x'; end $$`],
    ['run the guard itself', 'select post_entries()'],
    ['read files', `select pg_read_file('/etc/hostname')`],
  ])('cannot %s', async (_, statement) => {
    expect([FORBIDDEN, '0A000']).toContain(await answer(statement));
  });
});

describe('the worker', () => {
  const answer = (...statements: readonly Statement[]) => answerTo('quydoi_worker', ...statements);

  test.each([
    [
      'make an attempt',
      `insert into attempt (id, version, payout_id, n, key, state, checks, next_check_at, created_at) values (gen_random_uuid(), 1, gen_random_uuid(), 1, 'k', 'prepared', 0, now(), now())`,
    ],
    ['change an attempt', `update attempt set state = 'refused'`],
    ['change a payout', 'update payout set tries = 0'],
    ['make an order', `insert into orders select * from orders where id = $order`],
    ['change where an order goes', `update orders set destination = 'U1' where id = $order`],
    ['change what was paid', 'update payment set amount = 1'],
    ['change who paid', `update payment set payer = ''`],
    ['give a payment to a customer, so that it matches no order', `update payment set customer_id = 'ABCD2345'`],
    ['change a balance', 'update account set balance = 0'],
    ['change an entry', 'update entry set amount = 1'],
    ['change a setting', `update setting set value = '{}'`],
    ['set a price', `insert into setting (kind, key, value, author, at) values ('buy', 'pm', '{"value":"1"}', 'worker', now())`],
    ['switch a rail on', `insert into setting (kind, key, value, author, at) values ('rail', 'bank', '{"on":true}', 'worker', now())`],
    ['switch a rail off', `insert into setting (kind, key, value, author, at) values ('rail', 'bank', '{"on":false}', 'worker', now())`],
    [
      'suspend a network as another',
      `insert into setting (kind, key, value, author, at) values ('suspension', 'quydoi_signer bank dry out x', '{"network":"bank","cause":"dry","direction":"out","subject":"x","suspended":true}', 'quydoi_signer', now())`,
    ],
    [
      'resume what another suspended',
      `insert into setting (kind, key, value, author, at) values ('suspension', 'quydoi_signer bank dry out x', '{"network":"bank","cause":"dry","direction":"out","subject":"x","suspended":false}', 'quydoi_worker', now())`,
    ],
    ...(
      [
        [
          'suspend a network that does not exist',
          'quydoi_worker cash dry out x',
          '{"network":"cash","cause":"dry","direction":"out","subject":"x","suspended":true}',
        ],
        [
          'suspend one network under the key of another',
          'quydoi_worker tron dry out x',
          '{"network":"bank","cause":"dry","direction":"out","subject":"x","suspended":true}',
        ],
        [
          'write a suspension that is neither begun nor ended',
          'quydoi_worker bank dry out x',
          '{"network":"bank","cause":"dry","direction":"out","subject":"x","suspended":"false"}',
        ],
        [
          'end one suspension under the key of another',
          'quydoi_worker bank shortfall out x',
          '{"network":"bank","cause":"dry","direction":"out","subject":"x","suspended":false}',
        ],
        [
          'write a suspension whose cause has two words',
          'quydoi_worker bank shortfall out x y',
          '{"network":"bank","cause":"shortfall out","direction":"x","subject":"y","suspended":false}',
        ],
        ['write a suspension of no network', 'quydoi_worker bank dry out x', '{"cause":"dry","direction":"out","subject":"x","suspended":true}'],
      ] as const
    ).map(([what, key, value]) => [
      what,
      `insert into setting (kind, key, value, author, at) values ('suspension', '${key}', '${value}', 'quydoi_worker', now())`,
    ]),
    [
      'sign a suspension as an operator',
      `insert into setting (kind, key, value, author, at) values ('suspension', 'quydoi_worker bank dry out x', '{"network":"bank","cause":"dry","direction":"out","subject":"x","suspended":true}', 'lan', now())`,
    ],
    ['write the audit log', `insert into audit (operator, verb, input, at) values ('lan', 'x', '{}', now())`],
    ['read the audit log', 'select 1 from audit'],
    ['delete orders', 'delete from orders'],
    ['delete payments', 'delete from payment'],
    [
      'add a webhook',
      `insert into webhook (id, source, headers, body, digest, received_at, next_at) values (gen_random_uuid(), 'sepay', '{}', '', '', now(), now())`,
    ],
    ['add a transition', `insert into order_transition (from_status, to_status) values ('pending', 'delivered')`],
    ...['perfect-money', 'webmoney'].map((network) => [
      `journal a payment of ${network}, which it cannot read`,
      `insert into payment (id, version, network, account, reference, unit, amount, memo, paid_at, confirmed, state, recorded_at)
      values (gen_random_uuid(), 1, '${network}', 'a', 'r', 'pm', 1, '', now(), true, 'unmatched', now())`,
    ]),
    [
      'journal a payment that is matched already',
      `insert into payment (id, version, network, account, reference, unit, amount, memo, paid_at, confirmed, state, order_id, recorded_at)
      values (gen_random_uuid(), 1, 'bank', 'a', 'r', 'vnd', 1, '', now(), true, 'matched', $order, now())`,
    ],
    [
      'say what the signer has read',
      `insert into first_hand_payment values ('bank', 's', '1', 'a', 'r', 'vnd', 1, '', null, now(), now(), 1, '', '')`,
    ],
    ...['adjust', 'transfer', 'opening'].map((kind) => [
      `book a posting of kind ${kind}`,
      `insert into posting (id, kind, at) values (gen_random_uuid(), '${kind}', now())`,
    ]),
    ['count less of what is sent', 'update payout_volume set amount = 1'],
    ['forget what is sent', 'delete from payout_volume'],
    ['keep what is sent from being counted', 'lock table payout_volume in exclusive mode'],
    ['count a refund elsewhere', 'select count_refund_elsewhere(gen_random_uuid(), 1)'],
    ['keep others from counting', `insert into volume_turn values ('payouts:pm')`],
    ['count more of what is sent', `insert into payout_volume values ('payouts:pm', now(), 1)`],
    ['take a payment for an order', `insert into payment_use select 'bank', 's', '1', gen_random_uuid(), $order, now(), ''`],
    [
      'move the cursor of a wallet’s history',
      `insert into source_cursor (network, source, kind, cursor, watermark) values ('perfect-money', 'pm-history', 'list', '1', now())`,
    ],
    [
      'move the cursor of the signer’s own reading',
      `insert into source_cursor (network, source, kind, cursor, watermark) values ('bank', 'first-hand sepay-list', 'list', '1', now())`,
    ],
    ...[
      [`record a transfer by hand`, `'order', 'operator', 'settled', 'FT1'`],
      [`make a payout that has failed`, `'order', 'system', 'failed', null`],
    ].map(([what = '', values = '']) => [
      what,
      `insert into payout (obligation_kind, made_by, state, reference, id, version, obligation_id, order_id, seq, part, parts, network, reserve, currency, amount, held, fee, destination, tries, next_at, created_at)
      values (${values}, gen_random_uuid(), 1, $order, $order, 1, 1, 1, 'perfect-money', 'pm', 'pm', 1, 0, 0, 'U1', 0, now(), now())`,
    ]),
  ] as [string, string][])('cannot %s', async (_, statement) => {
    expect(await answer(statement)).toBe(FORBIDDEN);
  });

  test('deletes webhooks only once they are handled', async () => {
    await database.query(
      "insert into webhook (id, source, headers, body, digest, received_at, next_at) values (gen_random_uuid(), 'sepay', '{}', '', 'kept', now(), now())",
    );
    expect(await answer('delete from webhook')).toBe('done');
    expect(await database.query("select handled_at from webhook where digest = 'kept'")).toHaveLength(1);
  });

  test('removes what was counted of payouts once it is past every limit’s time', async () => {
    const parts = `select count(*)::integer as parts from payout_volume where party = 'kept'`;
    await database.query(`insert into payout_volume select 'kept', now() - d * interval '1 day', 1 from unnest(array[0, 1, 3]) d`);
    await database.query('select prune_volume(now())', [], 'quydoi_worker');
    expect(await database.query(parts)).toEqual([{ parts: 2 }]);
    expect(await answerTo('quydoi_signer', 'select prune_volume(now())')).toBe(FORBIDDEN);
  });

  test('answers a claim as found only when a payment of its order is in the journal', async () => {
    const [claim, payment] = [randomUUID(), randomUUID()];
    await database.query(
      `insert into payment_claim (id, version, order_id, n, paid_at, account_end, state, created_at) values ($1, 1, $2, 1, now(), '4567', 'open', now())`,
      [claim, order.id],
    );
    const found = `update payment_claim set state = 'answered', answer = 'found', answered_at = now() where id = '${claim}'`;
    const match = [
      `insert into payment (id, version, network, account, reference, unit, amount, memo, paid_at, confirmed, state, recorded_at)
       values ('${payment}', 1, 'bank', 'a', 'r-found', 'vnd', 1, '', now(), true, 'unmatched', now())`,
      `update payment set order_id = '${order.id}', state = 'matched', version = 2 where id = '${payment}'`,
    ];
    const checked = 'set constraints all immediate';
    expect(await answer(found, checked)).toBe('QD037');
    expect(await answer(found.replace(`'found'`, `'not_found'`), checked)).toBe('done');
    expect(await answer(found, ...match, checked)).toBe('done');
    await database.query('delete from payment_claim');
  });

  test('cannot return a payment', async () => {
    const id = randomUUID();
    const payment = `insert into payment (id, version, network, account, reference, unit, amount, memo, paid_at, confirmed, state, recorded_at)
      values ('${id}', 1, 'bank', 'a', 'r', 'vnd', 1, '', now(), true, 'unmatched', now())`;
    const given = `update payment set order_id = $order, state = 'case', version = 2 where id = '${id}'`;
    const payout = `insert into payout (obligation_kind, obligation_id, id, version, order_id, seq, part, parts, network, reserve, currency, amount, held, fee, destination, made_by, state, tries, next_at, created_at)
      values ('return', '${id}', gen_random_uuid(), 1, $order, 1, 1, 1, 'bank', 'vnd', 'vnd', 1, 0, 0, '0011', 'system', 'queued', 0, now(), now())`;
    expect(await answer(payment, given)).toBe('done');
    expect(await answer(payment, given, payout)).toBe(FORBIDDEN);
  });

  test.each([
    ['what an order pays', 'amount_received = 1'],
    ['an order’s rate', 'rate = 1'],
    ['what an order was held for', 'held = held + 1'],
  ])('cannot change %s but when it is paid', async (_, set) => {
    expect(await answer(`update orders set ${set}, version = version + 1 where id = $order`)).toBe('QD009');
    expect(
      await answer(
        `update orders set version = version + 1, status = 'paid', paid_at = now() where id = $order`,
        `update orders set ${set}, version = version + 1, status = 'delivering' where id = $order`,
      ),
    ).toBe('QD009');
    expect(
      await answer(
        `update orders set version = version + 1, status = 'verifying_transaction' where id = $order`,
        `update orders set ${set}, version = version + 1, status = 'paid', paid_at = now() where id = $order`,
      ),
    ).toBe('done');
  });

  test('can suspend a network, and move an order along its lifecycle only', async () => {
    expect(
      await answer(
        `insert into setting (kind, key, value, author, at) values ('suspension', 'quydoi_worker bank dry out x', '{"network":"bank","cause":"dry","direction":"out","subject":"x","suspended":true}', 'quydoi_worker', now())`,
      ),
    ).toBe('done');
    const move = (status: string, version = 'version + 1') =>
      `update orders set status = '${status}', version = ${version}, paid_at = coalesce(paid_at, now()) where id = $order`;
    expect(await answer(move('paid'))).toBe('done');
    expect(await answer(move('delivered'))).toBe('QD003');
    expect(await answer(move('paid'), move('delivered'))).toBe('QD003');
    expect(await answer(move('paid', 'version'))).toBe('QD004');
    expect(await answer(move('paid', 'version + 2'))).toBe('QD004');
    const shadow =
      'create temporary table order_transition as select old.status as from_status, new.status as to_status from (values (1)) v, orders old, orders new';
    expect(['QD003', FORBIDDEN]).toContain(await answer(shadow, move('delivered')));
  });
});

test('worker and signer declare their own sources only, and retire no other’s', async () => {
  const declare = (role: string, network: string) =>
    `insert into polled_source (role, network, source, kind) values ('${role}', '${network}', 'ledger', 'list')`;
  expect(await answerTo('quydoi_worker', declare('quydoi_signer', 'bank'))).toBe(FORBIDDEN);
  expect(await answerTo('quydoi_web', declare('quydoi_web', 'bank'))).toBe(FORBIDDEN);
  expect(await answerTo('quydoi_worker', declare('quydoi_worker', 'perfect-money'))).toBe(FORBIDDEN);
  await database.query(declare('quydoi_signer', 'perfect-money'), [], 'quydoi_signer');
  expect(await database.query('delete from polled_source returning source', [], 'quydoi_worker')).toEqual([]);
  expect(await answerTo('quydoi_worker', `update polled_source set role = 'quydoi_worker'`)).toBe(FORBIDDEN);
  expect(await database.query('delete from polled_source returning source', [], 'quydoi_signer')).toEqual([{ source: 'ledger' }]);
});

test('worker and signer keep cursors of the sources that they have declared, and move no other’s', async () => {
  const declare = (network: string) => `insert into polled_source (network, source, kind) values ('${network}', 'ledger', 'list')`;
  const save = (network: string, source = 'ledger') => `insert into source_cursor values ('${network}', '${source}', 'list', '1', now())`;
  const move = `update source_cursor set cursor = '2'`;
  const moved = `do $$ begin update source_cursor set cursor = '2'; if found then raise exception 'moved'; end if; end $$`;
  for (const [role, own, other] of [
    ['quydoi_worker', 'bank', 'perfect-money'],
    ['quydoi_signer', 'perfect-money', 'bank'],
  ] as const) {
    expect(await answerTo(role, save(own))).toBe(FORBIDDEN);
    expect(await answerTo(role, declare(own), save(own, 'invented'))).toBe(FORBIDDEN);
    expect(await answerTo(role, declare(own), save(own), move)).toBe('done');
    expect(await answerTo(role, save(other))).toBe(FORBIDDEN);
    await database.query(save(other));
    expect(await answerTo(role, moved)).toBe('done');
    await database.query('delete from source_cursor');
  }
  await database.query(declare('bank'), [], 'quydoi_worker');
  await database.query(save('bank'), [], 'quydoi_worker');
  expect(await answerTo('quydoi_signer', declare('bank'), moved)).toBe('done');
  await database.query(`delete from polled_source; delete from source_cursor`);
  expect(await answerTo('quydoi_signer', declare('bank'), save('bank'))).toBe('done');
  expect(await answerTo('quydoi_signer', save('bank', 'first-hand ledger'), move)).toBe('done');
  expect(await answerTo('quydoi_worker', save('bank', 'first-hand ledger'))).toBe(FORBIDDEN);
  expect(await answerTo('quydoi_worker', declare('bank'), `insert into source_cursor values ('bank', 'ledger', 'list', '1', 'infinity')`)).toBe(
    '23514',
  );
});

test('the worker reports webhooks of wallets that were given up, and nothing else of them: the signer reads their lists', async () => {
  const report = (network: string, source: string, kind: string, note = 'null') =>
    `insert into reconciliation_exception (id, network, source, source_id, kind, detail, at, note) values (gen_random_uuid(), '${network}', '${source}', '1', '${kind}', '', now(), ${note})`;
  for (const network of ['perfect-money', 'webmoney']) {
    expect(await answerTo('quydoi_worker', report(network, network, 'unlisted_webhook'))).toBe('done');
    expect(await answerTo('quydoi_worker', report(network, network, 'unlisted_webhook', `'seen'`))).toBe(FORBIDDEN);
    expect(await answerTo('quydoi_worker', report(network, network, 'unknown_account'))).toBe(FORBIDDEN);
    for (const source of ['pm-history', 'webmoney-operations', 'payouts', network === 'webmoney' ? 'perfect-money' : 'webmoney'])
      expect(await answerTo('quydoi_worker', report(network, source, 'unlisted_webhook'))).toBe(FORBIDDEN);
  }
});

/** A payment that a role could journal, and its row in a source, as bare statements. */
function linked(network: string, source: string, unit: string): string[] {
  return [
    `insert into payment (id, version, network, account, reference, unit, amount, memo, paid_at, confirmed, state, recorded_at)
     values ('00000000-0000-4000-8000-000000000001', 1, '${network}', 'a', 'linked', '${unit}', 1, '', now(), true, 'unmatched', now())`,
    `insert into sighting (source, source_id, payment_id, at) values ('${source}', '1', '00000000-0000-4000-8000-000000000001', now())`,
  ];
}

test('a role links its own payments alone to the sources that it reads, so that its row is never taken for another source’s', async () => {
  await database.query(`insert into polled_source values ('quydoi_signer', 'perfect-money', 'pm-history', 'list')`);
  expect(await answerTo('quydoi_worker', ...linked('bank', 'sepay-list', 'vnd'))).toBe('done');
  expect(await answerTo('quydoi_worker', ...linked('bank', 'pm-history', 'vnd'))).toBe(FORBIDDEN);
  // Nor does it help the worker to say that it reads that source.
  const declared = `insert into polled_source (network, source, kind) values ('bank', 'pm-history', 'list')`;
  expect(await answerTo('quydoi_worker', declared, ...linked('bank', 'pm-history', 'vnd'))).toBe(FORBIDDEN);
  expect(await answerTo('quydoi_signer', ...linked('perfect-money', 'pm-history', 'pm'))).toBe('done');
  const [payment = '', sighting = ''] = linked('bank', 'sepay-list', 'vnd');
  await database.query(payment);
  expect(await answerTo('quydoi_signer', sighting)).toBe(FORBIDDEN);
  await database.query(`delete from payment where reference = 'linked'`);
  await database.query('delete from polled_source');
});

test('a report of a source stands for none of another network’s that has its name', async () => {
  const report = (network: string) =>
    `insert into reconciliation_exception (id, network, source, source_id, kind, detail, at) values (gen_random_uuid(), '${network}', 'pm-history', '1', 'unreadable', '', now())`;
  await database.query(report('bank'), [], 'quydoi_worker');
  expect(await answerTo('quydoi_signer', report('perfect-money'))).toBe('done');
  expect(await answerTo('quydoi_worker', report('bank'))).toBe(UNIQUE_VIOLATION);
  await database.query('delete from reconciliation_exception');
});

test('the worker gives no payment back, so that none hides the row of its source', async () => {
  const [payment = ''] = linked('bank', 'sepay-list', 'vnd');
  const state = (to: string) => `update payment set state = '${to}', case_code = 'no_order', version = version + 1 where reference = 'linked'`;
  expect(await answerTo('quydoi_worker', payment, state('case'))).toBe('done');
  expect(await answerTo('quydoi_worker', payment, state('returned'))).toBe('QD051');
  expect(await answerTo('quydoi_worker', payment, state('case'), state('returned'))).toBe('QD051');
});

test('worker and signer answer the look-ups that they make themselves, and none of the other’s', async () => {
  await database.query(
    `insert into lookup (type, account, state, requested_at, next_at) select t, 'U1', 'waiting', now(), now() from unnest(array['pm', 'wmz', 'vcb']) t`,
  );
  const answered = (role: RoleName) =>
    database.query(`update lookup set state = 'found', name = 'A' where state = 'waiting' returning type`, [], role);
  expect(await answered('quydoi_worker')).toEqual([{ type: 'vcb' }]);
  expect((await answered('quydoi_signer')).map(({ type }) => type)).toEqual(['pm', 'wmz']);
  expect(await answerTo('quydoi_worker', `update lookup set type = 'pm' where type = 'vcb'`)).toBe(FORBIDDEN);
  await database.query('delete from lookup');
});

describe('the signer', () => {
  test.each([
    [
      'make a payout',
      `insert into payout (id, version, obligation_kind, obligation_id, order_id, seq, part, parts, network, reserve, currency, amount, held, fee, destination, made_by, state, tries, next_at, created_at)
      values (gen_random_uuid(), 1, 'order', $order, $order, 1, 1, 1, 'perfect-money', 'pm', 'pm', 1, 0, 0, 'U1', 'system', 'queued', 0, now(), now())`,
    ],
    ['change where a payout goes', `update payout set destination = 'U1'`],
    ['change what a payout pays', 'update payout set amount = 1'],
    ['change a payment', `update payment set order_id = null`],
    ['change an order’s terms', 'update orders set amount_received = 1'],
    ['set a price', `insert into setting (kind, key, value, author, at) values ('buy', 'pm', '{"value":"1"}', 'signer', now())`],
    ['switch a rail on', `insert into setting (kind, key, value, author, at) values ('rail', 'bank', '{"on":true}', 'signer', now())`],
    ['switch a rail off', `insert into setting (kind, key, value, author, at) values ('rail', 'bank', '{"on":false}', 'signer', now())`],
    [
      'suspend a network as another',
      `insert into setting (kind, key, value, author, at) values ('suspension', 'quydoi_worker bank dry out x', '{"network":"bank","cause":"dry","direction":"out","subject":"x","suspended":true}', 'quydoi_worker', now())`,
    ],
    [
      'resume what another suspended',
      `insert into setting (kind, key, value, author, at) values ('suspension', 'quydoi_worker bank dry out x', '{"network":"bank","cause":"dry","direction":"out","subject":"x","suspended":false}', 'quydoi_signer', now())`,
    ],
    ...(
      [
        [
          'suspend a network that does not exist',
          'quydoi_signer cash dry out x',
          '{"network":"cash","cause":"dry","direction":"out","subject":"x","suspended":true}',
        ],
        [
          'suspend one network under the key of another',
          'quydoi_signer tron dry out x',
          '{"network":"bank","cause":"dry","direction":"out","subject":"x","suspended":true}',
        ],
        [
          'write a suspension that is neither begun nor ended',
          'quydoi_signer bank dry out x',
          '{"network":"bank","cause":"dry","direction":"out","subject":"x","suspended":"false"}',
        ],
        [
          'end one suspension under the key of another',
          'quydoi_signer bank shortfall out x',
          '{"network":"bank","cause":"dry","direction":"out","subject":"x","suspended":false}',
        ],
        [
          'write a suspension whose cause has two words',
          'quydoi_signer bank shortfall out x y',
          '{"network":"bank","cause":"shortfall out","direction":"x","subject":"y","suspended":false}',
        ],
        ['write a suspension of no network', 'quydoi_signer bank dry out x', '{"cause":"dry","direction":"out","subject":"x","suspended":true}'],
      ] as const
    ).map(([what, key, value]) => [
      what,
      `insert into setting (kind, key, value, author, at) values ('suspension', '${key}', '${value}', 'quydoi_signer', now())`,
    ]),
    [
      'sign a suspension as an operator',
      `insert into setting (kind, key, value, author, at) values ('suspension', 'quydoi_signer bank dry out x', '{"network":"bank","cause":"dry","direction":"out","subject":"x","suspended":true}', 'lan', now())`,
    ],
    ['change a setting', `update setting set author = 'x'`],
    ['read webhooks', 'select 1 from webhook'],
    ['read who did what', 'select operator from audit'],
    ['unread what it read', 'delete from first_hand_payment'],
    ['read another amount', 'update first_hand_payment set amount = 1'],
    ...['adjust', 'transfer', 'opening'].map((kind) => [
      `book a posting of kind ${kind}`,
      `insert into posting (id, kind, at) values (gen_random_uuid(), '${kind}', now())`,
    ]),
    ['forget what it has sent', 'delete from payout_volume'],
    ['take a payment for another order', 'update payment_use set order_id = gen_random_uuid()'],
    [
      'journal what the worker reads',
      `insert into payment (id, version, network, account, reference, unit, amount, memo, paid_at, confirmed, state, recorded_at)
      values (gen_random_uuid(), 1, 'bank', 'a', 'r', 'vnd', 1, '', now(), true, 'unmatched', now())`,
    ],
    ['delete an attempt', 'delete from attempt'],
  ])('cannot %s', async (_, statement) => {
    expect(await answerTo('quydoi_signer', statement)).toBe(FORBIDDEN);
  });
});

describe('an operator', () => {
  test.each([
    [
      'make an attempt',
      `insert into attempt (id, version, payout_id, n, key, state, checks, next_check_at, created_at) values (gen_random_uuid(), 1, gen_random_uuid(), 1, 'k', 'prepared', 0, now(), now())`,
    ],
    [
      'add a payment',
      `insert into payment (id, version, network, account, reference, unit, amount, memo, paid_at, confirmed, state, recorded_at)
      values (gen_random_uuid(), 1, 'bank', 'a', 'r', 'vnd', 1, '', now(), true, 'matched', now())`,
    ],
    ['change where an order goes', `update orders set destination = 'U1'`],
    ['change what was paid', 'update payment set amount = 1'],
    ['give a payment to a customer, so that it matches no order', `update payment set customer_id = 'ABCD2345'`],
    ['change a balance', 'update account set balance = 0'],
    [
      'write the audit row of a transaction to come',
      `insert into audit (transaction_id, call_id, operator, verb, input, outcome, at)
      values ((pg_current_xact_id()::text::bigint + 1)::text::xid8, gen_random_uuid(), 'lan', 'x', '{}', 'done', now())`,
    ],
    ['unsay what was done', 'delete from audit'],
    ['rewrite what was done', `update audit set operator = 'minh'`],
    ['rewrite a price', `update setting set value = '{}'`],
    ['delete a review', 'delete from review'],
  ])('cannot %s', async (_, statement) => {
    expect(await answerTo('quydoi_operator', statement)).toBe(FORBIDDEN);
  });
});

const EVERY_GRANT = `
  select role || ' ' || object || ': ' || string_agg(privilege, ', ' order by privilege) as line from (
    select g.grantee::regrole::text as role, c.relname as object, lower(g.privilege_type) as privilege
    from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public', aclexplode(c.relacl) g
    where c.relkind in ('r', 'v', 'm', 'S') and g.grantee <> c.relowner
    union all
    select g.grantee::regrole::text, c.relname, lower(g.privilege_type) || ' (' || string_agg(a.attname, ' ' order by a.attnum) || ')'
    from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public' join pg_attribute a on a.attrelid = c.oid, aclexplode(a.attacl) g
    where g.grantee <> c.relowner group by 1, 2, g.privilege_type
  ) granted group by role, object order by role, object`;

/** Who may do what, to be read by people: a new line here is a decision. */
const GRANTS = [
  'quydoi_operator account: select',
  'quydoi_operator article_picture: insert, select',
  'quydoi_operator article_text: insert, select',
  'quydoi_operator article_version: insert (seo_url category author status at picture), select',
  'quydoi_operator attempt: select',
  'quydoi_operator attempt_transfer: select (attempt_id n network txid valid_until slots signed_at)',
  'quydoi_operator audit: insert (call_id operator verb input outcome order_id proposal_id worth at), select',
  'quydoi_operator balance_check: select',
  'quydoi_operator balance_line: select',
  'quydoi_operator balance_total: select',
  'quydoi_operator broken_seal: select',
  'quydoi_operator coupon_count: select',
  'quydoi_operator customer: select (id version doc_status deleted_at), update (version doc_status)',
  'quydoi_operator deposit_address: select',
  'quydoi_operator entry: insert (posting_id account_id amount), select',
  'quydoi_operator fee_coin_check: select',
  'quydoi_operator first_hand_payment: select',
  'quydoi_operator idempotency: select',
  'quydoi_operator identity_submission: select, update (decided_at decision refusal)',
  'quydoi_operator lease: select',
  'quydoi_operator lookup: select',
  'quydoi_operator operator_right: select',
  'quydoi_operator operator_verb: select',
  'quydoi_operator order_event: insert (order_id n code params actor cause payout_id at), select',
  'quydoi_operator order_request: select',
  'quydoi_operator order_transition: select',
  'quydoi_operator orders: select, update (version status reason expires_at holding amount_paid paid_at final_at event_count payout_reference retry_at amount_refunded)',
  'quydoi_operator payment: select, update (version confirmed state order_id case_code)',
  'quydoi_operator payment_claim: select, update (version state answer answered_at)',
  'quydoi_operator payment_use: select',
  'quydoi_operator payout: insert, select, update (version reference state tries next_at waits_for)',
  'quydoi_operator payout_volume: select',
  'quydoi_operator polled_source: select',
  'quydoi_operator posting: insert, select',
  'quydoi_operator price: select',
  'quydoi_operator question_category_text: insert, select',
  'quydoi_operator question_category_version: insert (slug order_by at), select',
  'quydoi_operator question_text: insert, select',
  'quydoi_operator question_version: insert (slug category order_by status at), select',
  'quydoi_operator reading_request: insert, select',
  'quydoi_operator reconciliation_exception: select, update (resolved_at resolved_by note journal_at)',
  'quydoi_operator referral: select',
  'quydoi_operator referral_total: select',
  'quydoi_operator review: select, update (status)',
  'quydoi_operator review_decision: insert (review_id status note operator at), select',
  'quydoi_operator seal: select',
  'quydoi_operator setting: insert (kind key value author at), select',
  'quydoi_operator sighting: select',
  'quydoi_operator source_cursor: select',
  'quydoi_operator sweep: select (id version network address_index kind currency amount key is_batched valid_until slots state fee created_at next_check_at settled_at)',
  'quydoi_operator sweep_refusal: select',
  'quydoi_operator voucher: select (attempt_id order_id reference amount created_at)',
  'quydoi_operator voucher_check: select',
  'quydoi_operator voucher_submission: select (id order_id n state reference amount created_at sent_at answered_at)',
  'quydoi_operator wallet_address: select',
  'quydoi_operator webhook: select',
  'quydoi_operator withdrawal: select, update (version state reason reference final_at)',
  'quydoi_signer account: select',
  'quydoi_signer attempt: insert, select, update (version state reference fee detail awaiting_code paid_by_attempt_id checks next_check_at sent_at settled_at)',
  'quydoi_signer attempt_code: insert, select',
  'quydoi_signer attempt_transfer: insert, select',
  'quydoi_signer audit: select (call_id verb input outcome order_id proposal_id)',
  'quydoi_signer balance_check: insert, select, update',
  'quydoi_signer balance_line: insert, select',
  'quydoi_signer balance_total: select',
  'quydoi_signer broken_seal: insert, select',
  'quydoi_signer consumed_nonce: select',
  'quydoi_signer coupon_count: select',
  'quydoi_signer customer: select (id deleted_at)',
  'quydoi_signer deposit_address: select',
  'quydoi_signer entry: insert (posting_id account_id amount), select',
  'quydoi_signer fee_coin_check: insert, select, update',
  'quydoi_signer first_hand_payment: insert, select, update (memo payer)',
  'quydoi_signer idempotency: select',
  'quydoi_signer lease: select',
  'quydoi_signer lookup: select, update',
  'quydoi_signer order_event: insert (order_id n code params actor cause payout_id at), select',
  'quydoi_signer order_request: select',
  'quydoi_signer order_transition: select',
  'quydoi_signer orders: select, update (version status reason expires_at holding amount_paid paid_at final_at event_count payout_reference retry_at coupon_held)',
  'quydoi_signer payment: insert, select, update (version state customer_id case_code)',
  'quydoi_signer payment_use: insert, select',
  'quydoi_signer payout: insert, select, update (version reference state tries expiries next_at waits_for)',
  'quydoi_signer payout_volume: select',
  'quydoi_signer polled_source: delete, insert, select',
  'quydoi_signer posting: insert, select',
  'quydoi_signer price: insert, select',
  'quydoi_signer reading_request: select, update (tries next_at handled_at outcome)',
  'quydoi_signer reconciliation_exception: insert, select',
  'quydoi_signer referral: select, update (version state amount returned due_at credited_at)',
  'quydoi_signer saved_destination: select',
  'quydoi_signer seal: select',
  'quydoi_signer setting: insert (kind key value author at), select',
  'quydoi_signer sighting: insert, select',
  'quydoi_signer source_cursor: insert, select, update',
  'quydoi_signer sweep: insert, select, update',
  'quydoi_signer sweep_refusal: delete, insert, select, update',
  'quydoi_signer transfer_slot: select',
  'quydoi_signer voucher: insert, select',
  'quydoi_signer voucher_check: select, update (read_at activated_at activated_by)',
  'quydoi_signer voucher_submission: select, update (version state reference amount code sent_code next_at sent_at answered_at)',
  'quydoi_signer wallet_address: select',
  'quydoi_signer withdrawal: select, update (version state reason reference final_at)',
  'quydoi_web account: select',
  'quydoi_web adopted_order: insert, select',
  'quydoi_web article_picture: select',
  'quydoi_web article_text: select',
  'quydoi_web article_version: select',
  'quydoi_web avatar: delete, insert, select, update (id image uploaded_at)',
  'quydoi_web balance_line: select',
  'quydoi_web balance_total: select',
  'quydoi_web coupon_count: select',
  'quydoi_web customer: insert (id version full_name first_name last_name language time_zone currency_key sponsor doc_status created_at removal_hash), select, update (version full_name first_name last_name language time_zone currency_key order_count birthday passport_id phone_number street_address1 street_address2 city postal_code country_code is_lock_screen)',
  'quydoi_web deposit_address: insert, select, update (free_at)',
  'quydoi_web entry: insert (posting_id account_id amount)',
  'quydoi_web idempotency: insert, select',
  'quydoi_web identity_document: insert (customer_id part sealed uploaded_at), select (id customer_id part uploaded_at), update (sealed uploaded_at)',
  'quydoi_web identity_submission: insert (customer_id submitted_at), select',
  'quydoi_web lease: insert, select',
  'quydoi_web lookup: insert, select, update',
  'quydoi_web name_budget: insert, select, update',
  'quydoi_web order_event: insert (order_id n code params actor cause payout_id at), select',
  'quydoi_web order_request: insert, select (id order_id action params at handled_at refusal)',
  'quydoi_web order_transition: select',
  'quydoi_web orders: insert, select',
  'quydoi_web payment: select',
  'quydoi_web payment_claim: insert, select (order_id n)',
  'quydoi_web payout: select',
  'quydoi_web polled_source: select',
  'quydoi_web posting: insert, select',
  'quydoi_web price: select',
  'quydoi_web question_category_text: select',
  'quydoi_web question_category_version: select',
  'quydoi_web question_text: select',
  'quydoi_web question_version: select',
  'quydoi_web referral: select',
  'quydoi_web referral_total: select',
  'quydoi_web review: insert (id order_id content email status created_at), select (id order_id content status created_at)',
  'quydoi_web saved_destination: delete, insert, select, update (saved_at proof)',
  'quydoi_web setting: select',
  'quydoi_web source_cursor: select',
  'quydoi_web voucher: select',
  'quydoi_web voucher_check: insert (attempt_id asked_at), select, update (asked_at)',
  'quydoi_web voucher_submission: insert (id version order_id n sealed state next_at created_at), select (id order_id n state created_at answered_at)',
  'quydoi_web wallet_address: insert, select, update (shown_at)',
  'quydoi_web webhook: insert',
  'quydoi_web withdrawal: insert, select',
  'quydoi_worker account: select',
  'quydoi_worker attempt: select',
  'quydoi_worker balance_check: select',
  'quydoi_worker balance_total: select',
  'quydoi_worker coupon_count: select',
  'quydoi_worker customer: select (id doc_status deleted_at)',
  'quydoi_worker deposit_address: select',
  'quydoi_worker entry: insert (posting_id account_id amount), select',
  'quydoi_worker fee_coin_check: select',
  'quydoi_worker first_hand_payment: select',
  'quydoi_worker idempotency: delete, select',
  'quydoi_worker identity_document: delete, select (id customer_id uploaded_at)',
  'quydoi_worker identity_submission: select (customer_id submitted_at decided_at)',
  'quydoi_worker lease: select',
  'quydoi_worker lookup: delete, select, update',
  'quydoi_worker name_budget: delete, select',
  'quydoi_worker order_event: insert (order_id n code params actor cause payout_id at), select',
  'quydoi_worker order_request: select, update',
  'quydoi_worker order_transition: select',
  'quydoi_worker orders: select, update (quantity rate rate_version amount_sent amount_received fee_exchange cash_amount cash_fee held origin version status reason expires_at holding amount_paid paid_at final_at event_count payout_reference retry_at amount_refunded excess_quantity excess_rate_version coupon_held discount)',
  'quydoi_worker payment: insert, select, update (version occurrence reference memo paid_at confirmed state order_id case_code)',
  'quydoi_worker payment_claim: delete, select, update (version state answer answered_at)',
  'quydoi_worker payment_use: select',
  'quydoi_worker payout: insert, select',
  'quydoi_worker payout_volume: select',
  'quydoi_worker polled_source: delete, insert, select',
  'quydoi_worker posting: insert, select',
  'quydoi_worker price: delete, select',
  'quydoi_worker reading_request: select, update (tries next_at handled_at outcome)',
  'quydoi_worker reconciliation_exception: insert, select',
  'quydoi_worker setting: insert (kind key value author at), select',
  'quydoi_worker sighting: insert, select',
  'quydoi_worker source_cursor: insert, select, update',
  'quydoi_worker sweep: select (id version network address_index kind currency amount key is_batched valid_until slots state fee created_at next_check_at settled_at)',
  'quydoi_worker voucher_submission: select (id order_id n state reference amount created_at sent_at answered_at)',
  'quydoi_worker wallet_address: select',
  'quydoi_worker webhook: delete, select, update',
  'quydoi_worker withdrawal: select',
];

test('every grant is known', async () => {
  expect((await database.query(EVERY_GRANT)).map(({ line }) => line)).toEqual(GRANTS);
});

test('no login gives a row the number that the database gives it', async () => {
  const rows = await database.query(
    `select role, c.relname, a.attname from pg_attribute a join pg_class c on c.oid = a.attrelid and c.relkind = 'r',
       unnest(array['quydoi_web', 'quydoi_worker', 'quydoi_signer', 'quydoi_operator']) role
     where c.relnamespace = 'public'::regnamespace and a.attidentity <> '' and has_column_privilege(role, c.oid, a.attnum, 'insert')`,
  );
  expect(rows).toEqual([]);
  const suspension = `insert into setting (version, kind, key, value, author, at) overriding system value
    values (2147483000, 'suspension', 'quydoi_worker bank dry out x', '{"network":"bank","cause":"dry","direction":"out","subject":"x","suspended":true}', 'quydoi_worker', now())`;
  expect(await answerTo('quydoi_worker', suspension)).toBe(FORBIDDEN);
});

const POLICIES = [
  'customer operators (all) for quydoi_operator',
  'customer others_read (select) for quydoi_signer, quydoi_worker',
  'customer web_adds (insert) for quydoi_web',
  'customer web_changes (update) for quydoi_web',
  'customer web_reads (select) for quydoi_web',
  'customer worker_reads (select) for quydoi_worker',
  'entry balances (insert) for quydoi_web, quydoi_worker',
  'entry operators (insert) for quydoi_operator',
  'entry operators_settle (insert) for quydoi_operator',
  'entry others_read (select) for quydoi_operator, quydoi_signer, quydoi_worker',
  'entry transfers (insert) for quydoi_signer, quydoi_worker',
  'entry web_adds (insert) for quydoi_web',
  'lookup all_read (select) for quydoi_operator, quydoi_signer, quydoi_web, quydoi_worker',
  'lookup signer_answers (update) for quydoi_signer',
  'lookup web_asks (insert) for quydoi_web',
  'lookup web_asks_again (update) for quydoi_web',
  'lookup worker_answers (update) for quydoi_worker',
  'lookup worker_prunes (delete) for quydoi_worker',
  'order_event others (all) for quydoi_operator, quydoi_signer, quydoi_worker',
  'order_event web_adds (insert) for quydoi_web',
  'order_event web_reads (select) for quydoi_web',
  'orders others (all) for quydoi_operator, quydoi_signer, quydoi_worker',
  'orders web_adds (insert) for quydoi_web',
  'orders web_reads (select) for quydoi_web',
  'payment balances (insert) for quydoi_worker',
  'payment decisions (update) for quydoi_operator, quydoi_worker',
  'payment others_read (select) for quydoi_operator, quydoi_signer, quydoi_worker',
  'payment signer_adds (insert) for quydoi_signer',
  'payment signer_charges (insert) for quydoi_signer',
  'payment signer_credits (update) for quydoi_signer',
  'payment web_shows (select) for quydoi_web',
  'payment web_shows_deposits (select) for quydoi_web',
  'payment worker_adds (insert) for quydoi_worker',
  'payment_claim all_read (select) for quydoi_operator, quydoi_worker',
  'payment_claim answers (update) for quydoi_operator, quydoi_worker',
  'payment_claim web_adds (insert) for quydoi_web',
  'payment_claim web_counts (select) for quydoi_web',
  'payment_claim worker_prunes (delete) for quydoi_worker',
  'payout all_read (select) for quydoi_operator, quydoi_signer, quydoi_web, quydoi_worker',
  'payout operators (all) for quydoi_operator',
  'payout signer_adds (insert) for quydoi_signer',
  'payout signer_moves (update) for quydoi_signer',
  'payout withdrawals (insert) for quydoi_worker',
  'payout worker_adds (insert) for quydoi_worker',
  'polled_source all_read (select) for quydoi_operator, quydoi_signer, quydoi_web, quydoi_worker',
  'polled_source own_adds (insert) for quydoi_signer, quydoi_worker',
  'polled_source own_retires (delete) for quydoi_signer, quydoi_worker',
  'posting operators (insert) for quydoi_operator',
  'posting operators_book (insert) for quydoi_operator',
  'posting others_read (select) for quydoi_operator, quydoi_signer, quydoi_worker',
  'posting referrals (insert) for quydoi_operator, quydoi_web, quydoi_worker',
  'posting transfers (insert) for quydoi_signer, quydoi_worker',
  'posting web_adds (insert) for quydoi_web',
  'posting web_reads (select) for quydoi_web',
  'posting withdrawals (insert) for quydoi_web, quydoi_worker',
  'price all_read (select) for quydoi_operator, quydoi_signer, quydoi_web, quydoi_worker',
  'price signer_adds (insert) for quydoi_signer',
  'price worker_thins (delete) for quydoi_worker',
  'reading_request all_read (select) for quydoi_operator, quydoi_signer, quydoi_worker',
  'reading_request operators_ask (insert) for quydoi_operator',
  'reading_request signer_handles (update) for quydoi_signer',
  'reading_request worker_handles (update) for quydoi_worker',
  'reconciliation_exception all_read (select) for quydoi_operator, quydoi_signer, quydoi_worker',
  'reconciliation_exception operators_resolve (update) for quydoi_operator',
  'reconciliation_exception signer_reports (insert) for quydoi_signer',
  'reconciliation_exception worker_reports (insert) for quydoi_worker',
  'review operators (all) for quydoi_operator',
  'review web_adds (insert) for quydoi_web',
  'review web_reads (select) for quydoi_web',
  'setting all_read (select) for quydoi_signer, quydoi_web, quydoi_worker',
  'setting followed_rates (insert) for quydoi_signer',
  'setting operators (all) for quydoi_operator',
  'setting own_suspensions (insert) for quydoi_signer, quydoi_worker',
  'sighting all_read (select) for quydoi_operator, quydoi_signer, quydoi_worker',
  'sighting signer_adds (insert) for quydoi_signer',
  'sighting worker_adds (insert) for quydoi_worker',
  'source_cursor all_read (select) for quydoi_operator, quydoi_signer, quydoi_web, quydoi_worker',
  'source_cursor signer_adds (insert) for quydoi_signer',
  'source_cursor signer_moves (update) for quydoi_signer',
  'source_cursor worker_adds (insert) for quydoi_worker',
  'source_cursor worker_moves (update) for quydoi_worker',
  'voucher_submission others_read (select) for quydoi_operator, quydoi_signer, quydoi_worker',
  'voucher_submission signer_answers (update) for quydoi_signer',
  'voucher_submission web_adds (insert) for quydoi_web',
  'voucher_submission web_reads (select) for quydoi_web',
  'webhook all_read (select) for quydoi_operator, quydoi_worker',
  'webhook web_adds (insert) for quydoi_web',
  'webhook worker_handles (update) for quydoi_worker',
  'webhook worker_prunes (delete) for quydoi_worker',
];

describe('signed bytes', () => {
  const ROLES = ['quydoi_web', 'quydoi_worker', 'quydoi_operator'] as const;

  test.each(ROLES.flatMap((role) => ['attempt_transfer', 'sweep'].map((table) => [role, table] as const)))(
    '%s cannot read %s.raw',
    async (role, table) => {
      expect(await answerTo(role, `select raw from ${table}`)).toBe(FORBIDDEN);
      expect(await answerTo('quydoi_signer', `select raw from ${table}`)).toBe('done');
    },
  );
});

test('every row policy is known', async () => {
  const rows = await database.query(
    `select tablename || ' ' || policyname || ' (' || lower(cmd) || ') for ' || array_to_string(roles, ', ') as line from pg_policies where schemaname = 'public' order by 1`,
  );
  expect(rows.map(({ line }) => line)).toEqual(POLICIES);
});

test('no role is more than it seems: no superuser, no owner, member of nothing', async () => {
  const rows = await database.query(
    `select r.rolname, r.rolsuper or r.rolcreaterole or r.rolcreatedb or r.rolbypassrls or r.rolreplication as powerful,
       (select count(*)::integer from pg_auth_members m where m.member = r.oid) as memberships,
       (select count(*)::integer from pg_class c where c.relowner = r.oid) as owned
     from pg_roles r where r.rolname in ('quydoi_operator', 'quydoi_signer', 'quydoi_web', 'quydoi_worker') order by 1`,
  );
  expect(rows).toEqual(
    ['quydoi_operator', 'quydoi_signer', 'quydoi_web', 'quydoi_worker'].map((rolname) => ({ rolname, powerful: false, memberships: 0, owned: 0 })),
  );
});

test('functions that run as their owner look nowhere but where they should, and only who needs them may call them', async () => {
  const rows = await database.query(
    `select p.proname, p.proconfig, array(
       select r.rolname::text from pg_roles r where r.rolname like 'quydoi\\_%' and r.oid <> p.proowner and has_function_privilege(r.oid, p.oid, 'execute') order by 1) as callers
     from pg_proc p join pg_namespace n on n.oid = p.pronamespace and n.nspname = 'public' where p.prosecdef order by 1`,
  );
  const config = ['search_path=pg_catalog, public, pg_temp'];
  const callers: Record<string, string[]> = {
    are_of_two_operators: ['quydoi_signer'],
    broken_seals: ['quydoi_operator', 'quydoi_signer'],
    count_referred: [],
    count_refund_elsewhere: ['quydoi_signer'],
    count_volume: [],
    done_alone_besides: ['quydoi_signer'],
    end_stalled: ['quydoi_signer'],
    give_coupon_back: [],
    guard_lease: [],
    guard_referral: [],
    guard_reservation: [],
    guard_wallet_address: [],
    judged_volumes: ['quydoi_signer'],
    open_balance: ['quydoi_signer'],
    order_has_hold: [],
    owed_in_error: ['quydoi_operator', 'quydoi_signer', 'quydoi_web', 'quydoi_worker'],
    payment_is_charged: [],
    payment_is_credited: [],
    post_entries: [],
    prune_volume: ['quydoi_worker'],
    queue_referral: [],
    read_identity: ['quydoi_operator'],
    referral_is_booked: [],
    release_slots: [],
    retire_paid_address: [],
    seal_next: ['quydoi_signer'],
    submit_identity: [],
    sum_referrals: [],
    take_coupon: [],
    take_slots: [],
    uncommitted: ['quydoi_operator', 'quydoi_signer', 'quydoi_web', 'quydoi_worker'],
  };
  expect(rows).toEqual(Object.entries(callers).map(([proname, names]) => ({ proname, proconfig: config, callers: names })));
});
