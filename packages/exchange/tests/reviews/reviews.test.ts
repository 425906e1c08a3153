import { randomUUID } from 'node:crypto';
import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { DAY_MS } from '@quydoi/domain/durations';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { actOnOrder } from '../../src/actions/act-on-order.ts';
import { createSnapshots } from '../../src/config/snapshots.ts';
import { bindOperations } from '../../src/operations/operations.ts';
import { getOrder } from '../../src/orders/get-order.ts';
import { orderKeyOf } from '../../src/orders/order-key.ts';
import { createReview } from '../../src/reviews/create-review.ts';
import { listReviews } from '../../src/reviews/list-reviews.ts';
import { operatorCaller, testCaller } from '../../testing/callers.ts';
import { openWorld, type World } from '../../testing/world.ts';

const OPERATOR = operatorCaller('mai');
const TEXT = { content: 'Nhanh và rõ ràng', email: 'lan@example.vn' };

let world: World;
let operations: ReturnType<typeof bindOperations>;

beforeAll(async () => {
  world = await openWorld(postgresUrl());
  operations = bindOperations(world.operator);
});
afterAll(() => world.database.close());

/** Makes an order of 10 pm and delivers it. */
async function deliver(): Promise<string> {
  const { ref, amountSent } = await world.create({ quantity: '10' });
  await world.pay(ref, amountSent);
  await world.run();
  expect(await world.order(ref)).toMatchObject({ status: 'delivered' });
  return ref;
}

const write = (ref: string, text: Partial<typeof TEXT> = {}) => createReview(world.web, testCaller(), { ref, ...TEXT, ...text });
const shown = (limit = 100, cursor?: string) => listReviews(world.web, testCaller(), { limit, ...(cursor ? { cursor } : {}) });
const asWeb = (sql: string, values?: unknown[]) => world.database.query(sql, values, 'quydoi_web');

/** The review of an order as operators see it. */
async function moderated(ref: string) {
  const { items } = await operations.listReviews(OPERATOR, { limit: 100 });
  const found = items.find((item) => item.ref === ref);
  if (!found) throw new Error(`no review of ${ref}`);
  return found;
}

async function decide(ref: string, decision: 'approve' | 'reject', note = ''): Promise<void> {
  const { id } = await moderated(ref);
  await operations.moderateReview(OPERATOR, { id, decision, note });
}

