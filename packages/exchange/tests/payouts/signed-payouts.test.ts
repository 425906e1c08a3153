import { randomUUID } from 'node:crypto';
import { readOrderEvents } from '@quydoi/database/repositories/orders';
import { readAttemptsOf, readPayoutsOf } from '@quydoi/database/repositories/payouts';
import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { PAYOUT_RETRY_DELAYS_MS, RESIGN_DELAY_MAX_MS } from '@quydoi/domain/constants';
import { MINUTE_MS } from '@quydoi/domain/durations';
import type { Order } from '@quydoi/domain/order/order';
import { RailError } from '@quydoi/rails/rail-error';
import type { SignedPayouts } from '@quydoi/rails/signed-payout';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { CheckpointName } from '../../src/checkpoints.ts';
import { readChainPayouts } from '../../src/config/chain-payouts.ts';
import { bindOperations } from '../../src/operations/operations.ts';
import { matchPayments } from '../../src/payments/match-payments.ts';
import { providersOf } from '../../src/payouts/providers.ts';
import { send } from '../../src/payouts/send.ts';
import type { SignerCtx } from '../../src/payouts/signer.ts';
import { readTransfer } from '../../src/payouts/signer-obligation.ts';
import { startPayouts } from '../../src/payouts/start-payouts.ts';
import { watchSuspension } from '../../src/payouts/watch-provider.ts';
import { expectBooksInOrder } from '../../testing/books.ts';
import { operatorCaller } from '../../testing/callers.ts';
import { sendPayouts, settleAttempts } from '../../testing/network-jobs.ts';
import { SCRIPTED_LAG_MS, SCRIPTED_VALIDITY_MS } from '../../testing/payout-rails.ts';
import { openWorld, type World } from '../../testing/world.ts';

const WALLET = 'TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HC';
const GAS = 6_400_000n;
const OPERATOR = operatorCaller('lan');

let world: World;

beforeAll(async () => {
  world = await openWorld(postgresUrl());
});
afterEach(async () => {
  expect(world.errors.splice(0)).toEqual([]);
  expect(world.tronOut.script).toEqual([]);
  await expectBooksInOrder(world);
});
afterAll(() => world.database.close());

/** A paid buy of 100 USDT whose payout waits for the signer. */
async function queued(destination = WALLET): Promise<string> {
  const { ref, amountSent } = await world.create({ to: 'trc20', quantity: '100', destination });
  await world.pay(ref, amountSent);
  await matchPayments(world.worker);
  await startPayouts(world.worker);
  return ref;
}

async function signFor(totalMs: number, stepMs = 5_000, signer = world.signer): Promise<void> {
  for (let spentMs = 0; spentMs < totalMs; spentMs += stepMs) {
    world.clock.advance(stepMs);
    await sendPayouts(signer);
    await settleAttempts(signer);
  }
}

interface Progress {
  readonly order: Order;
  readonly attempts: Record<string, unknown>[];
  readonly paid: number;
  readonly codes: string[];
}

async function progressOf(ref: string): Promise<Progress> {
  const order = await world.order(ref);
  const attempts = await world.database.query(
    `select a.n, a.state, a.key, t.txid, t.raw, a.fee::text, a.reference, a.detail from attempt a join payout p on p.id = a.payout_id
     left join attempt_transfer t on t.attempt_id = a.id where p.order_id = $1 order by p.seq, a.n, t.n`,
    [order.id],
  );
  const codes = (await readOrderEvents(world.worker.orm, order.id)).map(({ code }) => code);
  return { order, attempts, paid: world.tronOut.paid.filter(({ memo }) => memo === ref).length, codes };
}

async function balances(...names: string[]): Promise<Record<string, bigint>> {
  const rows = await world.database.query('select name, balance from account where name = any($1)', [names]);
  return Object.fromEntries(rows.map(({ name, balance }) => [String(name), BigInt(String(balance))]));
}

