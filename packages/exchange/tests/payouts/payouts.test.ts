import { ConflictError } from '@quydoi/database/money-tx';
import type { Orm } from '@quydoi/database/orm';
import { readOrderEvents } from '@quydoi/database/repositories/orders';
import { readLastAttempt, readPayoutsOf } from '@quydoi/database/repositories/payouts';
import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { PAYOUT_RETRY_DELAYS_MS } from '@quydoi/domain/constants';
import { HOUR_MS } from '@quydoi/domain/durations';
import type { SuspensionKey } from '@quydoi/domain/operations/suspension';
import type { Order } from '@quydoi/domain/order/order';
import type { Attempt } from '@quydoi/domain/transfer/attempt';
import type { Payout } from '@quydoi/domain/transfer/payout';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { CHECKPOINTS, type CheckpointName } from '../../src/checkpoints.ts';
import { bindOperations } from '../../src/operations/operations.ts';
import { matchPayments } from '../../src/payments/match-payments.ts';
import { sendPayouts as sendPayoutsOf } from '../../src/payouts/send-payouts.ts';
import { startPayouts } from '../../src/payouts/start-payouts.ts';
import { onRailTrouble } from '../../src/rail-trouble.ts';
import { resumeNetwork, suspendNetwork } from '../../src/suspend-network.ts';
import { expectBooksInOrder, reserveOf } from '../../testing/books.ts';
import { operatorCaller } from '../../testing/callers.ts';
import { sendPayouts, settleAttempts } from '../../testing/network-jobs.ts';
import { OWN_WALLET } from '../../testing/payment-facts.ts';
import { openWorld, type World } from '../../testing/world.ts';

const PRICE = 2_607_975n;
const HELD = 100_50n;
const PATIENCE_MS = 60_000;
/** Checks whose delays add up to that: 0.5 + 1 + 2 + … + 32 s. */
const CHECKS_OF_PATIENCE = 7;
const OPERATOR = operatorCaller('lan');
/** As many attempts as a network has in progress at most. */
const ATTEMPT_SLOTS = 8;
/** The points that one payout passes. */
const POINTS = CHECKPOINTS.signer.filter((point) => point.startsWith('payout.') || point.startsWith('settle.'));

let world: World;

beforeAll(async () => {
  world = await openWorld(postgresUrl());
});
afterEach(async () => {
  expect(world.errors.splice(0)).toEqual([]);
  expect(world.perfectMoney.script).toEqual([]);
  await expectBooksInOrder(world);
});
afterAll(() => world.database.close());

interface Progress {
  readonly order: Order;
  readonly payouts: Payout[];
  readonly attempt: Attempt | null;
  readonly paid: number;
}

async function progressOf(ref: string, orm: Orm = world.signer.orm): Promise<Progress> {
  const order = await world.order(ref);
  const payouts = await readPayoutsOf(orm, order.id);
  const last = payouts.at(-1);
  return {
    order,
    payouts,
    attempt: last ? await readLastAttempt(orm, last.id) : null,
    paid: world.perfectMoney.paid.filter(({ memo }) => memo === ref).length,
  };
}

async function attemptIdOf(key: string): Promise<unknown> {
  return (await world.database.query('select id from attempt where key = $1', [key]))[0]?.id;
}

/** A paid order whose payout waits for the signer. */
async function queued(): Promise<string> {
  const { ref } = await world.create();
  await world.pay(ref, PRICE);
  await matchPayments(world.worker);
  await startPayouts(world.worker);
  expect(await progressOf(ref)).toMatchObject({ order: { status: 'delivering' }, payouts: [{ state: 'queued', tries: 0 }], attempt: null, paid: 0 });
  return ref;
}

/** Lets the signer work for a while, looking every `stepMs`. */
async function signFor(totalMs: number, stepMs: number, signer = world.signer): Promise<void> {
  for (let spentMs = 0; spentMs < totalMs; spentMs += stepMs) {
    world.clock.advance(stepMs);
    await sendPayouts(signer);
    await settleAttempts(signer);
  }
}

/** Holds the first send back until it is let go. */
function holdFirstSend(): { letGo(): void } {
  const payouts = world.perfectMoney.rail.payouts as unknown as { send(request: unknown): Promise<unknown> };
  const send = payouts.send;
  let letGo = () => {};
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  payouts.send = async (request) => {
    payouts.send = send;
    await gate;
    return send(request);
  };
  return { letGo: () => letGo() };
}

async function codesOf({ order }: Progress): Promise<string[]> {
  return (await readOrderEvents(world.worker.orm, order.id)).map(({ code }) => code);
}

async function balances(...names: string[]): Promise<Record<string, string>> {
  const rows = await world.database.query('select name, balance from account where name = any($1)', [names]);
  return Object.fromEntries(rows.map(({ name, balance }) => [String(name), String(balance)]));
}

