import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { HOUR_MS, MINUTE_MS } from '@quydoi/domain/durations';
import { RailError } from '@quydoi/rails/rail-error';
import type { PricedFeeCoin } from '@quydoi/rails/signed-payout';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { FAILURES_MAX } from '../../src/circuit-breaker.ts';
import { configViewOf } from '../../src/config/views.ts';
import { bindOperations } from '../../src/operations/operations.ts';
import { quoteOrder } from '../../src/orders/quote-order.ts';
import { isRateAllowed } from '../../src/payouts/is-rate-allowed.ts';
import { watchFeeCoin } from '../../src/payouts/watch-fee-coin.ts';
import { expectBooksInOrder } from '../../testing/books.ts';
import { operatorCaller, testCaller } from '../../testing/callers.ts';
import { settle } from '../../testing/mismatch.ts';
import { openWorld, type World } from '../../testing/world.ts';

const [LAN, MINH] = [operatorCaller('lan'), operatorCaller('minh')];
/** 1 TRX is 0.3 USDT. */
const AUTOMATIC = { floor: '0.5', cap: '4', coinPrice: '0.3' };
const BUY = { to: 'trc20', quantity: '100', destination: 'TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HC' } as const;
const SWAP = 'pm:trc20';
/** What an operator may do alone. */
const SET_LIMITS = `insert into setting (kind, key, value, author, at)
  values ('secondOperator', 'secondOperator', '{"worth":"999999999","rateChange":"5"}', 'tests', now())`;

let world: World;
let operations: ReturnType<typeof bindOperations>;

beforeAll(async () => {
  world = await openWorld(postgresUrl());
  operations = bindOperations(world.operator);
  await world.database.query(SET_LIMITS);
});
beforeEach(async () => {
  await setByTwo({ automaticFee: AUTOMATIC, fee: '0.8' });
  world.clock.advance(MINUTE_MS);
  world.errors.length = 0;
});
afterAll(() => world.database.close());

async function setByTwo(change: object): Promise<void> {
  const call = { kind: 'buy', code: 'trc20', value: '26350', force: true, note: 'tests', ...change } as const;
  const { proposal } = (await operations.setRate(LAN, call)) as { proposal?: string };
  if (proposal) await operations.confirmAct(MINH, { id: proposal });
}

/** Lets the signer look while a transfer costs so much TRX. */
async function look(trx: string, more: Partial<PricedFeeCoin> = {}): Promise<void> {
  const perTransfer = BigInt(Math.round(Number(trx) * 1_000_000));
  world.tronOut.feeCoin = { balance: 1_000n * perTransfer, perTransfer, ...more };
  // It waits for its next look, whatever it finds.
  expect(await watchFeeCoin(world.signer, 'tron')).toBe(false);
}

/** Lets the signer look, in vain. */
async function lookInVain(): Promise<void> {
  const { feeCoin } = world.tronOut;
  Object.defineProperty(world.tronOut, 'feeCoin', {
    configurable: true,
    get() {
      throw new RailError('tron', 'unreachable', 'not-done', 'the node is away');
    },
  });
  await watchFeeCoin(world.signer, 'tron');
  Object.defineProperty(world.tronOut, 'feeCoin', { configurable: true, writable: true, value: feeCoin });
}

const rate = async () => (await world.web.settings()).buy.get('trc20');
const fee = async () => (await rate())?.value.fee;
const pairFee = async () => (await world.web.settings()).pairs.get(SWAP)?.value.fee;

