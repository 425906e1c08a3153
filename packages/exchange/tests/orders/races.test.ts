import { AppError } from '@quydoi/contract/errors';
import type { CreateOrderInput } from '@quydoi/contract/orders/inputs';
import type { CreatedOrderView } from '@quydoi/contract/orders/order-view';
import { saveCursor } from '@quydoi/database/repositories/cursors';
import { addOrderRequest } from '@quydoi/database/repositories/requests';
import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { handleOrderRequests } from '../../src/actions/handle-requests.ts';
import { newId } from '../../src/context.ts';
import { endTimedOutOrders } from '../../src/jobs/end-orders.ts';
import { bindOperations } from '../../src/operations/operations.ts';
import { createOrder } from '../../src/orders/create-order.ts';
import { orderCodeOf } from '../../src/orders/order-proof.ts';
import { matchPayments } from '../../src/payments/match-payments.ts';
import { startPayouts } from '../../src/payouts/start-payouts.ts';
import { expectBooksInOrder, reserveOf, setAvailable } from '../../testing/books.ts';
import { operatorCaller, testCaller } from '../../testing/callers.ts';
import { sendPayouts, settleAttempts } from '../../testing/network-jobs.ts';
import { BUY_100_PM } from '../../testing/order-inputs.ts';
import { TEST_SECRETS } from '../../testing/roles.ts';
import { workingMeanwhile } from '../../testing/working-meanwhile.ts';
import { openWorld, type World } from '../../testing/world.ts';

const PRICE = 2_607_975n;
const HELD = 100_50n;
/** The limits count the provider’s largest fee on the whole reserve: a cent more than the one order takes. */
const LAST = HELD + 1n;
const TIMER_MS = 1_800_000;
const OPERATOR = operatorCaller('lan');

/** The bank's list in `world`. */
const STATEMENT = { network: 'bank', source: 'statement', kind: 'list', cursor: null } as const;

let world: World;
let webs: Awaited<ReturnType<World['openWeb']>>[];

beforeAll(async () => {
  world = await openWorld(postgresUrl());
  // The holder's name is known from here on, and the destination, whose orders are not counted among those of strangers.
  const { ref } = await world.create();
  await world.pay(ref, PRICE);
  await world.run();
  webs = [{ ctx: world.web, deps: world.deps }, await world.openWeb()];
});
afterEach(async () => {
  await cancelAll();
  await setAvailable(world, 'pm', 20_000_00n);
  await expectBooksInOrder(world);
});
afterAll(() => world.database.close());

/** Sends one request to one of the web processes in turn. */
let turn = 0;
function create(caller: Parameters<typeof testCaller>[0] = {}, input: Partial<CreateOrderInput> = {}): Promise<CreatedOrderView> {
  turn += 1;
  const web = webs[turn % webs.length] as (typeof webs)[number];
  return createOrder(web.ctx, web.deps, testCaller(caller), { ...BUY_100_PM, ...input });
}

/**
 * A paid order that waits for its payout: unpaid orders may hold no more than half of a reserve, and so its last only where paid ones hold the rest.
 * @returns what it holds
 */
async function holdPaid(): Promise<bigint> {
  const { ref, amountSent } = await world.create({ quantity: '1000' });
  await world.pay(ref, amountSent);
  while (await matchPayments(world.worker)) {}
  const order = await world.order(ref);
  expect(order.status).toBe('paid');
  return order.holding;
}

/** Caller of a customer's own account. */
function customer(n: number): Parameters<typeof testCaller>[0] {
  return { principal: { kind: 'customer', customerId: `7KQ2M9${String.fromCharCode(65 + Math.floor(n / 24), 65 + (n % 24))}`, sessionId: 's1' } };
}