describe('a successful payout', () => {
  test('passes every kill point once, in order, and is booked to the last cent', async () => {
    const before = await balances('rail:pm', 'held:pm', 'network-fee:pm', 'fee:pm', 'fx:pm');
    const ref = await queued();
    world.checkpoints.reached.length = 0;
    await sendPayouts(world.signer);
    expect(world.checkpoints.reached).toEqual(POINTS);
    const progress = await progressOf(ref);
    expect(progress).toMatchObject({
      order: { status: 'delivered', holding: 0n, payoutReference: `batch-${ref}-1-1` },
      payouts: [{ state: 'settled', tries: 1 }],
      attempt: { state: 'done', n: 1, key: `${ref}-1-1`, fee: 50n, reference: `batch-${ref}-1-1` },
      paid: 1,
    });
    const after = await balances(...Object.keys(before));
    const moved = Object.fromEntries(Object.entries(after).map(([name, balance]) => [name, BigInt(balance) - BigInt(before[name] ?? 0)]));
    // Of 100.50 held, 100.00 went out and 0.50 was the provider's; our own 0.50 was in the price.
    expect(moved).toEqual({ 'rail:pm': -HELD, 'held:pm': 0n, 'network-fee:pm': 50n, 'fee:pm': -50n, 'fx:pm': 100_00n + 50n });
  });

  test('is delivered only when the provider’s own records show it', async () => {
    const ref = await queued();
    world.perfectMoney.record = { state: 'pending' };
    await sendPayouts(world.signer);
    await signFor(2 * HOUR_MS, 600_000);
    expect(await progressOf(ref)).toMatchObject({ order: { status: 'delivering' }, attempt: { state: 'sent', checks: 0 }, paid: 1 });
    world.perfectMoney.record = null;
    await signFor(60_000, 60_000);
    expect(await progressOf(ref)).toMatchObject({ order: { status: 'delivered' }, paid: 1 });
  });

  test.each([
    { state: 'refused', detail: 'REJECTED' },
    { state: 'reversed', reference: 'batch' },
  ] as const)('is neither retried nor failed on the word ($state) of a provider without keys', async (record) => {
    const ref = await queued();
    world.perfectMoney.record = record;
    await sendPayouts(world.signer);
    await signFor(2 * HOUR_MS, 600_000);
    expect(await progressOf(ref)).toMatchObject({ order: { status: 'delivering' }, attempt: { n: 1, state: 'sent', checks: 0 }, paid: 1 });
    world.perfectMoney.record = null;
    await signFor(60_000, 60_000);
    expect(await progressOf(ref)).toMatchObject({ order: { status: 'delivered' }, attempt: { n: 1 }, paid: 1 });
  });

  test('that the provider accepted but does not list has six times the patience, then an operator decides', async () => {
    const ref = await queued();
    world.perfectMoney.script.push({ pays: false, hears: 'accepted' });
    await sendPayouts(world.signer);
    await signFor(6 * PATIENCE_MS - 10_000, 10_000);
    expect(await progressOf(ref)).toMatchObject({ order: { status: 'delivering' }, attempt: { state: 'sent' } });
    await signFor(PATIENCE_MS, 10_000);
    expect(await progressOf(ref)).toMatchObject({ order: { status: 'error', reason: 'payout_unknown' }, attempt: { state: 'absent' }, paid: 0 });
  });
});

