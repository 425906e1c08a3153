import { randomUUID } from 'node:crypto';
import { NO_CHANGE } from '@quydoi/domain/change';
import { InvariantError } from '@quydoi/domain/invariant';
import type { AccountName } from '@quydoi/domain/ledger/accounts';
import { type Entry, type Posting, post } from '@quydoi/domain/ledger/post';
import { decideCancel } from '@quydoi/domain/order/decisions/decide-expiry';
import { moveOrder } from '@quydoi/domain/order/lifecycle';
import type { Order } from '@quydoi/domain/order/order';
import { changeOrder } from '@quydoi/domain/order/steps';
import { decideRecord } from '@quydoi/domain/transfer/journal-payment';
import type { PaymentFact } from '@quydoi/domain/transfer/payment';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { applyChanges } from '../src/apply-changes.ts';
import { listen } from '../src/listen.ts';
import { ConflictError, OverdrawnError } from '../src/money-tx.ts';
import type { Orm } from '../src/orm.ts';
import { readReserves } from '../src/repositories/ledger.ts';
import { readOrder } from '../src/repositories/orders.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { postgresUrl } from '../testing/postgres-url.ts';
import { addOrder, BY, START } from './fixture.ts';

let database: TestDatabase;
let owner: Orm;
let web: Orm;
let worker: Orm;

beforeAll(async () => {
  database = await createTestDatabase(postgresUrl(), START);
  [owner, web, worker] = await Promise.all([database.open(), database.open('quydoi_web'), database.open('quydoi_worker')]);
});
afterAll(() => database.close());

async function available(): Promise<bigint> {
  const pm = (await readReserves(owner)).find(({ reserve }) => reserve === 'pm');
  return pm?.available ?? 0n;
}

/** A posting as nobody's decision would make it. */
function rawPosting(entries: readonly Entry[]): Posting {
  return { id: randomUUID(), kind: 'adjust', orderId: null, entries };
}

function move(from: AccountName, to: AccountName, amount: bigint): Posting {
  return post(randomUUID(), 'adjust', null, [
    { account: from, amount: -amount },
    { account: to, amount },
  ]);
}

async function count(table: string): Promise<unknown> {
  return (await database.query(`select count(*)::integer as rows from ${table}`))[0]?.rows;
}

describe('a posting', () => {
  test.each<[string, readonly Entry[]]>([
    ['does not balance', [{ account: 'rail:pm', amount: 1n }]],
    [
      'balances over two units only',
      [
        { account: 'rail:pm', amount: 1n },
        { account: 'rail:wmz', amount: -1n },
      ],
    ],
  ])('that %s is refused, also by the database’s owner', async (_, entries) => {
    const before = await available();
    const refused = applyChanges(owner, [{ ...NO_CHANGE, postings: [rawPosting(entries)] }], START);
    await expect(refused).rejects.toThrow('QD001');
    await expect(refused).rejects.toBeInstanceOf(InvariantError);
    expect(await available()).toBe(before);
  });

  test('one that is off is not made good by another of the same statement', async () => {
    const postings = [rawPosting([{ account: 'rail:pm', amount: 1n }]), rawPosting([{ account: 'rail:pm', amount: -1n }])];
    await expect(applyChanges(owner, [{ ...NO_CHANGE, postings }], START)).rejects.toThrow('QD001');
  });

  test('that asks for more than there is fails as a whole; to the last unit it does not', async () => {
    const before = await available();
    const rows = await count('posting');
    const overdrawn = applyChanges(
      owner,
      [{ ...NO_CHANGE, postings: [move('equity:pm', 'fx:pm', 5n), move('rail:pm', 'equity:pm', before + 1n)] }],
      START,
    );
    await expect(overdrawn).rejects.toBeInstanceOf(OverdrawnError);
    expect(await count('posting')).toBe(rows);
    await applyChanges(owner, [{ ...NO_CHANGE, postings: [move('rail:pm', 'equity:pm', before)] }], START);
    expect(await available()).toBe(0n);
    await applyChanges(owner, [{ ...NO_CHANGE, postings: [move('equity:pm', 'rail:pm', before)] }], START);
  });

  test('what is only owed may go below zero', async () => {
    await applyChanges(owner, [{ ...NO_CHANGE, postings: [move('fx:pm', 'loss:pm', 7n)] }], START);
    const [row] = await database.query(`select balance from account where name = 'fx:pm'`);
    expect(Number(row?.balance)).toBeLessThan(0);
  });

  test('to an account that does not exist is refused, not lost', async () => {
    const entries: Entry[] = [
      { account: 'rail:pm', amount: -1n },
      { account: 'customer:nobody:pm', amount: 1n },
    ];
    await expect(applyChanges(owner, [{ ...NO_CHANGE, postings: [rawPosting(entries)] }], START)).rejects.toBeInstanceOf(InvariantError);
  });

  test('is made once, whoever repeats it', async () => {
    const posting = move('equity:pm', 'fx:pm', 1n);
    await applyChanges(owner, [{ ...NO_CHANGE, postings: [posting] }], START);
    await expect(applyChanges(owner, [{ ...NO_CHANGE, postings: [posting] }], START)).rejects.toBeInstanceOf(ConflictError);
  });

  test('fifty at once on the same accounts all arrive, in whatever order they name them', async () => {
    const before = await available();
    const postings = Array.from({ length: 50 }, (_, index) => (index % 2 ? move('equity:pm', 'rail:pm', 3n) : move('rail:pm', 'equity:pm', 2n)));
    await Promise.all(postings.map((posting) => applyChanges(owner, [{ ...NO_CHANGE, postings: [posting] }], START)));
    expect(await available()).toBe(before + 25n);
  });
});

