import { randomBytes, randomUUID } from 'node:crypto';
import { saveCursor } from '@quydoi/database/repositories/cursors';
import { readOrderEvents } from '@quydoi/database/repositories/orders';
import { readPayoutsOf } from '@quydoi/database/repositories/payouts';
import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { GIVEN_UP_PER_DAY_MAX } from '@quydoi/domain/constants';
import { HOUR_MS, MINUTE_MS } from '@quydoi/domain/durations';
import { decideCreate } from '@quydoi/domain/order/decisions/decide-create';
import type { Order } from '@quydoi/domain/order/order';
import { REF_BYTES, refFromBytes } from '@quydoi/domain/order/ref';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { actOnOrder } from '../../src/actions/act-on-order.ts';
import { handleOrderRequests } from '../../src/actions/handle-requests.ts';
import { decisionContext } from '../../src/context.ts';
import { endTimedOutOrders } from '../../src/jobs/end-orders.ts';
import { bindOperations } from '../../src/operations/operations.ts';
import { admitOrders, type Candidate } from '../../src/orders/admit-orders.ts';
import { matchPayments } from '../../src/payments/match-payments.ts';
import { readSources } from '../../src/payments/read-sources.ts';
import { expectBooksInOrder, reserveOf, setAvailable } from '../../testing/books.ts';
import { operatorCaller, testCaller } from '../../testing/callers.ts';
import { openWorld, type World } from '../../testing/world.ts';

/** What 100 pm cost. */
const PRICE = 2_607_975n;
const HELD = 100_50n;
const TIMER_MS = 1_800_000;
const GRACE_MS = 120_000;
const OPERATOR = operatorCaller('lan');

/** The bank's list in `world`. */
const STATEMENT = { network: 'bank', source: 'statement', kind: 'list', cursor: null } as const;

let world: World;

beforeAll(async () => {
  world = await openWorld(postgresUrl());
});
afterEach(async () => {
  expect(world.errors.splice(0)).toEqual([]);
  await expectBooksInOrder(world);
});
afterAll(() => world.database.close());

/** Reads the bank's list, so that everything before now is known, and ends what is over. */
async function readAndEnd(): Promise<void> {
  await readSources(world.worker, 'bank', 'list');
  await endTimedOutOrders(world.worker);
}

test('a payment that cannot be matched is told by its id, keeps no other, and is tried again', async () => {
  const [broken, other] = [await world.create(), await world.create()];
  const { id } = await world.order(broken.ref);
  await world.database.query(`create function fail() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$`);
  const when = `when (new.order_id = '${id}') execute function fail()`;
  await world.database.query(`create trigger zz_fail before insert on order_event for each row ${when}`);
  for (const { ref } of [broken, other]) await world.pay(ref, PRICE);
  await matchPayments(world.worker);
  const [payment] = await world.database.query('select id from payment where memo = $1', [broken.ref]);
  expect(world.errors.splice(0)).toEqual([{ payment: payment?.id, error: expect.stringContaining('broken') }]);
  expect([(await world.order(broken.ref)).status, (await world.order(other.ref)).status]).toEqual(['pending', 'paid']);
  await world.database.query('drop trigger zz_fail on order_event; drop function fail');
  await matchPayments(world.worker);
  expect((await world.order(broken.ref)).status).toBe('paid');
});

/** Makes an order and lets its timer run out, unpaid. */
async function expired(): Promise<Order> {
  const { ref } = await world.create();
  world.clock.advance(TIMER_MS + GRACE_MS);
  await readAndEnd();
  const order = await world.order(ref);
  expect(order).toMatchObject({ status: 'cancelled', reason: 'expired', holding: 0n });
  return order;
}

async function caseOf(reference: string): Promise<unknown> {
  const { items } = await bindOperations(world.operator).listUnmatched(OPERATOR, { limit: 100 });
  const found = items.filter((item) => item.reference === reference);
  expect(found.length).toBeLessThanOrEqual(1);
  return found[0];
}