describe('writing', () => {
  test('a delivered order is reviewed once, by its reference alone', async () => {
    const ref = await deliver();
    expect(await write(ref.toLowerCase(), { content: '  Nhanh\r\n ' })).toEqual({ status: 'pending' });
    await expect(write(ref, { content: 'Lần hai' })).rejects.toMatchObject({ code: 'ORDER_ACTION_NOT_ALLOWED' });
    expect(await moderated(ref)).toMatchObject({
      status: 'pending',
      content: 'Nhanh',
      email: TEXT.email,
      createdAt: world.clock.now(),
      decision: null,
    });
  });

  test('of many concurrent reviews one is stored', async () => {
    const ref = await deliver();
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, (_, n) => write(ref, { content: `Lần ${n}` })));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes) if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'ORDER_ACTION_NOT_ALLOWED' });
    const { items } = await operations.listReviews(OPERATOR, { limit: 100 });
    expect(items.filter((item) => item.ref === ref)).toHaveLength(1);
  });

  test('an order that is not delivered cannot be reviewed', async () => {
    const { ref } = await world.create({ quantity: '10' });
    await expect(write(ref)).rejects.toMatchObject({ code: 'ORDER_ACTION_NOT_ALLOWED' });
    await expect(write('2222222222')).rejects.toMatchObject({ code: 'ORDER_NOT_FOUND' });
  });

  test.each([
    [{ content: ' ' }, 'content', 'contentRequired'],
    [{ content: 'ệ'.repeat(301) }, 'content', 'contentTooLong'],
    [{ email: '' }, 'email', 'emailRequired'],
    [{ email: 'lan@example' }, 'email', 'emailInvalid'],
  ])('%j is refused', async (text, field, problem) => {
    const ref = await deliver();
    await expect(write(ref, text)).rejects.toMatchObject({
      code: 'REVIEW_INVALID',
      params: { field, problem, n: '300' },
      details: { fields: [{ field, problem }] },
    });
    expect(await write(ref, { content: '😀'.repeat(300) })).toEqual({ status: 'pending' });
  });

  test('the order offers it for thirty days, with or without its key', async () => {
    const ref = await deliver();
    const keyed = testCaller({ orderKey: orderKeyOf(ref, world.deps.secrets) });
    const look = async (caller = keyed) => {
      world.deps.pages.drop();
      return getOrder(world.web, world.deps, caller, { ref });
    };
    const start = world.clock.now().getTime();
    expect(await look()).toMatchObject({ actions: ['review'], masked: false });
    expect(await look(testCaller())).toMatchObject({ actions: ['review'], masked: true });
    await expect(actOnOrder(world.web, world.deps, keyed, { ref, action: 'review' })).rejects.toMatchObject({ code: 'ORDER_ACTION_NOT_ALLOWED' });
    world.clock.advance(3 * DAY_MS);
    expect(await look()).toMatchObject({ actions: ['review'], masked: true });
    world.clock.advance(27 * DAY_MS);
    expect(await look(testCaller())).toMatchObject({ actions: ['review'] });
    world.clock.advance(1);
    expect(await look()).toMatchObject({ actions: [] });
    await expect(write(ref)).rejects.toMatchObject({ code: 'ORDER_ACTION_NOT_ALLOWED' });
    world.clock.advance(start - world.clock.now().getTime());
    expect(await write(ref)).toEqual({ status: 'pending' });
  });
});

