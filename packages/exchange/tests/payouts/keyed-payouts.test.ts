import { readOrderEvents } from '@quydoi/database/repositories/orders';
import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { FAST_TRANSFER_MAX_VND, PAYOUT_WATCH_HOURS } from '@quydoi/domain/constants';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@quydoi/domain/durations';
import type { Order } from '@quydoi/domain/order/order';
import type { KeyedPayouts, PayoutRequest } from '@quydoi/rails/payout';
import { RailError } from '@quydoi/rails/rail-error';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { CheckpointName } from '../../src/checkpoints.ts';
import { bindOperations } from '../../src/operations/operations.ts';
import { matchPayments } from '../../src/payments/match-payments.ts';
import type { SignerCtx } from '../../src/payouts/signer.ts';
import { startPayouts } from '../../src/payouts/start-payouts.ts';
import { expectBooksInOrder, reserveOf, setAvailable } from '../../testing/books.ts';
import { operatorCaller } from '../../testing/callers.ts';
import { sendPayouts, settleAttempts, watchFailed, watchSettled } from '../../testing/network-jobs.ts';
import { SELL_100_PM } from '../../testing/order-inputs.ts';
import { chainPayment, walletTransfer } from '../../testing/payment-facts.ts';
import { openWorld, type World } from '../../testing/world.ts';

const OPERATOR = operatorCaller('lan');

let world: World;
let n = 0;

beforeAll(async () => {
  world = await openWorld(postgresUrl());
  await world.database.query(`insert into setting (kind, key, value, author, at)
    select kind, key, value || '{"maxBalance": "100000"}', 'test', now() from setting where kind = 'currency' and key = 'trc20'`);
  await world.database.query(`insert into setting (kind, key, value, author, at)
    select kind, key, value || '{"minOrderLogin": "9000000000", "minOrderKyc": "9000000000"}', 'test', now() from setting where kind = 'site'`);
});
afterEach(async () => {
  expect(world.errors.splice(0)).toEqual([]);
  expect(world.payOs.script).toEqual([]);
  await expectBooksInOrder(world);
});
afterAll(() => world.database.close());

/** A paid sell whose payout waits for the signer: 100 pm, or more USDT than one transfer of dong carries. */
async function queued(size: 'small' | 'large' = 'small'): Promise<string> {
  n += 1;
  await setAvailable(world, 'vnd', 5_000_000_000n);
  const input = size === 'small' ? SELL_100_PM : { ...SELL_100_PM, from: 'trc20' as const, sender: undefined, quantity: '40000' };
  const order = await world.create(input);
  const paid = { amount: order.amountSent, paidAt: world.clock.now(), account: order.instructions?.account ?? '' };
  const reference = `${n.toString(16).padStart(64, '0')}:0`;
  if (size === 'small') await world.record(world.signer, walletTransfer({ ...paid, memo: order.ref, reference: String(n), sourceId: `s${n}` }));
  else await world.record(world.worker, chainPayment({ ...paid, reference }));
  await matchPayments(world.worker);
  await startPayouts(world.worker);
  expect((await world.order(order.ref)).status).toBe('delivering');
  return order.ref;
}

async function signFor(totalMs: number, stepMs = 5_000, signer = world.signer): Promise<void> {
  for (let spentMs = 0; spentMs < totalMs; spentMs += stepMs) {
    world.clock.advance(stepMs);
    await sendPayouts(signer);
    await settleAttempts(signer);
    await watchSettled(signer);
    await watchFailed(signer);
  }
}

interface Progress {
  readonly order: Order;
  readonly payouts: Record<string, unknown>[];
  readonly attempts: Record<string, unknown>[];
  /** Dong that arrived and stayed, transfer by transfer. */
  readonly paid: bigint[];
  readonly codes: string[];
}

async function progressOf(ref: string): Promise<Progress> {
  const order = await world.order(ref);
  const payouts = await world.database.query(`select seq, part, parts, state, tries from payout where order_id = $1 order by seq`, [order.id]);
  const attempts = await world.database.query(
    `select a.n, a.state, a.key, a.detail, (select e.key from attempt e where e.id = a.paid_by_attempt_id) as paid_by from attempt a join payout p on p.id = a.payout_id where p.order_id = $1 order by p.seq, a.n`,
    [order.id],
  );
  const codes = (await readOrderEvents(world.worker.orm, order.id)).map(({ code }) => code);
  const paid = world.payOs.paid.filter(({ memo }) => memo === ref).map(({ amount }) => amount);
  return { order, payouts, attempts, paid, codes };
}

function courseOf(key: string): { course: string } {
  const found = world.payOs.book.get(key);
  if (!found) throw new Error(`no payout ${key}`);
  return found;
}

/** Lets the provider show a payout of 100 pm that it had not shown before. */
function list(ref: string): void {
  const key = `${ref}-1-1`;
  world.payOs.book.set(key, {
    request: { key, currency: 'vnd', amount: 2_535_000n, destination: '0011001234567', destinationBank: 'vcb', memo: ref },
    course: 'paid',
  });
}