describe('a signed payout', () => {
  test('is told to everybody once it is delivered, without where it went', async () => {
    const ref = await queued();
    expect(await readChainPayouts(world.web)).toEqual([]);
    await signFor(SCRIPTED_LAG_MS + 5_000);
    const { finalAt, payoutReference } = await world.order(ref);
    expect(await readChainPayouts(world.web)).toEqual([
      { unit: 'USDT', amount: '100', reference: `•••${payoutReference?.slice(-4)}`, address: `•••${WALLET.slice(-4)}`, at: finalAt?.toISOString() },
    ]);
  });

  test('is signed, stored, broadcast, and delivered once it is irreversible', async () => {
    const names = ['rail:usdt-tron', 'held:usdt-tron', 'fx:usdt-tron', 'gas:trx', 'network-fee:trx', 'fee:usdt-tron'];
    const before = await balances(...names);
    const ref = await queued();
    world.checkpoints.reached.length = 0;
    await sendPayouts(world.signer);
    expect(world.checkpoints.reached).toEqual([
      'payout.before-prepare',
      'payout.signed',
      'payout.prepared',
      'payout.sending',
      'payout.answered',
      'payout.after-answer',
      'settle.before-find',
      'settle.found',
      'settle.after-write',
    ]);
    const txid = world.tronOut.signed.at(-1)?.txid;
    expect(await progressOf(ref)).toMatchObject({
      order: { status: 'delivering' },
      attempts: [{ n: 1, state: 'sent', key: `${ref}-1-1`, txid, raw: world.tronOut.signed.at(-1)?.raw }],
      paid: 1,
    });
    await signFor(SCRIPTED_LAG_MS + 5_000);
    expect(await progressOf(ref)).toMatchObject({
      order: { status: 'delivered', payoutReference: txid, holding: 0n },
      attempts: [{ state: 'done', fee: String(GAS), reference: txid }],
      paid: 1,
    });
    expect((await progressOf(ref)).codes.slice(-3)).toEqual(['payout_started', 'payout_sent', 'delivered']);
    const after = await balances(...names);
    const moved = Object.fromEntries(names.map((name) => [name, (after[name] ?? 0n) - (before[name] ?? 0n)]));
    expect(moved).toEqual({
      'rail:usdt-tron': -100_000_000n,
      'held:usdt-tron': 0n,
      'fx:usdt-tron': 100_800_000n,
      'fee:usdt-tron': -800_000n,
      'gas:trx': -GAS,
      'network-fee:trx': GAS,
    });
  });

  test('that was never signed is certainly not sent', async () => {
    const ref = await queued();
    await sendPayouts(world.signer);
    const { id } = await world.order(ref);
    const [attempt] = await readAttemptsOf(world.owner, id);
    const transfer = attempt && (await readTransfer(world.signer, attempt.id));
    const [provider] = providersOf(world.signer, 'tron');
    if (!transfer || !provider) throw new Error('nothing was sent');
    const before = world.tronOut.broadcast.length;
    const answer = await send(world.signer, provider, { ...transfer, attempt: { ...attempt, id: randomUUID() } });
    expect(answer).toMatchObject({ state: 'trouble', error: { outcome: 'not-done' } });
    expect(world.tronOut.broadcast).toHaveLength(before);
    await signFor(SCRIPTED_LAG_MS + 5_000);
  });

  test.each([
    ['forgotten by the node', 'forgets'],
    ['cut off, not taken', 'cuts'],
    ['cut off, taken', 'takes-and-cuts'],
  ] as const)('(%s) is broadcast again with the same bytes, without a new signature', async (_, step) => {
    const ref = await queued();
    const signed = world.tronOut.signed.length;
    world.tronOut.script.push(step);
    await sendPayouts(world.signer);
    await signFor(SCRIPTED_VALIDITY_MS);
    expect(world.tronOut.signed.length).toBe(signed + 1);
    expect(await progressOf(ref)).toMatchObject({ order: { status: 'delivered' }, attempts: [{ n: 1, state: 'done' }], paid: 1 });
  });

  test('that never gets into a block expires, and the next is signed at once, as the same try', async () => {
    const ref = await queued();
    world.tronOut.script.push(...Array<'forgets'>(1).fill('forgets'));
    await sendPayouts(world.signer);
    // The rail is off meanwhile: nothing is handed in again.
    const operations = bindOperations(world.operator);
    await operations.setRail(OPERATOR, { network: 'tron', on: false });
    await signFor(SCRIPTED_VALIDITY_MS);
    expect(await progressOf(ref)).toMatchObject({ attempts: [{ n: 1, state: 'sent' }], paid: 0 });
    await signFor(SCRIPTED_LAG_MS + 10_000);
    expect(await progressOf(ref)).toMatchObject({ order: { status: 'delivering' }, attempts: [{ state: 'refused', detail: 'expired' }], paid: 0 });
    await operations.setRail(OPERATOR, { network: 'tron', on: true });
    await signFor(SCRIPTED_VALIDITY_MS);
    expect(await progressOf(ref)).toMatchObject({
      order: { status: 'delivered' },
      attempts: [{ state: 'refused' }, { n: 2, state: 'done' }],
      paid: 1,
    });
  });

  test('is not signed again while the irreversible blocks cannot be read', async () => {
    const ref = await queued();
    world.tronOut.script.push('takes-and-cuts');
    await sendPayouts(world.signer);
    world.tronOut.isReadable = false;
    await signFor(60 * MINUTE_MS, MINUTE_MS);
    expect(await progressOf(ref)).toMatchObject({ order: { status: 'delivering' }, attempts: [{ n: 1 }], paid: 1 });
    world.tronOut.isReadable = true;
    await signFor(10_000);
    expect(await progressOf(ref)).toMatchObject({ order: { status: 'delivered' }, attempts: [{ n: 1, state: 'done' }], paid: 1 });
  });

  test('that failed on the chain is retried later, and its fee is posted', async () => {
    const before = await balances('gas:trx');
    const ref = await queued();
    world.tronOut.script.push('fails');
    await sendPayouts(world.signer);
    await signFor(SCRIPTED_LAG_MS + 5_000);
    expect(await progressOf(ref)).toMatchObject({
      order: { status: 'retry_scheduled' },
      attempts: [{ state: 'refused', detail: 'OUT_OF_ENERGY', fee: String(GAS) }],
      paid: 0,
    });
    await signFor(2 * MINUTE_MS);
    expect(await progressOf(ref)).toMatchObject({ order: { status: 'delivered' }, attempts: [{}, { state: 'done' }], paid: 1 });
    expect(((await balances('gas:trx'))['gas:trx'] ?? 0n) - (before['gas:trx'] ?? 0n)).toBe(-2n * GAS);
  });

  test('that cannot be signed uses up a try if the chain refuses it, and none if the chain cannot be reached', async () => {
    const ref = await queued();
    world.tronOut.refusesToSign = 'unreachable';
    await signFor(10 * MINUTE_MS, MINUTE_MS);
    expect(await progressOf(ref)).toMatchObject({ order: { status: 'delivering' }, attempts: [] });
    world.tronOut.refusesToSign = 'refused';
    await signFor(5_000);
    expect(await progressOf(ref)).toMatchObject({
      order: { status: 'retry_scheduled' },
      attempts: [{ n: 1, state: 'refused', raw: null, key: `${ref}-1-1`, detail: 'not signed' }],
    });
    await signFor(4 * 60 * MINUTE_MS, 10 * MINUTE_MS);
    expect(await progressOf(ref)).toMatchObject({ order: { status: 'error', reason: 'no_tries_left' }, paid: 0 });
    world.tronOut.refusesToSign = null;
    await bindOperations(world.operator).resolveError(OPERATOR, { ref, decision: 'retry', note: '' });
    await signFor(SCRIPTED_VALIDITY_MS);
    expect(await progressOf(ref)).toMatchObject({ order: { status: 'delivered' }, paid: 1 });
  });

  test('that its rail cannot sign for a reason of its own is an alarm, and is not taken for trouble at the provider', async () => {
    const ref = await queued();
    const rail = world.tronOut.rail;
    if (rail.payouts?.kind !== 'signed') throw new Error('no payout');
    const sign = async () => {
      throw new TypeError('no such key');
    };
    const broken = { ...rail, payouts: { ...rail.payouts, sign } };
    await sendPayouts({ ...world.signer, rails: new Map([...world.signer.rails, ['tron', broken] as const]) });
    expect(world.errors.splice(0)).toMatchObject([{ error: expect.stringContaining('no such key') }]);
    expect(await progressOf(ref)).toMatchObject({ order: { status: 'delivering' }, attempts: [], paid: 0 });
    await signFor(SCRIPTED_VALIDITY_MS);
    expect(await progressOf(ref)).toMatchObject({ order: { status: 'delivered' }, attempts: [{ n: 1, state: 'done' }], paid: 1 });
  });

  test('waits while the token is suspended, with no try used up, and its network takes no new orders', async () => {
    const ref = await queued();
    world.tronOut.refusesToSign = 'suspended';
    await signFor(10 * MINUTE_MS, MINUTE_MS);
    expect(world.errors.splice(0)).toMatchObject([{ network: 'tron' }]);
    expect(await progressOf(ref)).toMatchObject({ order: { status: 'delivering' }, attempts: [] });
    const { items } = await bindOperations(world.operator).listRails(OPERATOR, {});
    expect(items.find(({ network }) => network === 'tron')).toMatchObject({ on: true, suspensions: [{ cause: 'unpayable' }] });
    world.tronOut.refusesToSign = null;
    await watchSuspension(world.signer, 'tron');
    await signFor(SCRIPTED_VALIDITY_MS);
    expect(await progressOf(ref)).toMatchObject({ order: { status: 'delivered' }, paid: 1 });
  });

  test('is not sold while the token is suspended: the switch is seen before anybody pays', async () => {
    world.tronOut.suspension = 'the token keeps a fee of each transfer';
    await watchSuspension(world.signer, 'tron');
    expect(world.errors.splice(0)).toMatchObject([{ network: 'tron', detail: 'the token keeps a fee of each transfer' }]);
    await expect(world.create({ to: 'trc20', quantity: '100', destination: WALLET })).rejects.toThrow('MAINTENANCE');
    world.tronOut.suspension = null;
    await watchSuspension(world.signer, 'tron');
    await queued();
    await signFor(SCRIPTED_VALIDITY_MS);
  });

  test('is still sold while nobody can tell whether the token is suspended', async () => {
    const { rail } = world.tronOut;
    const watched = (error: Error) => {
      const payouts = { ...(rail.payouts as SignedPayouts), suspension: () => Promise.reject(error) };
      return watchSuspension({ ...world.signer, rails: new Map([['tron', { ...rail, payouts }] as const]) }, 'tron');
    };
    world.log.length = 0;
    await watched(new RailError('tron', 'unreachable', 'not-done', 'the node is away'));
    const line = world.log.find((text) => text.endsWith(' suspension not read'));
    expect(line).toContain('the node is away');
    await expect(watched(new TypeError('no such field'))).rejects.toThrow('no such field');
    await queued();
    await signFor(SCRIPTED_VALIDITY_MS);
  });

  test('of which less arrived than was sent is delivered, and reported', async () => {
    const ref = await queued();
    world.tronOut.arrived = 99_900_000n;
    await signFor(SCRIPTED_VALIDITY_MS);
    world.tronOut.arrived = null;
    expect(await progressOf(ref)).toMatchObject({ order: { status: 'delivered' }, paid: 1 });
    expect(world.errors.splice(0)).toMatchObject([{ sent: '100000000', arrived: '99900000' }]);
  });

  test('that expires repeatedly while blocks are slow is still paid, also after a failure on the chain', async () => {
    const ref = await queued();
    async function expire(): Promise<void> {
      world.tronOut.script.push('forgets');
      await sendPayouts(world.signer);
      world.clock.advance(SCRIPTED_VALIDITY_MS + SCRIPTED_LAG_MS + 1_000);
      await settleAttempts(world.signer);
      world.clock.advance(RESIGN_DELAY_MAX_MS);
    }
    for (let round = 0; round < 25; round += 1) await expire();
    expect(await progressOf(ref)).toMatchObject({ order: { status: 'delivering' }, paid: 0 });
    expect((await progressOf(ref)).attempts).toHaveLength(25);
    world.tronOut.script.push('fails');
    await sendPayouts(world.signer);
    await signFor(SCRIPTED_LAG_MS + 5_000);
    expect(await progressOf(ref)).toMatchObject({ order: { status: 'retry_scheduled' }, paid: 0 });
    await signFor(PAYOUT_RETRY_DELAYS_MS[0] + SCRIPTED_LAG_MS + 10_000);
    expect(await progressOf(ref)).toMatchObject({ order: { status: 'delivered' }, paid: 1 });
  });
});