describe('a change', () => {
  test('of an order that moved on meanwhile is a conflict and writes nothing', async () => {
    const order = await addOrder(web);
    const [first, second] = [decideCancel(order, 'abandoned', BY), decideCancel(order, 'expired', BY)];
    await applyChanges(worker, [first], START);
    const before = await available();
    const events = await count('order_event');
    await expect(applyChanges(worker, [second], START)).rejects.toMatchObject({ name: 'ConflictError', constraint: 'orders' });
    expect(await available()).toBe(before);
    expect(await count('order_event')).toBe(events);
    expect((await readOrder(worker, order.ref))?.reason).toBe('abandoned');
  });

  test('twice at once happens once', async () => {
    const order = await addOrder(web);
    const before = await available();
    const settled = await Promise.allSettled(Array.from({ length: 6 }, () => applyChanges(worker, [decideCancel(order, 'abandoned', BY)], START)));
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of settled) if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(ConflictError);
    expect(await available()).toBe(before + order.held);
  });

  test('that the lifecycle does not know is refused by the database too', async () => {
    const order = await addOrder(web);
    const forged: Order = { ...order, status: 'delivered', version: 2 };
    const refused = applyChanges(worker, [changeOrder(order, forged, [{ code: 'delivered' }], BY)], START);
    await expect(refused).rejects.toThrow('QD003');
    await expect(refused).rejects.toBeInstanceOf(InvariantError);
    expect((await readOrder(worker, order.ref))?.status).toBe('pending');
  });

  test('that skips a version, or numbers its events wrongly, is nobody’s decision', async () => {
    const order = await addOrder(web);
    const skipped = changeOrder(order, { ...order, status: 'paid', version: 3 }, [], BY);
    await expect(applyChanges(worker, [skipped], START)).rejects.toThrow('skips a version');
    const change = decideCancel(order, 'abandoned', BY);
    for (const n of [1, 3]) {
      const [event] = change.events;
      if (event) await expect(applyChanges(worker, [{ ...change, events: [{ ...event, n }] }], START)).rejects.toThrow('not numbered on');
    }
    await expect(applyChanges(worker, [{ ...change, order: null }], START)).rejects.toThrow('events without their order');
  });

  test('among several that fails takes them all back', async () => {
    const [first, second] = [await addOrder(web), await addOrder(web)];
    await applyChanges(worker, [decideCancel(second, 'abandoned', BY)], START);
    await expect(applyChanges(worker, [decideCancel(first, 'abandoned', BY), decideCancel(second, 'expired', BY)], START)).rejects.toBeInstanceOf(
      ConflictError,
    );
    expect((await readOrder(worker, first.ref))?.status).toBe('pending');
  });

  test('tells of a payment once: its identity is account, reference and amount', async () => {
    const fact: PaymentFact = {
      network: 'bank',
      account: '0011004567890',
      reference: 'FT1',
      unit: 'vnd',
      amount: 5_000n,
      exactAmount: null,
      memo: '',
      payer: null,
      payerName: null,
      paidAt: START,
      confirmed: true,
      source: 'test',
      sourceId: '1',
    };
    const record = (set: Partial<PaymentFact> = {}, occurrence = 1) =>
      applyChanges(worker, [decideRecord({ ...fact, ...set }, randomUUID(), BY, occurrence)], START);
    await record();
    await expect(record({ sourceId: '2' })).rejects.toMatchObject({ name: 'ConflictError', constraint: 'payment_identity' });
    await expect(record({ sourceId: '2', amount: 5_001n, paidAt: new Date(0) })).rejects.toBeInstanceOf(ConflictError);
    // Under one id of one source, whatever it tells.
    await expect(record({ reference: 'FT2', amount: 5_001n })).rejects.toMatchObject({ name: 'ConflictError', constraint: 'sighting_pkey' });
    await record({ sourceId: '2' }, 2);
    await record({ sourceId: '3', reference: 'FT2' });
    await record({ sourceId: '4', account: '0011004567891' });
    expect(await count('payment')).toBe(4);
    // On other networks a reference is one payment's.
    await expect(record({ network: 'tron', unit: 'usdt-tron', sourceId: '5', reference: 'FT3' }, 2)).rejects.toThrow('payment_reference_repeats');
  });
});

