import { formatRate } from '@quydoi/domain/price/rate';
import type { ReferenceCode } from '@quydoi/domain/price/references';
import { createPriceSources, sandboxPriceVariables } from '@quydoi/rails/prices/config';
import type { PriceSource } from '@quydoi/rails/prices/price-source';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStage, type Stage } from '../testing/stage.ts';

let stage: Stage;
let sources: readonly PriceSource[];

beforeAll(async () => {
  stage = await openStage();
  sources = createPriceSources(sandboxPriceVariables(stage.sandbox.url));
});
afterAll(() => stage.close());

const NAMES = ['vietcombank', 'coinbase', 'bitstamp'] as const;
const source = (name: string) => {
  const found = sources.find(({ code }) => code === name);
  if (!found) throw new Error(`no source ${name}`);
  return found;
};
const firstOf = (name: string): ReferenceCode => source(name).references[0] ?? 'usd';
const read = async (name: string, reference = firstOf(name)) => {
  const { price, publishedAt } = await source(name).read(reference, new Date());
  return { price: formatRate(price), publishedAt };
};

test('every source tells the market', async () => {
  expect((await read('vietcombank')).price).toBe('26100');
  for (const name of ['coinbase', 'bitstamp']) {
    expect(source(name).references).toEqual(['usdt', 'eth', 'btc']);
    expect([(await read(name, 'usdt')).price, (await read(name, 'eth')).price, (await read(name, 'btc')).price]).toEqual(['1.0004', '3500', '89000']);
    expect(Math.abs((await read(name)).publishedAt.getTime() - Date.now())).toBeLessThan(30_000);
  }
});

test('Vietcombank dates its rates with the end of the day', async () => {
  const { publishedAt } = await read('vietcombank');
  expect(publishedAt.toISOString()).toMatch(/T16:00:00.000Z$/);
});

test('Vietcombank is asked for the day before while the rates of the day are not published', async () => {
  await stage.fault('vietcombank', 'unpublished');
  expect((await read('vietcombank')).price).toBe('26100');
  await stage.fault('vietcombank', 'unpublished', 2);
  await expect(read('vietcombank')).rejects.toMatchObject({ name: 'RailError', network: 'vietcombank', trouble: 'malformed' });
});

test('the control API moves the market', async () => {
  expect(await stage.post('/prices', { reference: 'btc', price: 91_500.5 })).toMatchObject({ status: 200 });
  expect([(await read('coinbase', 'btc')).price, (await read('bitstamp', 'btc')).price]).toEqual(['91500.5', '91500.5']);
  expect((await stage.post('/prices', { reference: 'gold', price: 1 })).status).toBe(400);
  expect((await stage.post('/prices', { reference: 'btc', price: 0 })).status).toBe(400);
});

test.each(NAMES)('%s shows its faults once each', async (name) => {
  const { price } = await read(name);
  await stage.fault(name, 'jump');
  expect(Number((await read(name)).price)).toBeCloseTo(Number(price) * 1.5, 2);
  await stage.fault(name, 'stale');
  const daysOld = (Date.now() - (await read(name)).publishedAt.getTime()) / 86_400_000;
  expect(daysOld).toBeGreaterThan(19);
  await stage.fault(name, 'garbage');
  await expect(read(name)).rejects.toMatchObject({ name: 'RailError', network: name, trouble: 'malformed' });
  await stage.fault(name, 'forbidden');
  await expect(read(name)).rejects.toMatchObject({ name: 'RailError', trouble: 'refused' });
  expect((await read(name)).price).toBe(price);
});

test('a source that says nothing is given up after seconds', { timeout: 20_000 }, async () => {
  await stage.fault('coinbase', 'silence');
  await expect(read('coinbase')).rejects.toMatchObject({ name: 'RailError', trouble: 'unreachable' });
});
