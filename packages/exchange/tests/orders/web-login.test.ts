import { randomBytes, randomUUID } from 'node:crypto';
import { addOrderRequest } from '@quydoi/database/repositories/requests';
import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { DAY_MS, MINUTE_MS } from '@quydoi/domain/durations';
import { REF_BYTES, refFromBytes } from '@quydoi/domain/order/ref';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { handleOrderRequests } from '../../src/actions/handle-requests.ts';
import { newId } from '../../src/context.ts';
import { endTimedOutOrders } from '../../src/jobs/end-orders.ts';
import { bindOperations } from '../../src/operations/operations.ts';
import { getOrder } from '../../src/orders/get-order.ts';
import { orderCodeOf } from '../../src/orders/order-proof.ts';
import { requestProofOf } from '../../src/orders/request-proof.ts';
import { readSources } from '../../src/payments/read-sources.ts';
import { expectBooksInOrder } from '../../testing/books.ts';
import { operatorCaller, testCaller } from '../../testing/callers.ts';
import { accept, act, decisionOf, refundsOf, settle } from '../../testing/mismatch.ts';
import { SWAP_60_TRC20 } from '../../testing/order-inputs.ts';
import { TEST_SECRETS } from '../../testing/roles.ts';
import { openWorld, type World } from '../../testing/world.ts';

/* A thief has the web's database login, and asks the site like anybody else: what the login wrote makes the site tell or do nothing for the thief. */

let world: World;

beforeAll(async () => {
  world = await openWorld(postgresUrl());
});
afterEach(() => expectBooksInOrder(world));
afterAll(() => world.database.close());

const newRef = () => refFromBytes(randomBytes(REF_BYTES));
const asWeb = (text: string, values: readonly unknown[] = []) => world.database.query(text, values, 'quydoi_web');

test('an idempotency key that the login gave to another’s order tells neither the order nor its key', async () => {
  const victim = await world.order((await world.create()).ref);
  const thief = { deviceId: 'thief', idempotencyKey: 'k1' };
  const own = await world.create({}, thief);
  await asWeb(
    `insert into idempotency select (jsonb_populate_record(i, jsonb_build_object('key', 'k2', 'order_id', $1::text))).* from idempotency i where key = 'k1'`,
    [victim.id],
  );
  await expect(world.create({}, { ...thief, idempotencyKey: 'k2' })).rejects.toThrow('IDEMPOTENCY_CONFLICT');
  expect(await world.create({}, thief)).toMatchObject({ ref: own.ref, key: own.key });
});