describe('payouts that give money back', () => {
  async function addPayment(order: Order | null): Promise<string> {
    const id = randomUUID();
    await database.query(
      `insert into payment (id, version, network, account, reference, unit, amount, memo, paid_at, confirmed, state, order_id, recorded_at)
       values ($1::uuid, 1, 'bank', '0011004567890', $1::uuid::text, 'vnd', 5000, '', now(), true, 'case', $2, now())`,
      [id, order?.id ?? null],
    );
    return id;
  }

  function addPayout(kind: string, obligationId: string, orderId: string | null, seq: number): Promise<unknown> {
    return database.query(
      `insert into payout (id, version, obligation_kind, obligation_id, order_id, seq, part, parts, network, reserve, currency, amount, held, fee, destination, made_by, state, tries, next_at, created_at)
       values ($1, 1, $2, $3, $4, $5, 1, 1, 'bank', 'vnd', 'vnd', 5000, 5000, 0, '0011001234567', 'system', 'failed', 0, now(), now())`,
      [randomUUID(), kind, obligationId, orderId, seq],
    );
  }

  test('are numbered together in one order: its refunds and the returns of its payments', async () => {
    const order = await addOrder(web);
    const [first, second] = [await addPayment(order), await addPayment(order)];
    await addPayout('refund', order.id, order.id, 1);
    await addPayout('return', first, order.id, 2);
    for (const seq of [1, 2]) {
      await expect(addPayout('return', second, order.id, seq)).rejects.toMatchObject({ constraint: 'payout_refund_seq' });
    }
    await expect(addPayout('refund', order.id, order.id, 2)).rejects.toMatchObject({ constraint: 'payout_refund_seq' });
    await addPayout('return', second, order.id, 3);
    await addPayout('order', order.id, order.id, 1);
  });

  test('return a journalled payment, in the books of its own order', async () => {
    const [order, other] = [await addOrder(web), await addOrder(web)];
    const [own, loose] = [await addPayment(order), await addPayment(null)];
    const invalid = { code: 'QD013' };
    await expect(addPayout('return', randomUUID(), order.id, 1)).rejects.toMatchObject(invalid);
    await expect(addPayout('return', order.id, order.id, 1)).rejects.toMatchObject(invalid);
    await expect(addPayout('return', own, other.id, 1)).rejects.toMatchObject(invalid);
    await expect(addPayout('return', own, null, 1)).rejects.toMatchObject(invalid);
    await expect(addPayout('return', loose, order.id, 1)).rejects.toMatchObject(invalid);
    await addPayout('return', own, order.id, 1);
    await addPayout('return', loose, null, 1);
  });
});

test('a matched payment has its order or its customer', async () => {
  const insert = (orderId: string | null, customerId: string | null) =>
    database.query(
      `insert into payment (id, version, network, account, reference, unit, amount, memo, paid_at, confirmed, state, order_id, customer_id, recorded_at)
       values ($1::uuid, 1, 'bank', '0011004567890', $1::uuid::text, 'vnd', 5000, '', now(), true, 'matched', $2, $3, now())`,
      [randomUUID(), orderId, customerId],
    );
  await expect(insert(null, null)).rejects.toMatchObject({ constraint: 'payment_matched_has_target' });
  const { id } = await addOrder(web);
  await expect(insert(id, 'ABCD2345')).rejects.toMatchObject({ constraint: 'payment_one_target' });
  await insert(id, null);
  await insert(null, 'ABCD2345');
});