describe('a payout whose response was lost', () => {
  test.each(['unknown', 'nonsense'] as const)('(%s) but that was paid is found in the records and delivered once', async (hears) => {
    const ref = await queued();
    world.perfectMoney.script.push({ pays: true, hears });
    world.perfectMoney.recordsReadable = false;
    await sendPayouts(world.signer);
    expect(await progressOf(ref)).toMatchObject({ order: { status: 'delivering' }, attempt: { state: 'unknown', checks: 0 }, paid: 1 });
    world.perfectMoney.recordsReadable = true;
    await signFor(PATIENCE_MS, 10_000);
    const progress = await progressOf(ref);
    expect(progress).toMatchObject({ order: { status: 'delivered' }, attempt: { state: 'done' }, paid: 1 });
    expect((await codesOf(progress)).slice(-3)).toEqual(['payout_started', 'payout_unknown', 'delivered']);
  });

  test('and that was not paid ends in error after the patience, and is not resent automatically', async () => {
    const ref = await queued();
    world.perfectMoney.script.push({ pays: false, hears: 'unknown' });
    await sendPayouts(world.signer);
    await signFor(PATIENCE_MS - 1_000, 1_000);
    expect(await progressOf(ref)).toMatchObject({ order: { status: 'delivering' }, attempt: { state: 'unknown' } });
    await signFor(PATIENCE_MS, 10_000);
    const error = {
      order: { status: 'error', reason: 'payout_unknown', holding: HELD },
      payouts: [{ state: 'failed', tries: 1 }],
      attempt: { state: 'absent' },
      paid: 0,
    };
    expect(await progressOf(ref)).toMatchObject(error);
    await signFor(48 * HOUR_MS, HOUR_MS);
    await world.run();
    expect(await progressOf(ref)).toMatchObject(error);
  });

  test('counts as absent only after as many successful lookups as fill the patience, regardless of its age', async () => {
    const ref = await queued();
    world.perfectMoney.script.push({ pays: false, hears: 'unknown' });
    await sendPayouts(world.signer);
    for (let checks = 1; checks <= CHECKS_OF_PATIENCE; checks += 1) {
      expect(await progressOf(ref)).toMatchObject({ order: { status: 'delivering' }, attempt: { state: 'unknown', checks } });
      world.clock.advance(24 * HOUR_MS);
      await settleAttempts(world.signer);
    }
    expect((await progressOf(ref)).order).toMatchObject({ status: 'error', reason: 'payout_unknown' });
  });

  test('is not decided while the records cannot be read, for however long', async () => {
    const ref = await queued();
    world.perfectMoney.recordsReadable = false;
    world.perfectMoney.script.push({ pays: false, hears: 'unknown' });
    await sendPayouts(world.signer);
    await signFor(72 * HOUR_MS, HOUR_MS);
    expect(await progressOf(ref)).toMatchObject({ order: { status: 'delivering' }, attempt: { state: 'unknown', checks: 0 } });
    world.perfectMoney.recordsReadable = true;
    await signFor(CHECKS_OF_PATIENCE * HOUR_MS, HOUR_MS);
    // One look short of enough: a look that cannot read is not that one.
    world.perfectMoney.recordsReadable = false;
    await signFor(4 * HOUR_MS, HOUR_MS);
    expect(await progressOf(ref)).toMatchObject({ order: { status: 'delivering' }, attempt: { state: 'unknown', checks: CHECKS_OF_PATIENCE } });
    world.perfectMoney.recordsReadable = true;
    await signFor(HOUR_MS, HOUR_MS);
    expect(await progressOf(ref)).toMatchObject({ order: { status: 'error', reason: 'payout_unknown' }, paid: 0 });
  });

  test('of which the records show two transfers is delivered once, and a case', async () => {
    const ref = await queued();
    world.perfectMoney.record = { state: 'paid', reference: 'batch-1', fee: 50n, at: new Date(0), duplicates: ['batch-2'] };
    await sendPayouts(world.signer);
    world.perfectMoney.record = null;
    expect((await progressOf(ref)).order).toMatchObject({ status: 'delivered', payoutReference: 'batch-1' });
    expect(world.errors.splice(0)).toMatchObject([{ network: 'perfect-money', kind: 'payout_record' }]);
    const { items } = await bindOperations(world.operator).listExceptions(OPERATOR, { limit: 100 });
    expect(items.filter(({ kind }) => kind === 'payout_record')).toMatchObject([{ asset: 'pm', amount: '10000', account: null }]);
  });

  test('is not paid if the records show it as returned', async () => {
    const ref = await queued();
    world.perfectMoney.script.push({ pays: false, hears: 'unknown' });
    world.perfectMoney.record = { state: 'reversed', reference: 'R1' };
    await sendPayouts(world.signer);
    await signFor(HOUR_MS, 600_000);
    expect(await progressOf(ref)).toMatchObject({ order: { status: 'delivering' }, paid: 0 });
    world.perfectMoney.record = null;
    await signFor(2 * HOUR_MS, 600_000);
    expect((await progressOf(ref)).order.status).toBe('error');
  });
});