test('an order whose failed transfer is on its way after all is refunded on no other network until that is known to fail', async () => {
  const ref = await queued();
  world.tronOut.script.push('fails');
  await sendPayouts(world.signer);
  await signFor(SCRIPTED_LAG_MS + 5_000);
  world.tronOut.refusesToSign = 'refused';
  await signFor(4 * 60 * MINUTE_MS, 10 * MINUTE_MS);
  world.tronOut.refusesToSign = null;
  expect(await progressOf(ref)).toMatchObject({ order: { status: 'error', reason: 'no_tries_left' }, paid: 0 });
  await bindOperations(world.operator).refundOrder(OPERATOR, { ref, destination: '0011001234567', destinationBank: 'vcb', note: 'as asked' });
  const { rail } = world.tronOut;
  const payouts: SignedPayouts = { ...(rail.payouts as SignedPayouts), status: async () => ({ state: 'pending' }) };
  const doubtful: SignerCtx = { ...world.signer, rails: new Map([...world.signer.rails, ['tron', { ...rail, payouts }] as const]) };
  await signFor(MINUTE_MS, 5_000, doubtful);
  const refunded = () => world.payOs.paid.filter(({ memo }) => memo.includes(ref)).length;
  expect(refunded()).toBe(0);
  await signFor(MINUTE_MS);
  expect([refunded(), (await world.order(ref)).status]).toEqual([1, 'cancelled']);
});