/** Runs requests at once and sorts what came of them. */
async function atOnce(
  count: number,
  request: (index: number) => Promise<CreatedOrderView>,
): Promise<{ created: CreatedOrderView[]; codes: string[] }> {
  const settled = await workingMeanwhile(Promise.allSettled(Array.from({ length: count }, (_, index) => request(index))), () =>
    handleOrderRequests(world.worker),
  );
  const created = settled.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  const codes = settled.flatMap((outcome) =>
    outcome.status === 'rejected' ? [outcome.reason instanceof AppError ? outcome.reason.code : String(outcome.reason)] : [],
  );
  return { created, codes };
}

async function openOrdersOf(deviceId: string): Promise<number> {
  const [row] = await world.database.query(`select count(*)::integer as open from orders where subject = $1 and status = 'pending'`, [
    `device:${deviceId}`,
  ]);
  return row?.open as number;
}

async function ask(ref: string, action: 'cancel' | 'supersede'): Promise<void> {
  const order = await world.order(ref);
  const request = { id: newId(world.web), orderId: order.id, action, params: {}, at: world.clock.now() };
  await addOrderRequest(world.web.orm, request, orderCodeOf(order, TEST_SECRETS.requests));
}

async function cancelAll(): Promise<void> {
  for (const { ref } of await world.database.query(`select ref from orders where status = 'pending'`)) await ask(String(ref), 'cancel');
  while (await handleOrderRequests(world.worker)) {}
}

describe('the last of a reserve', () => {
  test('two buyers: one gets it, the other is told how much is left', async () => {
    const paid = await holdPaid();
    for (let round = 0; round < 8; round += 1) {
      await setAvailable(world, 'pm', LAST);
      const { created, codes } = await atOnce(2, (n) => create(customer(n)));
      expect(codes).toEqual(['QUANTITY_TOO_LARGE']);
      expect(created).toHaveLength(1);
      expect(await reserveOf(world, 'pm')).toEqual({ available: LAST - HELD, held: paid + HELD });
      await cancelAll();
    }
    await world.run();
  });

  test('forty buyers for three payouts: three get one, and no money is held twice', async () => {
    const paid = await holdPaid();
    await setAvailable(world, 'pm', 3n * HELD + HELD - 1n);
    const { created, codes } = await atOnce(40, (n) => create(customer(n)));
    expect(created).toHaveLength(3);
    expect(new Set(codes)).toEqual(new Set(['QUANTITY_TOO_LARGE']));
    expect(await reserveOf(world, 'pm')).toEqual({ available: HELD - 1n, held: paid + 3n * HELD });
    await world.run();
  });
});