describe('a payout that was certainly not made', () => {
  test('is retried after 30 s, 2 min, 10 min, 30 min and 2 h, then ends in error', async () => {
    const hears = 'not-done';
    const ref = await queued();
    for (const [index, delayMs] of PAYOUT_RETRY_DELAYS_MS.entries()) {
      world.perfectMoney.script.push({ pays: false, hears });
      await sendPayouts(world.signer);
      const retryAt = new Date(world.clock.now().getTime() + delayMs);
      expect(await progressOf(ref)).toMatchObject({
        order: { status: 'retry_scheduled', retryAt, holding: HELD },
        payouts: [{ state: 'queued', tries: index + 1, nextAt: retryAt }],
        attempt: { state: 'refused', n: index + 1, key: `${ref}-1-${index + 1}` },
      });
      world.clock.advance(delayMs - 1);
      await sendPayouts(world.signer);
      expect((await progressOf(ref)).payouts[0]?.tries).toBe(index + 1);
      world.clock.advance(1);
    }
    world.perfectMoney.script.push({ pays: false, hears });
    await sendPayouts(world.signer);
    expect(await progressOf(ref)).toMatchObject({
      order: { status: 'error', reason: 'no_tries_left', retryAt: null, holding: HELD },
      payouts: [{ state: 'failed', tries: 6 }],
      paid: 0,
    });
    await signFor(24 * HOUR_MS, HOUR_MS);
    expect((await progressOf(ref)).attempt?.n).toBe(6);
  });

  test.each([
    ['a ban', 'temporary'],
    ['a wallet short of money', 'funds'],
  ] as const)('by %s for hours uses up no try, and goes out when that is over', async (_, hears) => {
    const ref = await queued();
    const endsAt = world.clock.now().getTime() + 5 * HOUR_MS;
    while (world.clock.now().getTime() < endsAt) {
      world.perfectMoney.script.splice(0, 1, { pays: false, hears });
      await signFor(60_000, 60_000);
    }
    expect(await progressOf(ref)).toMatchObject({ order: { status: 'retry_scheduled', holding: HELD }, payouts: [{ state: 'queued' }], paid: 0 });
    world.perfectMoney.script.splice(0);
    await signFor(HOUR_MS, 60_000);
    expect(await progressOf(ref)).toMatchObject({ order: { status: 'delivered' }, paid: 1 });
  });

  test('is delivered once by a later try', async () => {
    const ref = await queued();
    world.perfectMoney.script.push({ pays: false, hears: 'not-done' }, { pays: false, hears: 'funds' });
    await sendPayouts(world.signer);
    await signFor(150_000, 30_000);
    const progress = await progressOf(ref);
    expect(progress).toMatchObject({
      order: { status: 'delivered', payoutReference: `batch-${ref}-1-3` },
      attempt: { n: 3, state: 'done' },
      paid: 1,
    });
    expect((await codesOf(progress)).slice(3)).toEqual(['payout_started', 'payout_retry', 'payout_retry', 'payout_sent', 'delivered']);
  });

  test.each(['destination', 'other'] as const)('(%s) ends in error at once and keeps its hold', async (hears) => {
    const ref = await queued();
    world.perfectMoney.script.push({ pays: false, hears });
    await sendPayouts(world.signer);
    expect(await progressOf(ref)).toMatchObject({
      order: { status: 'error', reason: 'payout_refused', holding: HELD },
      payouts: [{ state: 'failed' }],
      attempt: { state: 'refused', detail: hears },
      paid: 0,
    });
    await signFor(24 * HOUR_MS, HOUR_MS);
    expect((await progressOf(ref)).attempt?.n).toBe(1);
  });

  test.each(['credentials', 'locked-out'] as const)(
    '%s: the rail is switched off, payouts and paid orders wait, and no new order is created',
    async (hears) => {
      const [ref, behind, unpaid] = [await queued(), await queued(), await world.create()];
      world.perfectMoney.script.push({ pays: false, hears }, { pays: false, hears });
      // Both are on their way before the first refusal: afterwards nothing more is sent.
      const { letGo } = holdFirstSend();
      const sending = sendPayouts(world.signer);
      await expect.poll(() => world.perfectMoney.script).toHaveLength(1);
      letGo();
      await sending;
      expect(world.errors.splice(0)).not.toEqual([]);
      expect((await progressOf(ref)).order.status).toBe('retry_scheduled');
      const { items } = await bindOperations(world.operator).listRails(OPERATOR, {});
      expect(items.find(({ network }) => network === 'perfect-money')).toMatchObject({ on: true, suspensions: [{ cause: 'credentials' }] });
      await expect(world.create()).rejects.toThrow('MAINTENANCE');
      await world.pay(unpaid.ref, PRICE);
      await world.run();
      expect((await progressOf(unpaid.ref)).order.status).toBe('paid');
      await signFor(HOUR_MS, 60_000);
      for (const each of [ref, behind])
        expect(await progressOf(each)).toMatchObject({ order: { status: 'retry_scheduled' }, payouts: [{ tries: 1 }], paid: 0 });

      await bindOperations(world.operator).setRail(OPERATOR, { network: 'perfect-money', on: true });
      await world.run();
      for (const each of [ref, behind, unpaid.ref]) expect(await progressOf(each)).toMatchObject({ order: { status: 'delivered' }, paid: 1 });
    },
  );

  test.each(['suspended', 'switched off'] as const)('of a rail that is %s after the payout was read is not prepared, and waits', async (how) => {
    const ref = await queued();
    const key: SuspensionKey = { network: 'perfect-money', cause: 'shortfall', direction: 'out', subject: 'pm' };
    const setOn = (on: boolean) => bindOperations(world.operator).setRail(OPERATOR, { network: 'perfect-money', on });
    world.checkpoints.at('payout.before-prepare', async () => {
      if (how === 'suspended') await suspendNetwork(world.signer, key, 'missing');
      else await setOn(false);
    });
    await sendPayouts(world.signer);
    expect(world.errors.splice(0)).toHaveLength(how === 'suspended' ? 1 : 0);
    const waiting = { order: { status: 'delivering' }, payouts: [{ state: 'queued', tries: 0 }], attempt: null, paid: 0 };
    expect(await progressOf(ref)).toMatchObject(waiting);
    await signFor(60_000, 10_000);
    expect(await progressOf(ref)).toMatchObject(waiting);
    if (how === 'suspended') await resumeNetwork(world.signer, key);
    else await setOn(true);
    await signFor(10_000, 10_000);
    expect(await progressOf(ref)).toMatchObject({ order: { status: 'delivered' }, attempt: { n: 1 }, paid: 1 });
  });

  test('of a rail that is suspended after the attempt was written is not sent, and waits', async () => {
    const ref = await queued();
    const key: SuspensionKey = { network: 'perfect-money', cause: 'shortfall', direction: 'out', subject: 'pm' };
    world.checkpoints.at('payout.prepared', () => suspendNetwork(world.signer, key, 'missing'));
    await sendPayouts(world.signer);
    expect(world.errors.splice(0)).toHaveLength(1);
    const waiting = { order: { status: 'delivering' }, attempt: { state: 'prepared', n: 1, sentAt: null }, paid: 0 };
    expect(await progressOf(ref)).toMatchObject(waiting);
    await signFor(60_000, 10_000);
    expect(await progressOf(ref)).toMatchObject(waiting);
    await resumeNetwork(world.signer, key);
    await signFor(10_000, 10_000);
    expect(await progressOf(ref)).toMatchObject({ order: { status: 'delivered' }, attempt: { n: 1 }, paid: 1 });
  });

  test('of a disabled rail does not delay payouts of other rails', async () => {
    const at = new Date(world.clock.now().getTime() - HOUR_MS);
    for (let count = 0; count < 10; count += 1) {
      const { id } = await world.order((await world.create()).ref);
      await world.database.query(
        `insert into payout (id, version, obligation_kind, obligation_id, order_id, seq, part, parts, network, reserve, currency, amount, held, fee, destination, made_by, state, tries, next_at, created_at)
         values (gen_random_uuid(), 1, 'refund', $1, $1, 1, 1, 1, 'webmoney', 'wmz', 'wmz', 1, 0, 0, 'Z123456789012', 'system', 'queued', 0, $2, $2)`,
        [id, at],
      );
    }
    const ref = await queued();
    await sendPayouts(world.signer);
    expect((await progressOf(ref)).order.status).toBe('delivered');
  });
});