describe('an automatic fee', () => {
  test('follows the cost of a payout, with the pairs that are derived from its rate', async () => {
    await look('8');
    expect([await fee(), await pairFee()]).toEqual(['2.4', '2.4']);
    world.clock.advance(MINUTE_MS);
    await look('4.01');
    // 1.203, rounded up
    expect([await fee(), await pairFee()]).toEqual(['1.3', '1.3']);
  });

  test('is of the currency: a coin costs less to send than a token', async () => {
    await look('8', { perPayout: { trc20: 3_000_000n } });
    expect(await fee()).toBe('0.9');
  });

  test('stays within its bounds, whatever a node tells', async () => {
    await look('1000000000');
    expect(await fee()).toBe('4');
    world.clock.advance(MINUTE_MS);
    await look('0.000001');
    expect(await fee()).toBe('0.5');
  });

  test('holds for a minute, and while the cost is near it', async () => {
    await look('8');
    const held = (await rate())?.version;
    await look('1.2');
    expect((await rate())?.version).toBe(held);
    world.clock.advance(MINUTE_MS);
    for (const trx of ['7.4', '8.4']) await look(trx);
    expect((await rate())?.version).toBe(held);
  });

  test('keeps the last cost that was known for an hour, and is its cap from then on', async () => {
    await look('8');
    world.clock.advance(HOUR_MS - 1_000);
    await lookInVain();
    expect(await fee()).toBe('2.4');
    world.clock.advance(2_000);
    await lookInVain();
    expect([await fee(), await pairFee()]).toEqual(['4', '4']);
    world.clock.advance(MINUTE_MS);
    await look('8');
    expect(await fee()).toBe('2.4');
  });

  test('counts no cost as known while calls to the node pause', async () => {
    await look('8');
    world.clock.advance(HOUR_MS + 1_000);
    for (let n = 0; n < FAILURES_MAX; n += 1) world.signer.breakers('tron').failed();
    await look('8');
    expect(await fee()).toBe('4');
    world.clock.advance(MINUTE_MS);
    await look('8');
    expect(await fee()).toBe('2.4');
  });

  test('that operators set something beside meanwhile stays as it is until the next look', async () => {
    await look('8');
    world.clock.advance(MINUTE_MS);
    const other = world.owner.em.fork();
    await other.begin();
    await other.execute(`select pg_advisory_xact_lock(hashtextextended('rates', 7))`);
    const looked = look('4');
    const waiting = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    while ((await world.database.query(waiting)).length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await other.execute(SET_LIMITS);
    await other.commit();
    await looked;
    expect([await fee(), world.errors]).toEqual(['2.4', []]);
    await look('4');
    expect(await fee()).toBe('1.2');
  });

  test('that cannot be written for another reason fails the look', async () => {
    await look('8');
    world.clock.advance(MINUTE_MS);
    await world.database.query(`create function fail() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$`);
    await world.database.query(`create trigger zz_fail before insert on setting for each row when (new.kind = 'buy') execute function fail()`);
    await expect(look('4')).rejects.toThrow('broken');
    await world.database.query('drop trigger zz_fail on setting; drop function fail');
    expect(await fee()).toBe('2.4');
  });

  test('is told before anybody orders, with its maximum, by configuration and quote', async () => {
    await look('8');
    const view = configViewOf(await world.web.settings());
    expect(view.rates.find(({ code, kind }) => code === 'trc20' && kind === 'buy')).toMatchObject({ fee: '2.4', automaticFeeMax: '4' });
    expect(view.rates.find(({ code, kind }) => code === 'pm' && kind === 'buy')).toMatchObject({ fee: '0.01', automaticFeeMax: null });
    expect(view.pairs.find(({ from, to }) => `${from}:${to}` === SWAP)).toMatchObject({ fee: '2.4', automaticFeeMax: '4' });
    const quote = await quoteOrder(world.web, world.deps, testCaller(), { kind: 'buy', from: 'vnd', to: 'trc20', quantity: '100' });
    expect(quote).toMatchObject({ feeExchange: 2_400_000n });
  });
});

describe('an order', () => {
  test('keeps the fee that it was promised, and is paid out and booked by it', async () => {
    await look('8');
    const { ref, amountSent, feeExchange } = await world.create(BUY);
    // ceil(26 350 × 102.4)
    expect([amountSent, feeExchange]).toEqual([2_698_240n, 2_400_000n]);
    world.clock.advance(MINUTE_MS);
    await look('1');
    expect(await fee()).toBe('0.5');
    await world.pay(ref, amountSent);
    await settle(world);
    expect(await world.order(ref)).toMatchObject({ status: 'delivered', feeExchange: 2_400_000n, amountReceived: 100_000_000n });
    expect(world.errors).toEqual([]);
    await expectBooksInOrder(world);
  });

  test('at an older fee is refused once the fee has risen, and made once it has fallen', async () => {
    const rateVersion = (await rate())?.version ?? 0;
    await look('8');
    await expect(world.create({ ...BUY, rateVersion })).rejects.toMatchObject({ code: 'RATE_CHANGED' });
    const risen = (await rate())?.version ?? 0;
    world.clock.advance(MINUTE_MS);
    await look('1');
    expect(await world.create({ ...BUY, rateVersion: risen })).toMatchObject({ feeExchange: 500_000n });
  });
});

describe('a fee stays as it is', () => {
  test('where operators set it', async () => {
    await setByTwo({ automaticFee: null });
    await look('8');
    expect(await rate()).toMatchObject({ value: { fee: '0.8' } });
    expect((await rate())?.value).not.toHaveProperty('automaticFee');
  });

  test('on a network whose cost was not told', async () => {
    await setByTwo({ code: 'bep20', automaticFee: { ...AUTOMATIC, coinPrice: '600' } });
    const ofOther = async () => (await world.web.settings()).buy.get('bep20')?.value;
    expect(await ofOther()).toMatchObject({ fee: '0.5', automaticFee: { coinPrice: '600' } });
    world.clock.advance(MINUTE_MS);
    await look('8');
    expect([await fee(), (await ofOther())?.fee]).toEqual(['2.4', '0.5']);
  });

  test('of a currency that is not traded', async () => {
    const trade = (on: boolean) =>
      world.database.query(
        `insert into setting (kind, key, value, author, at)
         select kind, key, value || '{"on": ${on}}', 'tests', now() from setting where kind = 'currency' and key = 'trc20' order by version desc limit 1`,
      );
    const before = await fee();
    await trade(false);
    await look('8');
    expect(await fee()).toBe(before);
    await trade(true);
    await look('8');
    expect(await fee()).toBe('2.4');
  });

  test('for a pair that operators price themselves', async () => {
    const { proposal } = (await operations.setPair(LAN, { from: 'pm', to: 'trc20', value: '0.9', fee: '1' })) as { proposal?: string };
    if (proposal) await operations.confirmAct(MINH, { id: proposal });
    await look('8');
    expect([await fee(), await pairFee()]).toEqual(['2.4', '1']);
    const derived = (await operations.derivePair(LAN, { from: 'pm', to: 'trc20', force: true, note: 'tests' })) as { proposal?: string };
    if (derived.proposal) await operations.confirmAct(MINH, { id: derived.proposal });
    expect(await pairFee()).toBe('2.4');
  });
});

describe('operators', () => {
  test('set the price of a rate whose fee has moved since, and keep its bounds', async () => {
    await look('13');
    world.clock.advance(25 * HOUR_MS);
    await operations.setRate(LAN, { kind: 'buy', code: 'trc20', value: '26400' });
    expect((await rate())?.value).toMatchObject({ value: '26400', fee: '3.9', automaticFee: AUTOMATIC });
    expect(await isRateAllowed(world.signer, (await rate())?.version ?? 0)).toBe(true);
  });

  test('move no price further in a day because its fee changed in between', async () => {
    world.clock.advance(25 * HOUR_MS);
    await operations.setRate(LAN, { kind: 'buy', code: 'trc20', value: '27300' });
    world.clock.advance(MINUTE_MS);
    await look('8');
    world.clock.advance(MINUTE_MS);
    expect(await operations.setRate(LAN, { kind: 'buy', code: 'trc20', value: '28300' })).toHaveProperty('proposal');
    expect((await rate())?.value).toMatchObject({ value: '27300', fee: '2.4' });
  });

  test.each<[string, object]>([
    ['on a provider without network fees', { code: 'pm', value: '25950', automaticFee: { ...AUTOMATIC, floor: '0' } }],
    ['in a coin that has no price', { automaticFee: { ...AUTOMATIC, coinPrice: null } }],
    ['whose floor is above its cap', { automaticFee: { ...AUTOMATIC, floor: '5' } }],
    ['above the maximum fee', { automaticFee: AUTOMATIC, maxFee: '3' }],
    ['of sells', { kind: 'sell', automaticFee: { ...AUTOMATIC, floor: '0' } }],
  ])('set no automatic fee %s', async (_, change) => {
    const call = { kind: 'buy', code: 'trc20', value: '26350', ...change } as Parameters<typeof operations.setRate>[1];
    await expect(operations.setRate(LAN, call)).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
  });

  test('let a fee vary so far only two at once', async () => {
    await setByTwo({ automaticFee: null });
    world.clock.advance(25 * HOUR_MS);
    expect(await operations.setRate(LAN, { kind: 'buy', code: 'trc20', value: '26350', automaticFee: AUTOMATIC })).toHaveProperty('proposal');
    expect((await rate())?.value).not.toHaveProperty('automaticFee');
  });
});

describe('the signer pays by', () => {
  const write = async (author: string, change: object) => {
    const value = JSON.stringify({ ...(await rate())?.value, ...change });
    const add = `insert into setting (kind, key, value, author, at) values ('buy', 'trc20', $1, $2, $3) returning version`;
    const [row] = await world.database.query(add, [value, author, world.clock.now()]);
    return Number(row?.version);
  };

  test('a fee between the bounds that operators set, and by nothing else that was written in its name', async () => {
    expect(await isRateAllowed(world.signer, await write('quydoi_signer', { fee: '3.1' }))).toBe(true);
    expect(await isRateAllowed(world.signer, await write('quydoi_signer', { fee: '3.1', value: '20000' }))).toBe(false);
    await setByTwo({});
    expect(await isRateAllowed(world.signer, await write('quydoi_signer', { fee: '9', automaticFee: { ...AUTOMATIC, cap: '9' } }))).toBe(false);
  });

  test('no fee whose bounds one operator wrote past all guards', async () => {
    await write('lan', { automaticFee: { ...AUTOMATIC, floor: '0', cap: '90' } });
    const version = await write('quydoi_signer', { fee: '90' });
    expect(await isRateAllowed(world.signer, version)).toBe(false);
  });
});