async function codesOf(order: Order): Promise<string[]> {
  return (await readOrderEvents(world.worker.orm, order.id)).map(({ code }) => code);
}

describe('a payment in time', () => {
  test('of exactly the price pays the order', async () => {
    const { ref } = await world.create();
    await world.pay(ref, PRICE);
    await matchPayments(world.worker);
    expect(await world.order(ref)).toMatchObject({ status: 'paid', reason: null, amountPaid: PRICE, holding: HELD, paidAt: world.clock.now() });
  });

  test('counts up to the deadline’s last millisecond, by the bank’s clock', async () => {
    const { ref } = await world.create();
    const { expiresAt } = await world.order(ref);
    world.clock.advance(TIMER_MS + 60_000);
    await world.pay(ref, PRICE, { paidAt: expiresAt });
    await world.run();
    expect((await world.order(ref)).status).toBe('delivered');
  });

  test('counts as in time when the bank’s clock is behind ours', async () => {
    const { ref } = await world.create();
    await world.pay(ref, PRICE, { paidAt: new Date(world.clock.now().getTime() - 24 * HOUR_MS) });
    await world.run();
    expect((await world.order(ref)).status).toBe('delivered');
  });

  test('that is too small waits for the rest; both transfers pay the order once', async () => {
    const { ref } = await world.create();
    await world.pay(ref, PRICE - 1n);
    await world.run();
    expect(await world.order(ref)).toMatchObject({ status: 'verifying_transaction', reason: 'underpaid', amountPaid: PRICE - 1n, holding: HELD });
    await world.pay(ref, 1n);
    await world.run();
    const order = await world.order(ref);
    expect(order).toMatchObject({ status: 'delivered', amountPaid: PRICE });
    expect(await codesOf(order)).toEqual([
      'created',
      'payment_confirmed',
      'payment_mismatch',
      'payment_confirmed',
      'paid',
      'payout_started',
      'payout_sent',
      'delivered',
    ]);
  });

  test('that is too large is not paid out without a decision', async () => {
    const { ref } = await world.create();
    await world.pay(ref, PRICE + 1n);
    await world.run();
    const order = await world.order(ref);
    expect(order).toMatchObject({ status: 'verifying_transaction', reason: 'overpaid', amountPaid: PRICE + 1n, holding: HELD });
    expect(await readPayoutsOf(world.worker.orm, order.id)).toEqual([]);
  });

  test('that is not confirmed does not pay the order', async () => {
    const { ref } = await world.create();
    await world.pay(ref, PRICE, { confirmed: false });
    await world.run();
    expect(await world.order(ref)).toMatchObject({ status: 'pending', amountPaid: 0n });
  });
});