test('a payout to our own wallet is rejected', async () => {
  const ref = await queued();
  await world.database.query('update payout set destination = $2 from orders o where o.id = payout.order_id and o.ref = $1', [ref, OWN_WALLET]);
  await sendPayouts(world.signer);
  expect(world.errors.splice(0)).toMatchObject([{ reason: 'destination is ours' }]);
  expect(await progressOf(ref)).toMatchObject({ order: { status: 'error', reason: 'payout_refused' }, attempt: null, paid: 0 });
});

describe('an earlier attempt that paid', () => {
  test('although the provider refused it is found before the next is sent', async () => {
    const ref = await queued();
    world.perfectMoney.script.push({ pays: true, hears: 'not-done' });
    await sendPayouts(world.signer);
    expect((await progressOf(ref)).order.status).toBe('retry_scheduled');
    await signFor(60_000, 30_000);
    expect(await progressOf(ref)).toMatchObject({
      order: { status: 'delivered', payoutReference: `batch-${ref}-1-1`, holding: 0n },
      attempt: { n: 2, state: 'done', sentAt: null, paidByAttemptId: await attemptIdOf(`${ref}-1-1`) },
      paid: 1,
    });
  });

  test.each([
    ['another amount', 'amount = amount - 1'],
    ['other parts', 'parts = 2'],
  ])('for %s: the full amount is not sent again, an operator decides', async (_, set) => {
    const ref = await queued();
    world.perfectMoney.script.push({ pays: true, hears: 'unknown' });
    world.perfectMoney.record = { state: 'absent' };
    await sendPayouts(world.signer);
    await signFor(2 * PATIENCE_MS, 10_000);
    expect(await progressOf(ref)).toMatchObject({ order: { status: 'error', reason: 'payout_unknown' }, paid: 1 });
    world.perfectMoney.record = null;
    await world.database.query(`update payout set ${set} from orders o where o.id = payout.order_id and o.ref = $1`, [ref]);
    await bindOperations(world.operator).resolveError(OPERATOR, { ref, decision: 'retry', note: '' });
    await sendPayouts(world.signer);
    expect(await progressOf(ref)).toMatchObject({
      order: { status: 'error' },
      payouts: [{ state: 'failed' }, { seq: 2, state: 'failed' }],
      attempt: { state: 'refused', detail: `already paid by ${ref}-1-1` },
      paid: 1,
    });
    expect(world.errors.splice(0)).toHaveLength(1);
    await bindOperations(world.operator).resolveError(OPERATOR, { ref, decision: 'delivered', note: '', reference: `batch-${ref}-1-1` });
  });

  test('although it was absent from the records is found when an operator orders a new payout', async () => {
    const ref = await queued();
    world.perfectMoney.script.push({ pays: true, hears: 'unknown' });
    world.perfectMoney.record = { state: 'absent' };
    await sendPayouts(world.signer);
    await signFor(2 * PATIENCE_MS, 10_000);
    expect(await progressOf(ref)).toMatchObject({ order: { status: 'error', reason: 'payout_unknown' }, paid: 1 });
    world.perfectMoney.record = null;
    await bindOperations(world.operator).resolveError(OPERATOR, { ref, decision: 'retry', note: '' });
    await sendPayouts(world.signer);
    expect(await progressOf(ref)).toMatchObject({
      order: { status: 'delivered', payoutReference: `batch-${ref}-1-1` },
      payouts: [
        { seq: 1, state: 'failed' },
        { seq: 2, state: 'settled' },
      ],
      paid: 1,
    });
  });

  test.each(['unreadable', 'pending', 'reversed'] as const)('whose records are %s blocks further attempts', async (records) => {
    const ref = await queued();
    world.perfectMoney.script.push({ pays: false, hears: 'funds' });
    await sendPayouts(world.signer);
    world.perfectMoney.recordsReadable = records !== 'unreadable';
    world.perfectMoney.record = records === 'unreadable' ? null : { state: records, reference: 'R1' };
    await signFor(HOUR_MS, 600_000);
    expect(await progressOf(ref)).toMatchObject({ order: { status: 'delivering' }, attempt: { n: 2, state: 'prepared', sentAt: null }, paid: 0 });
    world.perfectMoney.recordsReadable = true;
    world.perfectMoney.record = null;
    await signFor(60_000, 10_000);
    expect(await progressOf(ref)).toMatchObject({ order: { status: 'delivered' }, attempt: { n: 2 }, paid: 1 });
  });
});

