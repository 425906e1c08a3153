import { listen } from '@quydoi/database/listen';
import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@quydoi/domain/durations';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { configViewOf } from '../../src/config/views.ts';
import { prune } from '../../src/jobs/prune.ts';
import { watchPriceAge } from '../../src/jobs/watch-price-age.ts';
import { bindOperations } from '../../src/operations/operations.ts';
import { quoteOrder } from '../../src/orders/quote-order.ts';
import { isRateAllowed } from '../../src/payouts/is-rate-allowed.ts';
import { createPriceWatch, PRICE_POLL_MS } from '../../src/payouts/watch-prices.ts';
import { expectBooksInOrder } from '../../testing/books.ts';
import { operatorCaller, testCaller } from '../../testing/callers.ts';
import { createScriptedSource, type ScriptedSource } from '../../testing/market.ts';
import { settle } from '../../testing/mismatch.ts';
import { FIXED, setRateByTwo } from '../../testing/set-rate-by-two.ts';
import { openWorld, type World } from '../../testing/world.ts';

const [LAN, MINH] = [operatorCaller('lan'), operatorCaller('minh')];
/** Above and below the default rates of trc20, 26 350 and 26 050. */
const BUY = { profit: '1', floor: '25500', cap: '27500' };
const SELL = { profit: '0.2', floor: '25000', cap: '27000' };
/** What an operator may do alone. */
const SET_LIMITS = `insert into setting (kind, key, value, author, at)
  values ('secondOperator', 'secondOperator', '{"worth":"999999999","rateChange":"5"}', 'tests', now())`;

let world: World;
let operations: ReturnType<typeof bindOperations>;
let bank: ScriptedSource;
let coinbase: ScriptedSource;
let bitstamp: ScriptedSource;
let look: () => Promise<false>;

beforeAll(async () => {
  world = await openWorld(postgresUrl());
  operations = bindOperations(world.operator);
  await world.database.query(SET_LIMITS);
});
afterAll(() => world.database.close());

beforeEach(async () => {
  // No reading of the tests before is remembered.
  await world.database.query('alter table price disable trigger append_only; delete from price; alter table price enable trigger append_only');
  bank = createScriptedSource('vietcombank', { usd: '26100' });
  coinbase = createScriptedSource('coinbase', { usdt: '1', eth: '3500', btc: '89000' });
  bitstamp = createScriptedSource('bitstamp', { usdt: '1', eth: '3500', btc: '89000' });
  world.priceSources.splice(0, world.priceSources.length, bank, coinbase, bitstamp);
  look = createPriceWatch(world.signer);
  await setRateByTwo(world, { kind: 'buy', code: 'trc20', value: '26800', automaticRate: BUY });
  await setRateByTwo(world, { kind: 'sell', code: 'trc20', value: '25900', automaticRate: SELL });
  world.clock.advance(2 * MINUTE_MS);
  await look();
  world.errors.length = 0;
});

/** Lets minutes go by, in each of which the signer looks once. */
async function minutes(count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    world.clock.advance(MINUTE_MS);
    await look();
  }
}

/** Lets the market rise to where trc20 costs more than its cap. */
async function closeByCap(): Promise<void> {
  await setRateByTwo(world, { kind: 'buy', code: 'trc20', value: '26350', automaticRate: { ...BUY, cap: '26400' } });
  bank.told.set('usd', '26200');
  await minutes(2);
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 10));
}

const settings = () => world.web.settings();
const rateOf = async (kind: 'buy' | 'sell') => (await settings())[kind].get('trc20')?.value.value;
const pairOf = async (key: 'pm:trc20' | 'trc20:pm') => (await settings()).pairs.get(key)?.value.value;
const viewOf = async (code: string) => configViewOf(await settings()).currencies.find((currency) => currency.code === code);
const reasons = async () =>
  (await settings()).suspensions.filter(({ cause }) => cause === 'price').map(({ subject, detail }) => `${subject}: ${detail}`);
