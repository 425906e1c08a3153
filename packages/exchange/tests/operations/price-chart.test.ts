import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { DAY_MS, MINUTE_MS } from '@quydoi/domain/durations';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPriceChart, type PriceChart } from '../../src/config/price-chart.ts';
import { prune } from '../../src/jobs/prune.ts';
import { createPriceWatch } from '../../src/payouts/watch-prices.ts';
import { createScriptedSource } from '../../testing/market.ts';
import { openWorld, type World } from '../../testing/world.ts';

const bank = createScriptedSource('vietcombank', { usd: '26100' });
const coinbase = createScriptedSource('coinbase', { usdt: '1.001', eth: '3500', btc: '89000' });

let world: World;
let chart: PriceChart;

beforeAll(async () => {
  world = await openWorld(postgresUrl());
  world.priceSources.push(bank, coinbase);
  chart = createPriceChart(world.web);
  const look = createPriceWatch(world.signer);
  // From 02:00 to 02:46.
  for (let minute = 0; minute <= 46; minute += 1) {
    if (minute === 20) coinbase.told.set('usdt', '1.002');
    // Contradicts nothing, but jumps: not accepted.
    if (minute === 40) coinbase.told.set('usdt', '1.2');
    await look();
    world.clock.advance(MINUTE_MS);
  }
});
afterAll(() => world.database.close());

test('a day has a point every quarter of an hour, in dong, of accepted prices', async () => {
  expect(await chart({ code: 'trc20', period: 'day' })).toEqual({
    points: [
      { at: '2026-01-06T02:00:00.000Z', value: '26126.1' },
      { at: '2026-01-06T02:15:00.000Z', value: '26126.1' },
      { at: '2026-01-06T02:30:00.000Z', value: '26152.2' },
    ],
  });
  expect((await chart({ code: 'wmz', period: 'day' })).points.map(({ value }) => value)).toEqual(['26100', '26100', '26100', '26100']);
});

test('is read once a minute', async () => {
  const first = await chart({ code: 'btc', period: 'day' });
  expect(await chart({ code: 'btc', period: 'day' })).toBe(first);
  world.clock.advance(MINUTE_MS);
  expect(await chart({ code: 'btc', period: 'day' })).not.toBe(first);
});

test('what is no traded currency has none', async () => {
  for (const code of ['vnd', 'doge', '__proto__'])
    await expect(chart({ code, period: 'day' })).rejects.toMatchObject({ code: 'CURRENCY_NOT_SUPPORTED' });
});

test('where a minute was missed, the next one stands for its quarter of an hour, and for its hour', async () => {
  const remove = `alter table price disable trigger append_only; delete from price where at in ('2026-01-06T02:00:00Z', '2026-01-06T02:15:00Z'); alter table price enable trigger append_only`;
  await world.database.query(remove);
  world.clock.advance(MINUTE_MS);
  expect((await chart({ code: 'trc20', period: 'day' })).points.map(({ at }) => at)).toEqual([
    '2026-01-06T02:01:00.000Z',
    '2026-01-06T02:16:00.000Z',
    '2026-01-06T02:30:00.000Z',
  ]);
  expect((await chart({ code: 'trc20', period: 'month' })).points.map(({ at }) => at)).toEqual(['2026-01-06T02:01:00.000Z']);
});

test('a month is left when the minutes are gone', async () => {
  const hour = `insert into price (reference, at, price, accepted, sources) select r, $1, 26000000000000000, true, '{}' from unnest(array['usd']) r`;
  for (const at of ['2026-01-05T20:00:00Z', '2026-01-05T20:01:00Z', '2026-01-05T21:00:00Z']) await world.database.query(hour, [at]);
  world.clock.advance(DAY_MS);
  await prune(world.worker);
  expect(await chart({ code: 'pm', period: 'month' })).toEqual({
    points: [
      { at: '2026-01-05T20:00:00.000Z', value: '26000' },
      { at: '2026-01-06T02:01:00.000Z', value: '26100' },
    ],
  });
});