describe('a payout of dong', () => {
  test('is sent under our key and delivered once the provider lists it', async () => {
    const before = await reserveOf(world, 'vnd');
    const ref = await queued();
    await sendPayouts(world.signer);
    const { order, attempts, paid, codes } = await progressOf(ref);
    expect(order).toMatchObject({ status: 'delivered', payoutReference: `FT-${ref}-1-1`, holding: 0n });
    expect({ attempts, paid }).toMatchObject({ attempts: [{ n: 1, state: 'done', key: `${ref}-1-1` }], paid: [order.amountReceived] });
    expect(codes.slice(-3)).toEqual(['payout_started', 'payout_sent', 'delivered']);
    expect((await reserveOf(world, 'vnd')).available).toBe(before.available - order.amountReceived);
  });

  test.each([
    ['taken', true],
    ['not taken', false],
  ])('whose response was lost (%s) is sent again under the same key and paid once', async (_, takes) => {
    const ref = await queued();
    world.payOs.script.push({ takes, hears: 'unknown' });
    await sendPayouts(world.signer);
    await signFor(MINUTE_MS);
    expect(await progressOf(ref)).toMatchObject({ order: { status: 'delivered' }, attempts: [{ n: 1, state: 'done' }], paid: [2_535_000n] });
    expect(world.payOs.sent.filter((key) => key === `${ref}-1-1`)).toHaveLength(takes ? 1 : 2);
  });

  test('that the provider refuses at once is retried under a new key or fails, by the kind of refusal', async () => {
    const short = await queued();
    world.payOs.script.push({ takes: false, hears: 'funds' });
    await sendPayouts(world.signer);
    expect((await progressOf(short)).order.status).toBe('retry_scheduled');
    await signFor(MINUTE_MS);
    expect(await progressOf(short)).toMatchObject({
      order: { status: 'delivered' },
      attempts: [{ state: 'refused' }, { n: 2, state: 'done' }],
      paid: [2_535_000n],
    });
    const closed = await queued();
    world.payOs.script.push({ takes: false, hears: 'destination' });
    await sendPayouts(world.signer);
    expect(await progressOf(closed)).toMatchObject({ order: { status: 'error', reason: 'payout_refused' }, paid: [] });
  });

  test('that the provider may have accepted is not retried under a new key, even if the second send is refused', async () => {
    const ref = await queued();
    world.payOs.script.push({ takes: false, hears: 'unknown' }, ...Array(40).fill({ takes: false, hears: 'funds' }));
    await sendPayouts(world.signer);
    await signFor(3 * MINUTE_MS);
    expect(await progressOf(ref)).toMatchObject({
      order: { status: 'error', reason: 'payout_unknown' },
      attempts: [{ n: 1, state: 'absent' }],
      paid: [],
    });
    world.payOs.script.length = 0;
    // It was taken after all: found before anything else is sent.
    list(ref);
    await bindOperations(world.operator).resolveError(OPERATOR, { ref, decision: 'retry', note: '' });
    await signFor(MINUTE_MS);
    expect(await progressOf(ref)).toMatchObject({ order: { status: 'delivered', payoutReference: `FT-${ref}-1-1` }, paid: [2_535_000n] });
  });

  test('that the bank rejects after acceptance is retried', async () => {
    const ref = await queued();
    world.payOs.course = 'refused';
    await sendPayouts(world.signer);
    world.payOs.course = 'paid';
    expect(await progressOf(ref)).toMatchObject({ order: { status: 'retry_scheduled' }, attempts: [{ state: 'refused', detail: 'BANK_REJECTED' }] });
    await signFor(MINUTE_MS);
    expect(await progressOf(ref)).toMatchObject({ order: { status: 'delivered' }, paid: [2_535_000n] });
  });

  test('that the provider accepted but does not list yet is not sent again', async () => {
    const ref = await queued();
    world.payOs.script.push({ takes: false, hears: 'accepted' });
    await sendPayouts(world.signer);
    await signFor(5 * MINUTE_MS);
    expect(await progressOf(ref)).toMatchObject({ order: { status: 'delivering' }, attempts: [{ n: 1, state: 'sent' }] });
    expect(world.payOs.sent.filter((key) => key.startsWith(ref))).toEqual([`${ref}-1-1`]);
    list(ref);
    await signFor(MINUTE_MS);
    expect(await progressOf(ref)).toMatchObject({ order: { status: 'delivered' }, paid: [2_535_000n] });
  });

  test('that the provider accepted and never lists ends with an operator', async () => {
    const ref = await queued();
    world.payOs.script.push({ takes: false, hears: 'accepted' });
    await sendPayouts(world.signer);
    await signFor(8 * MINUTE_MS);
    expect(await progressOf(ref)).toMatchObject({ order: { status: 'error', reason: 'payout_unknown' }, attempts: [{ n: 1, state: 'absent' }] });
    expect(world.payOs.sent.filter((key) => key.startsWith(ref))).toHaveLength(1);
  });

  test('is not given up because of a lookup made before the retry', async () => {
    const ref = await queued();
    const { payouts } = world.payOs.rail;
    if (payouts?.kind !== 'keyed') throw new Error('no payout');
    const slow = async (request: PayoutRequest, now: Date) => {
      // Patience ends while the provider takes it.
      if (world.payOs.script[0]?.takes) world.clock.advance(2 * MINUTE_MS);
      return payouts.send(request, now);
    };
    const bank = { ...world.payOs.rail, payouts: { ...payouts, send: slow } };
    const signer = { ...world.signer, rails: new Map([...world.signer.rails, ['bank', bank] as const]) };
    world.payOs.script.push(...Array(5).fill({ takes: false, hears: 'unknown' }), { takes: true, hears: 'unknown' });
    await sendPayouts(signer);
    await signFor(30_000, 5_000, signer);
    expect(await progressOf(ref)).toMatchObject({ order: { status: 'delivered' }, attempts: [{ n: 1, state: 'done' }], paid: [2_535_000n] });
  });

  test('whose list cannot be read is looked up less and less often, though the provider answers other questions', async () => {
    const ref = await queued();
    world.payOs.script.push({ takes: true, hears: 'unknown' });
    const payouts = world.payOs.rail.payouts as KeyedPayouts;
    const { find } = payouts;
    const askedAtMs: number[] = [];
    payouts.find = async ({ key, destination }) => {
      if (key === `${ref}-1-1`) askedAtMs.push(world.clock.now().getTime());
      throw new RailError('bank', 'unreachable', 'unknown', `payOS list answered 503 for ${key} to ${destination}`);
    };
    await sendPayouts(world.signer);
    for (let second = 0; second < 120; second += 1) {
      world.clock.advance(1_000);
      await settleAttempts(world.signer);
    }
    payouts.find = find;
    expect(askedAtMs.length).toBeGreaterThan(8);
    expect(askedAtMs.length).toBeLessThan(35);
    // What failed, and for which attempt, but neither account nor reference.
    const [attempt] = await world.database.query('select a.id, a.payout_id from attempt a where a.key = $1', [`${ref}-1-1`]);
    const line = world.log.find((text) => text.includes(String(attempt?.id)) && text.endsWith(' payout records not read')) ?? '';
    expect(JSON.parse(line.slice(0, line.lastIndexOf('}') + 1))).toMatchObject({
      trouble: 'unreachable',
      reason: 'payOS list answered 503 for … to …',
      attempt: attempt?.id,
      payout: attempt?.payout_id,
    });
    // Soon after the list can be read again the payout is delivered.
    await signFor(MINUTE_MS);
    expect((await progressOf(ref)).order.status).toBe('delivered');
  });

  test('is neither failed nor sent again while the list cannot be read', async () => {
    const ref = await queued();
    world.payOs.script.push({ takes: true, hears: 'unknown' });
    world.payOs.isReadable = false;
    await sendPayouts(world.signer);
    await signFor(2 * HOUR_MS, 5 * MINUTE_MS);
    expect(await progressOf(ref)).toMatchObject({ order: { status: 'delivering' }, attempts: [{ n: 1, state: 'unknown' }] });
    expect(world.payOs.sent.filter((key) => key.startsWith(ref))).toHaveLength(1);
    world.payOs.isReadable = true;
    await signFor(2 * MINUTE_MS);
    expect((await progressOf(ref)).order.status).toBe('delivered');
  });
});

