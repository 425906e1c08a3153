import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import type { OneShotPayouts } from '@quydoi/rails/payout';
import { RailError, type RailTrouble } from '@quydoi/rails/rail-error';
import type { ListSource } from '@quydoi/rails/source';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createCircuitBreakers } from '../../src/circuit-breaker.ts';
import { createSnapshots } from '../../src/config/snapshots.ts';
import { bindOperations } from '../../src/operations/operations.ts';
import { matchPayments } from '../../src/payments/match-payments.ts';
import { createFirstHandReaders } from '../../src/payments/read-first-hand.ts';
import { readSources } from '../../src/payments/read-sources.ts';
import type { ProviderKey } from '../../src/payouts/providers.ts';
import { startPayouts } from '../../src/payouts/start-payouts.ts';
import { PROVIDER_POLL_MS, watchProvider } from '../../src/payouts/watch-provider.ts';
import { FAILING_MS } from '../../src/provider-health.ts';
import { resumeNetwork, suspendNetwork } from '../../src/suspend-network.ts';
import { expectBooksInOrder } from '../../testing/books.ts';
import { operatorCaller } from '../../testing/callers.ts';
import { SELL_100_PM, SWAP_60_TRC20 } from '../../testing/order-inputs.ts';
import { walletTransfer } from '../../testing/payment-facts.ts';
import { openWorld, type World } from '../../testing/world.ts';

const LAN = operatorCaller('lan');
const BUY_TRC20 = { to: 'trc20', quantity: '100', destination: 'TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HC' } as const;

let world: World;
let operations: ReturnType<typeof bindOperations>;
let restore = () => {};

beforeAll(async () => {
  world = await openWorld(postgresUrl());
  operations = bindOperations(world.operator);
});
afterEach(async () => {
  restore();
  await lookFor(PROVIDER_POLL_MS * 4);
  expect((await world.web.settings()).suspensions).toEqual([]);
  expect(world.errors.splice(0)).toEqual([]);
  await expectBooksInOrder(world);
});
afterAll(() => world.database.close());

test('a suspension that payouts of two signers want at the same time is one, with one alarm', async () => {
  const other = await world.openSigner();
  const signers = [world.signer, other];
  const key = { network: 'bank', cause: 'refusing', direction: 'out', subject: 'payouts' } as const;
  // Which of them would see another's row depends on the moment: tried often enough, some would not.
  for (let times = 0; times < 20; times += 1) {
    await Promise.all(Array.from({ length: 4 }, () => signers.map((signer) => suspendNetwork(signer, key, 'all refuse'))).flat());
    await suspendNetwork(world.signer, key, 'all refuse');
    expect(world.errors.splice(0)).toMatchObject([{ cause: 'refusing' }]);
    await resumeNetwork(world.signer, key);
  }
  await other.orm.close(true);
});

/** Perfect Money answers no question about balances until restored; nothing else calls it meanwhile. */
function takePerfectMoneyDown(trouble: RailTrouble = 'unreachable', message = 'refused to connect') {
  const payouts = world.perfectMoney.rail.payouts as OneShotPayouts;
  const { balances } = payouts;
  payouts.balances = async () => {
    throw new RailError('perfect-money', trouble, 'not-done', message);
  };
  restore = () => {
    payouts.balances = balances;
  };
}

/** The bank's list of payments cannot be read until restored. */
function takeListDown() {
  const source = world.bank.rail.sources?.[0] as ListSource;
  const { read } = source;
  source.read = async () => {
    throw new RailError('bank', 'unreachable', 'not-done', 'GET /transactions: timed out');
  };
  restore = () => {
    source.read = read;
  };
}

/** A signer that knows nothing of its providers yet. */
function startSigner() {
  return { ...world.signer, breakers: createCircuitBreakers<ProviderKey>(world.clock) };
}

/** Lets the roles look at their providers for a while. */
async function lookFor(ms: number, signer = world.signer): Promise<void> {
  for (let passedMs = 0; passedMs <= ms; passedMs += PROVIDER_POLL_MS) {
    world.clock.advance(PROVIDER_POLL_MS);
    await watchProvider(signer, 'perfect-money');
    await readSources(world.worker, 'bank', 'list');
  }
}

const suspensionsOf = async (network: string) => (await operations.listRails(LAN, {})).items.find((one) => one.network === network)?.suspensions;
const configOf = async () => (await createSnapshots(world.web)).config().view;