test('a charge beyond the hold does not delay delivery and waits for an operator', async () => {
  const names = ['rail:pm', 'held:pm', 'network-fee:pm', 'suspense:perfect-money:pm'];
  const before = await balances(...names);
  const ref = await queued();
  world.perfectMoney.record = { state: 'paid', reference: `batch-${ref}-1-1`, fee: 60n, at: new Date(0) };
  await sendPayouts(world.signer);
  world.perfectMoney.record = null;
  expect(await progressOf(ref)).toMatchObject({ order: { status: 'delivered' }, attempt: { fee: 60n } });
  const after = await balances(...names);
  const moved = names.map((name) => BigInt(after[name] ?? 0) - BigInt(before[name] ?? 0));
  expect(moved).toEqual([-HELD, 0n, 60n, -10n]);
});

describe('a signer that is killed', () => {
  /** Stops the signer at a point and lets a new one finish. */
  async function dieAt(point: CheckpointName): Promise<string> {
    const ref = await queued();
    world.checkpoints.stopAt(point);
    await sendPayouts(world.signer);
    expect(world.errors.splice(0)).toHaveLength(1);
    // The dead process has nothing in hand any more.
    expect(world.signer.inFlight.size).toBe(0);
    return ref;
  }

  test('before sending: the prepared attempt is sent', async () => {
    const ref = await dieAt('payout.prepared');
    expect(await progressOf(ref)).toMatchObject({ attempt: { state: 'prepared', sentAt: null }, paid: 0 });
    await settleAttempts(await world.openSigner());
    expect(await progressOf(ref)).toMatchObject({ order: { status: 'delivered' }, attempt: { n: 1 }, paid: 1 });
  });

  test('before sending, then the rail is switched off: the prepared attempt waits', async () => {
    const ref = await dieAt('payout.prepared');
    const operations = bindOperations(world.operator);
    await operations.setRail(OPERATOR, { network: 'perfect-money', on: false });
    const next = await world.openSigner();
    await signFor(60_000, 10_000, next);
    expect(await progressOf(ref)).toMatchObject({ order: { status: 'delivering' }, attempt: { state: 'prepared' }, paid: 0 });
    await operations.setRail(OPERATOR, { network: 'perfect-money', on: true });
    await signFor(10_000, 10_000, next);
    expect(await progressOf(ref)).toMatchObject({ order: { status: 'delivered' }, attempt: { n: 1 }, paid: 1 });
  });

  test('before sending, then the payout no longer follows from its order: it is rejected', async () => {
    const ref = await dieAt('payout.prepared');
    const { order } = await progressOf(ref);
    // Past the guard of payments: no role could.
    const setState = async (state: string) => {
      await world.database.query('set session_replication_role = replica');
      await world.database.query('update payment set state = $2, version = version + 1 where order_id = $1', [order.id, state]);
      await world.database.query('set session_replication_role = default');
    };
    await setState('case');
    await settleAttempts(await world.openSigner());
    expect(world.errors.splice(0)).toHaveLength(1);
    expect(await progressOf(ref)).toMatchObject({
      order: { status: 'error', reason: 'payout_refused' },
      attempt: { state: 'refused', detail: 'not paid in full', sentAt: null },
      paid: 0,
    });
    await setState('matched');
  });

  test('after committing `sending`: the records decide, nothing is sent', async () => {
    const ref = await dieAt('payout.sending');
    expect(await progressOf(ref)).toMatchObject({ attempt: { state: 'sending' }, paid: 0 });
    const next = await world.openSigner();
    await settleAttempts(next);
    expect(await progressOf(ref)).toMatchObject({
      order: { status: 'delivering' },
      attempt: { state: 'unknown', detail: 'no answer recorded' },
      paid: 0,
    });
    await signFor(2 * PATIENCE_MS, 10_000, next);
    expect(await progressOf(ref)).toMatchObject({ order: { status: 'error', reason: 'payout_unknown' }, attempt: { state: 'absent' }, paid: 0 });
  });

  test('after the response: the payout is found in the records and delivered once', async () => {
    const ref = await dieAt('payout.answered');
    expect(await progressOf(ref)).toMatchObject({ attempt: { state: 'sending' }, paid: 1 });
    await settleAttempts(await world.openSigner());
    expect(await progressOf(ref)).toMatchObject({ order: { status: 'delivered' }, paid: 1 });
  });

  test.each(POINTS)('at %s: at most one payment, and exactly one unless the order is in error', async (point) => {
    const ref = await dieAt(point);
    await signFor(2 * PATIENCE_MS, 10_000, await world.openSigner());
    const { order, paid } = await progressOf(ref);
    expect([order.status, paid]).toEqual(point === 'payout.sending' ? ['error', 0] : ['delivered', 1]);
  });
});