describe('a payment after the deadline', () => {
  const setBuyRate = (value: string) => bindOperations(world.operator).setRate(OPERATOR, { kind: 'buy', code: 'pm', value });

  test('pays the order at its own terms within 48 hours when the price is no worse', async () => {
    const order = await expired();
    const before = await reserveOf(world, 'pm');
    world.clock.advance(47 * HOUR_MS);
    await world.pay(order.ref, PRICE);
    await world.run();
    const paid = await world.order(order.ref);
    expect(paid).toMatchObject({ status: 'delivered', amountPaid: PRICE, amountReceived: 100_00n, rateVersion: order.rateVersion });
    expect((await codesOf(paid)).slice(0, 4)).toEqual(['created', 'expired', 'payment_confirmed', 'paid']);
    expect(await reserveOf(world, 'pm')).toEqual({ available: before.available - HELD, held: before.held });
  });

  test('is matched within 48 hours at a price that moved against the customer; the hold stays released', async () => {
    const order = await expired();
    world.clock.advance(47 * HOUR_MS);
    await setBuyRate('26950');
    await world.pay(order.ref, PRICE);
    await world.run();
    await setBuyRate('25950');
    const late = await world.order(order.ref);
    expect(late).toMatchObject({ status: 'verifying_transaction', reason: 'late', amountPaid: PRICE, holding: 0n, finalAt: null });
    expect(await readPayoutsOf(world.worker.orm, order.id)).toEqual([]);
    expect(await codesOf(late)).toEqual(['created', 'expired', 'payment_confirmed', 'payment_mismatch']);
  });

  test('is late also when the order has not expired yet, and its hold is released', async () => {
    const { ref } = await world.create();
    world.clock.advance(TIMER_MS + 1);
    await setBuyRate('26950');
    await world.pay(ref, PRICE);
    await matchPayments(world.worker);
    await setBuyRate('25950');
    expect(await world.order(ref)).toMatchObject({ status: 'verifying_transaction', reason: 'late', holding: HELD });
    await endTimedOutOrders(world.worker);
    expect(await world.order(ref)).toMatchObject({ status: 'verifying_transaction', reason: 'late', holding: 0n });
  });

  test('that was sent in time but reported late revives the order at its old price', async () => {
    const before = await reserveOf(world, 'pm');
    const order = await expired();
    await bindOperations(world.operator).setRate(OPERATOR, { kind: 'buy', code: 'pm', value: '26950' });
    world.clock.advance(5 * HOUR_MS);
    await world.pay(order.ref, PRICE, { paidAt: new Date(order.expiresAt.getTime() - 1) });
    await world.run();
    await bindOperations(world.operator).setRate(OPERATOR, { kind: 'buy', code: 'pm', value: '25950' });
    expect(await world.order(order.ref)).toMatchObject({ status: 'delivered', amountReceived: 100_00n, rate: order.rate });
    // 0.5 % is the provider's.
    expect(await reserveOf(world, 'pm')).toEqual({ available: before.available - HELD, held: before.held });
  });

  test('that was sent in time awaits a decision if the reserve was spent meanwhile', async () => {
    const order = await expired();
    const before = await reserveOf(world, 'pm');
    await setAvailable(world, 'pm', HELD - 1n);
    await world.pay(order.ref, PRICE, { paidAt: order.createdAt });
    await world.run();
    expect(await world.order(order.ref)).toMatchObject({ status: 'verifying_transaction', reason: 'late', amountPaid: PRICE, holding: 0n });
    expect((await reserveOf(world, 'pm')).available).toBe(HELD - 1n);
    await setAvailable(world, 'pm', before.available);
  });

  test('of more than 48 hours is a case, and the order stays unchanged', async () => {
    const order = await expired();
    world.clock.advance(48 * HOUR_MS);
    await world.pay(order.ref, PRICE, { reference: 'FT-TOO-LATE' });
    await world.run();
    expect(await world.order(order.ref)).toMatchObject({ status: 'cancelled', reason: 'expired', amountPaid: 0n });
    expect(await caseOf('FT-TOO-LATE')).toMatchObject({ caseCode: 'too_late', orderRef: order.ref, amount: '2607975' });
  });

  test('can complete an order whose mismatch was undecided at the deadline, when its hold was released', async () => {
    const { ref } = await world.create();
    await world.pay(ref, PRICE - 1_000n);
    await matchPayments(world.worker);
    world.clock.advance(TIMER_MS - 1);
    await readAndEnd();
    expect(await world.order(ref)).toMatchObject({ reason: 'underpaid', holding: HELD });
    world.clock.advance(1);
    await readAndEnd();
    expect(await world.order(ref)).toMatchObject({ status: 'verifying_transaction', reason: 'underpaid', holding: 0n });
    // The rest was paid in time and is reported only now: the hold is taken again.
    await world.pay(ref, 1_000n, { paidAt: new Date(world.clock.now().getTime() - 1) });
    await world.run();
    expect(await world.order(ref)).toMatchObject({ status: 'delivered', amountPaid: PRICE, holding: 0n });
  });
});

