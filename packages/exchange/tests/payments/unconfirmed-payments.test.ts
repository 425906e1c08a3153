import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { MINUTE_MS } from '@quydoi/domain/durations';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readSources } from '../../src/payments/read-sources.ts';
import { dropMissingPayments, placeUnconfirmedPayments } from '../../src/payments/unconfirmed-payments.ts';
import { SWAP_60_TRC20 } from '../../testing/order-inputs.ts';
import { chainPayment } from '../../testing/payment-facts.ts';
import { openWorld, type World } from '../../testing/world.ts';

let world: World;
let ref: string;

beforeAll(async () => {
  world = await openWorld(postgresUrl());
});
beforeEach(async () => {
  const order = await world.create(SWAP_60_TRC20);
  ref = order.ref;
  world.clock.advance(MINUTE_MS);
  const { now } = world.clock;
  const fact = chainPayment({
    account: order.instructions?.account ?? '',
    amount: order.amountSent,
    reference: `${ref.toLowerCase().padStart(64, '0')}:0`,
    paidAt: now(),
    confirmed: false,
    source: 'tron-head',
  });
  await world.record(world.worker, fact);
  world.checkpoints.reached.length = 0;
});
afterAll(() => world.database.close());

const stateOfPayment = async () => {
  const { id } = await world.order(ref);
  return (await world.database.query('select state from payment where order_id = $1', [id])).map(({ state }) => state);
};

test('a payment is shown with its order before its block is final, and dropped once final blocks of so much later were read without it', async () => {
  expect((await world.order(ref)).status).toBe('pending');
  expect(await placeUnconfirmedPayments(world.worker)).toBe(false);
  expect((await world.order(ref)).status).toBe('verifying_transaction');
  // A process may be killed before and after each write.
  expect(world.checkpoints.reached.splice(0)).toEqual(['unconfirmed.before-write', 'unconfirmed.after-write']);
  const seenAtMs = world.clock.now().getTime();
  const dropAfterMs = world.worker.rails.get('tron')?.sources?.flatMap((source) => (source.kind === 'head' ? [source.dropAfterMs] : []))[0] ?? 0;
  /** Reads final blocks up to a time after the payment was seen. */
  const readUpTo = async (ms: number) => {
    world.clock.advance(seenAtMs + ms + world.chain.lagMs - world.clock.now().getTime());
    await readSources(world.worker, 'tron', 'blocks');
    expect(await dropMissingPayments(world.worker)).toBe(false);
  };
  await readUpTo(dropAfterMs);
  expect([await stateOfPayment(), world.checkpoints.reached]).toEqual([['unconfirmed'], []]);
  await readUpTo(dropAfterMs + 1);
  expect([await stateOfPayment(), world.checkpoints.reached]).toEqual([['dropped'], ['drop.before-write', 'drop.after-write']]);
});
