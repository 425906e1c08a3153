import { randomUUID } from 'node:crypto';
import { readPayoutsOf } from '@quydoi/database/repositories/payouts';
import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { DAY_MS, HOUR_MS } from '@quydoi/domain/durations';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readSumsOfRecordedAct } from '../../src/payouts/sums-of-recorded-act.ts';
import { settle } from '../../testing/mismatch.ts';
import { openWorld, type World } from '../../testing/world.ts';

/** The default order's 100 pm are worth 2.6 million dong. */
const ONE = '4000000';
const TWO = '6000000';
const CAP = { single: '50', hour: '20000', day: '20000' };

let world: World;
let small: Awaited<ReturnType<typeof paidOrder>>;
let earlier: Awaited<ReturnType<typeof paidOrder>>;

beforeAll(async () => {
  world = await openWorld(postgresUrl());
  small = await paidOrder('10');
  earlier = await paidOrder('100');
  await set('payout-cap', 'pm', CAP);
});
beforeEach(() => world.clock.advance(2 * DAY_MS));
afterAll(() => world.database.close());

async function paidOrder(quantity: string) {
  const { ref, amountSent } = await world.create({ quantity });
  await world.pay(ref, amountSent);
  await settle(world, 3);
  const { id } = await world.order(ref);
  const [payment] = await world.database.query('select id from payment where order_id = $1', [id]);
  const [payout] = await readPayoutsOf(world.owner, id);
  return { id, payment: String(payment?.id), payout: payout?.id ?? '' };
}

async function set(kind: string, key: string, value: object): Promise<void> {
  await world.database.query(`insert into setting (kind, key, value, author, at) values ($1, $2, $3, 'tests', $4)`, [
    kind,
    key,
    value,
    world.clock.now(),
  ]);
}

const limit = (worth: string) => set('secondOperator', 'secondOperator', { worth, rateChange: '99' });

/** Writes a call to the audit log by plain SQL, as one operator's login can. */
async function write(operator: string, verb: string, orderId: string, input: object): Promise<void> {
  const call = `insert into audit (call_id, operator, verb, input, outcome, order_id, at) values (gen_random_uuid(), $1, $2, $3, 'done', $4, now())`;
  await world.database.query(call, [operator, verb, input, orderId], 'quydoi_operator');
}

async function waitOf({ id }: { readonly id: string }): Promise<unknown> {
  world.clock.advance(HOUR_MS);
  await settle(world);
  const [payout] = await readPayoutsOf(world.owner, id);
  return [payout?.state, payout?.waitsFor];
}

test('an act counts by what its verb is about, whatever else its input names', async () => {
  const ordered = await paidOrder('100');
  const forged: [string, object][] = [
    ['refundOrder', { payout: small.payout }],
    ['refundOrder', { id: small.payment }],
    ['recordManualPayout', { payout: small.payout }],
    ['resolveError', { id: small.payment }],
    ['refundPayment', { id: earlier.payment, payout: small.payout }],
    ['attachPayment', { id: earlier.payment, payout: small.payout }],
    ['attachPayment', { id: small.payment }],
    ['approvePayout', { payout: small.payout }],
    ['approvePayout', { id: small.payment }],
    ['approvePayout', { payout: 'none' }],
  ];
  await limit(ONE);
  for (const [verb, input] of forged) {
    const thief = `thief of ${verb} ${JSON.stringify(input)}`;
    await write(thief, verb, earlier.id, input);
    await write(thief, 'approvePayout', ordered.id, { payout: ordered.payout });
    expect([thief, await waitOf(ordered)]).toEqual([thief, ['queued', 'approval']]);
  }
  // Nothing else kept the approvals from being believed.
  await limit(TWO);
  expect(await waitOf(ordered)).toEqual(['settled', null]);
});

test('an act counts no more than what it names of its order', async () => {
  const ordered = await paidOrder('100');
  await limit(ONE);
  await write('lan', 'approvePayout', small.id, { payout: small.payout, id: earlier.payment });
  await write('lan', 'attachPayment', small.id, { id: small.payment, payout: earlier.payout });
  await write('lan', 'approvePayout', ordered.id, { payout: ordered.payout });
  expect(await waitOf(ordered)).toEqual(['settled', null]);
});

test('an act is about the payout or payment of its order that it names, and about all of the order where it names none', async () => {
  const sumsOf = (verb: string, orderId: string, input: object) => readSumsOfRecordedAct(world.signer, { verb, input, orderId });
  const { ref, amountSent } = await world.create();
  await world.pay(ref, 1_000_000n);
  const { id } = await world.order(ref);
  const [payment] = await world.database.query('select id from payment where memo = $1', [ref]);
  expect(await sumsOf('attachPayment', earlier.id, { id: earlier.payment })).toEqual([{ reserve: 'vnd', amount: amountSent }]);
  expect(await sumsOf('approvePayout', earlier.id, { payout: earlier.payout })).toMatchObject([{ reserve: 'pm', amount: 100_00n }]);
  for (const input of [{ payout: 'none' }, { payout: 7 }, {}]) {
    expect(await sumsOf('approvePayout', earlier.id, input)).toEqual([{ reserve: 'vnd', amount: amountSent }]);
  }
  // Of an order that does not exist there is nothing that it could be about.
  for (const input of [{ payout: earlier.payout }, {}]) expect(await sumsOf('approvePayout', randomUUID(), input)).toEqual([]);
  // The payment is of no order yet.
  const sums = [
    { reserve: 'vnd', amount: amountSent },
    { reserve: 'vnd', amount: 1_000_000n },
  ];
  expect(await sumsOf('attachPayment', id, { id: payment?.id })).toEqual(sums);
  await settle(world, 3);
  expect(await sumsOf('attachPayment', id, { id: payment?.id })).toEqual([sums[1]]);
});