test('an order that waits for a rail that has closed itself stays paid; only a person has it paid by hand', async () => {
  const { ref } = await world.create();
  await world.pay(ref, PRICE);
  await matchPayments(world.worker);
  await onRailTrouble(world.worker, 'perfect-money', 'credentials', 'test');
  world.errors.splice(0);
  await world.run();
  expect(await progressOf(ref)).toMatchObject({ order: { status: 'paid', holding: HELD }, payouts: [] });
  for (const decision of ['retry', 'delivered'] as const) {
    const decided = bindOperations(world.operator).resolveError(OPERATOR, { ref, decision, reference: 'X', note: '' });
    await expect(decided).rejects.toThrow('ORDER_ACTION_NOT_ALLOWED');
  }
  await bindOperations(world.operator).resolveError(OPERATOR, { ref, decision: 'by-hand', note: 'the provider is away' });
  expect(await progressOf(ref)).toMatchObject({ order: { status: 'handmake', holding: HELD }, payouts: [] });
  await bindOperations(world.operator).setRail(OPERATOR, { network: 'perfect-money', on: true });
  await world.run();
  expect(await progressOf(ref)).toMatchObject({ order: { status: 'handmake' }, paid: 0 });
});

test('a paid order whose rail is off waits for an operator', async () => {
  const before = await reserveOf(world, 'pm');
  const { ref } = await world.create();
  await world.pay(ref, PRICE);
  await bindOperations(world.operator).setRail(OPERATOR, { network: 'perfect-money', on: false });
  await world.run();
  expect(await progressOf(ref)).toMatchObject({ order: { status: 'handmake', reason: 'rail_off', holding: HELD }, payouts: [] });
  await bindOperations(world.operator).setRail(OPERATOR, { network: 'perfect-money', on: true });
  await world.run();
  expect((await progressOf(ref)).order.status).toBe('handmake');
  await bindOperations(world.operator).recordManualPayout(OPERATOR, { ref, reference: 'BY-HAND-1', note: '' });
  expect(await progressOf(ref)).toMatchObject({
    order: { status: 'delivered', payoutReference: 'BY-HAND-1', holding: 0n },
    payouts: [{ state: 'settled', tries: 0 }],
    paid: 0,
  });
  // No provider fee.
  expect((await reserveOf(world, 'pm')).available).toBe(before.available - 100_00n);
});

test('a payout that another worker has started meanwhile is not started again', async () => {
  const { ref } = await world.create();
  await world.pay(ref, PRICE);
  await matchPayments(world.worker);
  world.checkpoints.at('start-payout.before-write', () => startPayouts(world.worker).then(() => {}));
  await startPayouts(world.worker);
  expect(await progressOf(ref)).toMatchObject({ order: { status: 'delivering' }, payouts: [{ state: 'queued', seq: 1 }] });
  await sendPayouts(world.signer);
  expect(await progressOf(ref)).toMatchObject({ order: { status: 'delivered' }, payouts: [{ state: 'settled' }], paid: 1 });
});

test('a payout that cannot be prepared is reported, and prepared later; a conflict is not', async () => {
  const ref = await queued();
  world.checkpoints.stopAt('payout.before-prepare');
  await sendPayouts(world.signer);
  expect(world.errors.splice(0)).toMatchObject([{ payout: expect.any(String), error: expect.stringContaining('payout.before-prepare') }]);
  world.clock.advance(1_000);
  world.checkpoints.at('payout.before-prepare', () => {
    throw new ConflictError('payout_version');
  });
  await sendPayouts(world.signer);
  expect(await progressOf(ref)).toMatchObject({ payouts: [{ state: 'queued', tries: 0 }], paid: 0 });
  expect(world.log.filter((line) => line.endsWith('another took its slot'))).toEqual([]);
  world.clock.advance(1_000);
  await sendPayouts(world.signer);
  expect(await progressOf(ref)).toMatchObject({ order: { status: 'delivered' }, paid: 1 });
});