describe('a one-time code requested by the bank', () => {
  test('pauses the payout until it is entered', async () => {
    const ref = await queued();
    world.payOs.course = 'waiting-otp';
    await sendPayouts(world.signer);
    world.payOs.course = 'paid';
    await signFor(MINUTE_MS);
    expect(await progressOf(ref)).toMatchObject({ order: { status: 'waitingotp' }, attempts: [{ n: 1, state: 'sent' }] });
    expect((await progressOf(ref)).codes.filter((code) => code === 'payout_otp')).toHaveLength(1);
    courseOf(`${ref}-1-1`).course = 'pending';
    await signFor(10_000);
    expect((await progressOf(ref)).order.status).toBe('delivering');
    courseOf(`${ref}-1-1`).course = 'paid';
    await signFor(2 * MINUTE_MS);
    expect(await progressOf(ref)).toMatchObject({ order: { status: 'delivered' }, paid: [2_535_000n] });
  });

  test('that is entered between two polls does not keep the completed payout from being delivered', async () => {
    const ref = await queued();
    world.payOs.course = 'waiting-otp';
    await sendPayouts(world.signer);
    world.payOs.course = 'paid';
    courseOf(`${ref}-1-1`).course = 'paid';
    await signFor(10_000);
    expect(await progressOf(ref)).toMatchObject({ order: { status: 'delivered' }, paid: [2_535_000n] });
  });

  test('that is never entered has the payout retried', async () => {
    const ref = await queued();
    world.payOs.course = 'waiting-otp';
    await sendPayouts(world.signer);
    world.payOs.course = 'paid';
    courseOf(`${ref}-1-1`).course = 'refused';
    await signFor(5_000);
    expect((await progressOf(ref)).order.status).toBe('retry_scheduled');
    await signFor(MINUTE_MS);
    expect(await progressOf(ref)).toMatchObject({ order: { status: 'delivered' }, attempts: [{}, { n: 2 }], paid: [2_535_000n] });
  });
});

