import type { CreatedOrderView } from '@quydoi/contract/orders/order-view';
import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { MINUTE_MS } from '@quydoi/domain/durations';
import type { PaymentFact } from '@quydoi/domain/transfer/payment';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { endTimedOutOrders } from '../../src/jobs/end-orders.ts';
import { bindOperations } from '../../src/operations/operations.ts';
import { expectBooksInOrder } from '../../testing/books.ts';
import { operatorCaller } from '../../testing/callers.ts';
import { readFirstHand } from '../../testing/network-jobs.ts';
import { SWAP_60_TRC20 } from '../../testing/order-inputs.ts';
import { chainPayment } from '../../testing/payment-facts.ts';
import { OWN_READING } from '../../testing/rails.ts';
import { openWorld, type World } from '../../testing/world.ts';

/*
 * A node tells of a payment when it gets it; the block that includes it may be hours younger, on Bitcoin, where the fee decides. The payment's time is
 * then the block's: a payer could otherwise wait for a price that suits, and replace the payment where it does not.
 */

const OLD_RATE = '25950';
const NEW_RATE = '31140';

let world: World;
let n = 0;

beforeAll(async () => {
  world = await openWorld(postgresUrl());
});
beforeEach(() => setRate(OLD_RATE));
afterEach(async () => {
  expect(world.errors.splice(0)).toEqual([]);
  await expectBooksInOrder(world);
});
afterAll(() => world.database.close());

async function setRate(value: string): Promise<void> {
  await bindOperations(world.operator).setRate(operatorCaller('lan'), { kind: 'buy', code: 'pm', value, force: true, note: 'test' });
}

/** An order whose exact payment is seen so many minutes later, when it is not in a block yet. The order's timer is 30 minutes. */
async function createSeen(minutes = 29): Promise<{ order: CreatedOrderView; seen: PaymentFact }> {
  const order = await world.create(SWAP_60_TRC20);
  world.clock.advance(minutes * MINUTE_MS);
  n += 1;
  const reference = `${n.toString(16).padStart(64, 'b')}:0`;
  const seen = chainPayment({
    account: order.instructions?.account ?? '',
    amount: order.amountSent,
    reference,
    paidAt: world.clock.now(),
    confirmed: false,
    source: 'tron-head',
  });
  world.chain.head.push(seen);
  await world.run();
  expect(await world.order(order.ref)).toMatchObject({ status: 'verifying_transaction', reason: null });
  return { order, seen };
}

/** A block of now includes the payment, and becomes final. */
async function include(seen: PaymentFact, paidAt = world.clock.now()): Promise<void> {
  const fact = { ...seen, paidAt, confirmed: true, source: OWN_READING };
  world.chain.solid.push(fact);
  world.chain.received.push(fact);
  for (let round = 0; round < 4; round += 1) {
    world.clock.advance(MINUTE_MS);
    await world.run();
    await readFirstHand(world.signer, 'tron');
  }
}

/** The block comes this long after the payment was seen; irreversible blocks are read late, so that it is not dropped meanwhile. */
async function wait(minutes: number): Promise<void> {
  world.chain.lagMs += minutes * MINUTE_MS;
  world.clock.advance(minutes * MINUTE_MS);
  await endTimedOutOrders(world.worker);
  world.chain.lagMs -= minutes * MINUTE_MS;
}

test('in a block after the deadline is late: a price that moved against the exchange is not promised', async () => {
  const { order, seen } = await createSeen();
  await wait(10);
  await setRate(NEW_RATE);
  await wait(10);
  await include(seen);
  expect(await world.order(order.ref)).toMatchObject({ status: 'verifying_transaction', reason: 'late', amountPaid: order.amountSent });
});

test('in a block after the deadline goes on by itself at a price that is no worse', async () => {
  const { order, seen } = await createSeen();
  await wait(20);
  await include(seen);
  expect((await world.order(order.ref)).status).toBe('delivered');
});

test('in a block before the deadline keeps its price, whenever the block is final', async () => {
  const { order, seen } = await createSeen();
  await setRate(NEW_RATE);
  await wait(10);
  await include(seen, new Date(seen.paidAt.getTime() + MINUTE_MS / 2));
  expect((await world.order(order.ref)).status).toBe('delivered');
});

test('in a block that is dated ahead was made when the block was read, not after it', async () => {
  const { order, seen } = await createSeen(2);
  await setRate(NEW_RATE);
  await include(seen, new Date(world.clock.now().getTime() + 40 * MINUTE_MS));
  expect((await world.order(order.ref)).status).toBe('delivered');
});

test('gives its hold back once blocks past the deadline were read without it, and takes it again with its block', async () => {
  const { order, seen } = await createSeen(31);
  world.clock.advance(MINUTE_MS + world.chain.lagMs + 1_000);
  await world.run();
  await endTimedOutOrders(world.worker);
  expect(await world.order(order.ref)).toMatchObject({ status: 'verifying_transaction', reason: null, holding: 0n });
  await include(seen);
  expect((await world.order(order.ref)).status).toBe('delivered');
});