describe('a payout provider that nobody needs now and that has been away for minutes', () => {
  test('closes its network for orders paid out on it, and opens it again once it answers', async () => {
    takePerfectMoneyDown();
    await lookFor(FAILING_MS - PROVIDER_POLL_MS);
    const { ref, amountSent } = await world.create();
    await lookFor(4 * PROVIDER_POLL_MS);
    expect(world.errors.splice(0)).toMatchObject([{ network: 'perfect-money', cause: 'unreachable', direction: 'out' }]);
    await expect(world.create()).rejects.toThrow('MAINTENANCE');
    await expect(world.create(SWAP_60_TRC20)).rejects.toThrow('MAINTENANCE');
    await world.create(BUY_TRC20);
    await world.create(SELL_100_PM);
    expect(await suspensionsOf('perfect-money')).toMatchObject([{ role: 'quydoi_signer', cause: 'unreachable', since: expect.any(Date) }]);
    expect((await configOf()).currencies.find(({ code }) => code === 'pm')).toMatchObject({ allowBuy: false, canPayOut: false, canPayIn: true });

    // Ordered before and paid now: the order waits as paid.
    await world.pay(ref, amountSent);
    await matchPayments(world.worker);
    await startPayouts(world.worker);
    expect((await world.order(ref)).status).toBe('paid');

    restore();
    await lookFor(2 * PROVIDER_POLL_MS);
    expect((await world.create()).status).toBe('pending');
    await world.run();
    expect((await world.order(ref)).status).toBe('delivered');
  });

  test('is told with what it answered, and stands among the alarms', async () => {
    takePerfectMoneyDown('malformed', 'balance.asp answered something else');
    await lookFor(FAILING_MS + 4 * PROVIDER_POLL_MS);
    const detail = 'the payout provider has not answered usably for minutes: balance.asp answered something else';
    expect(world.errors.splice(0)).toMatchObject([{ network: 'perfect-money', cause: 'unreachable', detail }]);
    const { items } = await operations.listAlarms(LAN, {});
    expect(items.filter(({ kind }) => kind === 'suspension')).toEqual([
      {
        kind: 'suspension',
        network: 'perfect-money',
        detail: `network closed for new orders that are paid out there, paid orders wait: unreachable (payouts), said by quydoi_signer: ${detail}`,
        since: expect.any(Date),
      },
    ]);
  });

  test('is found well again by a signer that was started meanwhile', async () => {
    const [stopped, restarted] = [startSigner(), startSigner()];
    takePerfectMoneyDown();
    await lookFor(FAILING_MS + 4 * PROVIDER_POLL_MS, stopped);
    expect(world.errors.splice(0)).toHaveLength(1);
    await watchProvider(restarted, 'perfect-money');
    await expect(world.create()).rejects.toThrow('MAINTENANCE');
    restore();
    await watchProvider(restarted, 'perfect-money');
    expect(await suspensionsOf('perfect-money')).toEqual([]);
  });

  test('does not open what an operator has switched off', async () => {
    takePerfectMoneyDown();
    await lookFor(FAILING_MS + 4 * PROVIDER_POLL_MS);
    expect(world.errors.splice(0)).toHaveLength(1);
    const { ref, amountSent } = await world.create(BUY_TRC20);
    await operations.setRail(LAN, { network: 'perfect-money', on: false });
    restore();
    await lookFor(4 * PROVIDER_POLL_MS);
    await expect(world.create()).rejects.toThrow('MAINTENANCE');
    expect((await operations.listRails(LAN, {})).items.find(({ network }) => network === 'perfect-money')).toMatchObject({ on: false });
    await operations.setRail(LAN, { network: 'perfect-money', on: true });
    expect((await world.create()).status).toBe('pending');
    // Other networks pay meanwhile.
    await world.pay(ref, amountSent);
    await world.run();
    expect((await world.order(ref)).status).toBe('delivering');
  });

  test('is asked at most once a minute while it answers', async () => {
    const payouts = world.perfectMoney.rail.payouts as OneShotPayouts;
    const { balances } = payouts;
    let asked = 0;
    payouts.balances = () => {
      asked += 1;
      return balances(world.clock.now());
    };
    restore = () => {
      payouts.balances = balances;
    };
    await lookFor(10 * 60_000);
    expect(asked).toBeGreaterThan(8);
    expect(asked).toBeLessThanOrEqual(11);
  });
});

test('an authoritative list that cannot be read for minutes closes its network for payments in, while payouts go on', async () => {
  takeListDown();
  const { ref } = await world.create(SELL_100_PM);
  await lookFor(FAILING_MS + 4 * PROVIDER_POLL_MS);
  expect(world.errors.splice(0)).toMatchObject([{ network: 'bank', cause: 'unreachable', direction: 'in', subject: 'statement' }]);
  await expect(world.create()).rejects.toThrow('MAINTENANCE');
  expect(await configOf()).toMatchObject({ site: { allowBuy: false, allowSell: true }, delayedNetworks: ['bank'] });
  await world.record(world.signer, walletTransfer({ memo: ref, amount: 10_000n, paidAt: world.clock.now() }));
  await world.run();
  expect((await world.order(ref)).status).toBe('delivered');
  restore();
  await readSources(world.worker, 'bank', 'list');
  expect((await world.create()).status).toBe('pending');
  expect(await configOf()).toMatchObject({ site: { allowBuy: true }, delayedNetworks: [] });
});

test('the signer’s own reading that failed for minutes is tried while its network is closed, and opens it again', async () => {
  const { firstHand } = world.signer.rails.get('bank') ?? {};
  const source = firstHand?.by === 'list' ? firstHand.source : null;
  if (!source) throw new Error('no list');
  const { read } = source;
  let readings = 0;
  source.read = async () => {
    readings += 1;
    throw new RailError('bank', 'unreachable', 'not-done', 'GET /v2/transactions: timed out');
  };
  restore = () => {
    source.read = read;
  };
  const [reader] = createFirstHandReaders(world.signer, 'bank');
  for (let passedMs = 0; passedMs <= FAILING_MS + 60_000; passedMs += 15_000) {
    reader?.hint();
    await reader?.run();
    world.clock.advance(15_000);
  }
  expect(world.errors.splice(0)).toMatchObject([{ network: 'bank', cause: 'unreachable', direction: 'in', subject: 'first-hand own reading' }]);
  await expect(world.create()).rejects.toThrow('MAINTENANCE');
  // Nothing asks for a reading any more: no orders, no webhooks.
  readings = 0;
  for (let seconds = 0; seconds < 60; seconds += 1) {
    await reader?.run();
    world.clock.advance(1_000);
  }
  expect(readings).toBeGreaterThanOrEqual(2);
  expect(readings).toBeLessThanOrEqual(4);
  restore();
  world.clock.advance(30_000);
  await reader?.run();
  expect((await world.create()).status).toBe('pending');
  expect(await suspensionsOf('bank')).toEqual([]);
});