describe('a final word of the provider that it takes back', () => {
  const casesOf = async (ref: string) => {
    const rows = await world.database.query(
      `select e.source_id from reconciliation_exception e join attempt a on e.source_id like a.id || ' %' where e.kind = 'payout_record' and a.key like $1 order by a.key`,
      [`${ref}-%`],
    );
    return rows.map(({ source_id }) => String(source_id).split(' ')[1]);
  };

  test('paid, then failed: the order is in error as after a reversal, and an operator is told', async () => {
    const ref = await queued();
    await sendPayouts(world.signer);
    expect((await progressOf(ref)).order.status).toBe('delivered');
    courseOf(`${ref}-1-1`).course = 'refused';
    await signFor(2 * MINUTE_MS);
    expect(await progressOf(ref)).toMatchObject({ order: { status: 'error', reason: 'reversed', holding: 2_535_000n }, paid: [] });
    expect(await casesOf(ref)).toEqual(['taken-back']);
    expect(world.errors.splice(0)).toMatchObject([{ kind: 'payout_record' }]);
    const { items } = await bindOperations(world.operator).listAttention(OPERATOR, { limit: 100 });
    expect(items).toContainEqual(expect.objectContaining({ ref, need: 'payout' }));
    // Should it have been paid nevertheless, the retry finds that, and nothing is sent.
    courseOf(`${ref}-1-1`).course = 'paid';
    await bindOperations(world.operator).resolveError(OPERATOR, { ref, decision: 'retry', note: '' });
    await signFor(10_000);
    expect(await progressOf(ref)).toMatchObject({ order: { status: 'delivered', payoutReference: `FT-${ref}-1-1` }, paid: [2_535_000n] });
  });

  test.each<[string, string, string | null]>([
    ['payouts', 'bank', null],
    ['own-reading', 'perfect-money', null],
    ['own-reading', 'bank', 'lan'],
  ])('is kept from operators by no row that the worker wrote before: of %s of %s, resolved by %s', async (source, network, resolvedBy) => {
    const written = world.database.query(
      `insert into reconciliation_exception (id, network, source, source_id, kind, detail, at, resolved_at, resolved_by)
       values (gen_random_uuid(), $1, $2, 'before', 'payout_record', '', now(), case when $3::text is not null then now() end, $3)`,
      [network, source, resolvedBy],
      'quydoi_worker',
    );
    await expect(written).rejects.toMatchObject({ code: '42501' });
  });

  test('one transfer, then several under our key: an operator is told once, and nothing else is sent', async () => {
    const ref = await queued();
    world.payOs.course = 'pending';
    await sendPayouts(world.signer);
    world.payOs.course = 'paid';
    const { payouts } = world.payOs.rail;
    if (payouts?.kind !== 'keyed') throw new Error('not keyed');
    const { find } = payouts;
    const finding: KeyedPayouts['find'] = async (request, ...rest) => {
      if (request.memo === ref) throw new RailError('bank', 'duplicated', 'unknown', 'two payouts under one key');
      return find(request, ...rest);
    };
    Object.assign(payouts, { find: finding });
    await signFor(2 * MINUTE_MS);
    expect(await casesOf(ref)).toEqual(['duplicated']);
    expect(world.errors.splice(0)).toMatchObject([{ kind: 'payout_record' }]);
    expect((await progressOf(ref)).attempts).toHaveLength(1);
    Object.assign(payouts, { find });
    courseOf(`${ref}-1-1`).course = 'paid';
    await signFor(2 * MINUTE_MS);
    expect(await progressOf(ref)).toMatchObject({ order: { status: 'delivered' }, paid: [2_535_000n] });
  });

  test('failed, then paid after the next attempt has paid: an operator is told of the second transfer, once', async () => {
    const ref = await queued();
    world.payOs.course = 'refused';
    await sendPayouts(world.signer);
    world.payOs.course = 'paid';
    await signFor(MINUTE_MS);
    expect(await progressOf(ref)).toMatchObject({ order: { status: 'delivered' }, attempts: [{ state: 'refused' }, { n: 2, state: 'done' }] });
    courseOf(`${ref}-1-1`).course = 'paid';
    await signFor(HOUR_MS, MINUTE_MS);
    expect(await casesOf(ref)).toEqual(['paid-too']);
    expect(world.errors.splice(0)).toHaveLength(1);
  });

  test('failed, then paid, for two attempts before the third is sent: one settles the payout, and an operator is told of the other', async () => {
    const ref = await queued();
    world.payOs.course = 'refused';
    await sendPayouts(world.signer);
    await signFor(MINUTE_MS);
    world.payOs.course = 'paid';
    for (const key of [`${ref}-1-1`, `${ref}-1-2`]) courseOf(key).course = 'paid';
    await signFor(10 * MINUTE_MS);
    expect(await progressOf(ref)).toMatchObject({
      order: { status: 'delivered', payoutReference: `FT-${ref}-1-1` },
      attempts: [{ state: 'refused' }, { state: 'refused' }, { state: 'done', paid_by: `${ref}-1-1` }],
    });
    expect(await casesOf(ref)).toEqual(['paid-too']);
    expect(world.errors.splice(0)).toHaveLength(1);
  });

  describe('not known, or failed, and paid once the payout has failed', () => {
    const operations = () => bindOperations(world.operator);
    /** An order in error, of whose payout the provider knows nothing, or that it has refused. */
    async function inError(how: 'absent' | 'refused'): Promise<string> {
      const ref = await queued();
      world.payOs.script.push({ takes: false, hears: how === 'absent' ? 'accepted' : 'destination' });
      await sendPayouts(world.signer);
      await signFor(9 * MINUTE_MS, MINUTE_MS / 2);
      expect(await progressOf(ref)).toMatchObject({ order: { status: 'error' }, attempts: [{ state: how }], paid: [] });
      return ref;
    }

    test.each(['absent', 'refused'] as const)('while the order stands in error (%s): an operator is told, and the retry finds it', async (how) => {
      const ref = await inError(how);
      list(ref);
      await signFor(3 * HOUR_MS, 5 * MINUTE_MS);
      expect([await casesOf(ref), (await progressOf(ref)).order.status]).toEqual([['paid-after-all'], 'error']);
      expect(world.errors.splice(0)).toMatchObject([{ kind: 'payout_record' }]);
      await operations().resolveError(OPERATOR, { ref, decision: 'retry', note: '' });
      await signFor(3 * HOUR_MS, 5 * MINUTE_MS);
      expect(await progressOf(ref)).toMatchObject({ order: { status: 'delivered', payoutReference: `FT-${ref}-1-1` }, paid: [2_535_000n] });
      expect(await casesOf(ref)).toEqual(['paid-after-all']);
    });

    test('days after, and the order is paid by hand: an operator is told of the second transfer', async () => {
      const ref = await inError('absent');
      await signFor(3 * DAY_MS, 6 * HOUR_MS);
      await operations().resolveError(OPERATOR, { ref, decision: 'delivered', reference: 'HAND-1', note: 'paid by hand' });
      await signFor(HOUR_MS, 5 * MINUTE_MS);
      list(ref);
      await signFor(4 * HOUR_MS, 5 * MINUTE_MS);
      expect([await casesOf(ref), (await progressOf(ref)).order.status]).toEqual([['paid-too'], 'delivered']);
      expect(world.errors.splice(0)).toHaveLength(1);
    });

    test('and recorded by hand under its own reference: there is nothing to tell', async () => {
      const ref = await inError('absent');
      list(ref);
      await operations().resolveError(OPERATOR, { ref, decision: 'delivered', reference: `FT-${ref}-1-1`, note: 'the bank shows it' });
      await signFor(3 * HOUR_MS, 5 * MINUTE_MS);
      expect(await casesOf(ref)).toEqual([]);
    });

    test.each(['absent', 'refused'] as const)('and the order is refunded in another currency (%s): an operator is told', async (how) => {
      const ref = await inError(how);
      await operations().refundOrder(OPERATOR, { ref, destination: 'U7654321', note: '' });
      await signFor(10 * MINUTE_MS);
      expect((await progressOf(ref)).order).toMatchObject({ status: 'cancelled', reason: 'refunded' });
      list(ref);
      await signFor(4 * HOUR_MS, 5 * MINUTE_MS);
      expect(await casesOf(ref)).toEqual(['paid-too']);
      expect(world.errors.splice(0)).toHaveLength(1);
    });

    test('more than a day after the order ended: it is not asked about any more', async () => {
      const ref = await inError('absent');
      await operations().resolveError(OPERATOR, { ref, decision: 'delivered', reference: 'HAND-1', note: 'paid by hand' });
      world.clock.advance(PAYOUT_WATCH_HOURS * HOUR_MS);
      list(ref);
      await signFor(4 * HOUR_MS, HOUR_MS);
      expect(await casesOf(ref)).toEqual([]);
    });
  });
});

