import { readPayoutsOf } from '@quydoi/database/repositories/payouts';
import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import type { Payout } from '@quydoi/domain/transfer/payout';
import type { OneShotPayouts } from '@quydoi/rails/payout';
import { RailError } from '@quydoi/rails/rail-error';
import type { SignedPayouts } from '@quydoi/rails/signed-payout';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { FAILURES_MAX, PAUSE_MIN_MS } from '../../src/circuit-breaker.ts';
import { matchPayments } from '../../src/payments/match-payments.ts';
import { startPayouts } from '../../src/payouts/start-payouts.ts';
import { watchProvider } from '../../src/payouts/watch-provider.ts';
import { FAILING_MS, FAILURES_FAILING } from '../../src/provider-health.ts';
import { expectBooksInOrder } from '../../testing/books.ts';
import { sendPayouts } from '../../testing/network-jobs.ts';
import { openWorld, type World } from '../../testing/world.ts';

/** As many payouts as a network has in progress at most. */
const SLOTS = 16;
const TRON_WALLET = 'TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HC';

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

/** A paid buy whose payout waits for the signer. */
async function queued(to: 'pm' | 'trc20' = 'pm'): Promise<string> {
  const { ref, amountSent } = await world.create(to === 'pm' ? { quantity: '10' } : { to, quantity: '10', destination: TRON_WALLET });
  await world.pay(ref, amountSent);
  await matchPayments(world.worker);
  await startPayouts(world.worker);
  return ref;
}

async function payoutOf(ref: string): Promise<Payout | undefined> {
  return (await readPayoutsOf(world.signer.orm, (await world.order(ref)).id))[0];
}

test('payouts to an unreachable provider wait without using up tries until a probe reaches it', async () => {
  for (let n = 0; n < FAILURES_MAX; n += 1) {
    await queued();
    world.perfectMoney.script.push({ pays: false, hears: 'not-done' });
  }
  await sendPayouts(world.signer);

  const payouts = world.perfectMoney.rail.payouts as OneShotPayouts;
  const { balances, send } = payouts;
  let probes = 0;
  let sends = 0;
  payouts.balances = async () => {
    probes += 1;
    throw new RailError('perfect-money', 'unreachable', 'not-done', 'refused to connect');
  };
  payouts.send = (request, now) => {
    sends += 1;
    return send(request, now);
  };
  const [waiting, other] = [await queued(), await queued('trc20')];
  await sendPayouts(world.signer);
  expect([probes, sends]).toEqual([0, 0]);
  expect(await payoutOf(waiting)).toMatchObject({ state: 'queued', tries: 0 });
  expect(await payoutOf(other)).toMatchObject({ state: 'attempting', tries: 1 });

  // The first probe is due after the first pause, the second after twice as long.
  for (const expected of [1, 1, 2]) {
    world.clock.advance(PAUSE_MIN_MS);
    await sendPayouts(world.signer);
    expect([probes, sends]).toEqual([expected, 0]);
  }
  payouts.balances = balances;
  world.clock.advance(4 * PAUSE_MIN_MS);
  await sendPayouts(world.signer);
  expect(sends).toBe(1);
  expect((await world.order(waiting)).status).toBe('delivered');
});

test('a node that does not answer in time costs one time-out, however many transfers are to be signed', async () => {
  const refs: string[] = [];
  for (let n = 0; n < SLOTS + 4; n += 1) refs.push(await queued('trc20'));
  const payouts = world.tronOut.rail.payouts as SignedPayouts;
  const { sign } = payouts;
  let asked = 0;
  payouts.sign = (...request) => {
    asked += 1;
    return sign(...request);
  };
  world.tronOut.refusesToSign = 'unreachable';
  await sendPayouts(world.signer);
  await sendPayouts(world.signer);
  expect(asked).toBe(SLOTS);
  for (const ref of refs) expect(await payoutOf(ref)).toMatchObject({ state: 'queued', tries: 0 });
  world.tronOut.refusesToSign = null;
  world.clock.advance(10 * PAUSE_MIN_MS);
  await sendPayouts(world.signer);
  for (const ref of refs) expect(await payoutOf(ref)).toMatchObject({ state: 'attempting', tries: 1 });
});

test('a transfer that waits by itself for minutes does not count as a provider that fails', async () => {
  const ref = await queued('trc20');
  world.tronOut.refusesToSign = 'busy';
  for (let looks = 0; looks < 2 * FAILURES_FAILING; looks += 1) {
    world.clock.advance(FAILING_MS / FAILURES_FAILING);
    await sendPayouts(world.signer);
    await watchProvider(world.signer, 'tron');
  }
  expect((await world.web.settings()).suspensions).toEqual([]);
  expect(await payoutOf(ref)).toMatchObject({ state: 'queued', tries: 0 });
  world.tronOut.refusesToSign = null;
});
