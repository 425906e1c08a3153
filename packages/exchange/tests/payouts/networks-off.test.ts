import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { HOUR_MS, MINUTE_MS } from '@quydoi/domain/durations';
import type { NetworkCode } from '@quydoi/domain/networks';
import type { SignedPayouts } from '@quydoi/rails/signed-payout';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sweepDeposits } from '../../src/deposits/sweep-deposits.ts';
import { checkBalances } from '../../src/payouts/check-balances.ts';
import type { SignerCtx } from '../../src/payouts/signer.ts';
import { watchFeeCoin } from '../../src/payouts/watch-fee-coin.ts';
import { watchProvider, watchSuspension } from '../../src/payouts/watch-provider.ts';
import { settle } from '../../testing/mismatch.ts';
import { SWAP_60_TRC20 } from '../../testing/order-inputs.ts';
import { openWorld, type World } from '../../testing/world.ts';

const BUY_TRC20 = { to: 'trc20', quantity: '100', destination: 'TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HC' } as const;

let world: World;
let signer: SignerCtx;
let asked: number;

async function open(): Promise<void> {
  world = await openWorld(postgresUrl());
  const { payouts } = world.tronOut.rail;
  const counted = <T extends object>(calls: T): T =>
    new Proxy(calls, {
      get(target, name, receiver) {
        const value: unknown = Reflect.get(target, name, receiver);
        if (typeof value !== 'function') return value;
        return (...args: unknown[]) => {
          asked += 1;
          return Reflect.apply(value, target, args);
        };
      },
    });
  const sweeps = counted({ pollMs: 1, terms: new Map(), balance: async () => 0n, noncesMissing: async () => 0 });
  const rail = { ...world.signer.rails.get('tron'), payouts: counted(payouts as SignedPayouts), sweeps };
  signer = { ...world.signer, rails: new Map([['tron', rail]]) as unknown as SignerCtx['rails'] };
}
const close = () => world.database.close();

async function set(kind: 'rail' | 'currency', key: string, on: boolean): Promise<void> {
  const [stored] = await world.database.query('select value from setting where kind = $1 and key = $2 order by version desc limit 1', [kind, key]);
  const value = JSON.stringify({ ...(stored?.value as object), on });
  await world.database.query(`insert into setting (kind, key, value, author, at) values ($1, $2, $3, 'tests', now())`, [kind, key, value]);
}

type Job = (ctx: SignerCtx, network: NetworkCode) => Promise<boolean>;
const COMPARE: readonly [string, Job] = ['comparing balances', (ctx, network) => checkBalances(ctx, network, MINUTE_MS)];
const JOBS: readonly (readonly [string, Job])[] = [
  ['watching the fee coin', watchFeeCoin],
  ['watching the provider', watchProvider],
  ['watching for suspensions', watchSuspension],
  ['sweeping', sweepDeposits],
  COMPARE,
];

/** How often a job asks the node, after it was silent for an hour. */
async function asks(job: Job): Promise<number> {
  world.clock.advance(HOUR_MS);
  asked = 0;
  await job(signer, 'tron');
  return asked;
}

describe.each(JOBS)('%s', (_, job) => {
  beforeAll(open);
  afterAll(close);

  test.each([
    ['rail', 'tron'],
    ['currency', 'trc20'],
  ] as const)('asks no node while the %s %s is off and was never traded', async (kind, key) => {
    expect(await asks(job)).toBeGreaterThan(0);
    await set(kind, key, false);
    expect(await asks(job)).toBe(0);
    await set(kind, key, true);
    expect(await asks(job)).toBeGreaterThan(0);
  });
});

describe('balances of a chain that is off are still compared', () => {
  beforeEach(open);
  afterEach(close);

  test('when an order has ever had an address there', async () => {
    await world.create(SWAP_60_TRC20);
    await set('rail', 'tron', false);
    expect(await asks(COMPARE[1])).toBeGreaterThan(0);
    expect(await asks(watchFeeCoin)).toBe(0);
    expect(await asks(watchSuspension)).toBe(0);
  });

  test('while an order is promised money of it, and when one was paid out on it', async () => {
    const { ref, amountSent } = await world.create(BUY_TRC20);
    await set('currency', 'trc20', false);
    expect(await asks(COMPARE[1])).toBeGreaterThan(0);
    await set('currency', 'trc20', true);
    const other = await world.create(BUY_TRC20);
    await world.pay(other.ref, amountSent);
    await settle(world);
    expect(await world.order(other.ref)).toMatchObject({ status: 'delivered' });
    await world.database.query(`update account set balance = 0 where name = 'held:usdt-tron'`);
    expect(ref).not.toBe(other.ref);
    await set('currency', 'trc20', false);
    expect(await asks(COMPARE[1])).toBeGreaterThan(0);
  });
});