describe('an order', () => {
  test('expires only when the bank’s list has been read two minutes past the deadline', async () => {
    const { ref } = await world.create();
    const { expiresAt } = await world.order(ref);
    world.clock.advance(TIMER_MS + GRACE_MS + HOUR_MS);
    const upTo = (ms: number) => new Date(expiresAt.getTime() + ms);
    await world.database.query('delete from source_cursor');
    for (const watermark of [null, upTo(0), upTo(GRACE_MS - 1)]) {
      if (watermark) await saveCursor(world.worker.orm, { ...STATEMENT, watermark });
      await endTimedOutOrders(world.worker);
      expect(await world.order(ref)).toMatchObject({ status: 'pending', holding: HELD });
    }
    await saveCursor(world.worker.orm, { ...STATEMENT, watermark: upTo(GRACE_MS) });
    await endTimedOutOrders(world.worker);
    expect(await world.order(ref)).toMatchObject({ status: 'cancelled', reason: 'expired', holding: 0n, finalAt: world.clock.now() });
  });

  test('does not expire before its deadline, however far the bank’s list has been read', async () => {
    const { ref } = await world.create();
    await saveCursor(world.worker.orm, { ...STATEMENT, watermark: new Date(world.clock.now().getTime() + 24 * HOUR_MS) });
    world.clock.advance(TIMER_MS - 1);
    await endTimedOutOrders(world.worker);
    expect((await world.order(ref)).status).toBe('pending');
    world.clock.advance(1);
    await endTimedOutOrders(world.worker);
    expect((await world.order(ref)).status).toBe('cancelled');
    await world.database.query('delete from source_cursor');
  });

  test('that cannot be expired does not delay the others', async () => {
    const { ref: broken } = await world.create();
    world.clock.advance(1);
    const { ref: whole } = await world.create();
    // Claims more than all orders hold together, so that giving it back would overdraw.
    const claim = (amount: number) =>
      world.database.query('update orders set version = version + 1, holding = holding + $2 where ref = $1', [broken, amount]);
    await claim(900_000_000);
    world.clock.advance(TIMER_MS + GRACE_MS);
    const ending = readAndEnd();
    await ending.catch(() => {});
    await claim(-900_000_000);
    expect((await world.order(whole)).status).toBe('cancelled');
    expect(world.errors.splice(0)).toHaveLength(1);
    await ending;
    await readAndEnd();
    expect((await world.order(broken)).status).toBe('cancelled');
  });
});

