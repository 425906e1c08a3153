import type { CreateOrderInput } from '@quydoi/contract/orders/inputs';
import { readAttempt } from '@quydoi/database/repositories/payouts';
import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { recordStatements } from '@quydoi/database/testing/statements';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { matchPayments } from '../../src/payments/match-payments.ts';
import { settleAttempt } from '../../src/payouts/settle-attempt.ts';
import { wakeSettling } from '../../src/payouts/settle-attempts.ts';
import type { SignerCtx } from '../../src/payouts/signer.ts';
import { startPayouts } from '../../src/payouts/start-payouts.ts';
import { sendPayouts } from '../../testing/network-jobs.ts';
import { SELL_100_PM } from '../../testing/order-inputs.ts';
import { walletTransfer } from '../../testing/payment-facts.ts';
import { openWorld, type World } from '../../testing/world.ts';

const PATIENCE_MS = 60_000;

let world: World;
let n = 0;
/** A signer that does not spread its looks. */
let signer: SignerCtx;

beforeAll(async () => {
  world = await openWorld(postgresUrl());
  signer = { ...world.signer, random: (size) => Buffer.alloc(size, 0) };
});
beforeEach(() => {
  world.clock.advance(1_000);
  world.payOs.course = 'paid';
  world.payOs.isReadable = true;
  world.tronOut.isReadable = true;
});
afterAll(() => world.database.close());

const TO_CHAIN: Partial<CreateOrderInput> = { to: 'trc20', quantity: '100', destination: 'TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HC' };

/** A payout that was sent just now, and looked up once. @returns its attempt's id */
async function sent(input: Partial<CreateOrderInput>): Promise<string> {
  const order = await world.create(input);
  n += 1;
  if (order.from === 'vnd') await world.pay(order.ref, order.amountSent);
  else {
    const paid = { memo: order.ref, amount: order.amountSent, paidAt: world.clock.now() };
    await world.record(world.signer, walletTransfer({ ...paid, reference: String(n), sourceId: `s${n}` }));
  }
  await matchPayments(world.worker);
  await startPayouts(world.worker);
  await sendPayouts(signer);
  const [row] = await world.database.query('select a.id from attempt a where a.key = $1', [`${order.ref}-1-1`]);
  return String(row?.id);
}

/** Milliseconds until an attempt is looked up again. */
async function untilNext(id: string): Promise<number> {
  const attempt = await readAttempt(world.signer.orm, id);
  return (attempt?.nextCheckAt.getTime() ?? Number.NaN) - world.clock.now().getTime();
}

/** Looks an attempt up after times, whether or not it is due. @returns milliseconds until it is looked up again, each time */
async function looks(id: string, afterMs: readonly number[], by = signer): Promise<number[]> {
  const delays = [];
  for (const ms of afterMs) {
    world.clock.advance(ms);
    await settleAttempt(by, id);
    delays.push(await untilNext(id));
  }
  return delays;
}

const stateOf = async (id: string) => (await readAttempt(world.signer.orm, id))?.state;

describe('an attempt is looked up again', () => {
  test('twice as late each time while nothing is found, up to a minute', async () => {
    world.perfectMoney.script.push({ pays: false, hears: 'unknown' });
    const id = await sent({});
    expect(await untilNext(id)).toBe(500);
    const patient = { ...signer, patienceMs: 10 * PATIENCE_MS };
    const delays = [500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000];
    expect(await looks(id, delays, patient)).toEqual([...delays.slice(1), 60_000]);
  });

  test('after a quarter of its age while the provider has it in hand, up to a minute', async () => {
    world.payOs.course = 'pending';
    const id = await sent(SELL_100_PM);
    expect(await untilNext(id)).toBe(500);
    expect(await looks(id, [1_000, 9_000, 30_000, 400_000])).toEqual([500, 2_500, 10_000, 60_000]);
  });

  test('after a quarter of its age while a person has to enter a code, up to three seconds', async () => {
    world.payOs.course = 'waiting-otp';
    const id = await sent(SELL_100_PM);
    expect(await untilNext(id)).toBe(500);
    expect(await looks(id, [8_000, 12_000])).toEqual([2_000, 3_000]);
  });

  test('after a quarter of its age until its block is irreversible, up to three seconds', async () => {
    const id = await sent(TO_CHAIN);
    expect(await untilNext(id)).toBe(500);
    expect(await looks(id, [8_000, 8_000])).toEqual([2_000, 3_000]);
  });

  test.each([
    ['a provider', SELL_100_PM, [1_000, 5_000, 60_000]],
    ['a node', TO_CHAIN, [1_000, 5_000, 10_000]],
  ])('after a quarter of its age when %s cannot be read, at least a second, spread by a quarter', async (_, input, delays) => {
    world.payOs.isReadable = false;
    world.tronOut.isReadable = false;
    const id = await sent(input);
    expect(await looks(id, [1_000, 19_000, 1_000_000])).toEqual(delays);
    const last = delays.at(-1) ?? 0;
    expect(await looks(id, [last], { ...signer, random: (size) => Buffer.alloc(size, 255) })).toEqual([0.75 * last]);
    expect(await looks(id, [last], { ...signer, random: (size) => Buffer.alloc(size, 51) })).toEqual([0.95 * last]);
  });
});