describe('a payout that the bank returns', () => {
  test('puts its order in error with its money held again; a second payout delivers it', async () => {
    const ref = await queued();
    const before = await reserveOf(world, 'vnd');
    await sendPayouts(world.signer);
    expect((await progressOf(ref)).order.status).toBe('delivered');
    courseOf(`${ref}-1-1`).course = 'reversed';
    await signFor(2 * MINUTE_MS);
    expect(await progressOf(ref)).toMatchObject({
      order: { status: 'error', reason: 'reversed', holding: 2_535_000n, payoutReference: null },
      payouts: [{ state: 'failed' }],
      attempts: [{ state: 'refused', detail: 'reversed' }],
      paid: [],
    });
    expect(await reserveOf(world, 'vnd')).toEqual(before);
    await expectBooksInOrder(world);
    await bindOperations(world.operator).resolveError(OPERATOR, { ref, decision: 'retry', note: '' });
    await signFor(10_000);
    expect(await progressOf(ref)).toMatchObject({ order: { status: 'delivered', payoutReference: `FT-${ref}-2-1` }, paid: [2_535_000n] });
  });

  test('is also detected for an earlier attempt that paid although it was reported as failed', async () => {
    const ref = await queued();
    world.payOs.script.push({ takes: true, hears: 'destination' });
    await sendPayouts(world.signer);
    expect((await progressOf(ref)).order.status).toBe('error');
    await bindOperations(world.operator).resolveError(OPERATOR, { ref, decision: 'retry', note: '' });
    await signFor(10_000);
    expect(await progressOf(ref)).toMatchObject({
      order: { status: 'delivered', payoutReference: `FT-${ref}-1-1` },
      attempts: [{ state: 'refused' }, { state: 'done', paid_by: `${ref}-1-1` }],
      paid: [2_535_000n],
    });
    courseOf(`${ref}-1-1`).course = 'reversed';
    await signFor(2 * MINUTE_MS);
    expect(await progressOf(ref)).toMatchObject({
      order: { status: 'error', reason: 'reversed', holding: 2_535_000n, payoutReference: null },
      payouts: [{ state: 'failed' }, { state: 'failed' }],
      paid: [],
    });
    await bindOperations(world.operator).resolveError(OPERATOR, { ref, decision: 'retry', note: '' });
    await signFor(10_000);
    expect(await progressOf(ref)).toMatchObject({ order: { status: 'delivered', payoutReference: `FT-${ref}-3-1` }, paid: [2_535_000n] });
  });

  test('is polled for a day at growing intervals', async () => {
    const ref = await queued();
    await sendPayouts(world.signer);
    const versionOf = async () => {
      const [attempt] = await world.database.query('select version from attempt where key = $1', [`${ref}-1-1`]);
      return Number(attempt?.version);
    };
    const before = await versionOf();
    await signFor(48 * HOUR_MS, 10 * MINUTE_MS);
    const looks = (await versionOf()) - before;
    expect(looks).toBeGreaterThan(10);
    expect(looks).toBeLessThan(60);
    courseOf(`${ref}-1-1`).course = 'reversed';
    await signFor(HOUR_MS, 10 * MINUTE_MS);
    expect((await progressOf(ref)).order.status).toBe('delivered');
    courseOf(`${ref}-1-1`).course = 'paid';
  });
});