test('two concurrent signers sign twice and send once', async () => {
  const refs = [await queued(), await queued(), await queued()];
  const other = await world.openSigner();
  await Promise.all([sendPayouts(world.signer), sendPayouts(other)]);
  await Promise.all([signFor(SCRIPTED_VALIDITY_MS), signFor(SCRIPTED_VALIDITY_MS, 5_000, other)]);
  for (const ref of refs) expect(await progressOf(ref)).toMatchObject({ order: { status: 'delivered' }, attempts: [{ state: 'done' }], paid: 1 });
  const stored = new Set((await world.database.query('select txid from attempt_transfer')).map(({ txid }) => String(txid)));
  expect(world.tronOut.broadcast.every((txid) => stored.has(txid))).toBe(true);
});

/** A signer that goes on for those that are killed. */
let next: SignerCtx | null = null;

test.each<CheckpointName>([
  'payout.before-prepare',
  'payout.signed',
  'payout.prepared',
  'payout.sending',
  'payout.answered',
  'payout.after-answer',
  'settle.before-find',
  'settle.found',
  'settle.after-write',
  'payout.before-resend',
  'payout.resent',
])('a payout is made exactly once when its signer is killed at %s', async (point) => {
  next ??= await world.openSigner();
  const ref = await queued();
  // An answer that got lost makes it be handed in again.
  world.tronOut.script.push('takes-and-cuts');
  world.checkpoints.stopAt(point);
  await sendPayouts(world.signer);
  await signFor(10_000, 5_000);
  expect([point, world.errors.splice(0).length]).toEqual([point, 1]);
  await signFor(3 * MINUTE_MS, 5_000, next);
  const { order, paid } = await progressOf(ref);
  expect([point, order.status, paid]).toEqual([point, 'delivered', 1]);
  world.tronOut.script.length = 0;
  expect((await readPayoutsOf(world.signer.orm, order.id)).map(({ state }) => state)).toEqual(['settled']);
});

test('a payout to an address of ours is rejected', async () => {
  const ours = world.chain.addresses.addresses?.derive(900) ?? '';
  const ref = await queued(ours);
  await world.database.query(`insert into deposit_address (network, index, address, free_at) values ('tron', 900, $1, now())`, [ours]);
  await sendPayouts(world.signer);
  expect(world.errors.splice(0)).toMatchObject([{ reason: 'destination is ours' }]);
  expect(await progressOf(ref)).toMatchObject({ order: { status: 'error', reason: 'payout_refused' }, attempts: [], paid: 0 });
  await world.database.query(`delete from deposit_address where index = 900`);
});