describe('open orders of one subject', () => {
  test('64 requests at once never leave more than five open', async () => {
    const deviceId = 'race-64';
    const seen: number[] = [];
    const racing = atOnce(64, () => create({ deviceId }));
    await workingMeanwhile(racing, async () => seen.push(await openOrdersOf(deviceId)));
    const { created, codes } = await racing;
    expect(Math.max(...seen)).toBeLessThanOrEqual(5);
    expect(await openOrdersOf(deviceId)).toBe(5);
    // Each beyond the first five has replaced an older one.
    const [row] = await world.database.query(`select count(*)::integer as replaced from orders where subject = $1 and reason = 'superseded'`, [
      `device:${deviceId}`,
    ]);
    expect(created.length - 5).toBe(row?.replaced);
    expect(new Set(codes)).toEqual(new Set(['TOO_MANY_OPEN_ORDERS']));
    expect(created.length + codes.length).toBe(64);
  });

  test('a sixth supersedes the oldest', async () => {
    const caller = { deviceId: 'sixth' };
    const refs: string[] = [];
    for (let n = 0; n < 6; n += 1) {
      refs.push((await workingMeanwhile(create(caller), () => handleOrderRequests(world.worker))).ref);
      world.clock.advance(1);
    }
    expect(await world.order(refs[0] ?? '')).toMatchObject({ status: 'cancelled', reason: 'superseded', holding: 0n });
    for (const ref of refs.slice(1)) expect((await world.order(ref)).status).toBe('pending');
  });

  test('the sixth is admitted without superseding if the oldest is paid meanwhile', async () => {
    const caller = { deviceId: 'paid-meanwhile' };
    const first = await create(caller);
    world.clock.advance(1);
    for (let n = 0; n < 4; n += 1) await create(caller);
    const sixth = create(caller);
    sixth.catch(() => {});
    while ((await world.database.query(`select 1 from order_request where handled_at is null`)).length === 0)
      await new Promise((resolve) => setTimeout(resolve, 2));
    await world.pay(first.ref, PRICE);
    await matchPayments(world.worker);
    await handleOrderRequests(world.worker);
    expect((await sixth).status).toBe('pending');
    expect((await world.order(first.ref)).status).toBe('paid');
    await world.run();
  });

  test('from the second on hold at most a fifth of the reserve, to the last unit', async () => {
    await setAvailable(world, 'pm', 10_000_00n);
    // 995.02 and its largest fee are 1 000: two are exactly a fifth.
    const caller = { deviceId: 'fifth' };
    const { created, codes } = await atOnce(10, () => create(caller, { quantity: '995.02' }));
    expect(created).toHaveLength(2);
    expect(new Set(codes)).toEqual(new Set(['RESERVE_BUSY']));
    await expect(create(caller, { quantity: '1' })).rejects.toThrow('RESERVE_BUSY');
    // A first order may be larger than that, and others are not concerned.
    expect((await create({ deviceId: 'large' }, { quantity: '2900' })).status).toBe('pending');
    await expect(create({ deviceId: 'large' }, { quantity: '1' })).rejects.toThrow('RESERVE_BUSY');
  });
});

describe('one Idempotency-Key', () => {
  test('used twenty times concurrently creates one order and returns it each time', async () => {
    const { created, codes } = await atOnce(20, () => create({ deviceId: 'same', idempotencyKey: 'key-1' }));
    expect(codes).toEqual([]);
    for (const answer of created) expect(answer).toEqual(created[0]);
    expect(await openOrdersOf('same')).toBe(1);
    await expect(create({ deviceId: 'same', idempotencyKey: 'key-1' }, { quantity: '101' })).rejects.toThrow('IDEMPOTENCY_CONFLICT');
    expect((await create({ deviceId: 'same', idempotencyKey: 'key-2' })).ref).not.toBe(created[0]?.ref);
    // Another's key is another's.
    expect((await create({ deviceId: 'other', idempotencyKey: 'key-1' })).ref).not.toBe(created[0]?.ref);
  });

  test('used concurrently with two bodies creates one order and rejects the other body', async () => {
    for (let round = 0; round < 3; round += 1) {
      const caller = { deviceId: `bodies-${round}`, idempotencyKey: 'key' };
      const { created, codes } = await atOnce(20, (index) => create(caller, { quantity: index % 2 ? '100' : '101' }));
      expect(new Set(created.map(({ ref }) => ref)).size).toBe(1);
      expect(created).toHaveLength(10);
      expect(new Set(codes)).toEqual(new Set(['IDEMPOTENCY_CONFLICT']));
      expect(await openOrdersOf(caller.deviceId)).toBe(1);
    }
  });

  test('at the limit of open orders supersedes none', async () => {
    const deviceId = 'fifth-by-key';
    for (let n = 0; n < 4; n += 1) await create({ deviceId });
    const { created, codes } = await atOnce(20, () => create({ deviceId, idempotencyKey: 'key' }));
    expect(codes).toEqual([]);
    expect(new Set(created.map(({ ref }) => ref)).size).toBe(1);
    expect(await openOrdersOf(deviceId)).toBe(5);
    expect(await world.database.query(`select 1 from orders where subject = $1 and status = 'cancelled'`, [`device:${deviceId}`])).toEqual([]);
  });

  test('used concurrently for the last of a reserve returns the one order each time', async () => {
    const caller = { ...customer(0), idempotencyKey: 'key' };
    await holdPaid();
    await setAvailable(world, 'pm', LAST);
    const { created, codes } = await atOnce(20, () => create(caller));
    expect(codes).toEqual([]);
    expect(new Set(created.map(({ ref }) => ref)).size).toBe(1);
    // Also later, when nothing like it could be ordered any more.
    expect((await create(caller)).ref).toBe(created[0]?.ref);
    await bindOperations(world.operator).setRail(OPERATOR, { network: 'perfect-money', on: false });
    expect((await create(caller)).ref).toBe(created[0]?.ref);
    await bindOperations(world.operator).setRail(OPERATOR, { network: 'perfect-money', on: true });
    await world.run();
  });
});