const both = (reference: 'usdt' | 'btc', price: string) => {
  for (const source of [coinbase, bitstamp]) source.told.set(reference, price);
};

describe('an automatic rate', () => {
  test('follows the market with its profit, and the pairs that are derived from it with it', async () => {
    // 26 100 × 1.01, and × 0.998
    expect([await rateOf('buy'), await rateOf('sell')]).toEqual(['26361', '26047']);
    bank.told.set('usd', '26200');
    await minutes(1);
    expect([await rateOf('buy'), await rateOf('sell')]).toEqual(['26462', '26147']);
    // 25 350 ÷ 26 462 × 0.997, and 26 147 ÷ 25 950 × 0.997
    expect([await pairOf('pm:trc20'), await pairOf('trc20:pm')]).toEqual(['0.955103', '1.004568']);
    expect(await reasons()).toEqual([]);
    expect(world.log.at(-1)).toBe('{"values":["buy trc20 26462","sell trc20 26147"]} rates follow the market');
  });

  test('holds while the market is within a thousandth, and for a minute', async () => {
    const version = (await settings()).version;
    bank.told.set('usd', '26120');
    await minutes(1);
    expect((await settings()).version).toBe(version);
    bank.told.set('usd', '26200');
    await minutes(1);
    expect(await rateOf('buy')).toBe('26462');
    bank.told.set('usd', '26300');
    await look();
    world.clock.advance(MINUTE_MS / 2);
    await look();
    expect(await rateOf('buy')).toBe('26462');
  });

  test('is never below the floor of a buy, nor above the cap of a sell', async () => {
    await setRateByTwo(world, { kind: 'buy', code: 'trc20', value: '26500', automaticRate: { ...BUY, floor: '26400' } });
    await setRateByTwo(world, { kind: 'sell', code: 'trc20', value: '25900', automaticRate: { ...SELL, cap: '26000' } });
    await minutes(2);
    expect([await rateOf('buy'), await rateOf('sell')]).toEqual(['26400', '26000']);
    expect((await viewOf('trc20'))?.maintenance).toBe(false);
  });

  test('past the bound that we would lose by closes its currency alone, until the market is back', async () => {
    await closeByCap();
    expect(await reasons()).toEqual(['trc20: trc20 costs 26462, above the cap of 26400']);
    expect([await viewOf('trc20'), await viewOf('bep20'), await viewOf('pm')]).toMatchObject([
      { maintenance: true, allowBuy: false, allowSell: false },
      { maintenance: false },
      { maintenance: false },
    ]);
    bank.told.set('usd', '26100');
    await minutes(1);
    expect([await reasons(), (await viewOf('trc20'))?.maintenance]).toEqual([[], false]);
  });

  test('that was closed stays so with a value younger than a minute, which the market’s does not replace yet', async () => {
    await closeByCap();
    await setRateByTwo(world, { kind: 'buy', code: 'trc20', value: '26350', automaticRate: BUY });
    await look();
    expect([await rateOf('buy'), await reasons()]).toEqual(['26350', [expect.stringContaining('above the cap')]]);
    await minutes(1);
    expect([await rateOf('buy'), await reasons()]).toEqual(['26462', []]);
  });

  test('that was closed stays so where operators set something meanwhile, until the next look', async () => {
    await closeByCap();
    bank.told.set('usd', '26120');
    const other = world.owner.em.fork();
    await other.begin();
    await other.execute(`select pg_advisory_xact_lock(hashtextextended('rates', 7))`);
    const looked = minutes(1);
    const waiting = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    while ((await world.database.query(waiting)).length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await other.execute(SET_LIMITS);
    await other.commit();
    await looked;
    expect([await rateOf('buy'), await reasons()]).toEqual(['26350', [expect.stringContaining('above the cap')]]);
    await minutes(1);
    expect([await rateOf('buy'), await reasons()]).toEqual(['26382', []]);
  });

  test('that cannot be written for another reason fails the look, and stays closed', async () => {
    await closeByCap();
    bank.told.set('usd', '26120');
    await world.database.query(`create function fail() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$`);
    await world.database.query(`create trigger zz_fail before insert on setting for each row when (new.kind = 'buy') execute function fail()`);
    await expect(minutes(1)).rejects.toThrow('broken');
    await world.database.query('drop trigger zz_fail on setting; drop function fail');
    expect([await rateOf('buy'), await reasons()]).toEqual(['26350', [expect.stringContaining('above the cap')]]);
    await minutes(1);
    expect([await rateOf('buy'), await reasons()]).toEqual(['26382', []]);
  });

  test('ends when an operator sets a price without it, which no reference touches', async () => {
    bank.told.clear();
    await minutes(31);
    expect(await viewOf('trc20')).toMatchObject({ maintenance: true });
    await setRateByTwo(world, { kind: 'buy', code: 'trc20', value: '26300' });
    await setRateByTwo(world, { kind: 'sell', code: 'trc20', value: '26000' });
    // At once, before the signer looks again.
    expect(await viewOf('trc20')).toMatchObject({ maintenance: false });
    await minutes(1);
    expect([await reasons(), await rateOf('buy')]).toEqual([[], '26300']);
  });

  test('is what orders are made and paid out by, at the version that they were promised', async () => {
    const { ref, amountSent } = await world.create({ to: 'trc20', quantity: '100', destination: 'TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HC' });
    // ceil(26 361 × 100.8)
    expect(amountSent).toBe(2_657_189n);
    bank.told.set('usd', '26200');
    await minutes(1);
    await world.pay(ref, amountSent);
    await settle(world);
    expect(await world.order(ref)).toMatchObject({ status: 'delivered', amountReceived: 100_000_000n });
    expect(world.errors).toEqual([]);
    await expectBooksInOrder(world);
  });

  test('on one side leaves the rate of the other side, which operators set by hand, as it is', async () => {
    await setRateByTwo(world, { kind: 'sell', code: 'trc20', value: '25900' });
    bank.told.set('usd', '26200');
    await minutes(2);
    expect([await rateOf('buy'), await rateOf('sell'), await reasons()]).toEqual(['26462', '25900', []]);
  });

  test('that would close a circle of trades closes its currency instead', async () => {
    // An overridden pair, at which 1 USDT gets what sells for 26 050.
    const { proposal } = (await operations.setPair(LAN, { ...FIXED, from: 'trc20', to: 'bep20', value: '1' })) as { proposal?: string };
    if (proposal) await operations.confirmAct(MINH, { id: proposal });
    for (const usd of ['25850', '25600']) {
      bank.told.set('usd', usd);
      await minutes(1);
    }
    expect([await rateOf('buy'), await reasons()]).toEqual(['26109', ['trc20: vnd → trc20 → bep20 would pay more than it costs']]);
    const derived = (await operations.derivePair(LAN, { from: 'trc20', to: 'bep20', force: true, note: 'tests' })) as { proposal?: string };
    if (derived.proposal) await operations.confirmAct(MINH, { id: derived.proposal });
    await minutes(1);
    expect([await rateOf('buy'), await reasons()]).toEqual(['25856', []]);
  });
});

describe('a reference', () => {
  test('that nobody tells keeps its last price for minutes, then closes what follows it', async () => {
    for (const source of [coinbase, bitstamp]) source.told.delete('usdt');
    await minutes(5);
    expect(await reasons()).toEqual([]);
    await minutes(1);
    expect(await reasons()).toEqual([expect.stringContaining('trc20: no source has told usdt since')]);
    await expect(world.create({ to: 'trc20', quantity: '100', destination: 'TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HC' })).rejects.toMatchObject({
      code: 'MAINTENANCE',
    });
    await expect(quoteOrder(world.web, world.deps, testCaller(), { kind: 'sell', from: 'trc20', to: 'vnd', quantity: '100' })).rejects.toMatchObject({
      code: 'MAINTENANCE',
    });
    coinbase.told.set('usdt', '1');
    await minutes(1);
    expect(await reasons()).toEqual([]);
  });

  test('of a process that starts anew, whose first question is not answered, is asked again at once', async () => {
    const told = bank.told.get('usd') ?? '';
    bank.told.clear();
    look = createPriceWatch(world.signer);
    await look();
    expect(await reasons()).not.toEqual([]);
    world.errors.length = 0;
    bank.told.set('usd', told);
    world.clock.advance(PRICE_POLL_MS);
    await look();
    expect(await reasons()).toEqual([]);
  });

  test('whose source tells an old one, or one of two contradicting ones, closes what follows it', async () => {
    bitstamp.told.set('usdt', '0.9');
    await minutes(1);
    expect(await reasons()).toEqual(['trc20: sources of usdt contradict each other: 1, 0.9']);
    bitstamp.publishedAt = new Date(world.clock.now().getTime() - DAY_MS);
    await minutes(1);
    expect(await reasons()).toEqual([]);
    bank.publishedAt = new Date(world.clock.now().getTime() - 13 * DAY_MS);
    await minutes(31);
    expect(await reasons()).toEqual([expect.stringContaining('no source has told usd since')]);
  });

  test('that jumps closes what follows it until it is back', async () => {
    both('usdt', '1.02');
    await minutes(3);
    expect(await reasons()).toEqual(['trc20: usdt jumped from 1 to 1.02']);
    expect(await rateOf('buy')).toBe('26361');
    both('usdt', '1.001');
    await minutes(1);
    expect(await reasons()).toEqual([]);
  });

  test('that one answer alone made jump is asked again after a minute, though its source tells it every five; then at its own pace', async () => {
    const read = vi.fn(bank.read);
    const slow = { ...bank, pollMs: 5 * MINUTE_MS, read };
    world.priceSources.splice(0, world.priceSources.length, slow, coinbase, bitstamp);
    look = createPriceWatch(world.signer);
    bank.told.set('usd', '39150');
    await minutes(1);
    bank.told.set('usd', '26100');
    expect(await reasons()).toEqual(['trc20: usd jumped from 26100 to 39150']);
    world.clock.advance(MINUTE_MS / 2);
    await look();
    expect(read).toHaveBeenCalledTimes(1);
    world.clock.advance(MINUTE_MS / 2);
    await look();
    expect(read).toHaveBeenCalledTimes(2);
    expect(await reasons()).toEqual([]);
    await minutes(4);
    expect(read).toHaveBeenCalledTimes(2);
    await minutes(1);
    expect(read).toHaveBeenCalledTimes(3);
  });

  test('that jumps and holds its level for ten minutes is followed from then on', async () => {
    both('usdt', '1.02');
    await minutes(9);
    expect(await reasons()).toHaveLength(1);
    await minutes(2);
    expect([await reasons(), await rateOf('buy')]).toEqual([[], '26889']);
  });

  test('wakes nobody while nothing changes: a statement on settings would wake the job itself', async () => {
    both('usdt', '1.02');
    await minutes(1);
    const heard: unknown[] = [];
    const listener = listen(world.database.urlOf('quydoi_signer'), ['setting'], (topic) => heard.push(topic));
    await until(() => heard.length === 1);
    await minutes(2);
    both('usdt', '1');
    await minutes(1);
    // Resumed: one statement.
    await until(() => heard.length === 2);
    await minutes(2);
    await listener.close();
    expect([heard.length, await reasons()]).toEqual([2, []]);
  });

  test('of a currency without automatic rates closes nothing', async () => {
    both('btc', '45000');
    await minutes(3);
    expect(await reasons()).toEqual([]);
  });

  test('is recorded once a minute, and thinned to one an hour after a day', async () => {
    const count = async () => Number((await world.database.query('select count(*) as n from price'))[0]?.n);
    const before = await count();
    await look();
    expect(await count()).toBe(before);
    await minutes(3);
    expect(await count()).toBe(before + 12);
    world.clock.advance(DAY_MS + HOUR_MS);
    await prune(world.worker);
    const left = await world.database.query(`select count(*) as n from price group by reference, date_trunc('hour', at)`);
    expect(left.every(({ n }) => Number(n) === 1)).toBe(true);
  });
});

test('the worker closes what follows a market that the signer no longer watches', async () => {
  const closed = async () => (await settings()).suspensions.map(({ role, cause, subject }) => `${role} ${cause} ${subject}`);
  world.clock.advance(6 * MINUTE_MS);
  await watchPriceAge(world.worker);
  expect(await closed()).toEqual([]);
  world.clock.advance(2 * MINUTE_MS);
  await watchPriceAge(world.worker);
  expect(await closed()).toEqual(['quydoi_worker price trc20']);
  expect(await viewOf('trc20')).toMatchObject({ maintenance: true });
  // The signer sees nothing wrong, and ends no suspension of another's.
  await look();
  expect(await closed()).toEqual(['quydoi_worker price trc20']);
  await watchPriceAge(world.worker);
  expect(await closed()).toEqual([]);
});

describe('operators', () => {
  const call = { ...FIXED, force: false, kind: 'buy', code: 'trc20', value: '26361' } as const;
  const near = { profit: '1', floor: '25600', cap: '27200' };

  beforeEach(async () => {
    await setRateByTwo(world, { kind: 'buy', code: 'trc20', value: '26361' });
    world.clock.advance(25 * HOUR_MS);
  });

  test('let a value vary within what one may move it alone, and further only two at once', async () => {
    expect(await operations.setRate(LAN, { ...call, automaticRate: near })).toEqual({ done: true });
    expect(await operations.setRate(MINH, { ...call, automaticRate: { ...near, cap: '28600' } })).toHaveProperty('proposal');
    expect(await operations.setRate(MINH, { ...call, automaticRate: { ...near, floor: '24000' } })).toHaveProperty('proposal');
    expect((await settings()).buy.get('trc20')?.value.automaticRate).toEqual(near);
  });

  test('give it a value near the one that the market has given it, by one or by several calls, and any other only two at once', async () => {
    const wide = { ...near, floor: '20000', cap: '40000' };
    await setRateByTwo(world, { ...call, automaticRate: wide });
    await minutes(1);
    world.clock.advance(25 * HOUR_MS);
    await minutes(1);
    const inForce = await rateOf('buy');
    expect(inForce).toBe('26361');
    expect(await operations.setRate(MINH, { ...call, value: '38000', automaticRate: wide })).toHaveProperty('proposal');
    expect(await operations.setRate(MINH, { ...call, value: '27500', automaticRate: wide })).toEqual({ done: true });
    expect(await operations.setRate(MINH, { ...call, value: '28800', automaticRate: wide })).toHaveProperty('proposal');
    const versions = (await settings()).buy.get('trc20');
    expect([versions?.value.value, await isRateAllowed(world.signer, versions?.version ?? 0)]).toEqual(['27500', true]);
  });

  test('cannot have the signer pay by a value that their login alone has written', async () => {
    const wide = { ...near, floor: '20000', cap: '40000' };
    await setRateByTwo(world, { ...call, automaticRate: wide });
    await minutes(1);
    // Measured by what stands, within whose bounds it is.
    world.clock.advance(25 * HOUR_MS);
    const value = JSON.stringify({ ...(await settings()).buy.get('trc20')?.value, value: '38000' });
    const add = `insert into setting (kind, key, value, author, at) values ('buy', 'trc20', $1, 'minh', $2) returning version`;
    const [row] = await world.database.query(add, [value, world.clock.now()]);
    expect(await isRateAllowed(world.signer, Number(row?.version))).toBe(false);
    await setRateByTwo(world, call);
  });

  test('change its profit by that much alone', async () => {
    await setRateByTwo(world, { ...call, automaticRate: near });
    expect(await operations.setRate(MINH, { ...call, automaticRate: { ...near, profit: '6.5' } })).toHaveProperty('proposal');
    expect(await operations.setRate(MINH, { ...call, automaticRate: { ...near, profit: '5.5' } })).toEqual({ done: true });
  });

  test('set a price by hand alone where it is near both bounds', async () => {
    await setRateByTwo(world, { ...call, automaticRate: near });
    expect(await operations.setRate(MINH, { ...call, value: '28000' })).toHaveProperty('proposal');
    expect(await operations.setRate(MINH, { ...call, value: '26400' })).toEqual({ done: true });
    expect((await settings()).buy.get('trc20')?.value).not.toHaveProperty('automaticRate');
    expect(await isRateAllowed(world.signer, (await settings()).buy.get('trc20')?.version ?? 0)).toBe(true);
  });

  test.each<[string, object]>([
    ['beyond its bounds', { automaticRate: { ...near, cap: '26000' } }],
    ['with all of the price as profit', { automaticRate: { ...near, profit: '100' } }],
  ])('set no value %s', async (_, change) => {
    await expect(operations.setRate(LAN, { ...call, ...change })).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
  });
});

describe('the signer pays by', () => {
  const write = async (author: string, change: object) => {
    const value = JSON.stringify({ ...(await settings()).buy.get('trc20')?.value, ...change });
    const add = `insert into setting (kind, key, value, author, at) values ('buy', 'trc20', $1, $2, $3) returning version`;
    const [row] = await world.database.query(add, [value, author, world.clock.now()]);
    return Number(row?.version);
  };

  test('a value between the bounds that operators set, and by nothing else that was written in its name', async () => {
    expect(await isRateAllowed(world.signer, (await settings()).buy.get('trc20')?.version ?? 0)).toBe(true);
    expect(await isRateAllowed(world.signer, await write('quydoi_signer', { value: '26400' }))).toBe(true);
    expect(await isRateAllowed(world.signer, await write('quydoi_signer', { value: '25499' }))).toBe(false);
    await setRateByTwo(world, { kind: 'buy', code: 'trc20', value: '26350', automaticRate: BUY });
    expect(await isRateAllowed(world.signer, await write('quydoi_signer', { value: '26400', fee: '0' }))).toBe(false);
    await setRateByTwo(world, { kind: 'buy', code: 'trc20', value: '26350', automaticRate: BUY });
    expect(await isRateAllowed(world.signer, await write('quydoi_signer', { value: '20000', automaticRate: { ...BUY, floor: '1' } }))).toBe(false);
  });

  test('no value of a rate that operators set by hand', async () => {
    await setRateByTwo(world, { kind: 'buy', code: 'trc20', value: '26350' });
    expect(await isRateAllowed(world.signer, await write('quydoi_signer', { value: '26400' }))).toBe(false);
  });

  test('no value that closes a circle of trades', async () => {
    // Below what trc20 is sold for.
    expect(await isRateAllowed(world.signer, await write('quydoi_signer', { value: '25500' }))).toBe(false);
  });
});

test('a currency that customers can only buy follows the market too', async () => {
  await setRateByTwo(world, { kind: 'buy', code: 'bep20', value: '26500', automaticRate: BUY });
  await world.database.query('set session_replication_role = replica');
  await world.database.query(`delete from setting where kind = 'sell' and key = 'bep20'`);
  await world.database.query('set session_replication_role = origin');
  bank.told.set('usd', '26200');
  await minutes(2);
  const { buy, sell } = await settings();
  expect([buy.get('bep20')?.value.value, sell.get('bep20'), await reasons()]).toEqual(['26462', undefined, []]);
});