describe('moderation', () => {
  beforeEach(async () => {
    for (const { ref } of (await operations.listReviews(OPERATOR, { status: 'approved', limit: 100 })).items) await decide(ref, 'reject');
  });

  test('a review is shown after it is approved, and hidden after it is rejected', async () => {
    const ref = await deliver();
    await write(ref);
    const snapshots = await createSnapshots(world.web);
    expect([await shown(), snapshots.live().view.reviews]).toEqual([{ items: [], nextCursor: null }, []]);

    await decide(ref, 'approve', 'thật');
    const { items } = await shown();
    expect(items).toEqual([
      {
        id: (await moderated(ref)).id,
        content: TEXT.content,
        kind: 'buy',
        from: 'vnd',
        to: 'pm',
        amountSent: '260798',
        amountReceived: '10',
        at: world.clock.now().toISOString(),
      },
    ]);
    await snapshots.refreshLive();
    expect(snapshots.live().view.reviews).toEqual(items);
    expect(await moderated(ref)).toMatchObject({ status: 'approved', decision: { operator: 'mai', note: 'thật', at: world.clock.now() } });

    await decide(ref, 'reject', 'quảng cáo');
    expect((await shown()).items).toEqual([]);
    expect(await moderated(ref)).toMatchObject({ status: 'rejected', decision: { note: 'quảng cáo' } });
  });

  test('a decision is recorded in the review’s history and in the audit log', async () => {
    const ref = await deliver();
    await write(ref);
    await decide(ref, 'approve', 'một');
    await decide(ref, 'reject', 'hai');
    const { id } = await moderated(ref);
    const rows = await world.database.query('select status, note, operator from review_decision where review_id = $1 order by id', [id]);
    expect(rows).toEqual([
      { status: 'approved', note: 'một', operator: 'mai' },
      { status: 'rejected', note: 'hai', operator: 'mai' },
    ]);
    const acts = await world.database.query(`select input from audit where verb = 'moderateReview' and input ->> 'id' = $1 order by id`, [id]);
    expect(acts).toEqual([{ input: { id, decision: 'approve', note: 'một' } }, { input: { id, decision: 'reject', note: 'hai' } }]);
    await expect(operations.moderateReview(OPERATOR, { id: randomUUID(), decision: 'approve', note: '' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  test('is paged, newest first', async () => {
    const refs: string[] = [];
    for (let n = 0; n < 5; n += 1) {
      const ref = await deliver();
      world.clock.advance(1);
      await write(ref, { content: `Bài ${n}` });
      await decide(ref, 'approve');
      refs.push(ref);
    }
    const first = await shown(2);
    const second = await shown(2, first.nextCursor ?? '');
    const third = await shown(2, second.nextCursor ?? '');
    expect([first, second, third].map(({ items }) => items.map(({ content }) => content))).toEqual([
      ['Bài 4', 'Bài 3'],
      ['Bài 2', 'Bài 1'],
      ['Bài 0'],
    ]);
    expect(third.nextCursor).toBeNull();
  });
});

describe('database constraints', () => {
  let ref: string;
  let id: string;

  beforeAll(async () => {
    ref = await deliver();
    await write(ref);
    id = (await moderated(ref)).id;
  });

  test('the web reads no addresses, and approved reviews only', async () => {
    for (const sql of [
      'select email from review',
      'select * from review',
      'select 1 from review where email is not null',
      'select * from review_decision',
    ])
      await expect(asWeb(sql)).rejects.toMatchObject({ code: '42501' });
    expect(await asWeb('select id from review where id = $1', [id])).toEqual([]);
    await decide(ref, 'approve');
    expect(await asWeb('select id, content from review where id = $1', [id])).toEqual([{ id, content: TEXT.content }]);
  });

  test.each(['quydoi_worker', 'quydoi_signer'] as const)('%s has no access to reviews', async (role) => {
    await expect(world.database.query('select content from review', [], role)).rejects.toMatchObject({ code: '42501' });
  });

  test('the web inserts pending reviews of delivered orders, and changes none', async () => {
    const insert = 'insert into review (id, order_id, content, email, status, created_at) values ($1, $2, $3, $4, $5, $6)';
    const pending = await world.create({ quantity: '10' });
    const [open, delivered] = [await world.order(pending.ref), await world.order(await deliver())];
    const row = (orderId: string, status: string, content = 'x') => [randomUUID(), orderId, content, 'a@b.vn', status, new Date()];
    await expect(asWeb(insert, row(open.id, 'pending'))).rejects.toMatchObject({ code: '42501' });
    await expect(asWeb(insert, row(delivered.id, 'approved'))).rejects.toMatchObject({ code: '42501' });
    await expect(asWeb(insert, row(delivered.id, 'pending', 'ệ'.repeat(301)))).rejects.toMatchObject({ code: '23514' });
    await expect(asWeb(`update review set status = 'approved'`)).rejects.toMatchObject({ code: '42501' });
    await expect(asWeb('delete from review')).rejects.toMatchObject({ code: '42501' });
  });

  test('no role can delete a review, change its text, or delete a decision', async () => {
    const { query } = world.database;
    await expect(query('delete from review where id = $1', [id], 'quydoi_operator')).rejects.toMatchObject({ code: '42501' });
    await expect(query(`update review set content = 'khác' where id = $1`, [id], 'quydoi_operator')).rejects.toMatchObject({ code: '42501' });
    await expect(query('delete from review where id = $1', [id])).rejects.toMatchObject({ code: 'QD006' });
    await expect(query('truncate review cascade')).rejects.toMatchObject({ code: 'QD006' });
    await expect(query(`update review set content = 'khác' where id = $1`, [id])).rejects.toMatchObject({ code: 'QD011' });
    await expect(query(`update review set status = 'pending' where id = $1`, [id])).rejects.toMatchObject({ code: 'QD011' });
    await expect(query('delete from review_decision')).rejects.toMatchObject({ code: 'QD006' });
  });
});