describe('concurrent roles', () => {
  test('payment, cancellation, expiry and matching of one order end in one legal status', async () => {
    const endings = new Map<string, number>();
    for (let round = 0; round < 4; round += 1) {
      const refs = (await atOnce(10, () => create())).created.map(({ ref }) => ref);
      const paidAt = world.clock.now();
      world.clock.advance(TIMER_MS + 60_000);
      await Promise.all(
        refs.flatMap((ref, index) => [
          ask(ref, 'cancel'),
          // Paid in time, twice, late, too little, or not at all.
          ...(index % 5 === 0 ? [world.pay(ref, PRICE, { paidAt })] : []),
          ...(index % 5 === 1 ? [world.pay(ref, PRICE, { paidAt }), world.pay(ref, PRICE, { paidAt })] : []),
          ...(index % 5 === 2 ? [world.pay(ref, PRICE)] : []),
          ...(index % 5 === 3 ? [world.pay(ref, PRICE - 1n, { paidAt })] : []),
          saveCursor(world.worker.orm, { ...STATEMENT, watermark: new Date(world.clock.now().getTime() + TIMER_MS) }),
        ]),
      );
      const jobs = [matchPayments, handleOrderRequests, endTimedOutOrders, startPayouts];
      const shuffled = [...jobs, ...jobs].sort((a, b) => a.name.length * ((round % 3) - 1) - b.name.length * ((round % 3) - 1));
      await Promise.all(shuffled.map((job) => job(world.worker)));
      for (let again = 0; again < 3; again += 1) await Promise.all([...jobs.map((job) => job(world.worker)), world.run(), world.run()]);
      for (const ref of refs) {
        const { status, reason } = await world.order(ref);
        const ending = `${status} ${reason}`;
        endings.set(ending, (endings.get(ending) ?? 0) + 1);
      }
      await expectBooksInOrder(world);
      await world.database.query('delete from source_cursor');
    }
    const legal = ['delivered null', 'cancelled expired', 'cancelled abandoned', 'verifying_transaction late', 'verifying_transaction underpaid'];
    expect([...endings.keys()].filter((ending) => !legal.includes(ending))).toEqual([]);
    expect([...endings.values()].reduce((sum, count) => sum + count, 0)).toBe(40);
    expect(world.errors.splice(0)).toEqual([]);
  });

  test('two signers pay each order once', async () => {
    const other = await world.openSigner();
    world.perfectMoney.sendMs = 5;
    const { created } = await atOnce(24, () => create());
    for (const { ref } of created) await world.pay(ref, PRICE);
    await matchPayments(world.worker);
    await startPayouts(world.worker);
    const work = async (signer: typeof other) => {
      for (let round = 0; round < 8; round += 1) {
        await Promise.all([sendPayouts(signer), settleAttempts(signer)]);
        world.clock.advance(1_000);
      }
    };
    await Promise.all([work(world.signer), work(other), work(world.signer)]);
    world.perfectMoney.sendMs = 0;
    for (const { ref } of created) {
      expect(world.perfectMoney.paid.filter(({ memo }) => memo === ref)).toHaveLength(1);
      expect((await world.order(ref)).status).toBe('delivered');
    }
  });
});