describe('a deposit address that the login stored', () => {
  const THIEFS = ['THXrXRd7SeUEfqgr2THPMnqSNPuPgsoBfM', 'TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HC', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'];
  const store = (address: string, index = '(select coalesce(max(index) + 1, 0) from deposit_address)') =>
    asWeb(`insert into deposit_address (network, index, address, free_at) values ('tron', ${index}, $1, '2001-01-01')`, [address]);

  test('is told to no customer, with an alarm, and the next that is free is ours', async () => {
    const first = await world.create(SWAP_60_TRC20);
    world.clock.advance(8 * DAY_MS);
    await readSources(world.worker, 'tron', 'blocks');
    await endTimedOutOrders(world.worker);
    for (const address of THIEFS.slice(0, 2)) await store(address);
    // Their addresses are the oldest that are free.
    const told = [];
    for (let orders = 0; orders < 3; orders += 1) told.push((await world.create(SWAP_60_TRC20)).instructions?.account);
    expect(told[0]).toBe(first.instructions?.account);
    expect(told.filter((account) => THIEFS.includes(account ?? ''))).toEqual([]);
    expect(new Set(told).size).toBe(3);
    expect(world.log.filter((line) => line.includes('a stored deposit address is not ours'))).toHaveLength(1);
    world.errors.length = 0;
  });

  test.each(['before', 'after'])('keeps nobody from being paid there, stored %s the order', async (when) => {
    const destination = when === 'before' ? 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE' : 'TWd4WrZ9wn84f5x1hZhL4DHvk738ns5jwb';
    if (when === 'before') await store(destination);
    const { ref, amountSent } = await world.create({ to: 'trc20', quantity: '50', destination });
    if (when === 'after') await store(destination);
    await world.pay(ref, amountSent);
    await settle(world, 3);
    expect(await world.order(ref)).toMatchObject({ status: 'delivered' });
  });

  test('changes nothing for those that are ours: the site takes none as a destination', async () => {
    const { instructions } = await world.create(SWAP_60_TRC20);
    const order = world.create({ to: 'trc20', quantity: '50', destination: instructions?.account ?? '' });
    await expect(order).rejects.toThrow('WALLET_ADDRESS_INVALID');
  });

  test('leaves the indexes after it free: it is the next, or is refused', async () => {
    for (const index of ['2147483647', '(select max(index) + 2 from deposit_address)']) {
      await expect(store(THIEFS[2] ?? '', index)).rejects.toMatchObject({ code: 'QD039' });
    }
    await store(THIEFS[2] ?? '');
    world.clock.advance(MINUTE_MS);
    expect(THIEFS).not.toContain((await world.create(SWAP_60_TRC20)).instructions?.account);
    world.errors.length = 0;
  });
});

describe('an address that is leased', () => {
  const free = (address: string, role?: 'quydoi_web') =>
    world.database.query(`update deposit_address set free_at = '2001-01-01' where address = $1`, [address], role);

  test('is not freed by the login, so that payments to it go on being looked for', async () => {
    world.clock.advance(MINUTE_MS);
    const account = (await world.create(SWAP_60_TRC20)).instructions?.account ?? '';
    await expect(free(account, 'quydoi_web')).rejects.toMatchObject({ code: 'QD042' });
  });

  test('costs the next customer nothing where it is stored as free: the order gets another, with an alarm', async () => {
    world.clock.advance(MINUTE_MS);
    const account = (await world.create(SWAP_60_TRC20)).instructions?.account ?? '';
    await free(account);
    const next = (await world.create(SWAP_60_TRC20)).instructions?.account;
    expect(next).toBeTruthy();
    expect(next).not.toBe(account);
    expect(world.errors.splice(0)).toEqual([{ network: 'tron', address: account }]);
  });
});

describe('an order that the login wrote', () => {
  const THIEFS = '0017777777777';

  /** A pending order with its first event and its hold, like the thief's own. */
  async function writeOrder(set: Record<string, unknown>): Promise<{ id: string; ref: string }> {
    const like = await world.order((await world.create({ sender: THIEFS, senderBank: 'vcb' })).ref);
    const written = { id: randomUUID(), ref: newRef(), ...set };
    await asWeb('begin');
    await asWeb(`insert into orders select (jsonb_populate_record(o, $2::jsonb)).* from orders o where id = $1`, [like.id, JSON.stringify(written)]);
    await asWeb(
      `insert into order_event (order_id, n, code, params, actor, cause, at) values ($1, 1, 'created', '{}', 'customer', 'createOrder', $2)`,
      [written.id, world.clock.now()],
    );
    await asWeb(`insert into posting (id, kind, order_id, at) values ($1, 'hold', $1, $2)`, [written.id, world.clock.now()]);
    await asWeb(
      `insert into entry (posting_id, account_id, amount)
       select $1, id, case name when 'held:pm' then $2::bigint else -$2::bigint end from account where name in ('rail:pm', 'held:pm')`,
      [written.id, like.held],
    );
    await asWeb('commit');
    return written;
  }

  const waitsOf = async (ref: string) => (await refundsOf(world, ref)).map(({ state, waitsFor }) => [state, waitsFor]);

  test.each([
    ['another account to pay to', { pay_in_account: '0019999999999', pay_in_name: 'KE TROM' }],
    ['another sender', { sender: '0018888888888' }],
    ['nothing else than its reference', {}],
  ])('with %s is shown to nobody, with an alarm', async (_, set) => {
    world.clock.advance(MINUTE_MS);
    const { ref } = await writeOrder(set);
    await expect(getOrder(world.web, world.deps, testCaller(), { ref })).rejects.toThrow('ORDER_NOT_FOUND');
    expect(world.errors.splice(0)).toHaveLength(1);
  });

  test('gives nothing back to its sender of what strangers paid with its reference in their words', async () => {
    const { id, ref } = await writeOrder({ ref: 'NGUYENVANA' });
    await world.pay('', 3_000_000n, { memo: 'NGUYEN VAN A chuyen tien mua PM' });
    await world.run();
    expect(world.errors.splice(0)).toEqual([{ order: id }]);
    expect(await world.order(ref)).toMatchObject({ status: 'verifying_transaction', reason: 'overpaid' });
    const params = { destination: THIEFS, destinationBank: 'vcb' };
    await addOrderRequest(world.web.orm, { id: newId(world.web), orderId: id, action: 'requestRefund', params, at: world.clock.now() });
    await handleOrderRequests(world.worker);
    await settle(world, 2);
    expect(world.payOs.paid).toEqual([]);
    expect(await waitsOf(ref)).toEqual([['queued', 'approval']]);
    // The money was taken for no order yet, and an operator decides who gets it.
    expect(await world.database.query('select 1 from payment_use where order_id = $1', [id])).toEqual([]);
    await bindOperations(world.operator).approvePayout(operatorCaller('lan'), {
      payout: (await refundsOf(world, ref))[0]?.id ?? '',
      note: 'is the payer',
    });
    await settle(world, 2);
    expect(world.payOs.paid).toHaveLength(1);
  });

  test('whose reference stands in a customer’s memo raises an alarm, and the money is given to the customer’s order and paid out', async () => {
    const victim = await world.create();
    // Part of the bank's text around the customer's reference.
    const { ref: planted } = await writeOrder({ ref: `${victim.ref.slice(1)}C` });
    await world.pay(victim.ref, victim.amountSent, { memo: `MBVCB ${victim.ref}CT tu 0011`, reference: 'FT-planted' });
    await world.run();
    expect(world.errors.splice(0)).toEqual([{ order: (await world.order(planted)).id }]);
    const [row] = await world.database.query(`select id, state, case_code from payment where reference = 'FT-planted'`);
    expect(row).toMatchObject({ state: 'case', case_code: 'ambiguous' });
    const attach = bindOperations(world.operator).attachPayment(operatorCaller('lan'), { id: String(row?.id), ref: victim.ref, note: 'theirs' });
    expect(await attach).toEqual({ done: true });
    await settle(world, 3);
    expect(await world.order(victim.ref)).toMatchObject({ status: 'delivered' });
    expect(await world.order(planted)).toMatchObject({ amountPaid: 0n });
  });

  test('is not paid out, whatever was paid for it', async () => {
    const { id, ref } = await writeOrder({ destination: 'U7777777' });
    const { amountSent } = await world.order(ref);
    await world.pay(ref, amountSent);
    await settle(world, 2);
    expect(await world.order(ref)).toMatchObject({ status: 'error', reason: 'payout_refused' });
    expect(world.perfectMoney.paid.filter(({ destination }) => destination === 'U7777777')).toEqual([]);
    expect(world.errors.splice(0)).toMatchObject([{ order: id }, { reason: 'the order was not made by the site' }]);
  });

  test('is paid back by the refund that an operator asks for, without a further approval', async () => {
    const { ref } = await writeOrder({ destination: 'U7777777' });
    await world.pay(ref, (await world.order(ref)).amountSent);
    await settle(world, 2);
    world.errors.splice(0);
    const account = { destination: '0011004567891', destinationBank: 'vcb', holderName: 'NGUYEN VAN A' };
    await bindOperations(world.operator).refundOrder(operatorCaller('lan'), { ref, ...account, note: 'called the customer' });
    await settle(world, 2);
    expect(await world.order(ref)).toMatchObject({ status: 'cancelled', reason: 'refunded' });
    expect(world.payOs.paid.filter(({ destination }) => destination === account.destination)).toHaveLength(1);
  });
});

test('a request of the login accepts no new price, and it cannot read the code of the customer’s own', async () => {
  const created = await world.create();
  await world.pay(created.ref, 1_300_000n);
  await world.run();
  const order = await world.order(created.ref);
  const offer = (await decisionOf(world, created)).recalculation?.offer ?? '';
  const request = () => ({
    id: newId(world.web),
    orderId: order.id,
    action: 'acceptRecalculation' as const,
    params: { offer },
    at: world.clock.now(),
  });
  const genuine = request();
  for (const proof of [null, order.proof, requestProofOf(genuine, TEST_SECRETS.requests)]) {
    await addOrderRequest(world.web.orm, proof === null || proof === order.proof ? request() : genuine, proof);
  }
  await handleOrderRequests(world.worker);
  expect(await world.order(created.ref)).toMatchObject({ status: 'verifying_transaction', reason: 'underpaid' });
  await accept(world, created);
  expect(await world.order(created.ref)).toMatchObject({ status: 'paid' });
  await expect(asWeb('select proof from order_request')).rejects.toThrow('permission denied');
  await settle(world, 2);
});

test.each(['cancel', 'supersede'] as const)('a request of the login to %s ends no order', async (action) => {
  const created = await world.create();
  const order = await world.order(created.ref);
  const other = await world.order((await world.create()).ref);
  const request = () => ({ id: newId(world.web), orderId: order.id, action, params: {}, at: world.clock.now() });
  const genuine = request();
  const forged = [null, '', order.proof, orderCodeOf(other, TEST_SECRETS.requests), requestProofOf(genuine, TEST_SECRETS.requests)];
  for (const proof of forged) await addOrderRequest(world.web.orm, request(), proof);
  await addOrderRequest(world.web.orm, genuine, requestProofOf(genuine, TEST_SECRETS.requests));
  await handleOrderRequests(world.worker);
  expect(await world.order(created.ref)).toMatchObject({ status: 'pending', version: 1 });
  const refusals = await world.database.query('select refusal from order_request where order_id = $1', [order.id]);
  expect(refusals.map(({ refusal }) => refusal)).toEqual(Array(forged.length + 1).fill('ORDER_ACTION_NOT_ALLOWED'));
  await act(world, created, { action: 'cancel' });
  expect(await world.order(created.ref)).toMatchObject({ status: 'cancelled', reason: 'abandoned' });
});