test('when a payment was made changes with its confirmation alone', async () => {
  const id = randomUUID();
  await database.query(
    `insert into payment (id, version, network, account, reference, unit, amount, memo, paid_at, confirmed, state, recorded_at)
     values ($1::uuid, 1, 'tron', 'a', $1::uuid::text, 'usdt-tron', 5000, '', $2, false, 'unconfirmed', $2)`,
    [id, START],
  );
  const write = (set: string) =>
    database.query(`update payment set ${set}, paid_at = paid_at + interval '1 hour' where id = $1`, [id], 'quydoi_worker');
  await expect(write(`state = 'dropped'`)).rejects.toMatchObject({ code: 'QD044' });
  await write(`state = 'unmatched', confirmed = true`);
  await expect(write(`state = 'unmatched'`)).rejects.toMatchObject({ code: 'QD044' });
});

const APPEND_ONLY = [
  'entry posting order_event setting audit seal broken_seal attempt_transfer attempt_code lease payment_use voucher review_decision',
  'article_version article_text article_picture question_category_version question_category_text question_version question_text balance_line',
].flatMap((line) => line.split(' '));
type Verb = 'update' | 'delete' | 'truncate';
/** What the guards of tables refuse, also to the owner. */
const REFUSED: Readonly<Record<string, readonly Verb[]>> = {
  ...Object.fromEntries(APPEND_ONLY.map((table): [string, Verb[]] => [table, ['update', 'delete', 'truncate']])),
  // Their states change, or personal data is erased.
  first_hand_payment: ['delete', 'truncate'],
  voucher_submission: ['delete', 'truncate'],
  review: ['delete', 'truncate'],
  // The signer moves them on, and operators what is in doubt.
  withdrawal: ['delete', 'truncate'],
  wallet_address: ['delete', 'truncate'],
  // The signer credits them, and takes back.
  referral: ['delete', 'truncate'],
  // Operators decide about them.
  identity_submission: ['delete', 'truncate'],
  // Old prices are removed.
  price: ['update', 'truncate'],
  // Adoptions end with the account of their customer.
  adopted_order: ['update', 'truncate'],
};

test.each(Object.entries(REFUSED))('%s refuses %s, also to the owner', async (table, refused) => {
  const [first] = await database.query(
    `select column_name from information_schema.columns where table_name = $1 and is_generated = 'NEVER' and is_identity = 'NO' limit 1`,
    [table],
  );
  const statements = {
    update: `update ${table} set ${first?.column_name} = ${first?.column_name}`,
    delete: `delete from ${table}`,
    truncate: `truncate ${table} cascade`,
  };
  for (const verb of refused) await expect(database.query(statements[verb]), verb).rejects.toMatchObject({ code: 'QD006' });
});

test('every table with a guard against truncation is tried', async () => {
  const TRUNCATE = 32;
  const rows = await database.query('select distinct tgrelid::regclass::text as name from pg_trigger where tgtype & $1 <> 0', [TRUNCATE]);
  expect(rows.map(({ name }) => name).sort()).toEqual(Object.keys(REFUSED).sort());
});

test('whoever waits for news of orders, payments and settings gets one notice a statement', async () => {
  const heard: string[] = [];
  const listener = listen(
    database.urlOf('quydoi_worker'),
    ['orders', 'order_paid', 'payment', 'setting'],
    (topic, payload) => void heard.push(`${topic} ${payload}`),
  );
  const until = async (line: string) => {
    while (!heard.includes(line)) await new Promise((resolve) => setTimeout(resolve, 5));
  };
  try {
    // Said once after connecting, because what was missed before is unknown.
    await until('setting ');
    heard.length = 0;
    const orders = [await addOrder(web), await addOrder(web)];
    await applyChanges(
      worker,
      orders.map((order) => decideCancel(order, 'abandoned', BY)),
      START,
    );
    while (!heard.some((line) => orders.every(({ ref }) => line.includes(ref)))) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(heard.filter((line) => line.startsWith('orders'))).toHaveLength(1);
    expect(heard).not.toContain('order_paid ');
    const paid = [await addOrder(web), await addOrder(web)];
    await applyChanges(
      worker,
      paid.map((order) => changeOrder(order, moveOrder(order, 'paid', { paidAt: START, amountPaid: order.amountSent }, START), [], BY)),
      START,
    );
    await until('order_paid ');
    expect(heard.filter((line) => line === 'order_paid ')).toHaveLength(1);
  } finally {
    await listener.close();
  }
});