describe('matching', () => {
  test.each([
    ['as given', (ref: string) => ref],
    ['lower case', (ref: string) => ref.toLowerCase()],
    ['a bank’s prefix and suffix', (ref: string) => `MBVCB.6543210987.${ref}.CT tu 0011001234567 TRAN VAN B toi 0011004567890`],
    ['joined to words', (ref: string) => `chuyentien${ref}GD`],
    ['broken by blanks and dots', (ref: string) => `${ref.slice(0, 3)} ${ref.slice(3, 6)}.${ref.slice(6)}`],
    ['with Vietnamese words around', (ref: string) => `Thanh toán đơn ${ref} cảm ơn`],
  ])('understands a memo: %s', async (_, mangle) => {
    const { ref } = await world.create();
    await world.pay(mangle(ref), PRICE, { reference: `FT-${ref}` });
    await matchPayments(world.worker);
    expect((await world.order(ref)).status).toBe('paid');
  });

  const SENDER = { sender: '0071001234567', senderBank: 'vcb' };

  test('finds a payment without a memo by exact amount and known sender', async () => {
    const { ref } = await world.create({ ...SENDER, quantity: '61' });
    const { amountSent } = await world.order(ref);
    await world.pay('chuyen tien', amountSent, { payer: SENDER.sender });
    await matchPayments(world.worker);
    expect(await world.order(ref)).toMatchObject({ status: 'paid', amountPaid: amountSent });
  });

  test.each([
    ['another amount', 1n, SENDER.sender],
    ['another sender', 0n, '0071007654321'],
    ['no sender', 0n, null],
  ])('without a memo accepts nothing less: %s', async (_, difference, payer) => {
    const { ref } = await world.create({ ...SENDER, quantity: '62' });
    const { amountSent } = await world.order(ref);
    const reference = `FT-LESS-${ref}`;
    await world.pay('', amountSent + difference, { payer, reference });
    await matchPayments(world.worker);
    expect((await world.order(ref)).status).toBe('pending');
    expect(await caseOf(reference)).toMatchObject({ caseCode: 'no_order', orderRef: null });
  });

  test('leaves a payment to an operator that another’s ended order declared the sender of', async () => {
    const theirs = await world.create({ ...SENDER, quantity: '65' });
    await world.database.query(
      "update orders set version = version + 1, status = 'cancelled', reason = 'abandoned' where ref = $1",
      [theirs.ref],
      'quydoi_worker',
    );
    const { ref, amountSent } = await world.create({ ...SENDER, quantity: '65' });
    await world.pay('', amountSent, { payer: SENDER.sender, reference: 'FT-RIVAL' });
    await matchPayments(world.worker);
    expect((await world.order(ref)).status).toBe('pending');
    expect(await caseOf('FT-RIVAL')).toMatchObject({ caseCode: 'ambiguous' });
  });

  test('leaves a payment that fits two orders to an operator', async () => {
    const orders = [await world.create({ ...SENDER, quantity: '63' }), await world.create({ ...SENDER, quantity: '63' })];
    const [first] = orders;
    await world.pay('', first?.amountSent ?? 0n, { payer: SENDER.sender, reference: 'FT-TWO' });
    await matchPayments(world.worker);
    for (const { ref } of orders) expect((await world.order(ref)).status).toBe('pending');
    expect(await caseOf('FT-TWO')).toMatchObject({ caseCode: 'ambiguous' });
  });

  test('matches neither of two orders named in one memo', async () => {
    const [first, second] = [await world.create(), await world.create()];
    await world.pay(`${first.ref} ${second.ref}`, PRICE, { reference: 'FT-BOTH' });
    await matchPayments(world.worker);
    expect(await caseOf('FT-BOTH')).toMatchObject({ caseCode: 'ambiguous' });
    expect((await world.order(first.ref)).status).toBe('pending');
    expect((await world.order(second.ref)).status).toBe('pending');
  });

  test('makes a payment a case if its memo names no order of ours', async () => {
    await world.pay('7KQ2M9XR4B', PRICE, { reference: 'FT-UNKNOWN' });
    await matchPayments(world.worker);
    expect(await caseOf('FT-UNKNOWN')).toMatchObject({ caseCode: 'no_order', orderRef: null, memo: '7KQ2M9XR4B' });
  });

  test('finds a known sender among any number of orders of the same amount', async () => {
    await setAvailable(world, 'pm', 200_000_00n);
    // Of accounts of their own, and of minutes before: an order of the same minute, or one that declared nobody, may be meant as well.
    await admitCopies(await world.order((await world.create({ ...SENDER, sender: '0071007654321', quantity: '64' })).ref), 60);
    world.clock.advance(MINUTE_MS);
    const { ref } = await world.create({ ...SENDER, quantity: '64' });
    const order = await world.order(ref);
    world.clock.advance(MINUTE_MS);
    await world.pay('', order.amountSent, { payer: SENDER.sender, paidAt: world.clock.now() });
    await matchPayments(world.worker);
    expect((await world.order(ref)).status).toBe('paid');
  });
});

/** Lets in orders that differ from the given one by id, reference, subject and sender only. */
async function admitCopies(order: Order, count: number): Promise<void> {
  const candidates = Array.from({ length: count }, (): Candidate => {
    const id = randomUUID();
    const copy: Order = { ...order, id, ref: refFromBytes(randomBytes(REF_BYTES)), subject: `device:${id}` };
    const change = decideCreate(copy, order.expiresAt, decisionContext(world.web, 'customer', 'createOrder'));
    return { order: copy, change, idempotency: null, lease: null };
  });
  expect(new Set(await admitOrders(world.web, candidates, GIVEN_UP_PER_DAY_MAX))).toEqual(new Set(['admitted']));
}