describe('an attempt counts as absent from the provider’s records', () => {
  test.each([
    ['that may not have arrived, after our patience', { pays: false, hears: 'unknown' } as const, PATIENCE_MS],
    ['that was accepted, after six times our patience', { pays: false, hears: 'accepted' } as const, 6 * PATIENCE_MS],
  ])('%s', async (_, step, patienceMs) => {
    world.perfectMoney.script.push(step);
    const id = await sent({});
    const state = await stateOf(id);
    const sentMs = world.clock.now().getTime();
    while ((await stateOf(id)) === state) await looks(id, [await untilNext(id)]);
    expect(await stateOf(id)).toBe('absent');
    const silentMs = world.clock.now().getTime() - sentMs;
    expect(silentMs).toBeGreaterThanOrEqual(patienceMs);
    expect(silentMs).toBeLessThan(patienceMs + 60_000);
  });

  test('not within seconds of an outage that was longer than our patience: what was paid before it is listed late', async () => {
    world.perfectMoney.script.push({ pays: true, hears: 'unknown' });
    world.perfectMoney.recordsReadable = false;
    const id = await sent({});
    await looks(id, [1_000, 5 * PATIENCE_MS, 5 * PATIENCE_MS]);
    world.perfectMoney.recordsReadable = true;
    world.perfectMoney.record = { state: 'absent' };
    for (let n = 0; n < 7; n += 1) await looks(id, [await untilNext(id)]);
    expect(await stateOf(id)).toBe('unknown');
    world.perfectMoney.record = null;
    await looks(id, [await untilNext(id)], world.signer);
    expect(await stateOf(id)).toBe('done');
  });

  test.each([2, 3])('not sooner where %d signers look at the same time', async (signers) => {
    world.perfectMoney.script.push({ pays: false, hears: 'unknown' });
    const id = await sent({});
    const sentMs = world.clock.now().getTime();
    const ms = { looked: 0 };
    // Each looks before another writes.
    let waiting: (() => void)[] = [];
    const checkpoint: SignerCtx['checkpoint'] = async (name) => {
      if (name !== 'settle.found') return;
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
        if (waiting.length < signers) return;
        for (const go of waiting) go();
        waiting = [];
      });
    };
    for (let n = 0; n < 20 && (await stateOf(id)) === 'unknown'; n += 1) {
      world.clock.advance(await untilNext(id));
      ms.looked = world.clock.now().getTime() - sentMs;
      await Promise.all(Array.from({ length: signers }, () => settleAttempt({ ...signer, checkpoint }, id)));
    }
    expect(ms.looked).toBeGreaterThanOrEqual(PATIENCE_MS);
    expect(ms.looked).toBeLessThan(2 * PATIENCE_MS + 60_000);
  });

  test('counts no look before its time, as that of a signer that comes late', async () => {
    world.perfectMoney.script.push({ pays: false, hears: 'unknown' });
    const id = await sent({});
    await looks(id, [500]);
    const before = await readAttempt(world.signer.orm, id);
    await looks(id, [0, 999]);
    expect(await readAttempt(world.signer.orm, id)).toEqual(before);
  });
});

test('one statement finds the networks whose attempts are due, and wakes no others', async () => {
  const woken: string[] = [];
  const settling = new Map([...world.signer.rails.keys()].map((network) => [network, { wake: () => void woken.push(network) }]));
  const wokenAfter = async (ms: number) => {
    world.clock.advance(ms);
    woken.length = 0;
    const statements = recordStatements();
    await wakeSettling(world.signer, settling);
    statements.stop();
    expect(statements.sent).toHaveLength(1);
    return woken;
  };
  await world.database.query(`update attempt set next_check_at = 'epoch'::timestamptz + interval '200 years' where state <> 'done'`);
  expect(await wokenAfter(0)).toEqual([]);
  world.perfectMoney.script.push({ pays: false, hears: 'unknown' });
  const id = await sent({});
  expect(await wokenAfter((await untilNext(id)) - 1)).toEqual([]);
  expect(await wokenAfter(1)).toEqual(['perfect-money']);
});