test('what the signer has read keeps what was paid: only who paid is erased, also by the owner', async () => {
  await database.query(
    `insert into first_hand_payment values ('bank', 'list', '1', '0011004567890', 'FT1', 'vnd', 5000, 'of a friend', '0071001', now(), now(), 1, 'code', 'code')`,
  );
  const change = (set: string) => database.query(`update first_hand_payment set ${set} where source_id = '1'`);
  for (const set of [
    "memo = 'of another'",
    "memo = '', payer = '0071002'",
    "memo = '', payer = null, amount = 6000",
    'read_at = now()',
    "memo = '', payer = null, code = 'other'",
  ])
    await expect(change(set)).rejects.toMatchObject({ code: 'QD006' });
  await change("memo = '', payer = null");
  await expect(database.query('delete from first_hand_payment')).rejects.toMatchObject({ code: 'QD006' });
});

test('what is sent is counted by the database, once a payout, by reserve and for refunds by subject', async () => {
  const { id, subject } = await addOrder(web);
  const addPayout = async (kind: string, seq: number, amount: number) => {
    const payout = randomUUID();
    await database.query(
      `insert into payout (id, version, obligation_kind, obligation_id, order_id, seq, part, parts, network, reserve, currency, amount, held, fee,
         destination, made_by, state, tries, next_at, created_at)
       values ($1, 1, $2, $3, $3, $4, 1, 1, 'bank', 'vnd', 'vnd', $5, 0, 0, 'x', 'system', 'queued', 0, now(), '2020-01-01')`,
      [payout, kind, id, seq, amount],
    );
    return payout;
  };
  const attempt = (payout: string, n: number, state: string) =>
    database.query(
      `insert into attempt (id, version, payout_id, n, key, state, awaiting_code, checks, next_check_at, created_at)
       values ($1, 1, $2, $3, $4, $5, false, 0, now(), now())`,
      [randomUUID(), payout, n, `${payout}-${n}`, state],
    );
  const [paid, refund, numberedOn] = [await addPayout('order', 1, 700), await addPayout('refund', 1, 50), await addPayout('sweep', 1, 3)];
  await attempt(paid, 1, 'refused');
  await attempt(paid, 2, 'prepared');
  await attempt(refund, 1, 'prepared');
  // Whatever number its first attempt has.
  await attempt(numberedOn, 4, 'refused');
  await attempt(numberedOn, 5, 'prepared');
  const rows = await database.query(
    `select party, sum(amount)::integer as amount from payout_volume where at > now() - interval '11 minutes' group by 1 order by 1`,
  );
  expect(rows).toEqual([
    { party: 'payouts:vnd', amount: 753 },
    { party: 'refund-count:vnd:account::x', amount: 1 },
    { party: `refund-count:vnd:subject:${subject}`, amount: 1 },
    { party: 'refunds:vnd', amount: 50 },
    { party: `refunds:vnd:${subject}`, amount: 50 },
  ]);
});

test('what is counted for a reserve is counted by one transaction after another, over every end of a part', async () => {
  const { id } = await addOrder(web);
  const client = async () => {
    const connection = new Client({ connectionString: database.url });
    await connection.connect();
    return connection;
  };
  const [first, second] = [await client(), await client()];
  const count = async (connection: Client, seq: number, at: string) => {
    const payout = randomUUID();
    await database.query(
      `insert into payout (id, version, obligation_kind, obligation_id, order_id, seq, part, parts, network, reserve, currency, amount, held, fee,
         destination, made_by, state, tries, next_at, created_at)
       values ($1, 1, 'refund', $2, $2, $3, $3, $3, 'bank', 'vnd', 'vnd', 1, 0, 0, 'x', 'system', 'queued', 0, now(), now())`,
      [payout, id, seq],
    );
    await connection.query('begin');
    await connection.query("set local lock_timeout = '200ms'");
    return connection.query(
      `insert into attempt (id, version, payout_id, n, key, state, awaiting_code, checks, next_check_at, created_at)
       values ($1, 1, $2, 1, $1::uuid::text, 'prepared', false, 0, now(), $3)`,
      [randomUUID(), payout, at],
    );
  };
  try {
    await count(first, 11, '2026-01-01 00:09:59Z');
    await expect(count(second, 12, '2026-01-01 00:10:00Z')).rejects.toMatchObject({ code: '55P03' });
    await second.query('rollback');
    await first.query('commit');
    await count(second, 13, '2026-01-01 00:10:00Z');
    await second.query('commit');
  } finally {
    await Promise.all([first.end(), second.end()]);
  }
});