describe('a payout above the limit of one transfer', () => {
  const LIMIT = FAST_TRANSFER_MAX_VND;

  test('is sent in parts; the last one delivers the order', async () => {
    const ref = await queued('large');
    const { order } = await progressOf(ref);
    const expected = [LIMIT, LIMIT, order.amountReceived - 2n * LIMIT];
    await sendPayouts(world.signer);
    await signFor(10_000);
    const progress = await progressOf(ref);
    expect(progress).toMatchObject({
      order: { status: 'delivered', holding: 0n },
      payouts: [1, 2, 3].map((part) => ({ part, parts: 3, state: 'settled' })),
    });
    expect(progress.paid.toSorted((a, b) => Number(b - a))).toEqual(expected);
    expect(progress.codes.filter((code) => code === 'payout_part')).toHaveLength(2);
    expect(progress.codes.filter((code) => code === 'delivered')).toHaveLength(1);
  });

  test('waits for the code of one part while another is found paid', async () => {
    const ref = await queued('large');
    world.payOs.course = 'pending';
    await sendPayouts(world.signer);
    world.payOs.course = 'paid';
    courseOf(`${ref}-1-1`).course = 'waiting-otp';
    await signFor(30_000);
    expect((await progressOf(ref)).order.status).toBe('waitingotp');
    courseOf(`${ref}-2-1`).course = 'paid';
    await signFor(30_000);
    expect(await progressOf(ref)).toMatchObject({ order: { status: 'waitingotp' }, payouts: [{ state: 'attempting' }, { state: 'settled' }, {}] });
    for (const part of [1, 3]) courseOf(`${ref}-${part}-1`).course = 'paid';
    await signFor(2 * MINUTE_MS);
    const { order, paid, codes } = await progressOf(ref);
    expect(order).toMatchObject({ status: 'delivered', holding: 0n });
    expect(paid).toHaveLength(3);
    expect(codes.filter((code) => code === 'payout_otp')).toHaveLength(1);
  });

  test('waits on for the code of one part when that of another is entered', async () => {
    const ref = await queued('large');
    world.payOs.course = 'waiting-otp';
    await sendPayouts(world.signer);
    world.payOs.course = 'paid';
    await signFor(30_000);
    courseOf(`${ref}-1-1`).course = 'paid';
    await signFor(30_000);
    expect(await progressOf(ref)).toMatchObject({ order: { status: 'waitingotp' }, payouts: [{ state: 'settled' }, {}, {}] });
    for (const part of [2, 3]) courseOf(`${ref}-${part}-1`).course = 'paid';
    await signFor(2 * MINUTE_MS);
    expect((await progressOf(ref)).order).toMatchObject({ status: 'delivered', holding: 0n });
  });

  test('has only its failed part paid again by an operator', async () => {
    const ref = await queued('large');
    // Refused last: a part that is not prepared before a refusal is not sent.
    world.payOs.script.push({ takes: true, hears: 'accepted' }, { takes: true, hears: 'accepted' }, { takes: false, hears: 'destination' });
    await sendPayouts(world.signer);
    await signFor(10_000);
    const failed = await progressOf(ref);
    expect(failed.order).toMatchObject({ status: 'error', reason: 'payout_refused' });
    expect(failed.order.holding).toBe(failed.order.held);
    expect(failed.payouts.map(({ state }) => state).toSorted()).toEqual(['failed', 'settled', 'settled']);
    await bindOperations(world.operator).resolveError(OPERATOR, { ref, decision: 'retry', note: '' });
    await signFor(10_000);
    const { order, paid, payouts } = await progressOf(ref);
    expect(order).toMatchObject({ status: 'delivered', holding: 0n });
    expect(payouts).toHaveLength(4);
    expect(paid.reduce((sum, amount) => sum + amount, 0n)).toBe(order.amountReceived);
    expect(paid).toHaveLength(3);
  });

  test('is not refunded once one of its parts is paid', async () => {
    const ref = await queued('large');
    // Refused last, for the same reason.
    world.payOs.script.push({ takes: true, hears: 'accepted' }, { takes: true, hears: 'accepted' }, { takes: false, hears: 'destination' });
    await sendPayouts(world.signer);
    await signFor(10_000);
    const failed = await progressOf(ref);
    expect(failed.payouts.map(({ state }) => state).toSorted()).toEqual(['failed', 'settled', 'settled']);
    const operations = bindOperations(world.operator);
    const refund = { ref, destination: 'TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HC', note: '' };
    for (const reference of [undefined, 'f'.repeat(64)]) {
      await expect(operations.refundOrder(OPERATOR, { ...refund, reference })).rejects.toMatchObject({ code: 'ORDER_ACTION_NOT_ALLOWED' });
    }
    expect(await progressOf(ref)).toEqual(failed);
    await operations.resolveError(OPERATOR, { ref, decision: 'retry', note: '' });
    await signFor(10_000);
    expect((await progressOf(ref)).order).toMatchObject({ status: 'delivered', amountRefunded: 0n });
  });

  test('allows no decision while a part is in progress', async () => {
    const ref = await queued('large');
    // Refused last, for the same reason.
    world.payOs.script.push({ takes: true, hears: 'unknown' }, { takes: true, hears: 'accepted' }, { takes: false, hears: 'destination' });
    world.payOs.isReadable = false;
    await sendPayouts(world.signer);
    expect((await progressOf(ref)).order.status).toBe('error');
    const operations = bindOperations(world.operator);
    for (const decision of ['retry', 'by-hand', 'delivered'] as const) {
      await expect(operations.resolveError(OPERATOR, { ref, decision, reference: 'X', note: '' })).rejects.toMatchObject({
        code: 'ORDER_ACTION_NOT_ALLOWED',
      });
    }
    world.payOs.isReadable = true;
    await signFor(2 * MINUTE_MS);
    await operations.resolveError(OPERATOR, { ref, decision: 'retry', note: '' });
    await signFor(MINUTE_MS);
    const { order, paid } = await progressOf(ref);
    expect(order.status).toBe('delivered');
    expect(paid.reduce((sum, amount) => sum + amount, 0n)).toBe(order.amountReceived);
  });

  test('has only its returned part paid again', async () => {
    const ref = await queued('large');
    await sendPayouts(world.signer);
    await signFor(10_000);
    expect((await progressOf(ref)).order.status).toBe('delivered');
    courseOf(`${ref}-2-1`).course = 'reversed';
    await signFor(2 * MINUTE_MS);
    expect((await progressOf(ref)).order).toMatchObject({ status: 'error', reason: 'reversed' });
    await bindOperations(world.operator).resolveError(OPERATOR, { ref, decision: 'retry', note: '' });
    await signFor(MINUTE_MS);
    const { order, paid } = await progressOf(ref);
    expect(order).toMatchObject({ status: 'delivered', holding: 0n });
    expect(paid.reduce((sum, amount) => sum + amount, 0n)).toBe(order.amountReceived);
  });

  test('does not pay a manually paid part again when another part is returned', async () => {
    const ref = await queued('large');
    const accepted = { takes: true, hears: 'accepted' } as const;
    // Refused last: parts go out side by side, and none is sent once one was refused.
    world.payOs.script.push(accepted, accepted, { takes: false, hears: 'destination' });
    await sendPayouts(world.signer);
    await signFor(10_000);
    await bindOperations(world.operator).resolveError(OPERATOR, { ref, decision: 'delivered', reference: 'HAND-1', note: '' });
    const delivered = await progressOf(ref);
    expect(delivered).toMatchObject({ order: { status: 'delivered' }, payouts: [{}, {}, {}, { seq: 4, parts: 3, state: 'settled', tries: 0 }] });
    const [key] = world.payOs.paid.filter(({ memo }) => memo === ref).map((each) => each.key);
    courseOf(key ?? '').course = 'reversed';
    await signFor(2 * MINUTE_MS);
    expect((await progressOf(ref)).order).toMatchObject({ status: 'error', reason: 'reversed' });
    await bindOperations(world.operator).resolveError(OPERATOR, { ref, decision: 'retry', note: '' });
    await signFor(10_000);
    const { order, paid } = await progressOf(ref);
    expect(order.status).toBe('delivered');
    expect(paid.toSorted()).toEqual(delivered.paid.toSorted());
  });

  test('has each part arrive once, with two signers and lost responses', async () => {
    const ref = await queued('large');
    world.payOs.script.push({ takes: true, hears: 'unknown' }, { takes: false, hears: 'unknown' }, { takes: true, hears: 'unknown' });
    const other = await world.openSigner();
    await Promise.all([sendPayouts(world.signer), sendPayouts(other)]);
    await Promise.all([signFor(2 * MINUTE_MS), signFor(2 * MINUTE_MS, 5_000, other)]);
    const { order, paid } = await progressOf(ref);
    expect(order).toMatchObject({ status: 'delivered', holding: 0n });
    expect(paid).toHaveLength(3);
    expect(paid.reduce((sum, amount) => sum + amount, 0n)).toBe(order.amountReceived);
  });
});

