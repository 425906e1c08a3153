import { withMoneyTx } from '@quydoi/database/money-tx';
import { readRecentUnread } from '@quydoi/database/repositories/first-hand';
import { readUnmatched } from '@quydoi/database/repositories/payments';
import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Ctx } from '../src/context.ts';
import { recordPayment } from '../src/payments/record-payment.ts';
import { chainPayment } from '../testing/payment-facts.ts';
import { openWorld, type World } from '../testing/world.ts';

const PRICE = 2_607_975n;
/** Orders before the tables grow: statements keep their plans after a few runs. */
const EARLY_ORDERS = 8;
/** Of each state that old orders are in. */
const OLD_ORDERS = 2_000;
/** A tenth of the old orders of one state: whatever reads a whole table, or a whole index, is far beyond. */
const ROWS_MAX = 200;
/** The tables that every order adds to. */
const GROWING = ['orders', 'order_event', 'idempotency', 'posting', 'entry', 'payment', 'payout', 'attempt'];
const CONNECTIONS_MAX = 8;
/** Payments that a poll asks for. */
const POLLED = 20;

let world: World;

beforeAll(async () => {
  world = await openWorld(postgresUrl());
  // Statistics are of the moments that the tests choose.
  for (const table of ['payment', 'sighting', 'payment_use', 'first_hand_payment']) {
    await world.database.query(`alter table ${table} set (autovacuum_enabled = false)`);
  }
});
afterAll(() => world.database.close());

test('an order touches as few rows after thousands of orders as it did among the first', async () => {
  let early = '';
  for (let n = 0; n < EARLY_ORDERS; n += 1) early = await wholeWay(n);
  const pending = await world.create(...customer(EARLY_ORDERS));
  await copyOrders(early, 'D');
  await copyOrders(pending.ref, 'P');
  // As autovacuum does some time after tables have grown. Without it, plans that it had statements make for the few first rows would stay.
  await world.database.query('analyze');

  const before = await rowsRead();
  const ref = await wholeWay(EARLY_ORDERS + 1);
  const after = await rowsRead();

  expect(await world.order(ref)).toMatchObject({ status: 'delivered' });
  const read = GROWING.map((table) => [table, (after[table] ?? 0) - (before[table] ?? 0)] as const);
  expect(read.filter(([, rows]) => rows > ROWS_MAX)).toEqual([]);
  expect(read.filter(([, rows]) => rows > 0).length).toBeGreaterThan(GROWING.length / 2);
});

test('a poll for unmatched payments reads few rows, however many one address has', async () => {
  await recordPayment(world.worker, chainPayment({ paidAt: world.clock.now() }));
  await world.database.query('set session_replication_role = replica');
  await world.database.query(
    `insert into payment select (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid(), 'reference', lpad(n::text, 64, '0') || ':0'))).*
     from payment p, generate_series(1, $1::int) n where p.state = 'unmatched'`,
    [OLD_ORDERS],
  );
  await world.database.query('set session_replication_role = default');
  for (let n = 0; n < EARLY_ORDERS; n += 1) expect(await readUnmatched(world.worker.orm, POLLED)).toHaveLength(POLLED);

  const before = await rowsRead();
  await readUnmatched(world.worker.orm, POLLED);
  const after = await rowsRead();

  expect((after.payment ?? 0) - (before.payment ?? 0)).toBeLessThan(ROWS_MAX);
});

test('a look for unread payments reads few records for each, among thousands of young ones of a network', async () => {
  await wholeWay(EARLY_ORDERS + 2);
  // Statistics of the few first records, as in the first busy hour: all indexes look alike.
  await world.database.query('analyze');
  await world.database.query('set session_replication_role = replica');
  await world.database.query(
    `create temporary table young as select gen_random_uuid() as id, 'young ' || n as reference, f.source, f.read_at
     from generate_series(1, $1::int) n, (select * from first_hand_payment where network = 'bank' limit 1) f`,
    [OLD_ORDERS],
  );
  await world.database.query(
    `insert into payment select (jsonb_populate_record(p, jsonb_build_object('id', y.id, 'reference', y.reference, 'recorded_at', $1::timestamptz))).*
     from young y, payment p where p.id = (select id from payment where network = 'bank' limit 1)`,
    [world.clock.now()],
  );
  await world.database.query('insert into sighting (source, source_id, payment_id, at) select source, reference, id, read_at from young');
  await world.database.query(
    `insert into first_hand_payment select (jsonb_populate_record(f, jsonb_build_object('source_id', y.reference, 'reference', y.reference))).*
     from young y, first_hand_payment f where f.ctid = (select ctid from first_hand_payment where network = 'bank' limit 1)`,
  );
  await world.database.query('set session_replication_role = default');

  const before = await rowsRead();
  expect(await readRecentUnread(world.signer.orm, 'bank', new Date(world.clock.now().getTime() - 1), POLLED)).toEqual([]);
  const after = await rowsRead();

  expect((after.first_hand_payment ?? 0) - (before.first_hand_payment ?? 0)).toBeLessThanOrEqual(3 * OLD_ORDERS);
});