describe('an order that takes no more payments', () => {
  test('has a second payment made a case after delivery, never a second payout', async () => {
    const { ref } = await world.create();
    await world.pay(ref, PRICE);
    await world.run();
    await world.pay(ref, PRICE, { reference: 'FT-SECOND' });
    for (let round = 0; round < 3; round += 1) await world.run();
    const order = await world.order(ref);
    expect(order).toMatchObject({ status: 'delivered', amountPaid: PRICE });
    expect(await caseOf('FT-SECOND')).toMatchObject({ caseCode: 'extra', orderRef: ref });
    expect(world.perfectMoney.paid.filter(({ memo }) => memo === ref)).toHaveLength(1);
    expect((await codesOf(order)).at(-1)).toBe('extra_payment');
  });

  test('has a second payment made a case during its payout', async () => {
    const { ref } = await world.create();
    await world.pay(ref, PRICE);
    await matchPayments(world.worker);
    await world.pay(ref, PRICE, { reference: 'FT-MEANWHILE' });
    await world.run();
    expect((await world.order(ref)).status).toBe('delivered');
    expect(await caseOf('FT-MEANWHILE')).toMatchObject({ caseCode: 'extra', orderRef: ref });
  });

  test('has a payment made a case after its cancellation', async () => {
    const created = await world.create();
    const cancelling = actOnOrder(world.web, world.deps, testCaller({ orderKey: created.key }), { ref: created.ref, action: 'cancel' });
    await untilRequested(created.ref);
    await handleOrderRequests(world.worker);
    expect(await cancelling).toMatchObject({ status: 'cancelled', reason: 'abandoned', actions: [] });
    await world.pay(created.ref, PRICE, { reference: 'FT-ABANDONED' });
    await world.run();
    expect(await world.order(created.ref)).toMatchObject({ status: 'cancelled', reason: 'abandoned', amountPaid: 0n, holding: 0n });
    expect(await caseOf('FT-ABANDONED')).toMatchObject({ caseCode: 'cancelled_order', orderRef: created.ref });
  });

  test('cannot be cancelled once it is paid', async () => {
    const created = await world.create();
    const caller = testCaller({ orderKey: created.key });
    await world.pay(created.ref, 1_000n);
    await matchPayments(world.worker);
    await expect(actOnOrder(world.web, world.deps, caller, { ref: created.ref, action: 'cancel' })).rejects.toThrow('ORDER_ACTION_NOT_ALLOWED');
  });

  test('cannot be cancelled if its payment was matched while the request waited', async () => {
    const created = await world.create();
    const caller = testCaller({ orderKey: created.key });
    const cancelling = actOnOrder(world.web, world.deps, caller, { ref: created.ref, action: 'cancel' });
    cancelling.catch(() => {});
    await untilRequested(created.ref);
    await world.pay(created.ref, PRICE);
    await matchPayments(world.worker);
    await handleOrderRequests(world.worker);
    await expect(cancelling).rejects.toThrow('ORDER_ACTION_NOT_ALLOWED');
    expect((await world.order(created.ref)).status).toBe('paid');
  });

  test('has its cancellation fail with UNAVAILABLE and stay queued while no worker answers', async () => {
    const created = await world.create();
    world.clock.sleepAdvances = true;
    const caller = testCaller({ orderKey: created.key });
    await expect(actOnOrder(world.web, world.deps, caller, { ref: created.ref, action: 'cancel' })).rejects.toThrow('UNAVAILABLE');
    world.clock.sleepAdvances = false;
    await handleOrderRequests(world.worker);
    expect((await world.order(created.ref)).reason).toBe('abandoned');
  });
});

async function untilRequested(ref: string): Promise<void> {
  const sql = 'select 1 from order_request r join orders o on o.id = r.order_id where o.ref = $1 and r.handled_at is null';
  while ((await world.database.query(sql, [ref])).length === 0) await new Promise((resolve) => setTimeout(resolve, 2));
}