test('a bank without fast transfers is paid manually', async () => {
  const { ref, amountSent } = await world.create(SELL_100_PM);
  // Past the guard: an order keeps what was agreed.
  await world.database.query('set session_replication_role = replica');
  await world.database.query(`update orders set destination_bank = 'vdb', version = version + 1 where ref = $1`, [ref]);
  await world.database.query('set session_replication_role = origin');
  await world.record(world.signer, walletTransfer({ memo: ref, amount: amountSent, reference: '7999', paidAt: world.clock.now() }));
  await matchPayments(world.worker);
  await startPayouts(world.worker);
  expect(await progressOf(ref)).toMatchObject({ order: { status: 'handmake', reason: 'no_fast_transfer' }, payouts: [] });
  // The site has not made an order with this bank: its memo raises the alarm of planted ones.
  expect(world.errors.splice(0)).toEqual([{ order: (await world.order(ref)).id }]);
});

test('a payout taken over by an operator is paid manually', async () => {
  const ref = await queued();
  const order = await world.order(ref);
  await world.database.query(`update orders set status = 'error', version = version + 1 where id = $1`, [order.id]);
  await sendPayouts(world.signer);
  expect(world.errors.splice(0)).toHaveLength(1);
  await bindOperations(world.operator).resolveError(OPERATOR, { ref, decision: 'by-hand', note: '' });
  await bindOperations(world.operator).recordManualPayout(OPERATOR, { ref, reference: 'HAND-1', note: '' });
  expect(await progressOf(ref)).toMatchObject({ order: { status: 'delivered', payoutReference: 'HAND-1' }, paid: [] });
});

/** A signer that goes on for those that are killed. */
let next: SignerCtx | null = null;

test.each<CheckpointName>([
  'payout.before-prepare',
  'payout.prepared',
  'payout.sending',
  'payout.answered',
  'payout.after-answer',
  'settle.before-find',
  'settle.found',
  'settle.after-write',
  'payout.before-resend',
  'payout.resent',
  'watch.found',
  'watch.after-write',
])('a payout is made exactly once when its signer is killed at %s', async (point) => {
  next ??= await world.openSigner();
  const ref = await queued();
  world.payOs.script.push({ takes: false, hears: 'unknown' });
  world.checkpoints.stopAt(point);
  await sendPayouts(world.signer);
  await signFor(30_000);
  expect([point, world.errors.splice(0).length]).toEqual([point, 1]);
  await signFor(2 * MINUTE_MS, 5_000, next);
  world.payOs.script.length = 0;
  const { order, paid } = await progressOf(ref);
  expect([point, order.status, paid]).toEqual([point, 'delivered', [2_535_000n]]);
});