/** Each a customer of another network. */
function customer(n: number) {
  return [{}, { ip: `192.0.2.${n}`, addressBlock: `192.0.2.${n}`, deviceId: `device ${n}`, idempotencyKey: `key ${n}` }] as const;
}

/** An order from its making to its delivery. */
async function wholeWay(n: number): Promise<string> {
  const { ref } = await world.create(...customer(n));
  await world.pay(ref, PRICE);
  await world.run();
  return ref;
}

/** Copies an order with all that hangs on it, past the guards; the copies are other customers'. */
async function copyOrders(ref: string, prefix: string): Promise<void> {
  await world.database.query('set session_replication_role = replica');
  await world.database.query(
    `create temporary table copy as select o.id as old_id, gen_random_uuid() as id, $2 || lpad(n::text, 9, '0') as ref
     from orders o, generate_series(1, $3::int) n where o.ref = $1`,
    [ref, prefix, OLD_ORDERS],
  );
  await world.database.query(copied('orders', 'id', "'id', c.id, 'ref', c.ref, 'subject', 'device ' || c.ref, 'origin', c.ref"));
  await world.database.query(copied('idempotency', 'order_id', "'order_id', c.id, 'key', c.ref"));
  await world.database.query(copied('posting', 'order_id', "'id', gen_random_uuid(), 'order_id', c.id"));
  await world.database.query(
    copied(
      'payment',
      'order_id',
      "'id', gen_random_uuid(), 'order_id', c.id, 'reference', c.ref, 'memo', c.ref, 'recorded_at', t.recorded_at - interval '1 hour'",
    ),
  );
  await world.database.query(copied('payout', 'order_id', "'id', c.id, 'order_id', c.id, 'obligation_id', c.id"));
  await world.database.query(copied('order_event', 'order_id', "'id', -(select count(*) from order_event) - row_number() over (), 'order_id', c.id"));
  await world.database.query(
    `insert into attempt select (jsonb_populate_record(a, jsonb_build_object('id', gen_random_uuid(), 'payout_id', c.id, 'key', c.ref))).*
     from attempt a join payout p on p.id = a.payout_id join copy c on c.old_id = p.order_id`,
  );
  await world.database.query(
    `insert into entry (posting_id, account_id, amount)
     select p.id, a.id, amount from posting p join copy c on c.id = p.order_id, (values (1), (-1)) v(amount), account a where a.name = 'equity:pm'`,
  );
  await world.database.query('drop table copy');
  await world.database.query('set session_replication_role = default');
}

function copied(table: string, column: string, changes: string): string {
  return `insert into ${table} overriding system value select (jsonb_populate_record(t, jsonb_build_object(${changes}))).* from ${table} t join copy c on c.old_id = t.${column}`;
}

/** PostgreSQL's processes tell what they read now and then; this makes the connection's do so before its next answer. */
const TELL = 'select pg_stat_force_next_flush()';

/** Makes all connections of a pool tell what they read: each stays taken until all are, so that none is asked twice instead of another. */
async function tellAll({ orm }: Pick<Ctx, 'orm'>): Promise<void> {
  const allTaken = Promise.withResolvers<void>();
  let taken = 0;
  const tell = () =>
    withMoneyTx(orm, async (tx) => {
      await tx.run('tell statistics', TELL, []);
      taken += 1;
      if (taken === CONNECTIONS_MAX) allTaken.resolve();
      await allTaken.promise;
    });
  await Promise.all(Array.from({ length: CONNECTIONS_MAX }, tell));
}

/** Rows read of each table so far, by scans of tables and of indexes, once all of our connections have told theirs. */
async function rowsRead(): Promise<Record<string, number>> {
  await world.database.query(TELL);
  for (const role of [world.web, world.worker, world.signer]) await tellAll(role);
  const rows = await world.database.query(
    `select t.relname as table, t.seq_tup_read + coalesce(sum(i.idx_tup_read), 0) as rows
     from pg_stat_user_tables t left join pg_stat_user_indexes i using (relid) group by t.relname, t.seq_tup_read`,
  );
  return Object.fromEntries(rows.map((row) => [String(row.table), Number(row.rows)]));
}