test('a conflict after the send is reported, and the records settle the payout', async () => {
  const ref = await queued();
  world.checkpoints.at('payout.answered', () => {
    throw new ConflictError('orders_version');
  });
  await sendPayouts(world.signer);
  expect(world.errors.splice(0)).toMatchObject([{ error: expect.stringContaining('orders_version') }]);
  expect((await progressOf(ref)).attempt).toMatchObject({ state: 'sending' });
  await signFor(10_000, 5_000);
  expect(await progressOf(ref)).toMatchObject({ order: { status: 'delivered' }, paid: 1 });
});

describe('concurrent payouts', () => {
  test('a hanging payout does not delay payouts that become due later', async () => {
    const { letGo } = holdFirstSend();
    const first = await queued();
    const sending = sendPayouts(world.signer);
    const second = await queued();
    await expect.poll(async () => (await progressOf(second)).order.status).toBe('delivered');
    expect((await progressOf(first)).attempt).toMatchObject({ state: 'sending' });
    letGo();
    await sending;
    expect(await progressOf(first)).toMatchObject({ order: { status: 'delivered' }, paid: 1 });
  });

  test('an attempt whose answer is awaited is not taken for one of a dead process', async () => {
    const { letGo } = holdFirstSend();
    const ref = await queued();
    const sending = sendPayouts(world.signer);
    await expect.poll(async () => (await progressOf(ref)).attempt?.state).toBe('sending');
    await settleAttempts(world.signer);
    expect((await progressOf(ref)).attempt).toMatchObject({ state: 'sending', detail: null });
    letGo();
    await sending;
    expect(await progressOf(ref)).toMatchObject({ order: { status: 'delivered' }, paid: 1 });
  });

  test('attempts in hand take no slots from those of a dead process', async () => {
    const inHand = ATTEMPT_SLOTS + 1;
    const refs: string[] = [];
    for (let n = 0; n <= inHand; n += 1) {
      refs.push(await queued());
      world.checkpoints.stopAt('payout.prepared');
      await sendPayouts(world.signer);
      world.clock.advance(1_000);
    }
    expect(world.errors.splice(0)).toHaveLength(refs.length);
    const left = refs.at(-1) ?? '';
    const signer = await world.openSigner();
    for (const ref of refs.slice(0, inHand)) signer.inFlight.add((await progressOf(ref)).attempt?.id ?? '');
    await settleAttempts(signer);
    expect(await progressOf(left)).toMatchObject({ order: { status: 'delivered' }, paid: 1 });
    expect(signer.inFlight.size).toBe(inHand);
    signer.inFlight.clear();
    await settleAttempts(signer);
    for (const ref of refs) expect(await progressOf(ref)).toMatchObject({ order: { status: 'delivered' }, paid: 1 });
  });

  test('payouts in progress are awaited when the next cannot be read', async () => {
    const { letGo } = holdFirstSend();
    const ref = await queued();
    let refused = 0;
    let isAway = false;
    const signer: typeof world.signer = {
      ...world.signer,
      async settings() {
        if (!isAway) return world.signer.settings();
        refused += 1;
        throw new Error('away');
      },
    };
    let hasEnded = false;
    const sending = sendPayoutsOf(signer, 'perfect-money').then(
      () => 'ended',
      (error: Error) => {
        hasEnded = true;
        return error.message;
      },
    );
    await expect.poll(async () => (await progressOf(ref)).attempt?.state).toBe('sending');
    isAway = true;
    await expect.poll(() => refused).toBe(1);
    expect(hasEnded).toBe(false);
    isAway = false;
    letGo();
    expect(await sending).toBe('away');
    expect(await progressOf(ref)).toMatchObject({ order: { status: 'delivered' }, paid: 1 });
  });

  test('no payout is started after the abort', async () => {
    const { letGo } = holdFirstSend();
    const first = await queued();
    const stopping = new AbortController();
    const sending = sendPayouts(world.signer, stopping.signal);
    await expect.poll(async () => (await progressOf(first)).attempt?.state).toBe('sending');
    stopping.abort();
    const second = await queued();
    letGo();
    await sending;
    expect(await progressOf(first)).toMatchObject({ order: { status: 'delivered' }, paid: 1 });
    expect(await progressOf(second)).toMatchObject({ payouts: [{ state: 'queued' }], paid: 0 });
    await sendPayouts(world.signer);
    expect(await progressOf(second)).toMatchObject({ order: { status: 'delivered' }, paid: 1 });
  });
});
