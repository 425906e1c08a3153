import { CURRENCIES, CURRENCY_CODES } from '@quydoi/domain/currencies';
import { NETWORK_CODES } from '@quydoi/domain/networks';
import { expect, test } from 'vitest';
import { createRails, RAIL_FACTORIES } from './registry.ts';

const bank = {
  sepay: { secrets: ['s'], apiBaseUrl: 'http://127.0.0.1:1', apiToken: 't' },
  vietQr: { baseUrl: 'http://127.0.0.1:1', clientId: 'c', apiKey: 'k' },
  collectionAccount: '0011004567890',
  timeoutMs: 1_000,
};
const tron = { node: { baseUrl: 'http://127.0.0.1:1' }, timeoutMs: 1_000 };
const perfectMoney = { baseUrl: 'http://127.0.0.1:1', accountId: '1', passPhrase: 'p', payerAccount: 'U1000001', verified: true, timeoutMs: 1_000 };

test('every factory is of a rail of the domain and makes that rail', () => {
  expect(NETWORK_CODES).toEqual(expect.arrayContaining(Object.keys(RAIL_FACTORIES)));
  const rails = createRails({ bank, 'perfect-money': perfectMoney, tron });
  expect([...rails.keys()].sort()).toEqual(Object.keys(RAIL_FACTORIES).sort());
  for (const [code, rail] of rails) expect(rail.code).toBe(code);
});

test('the networks of the currencies that can be paid in or out are those with a rail', () => {
  const implemented = CURRENCY_CODES.filter((code) => CURRENCIES[code].directions.length > 0).map((code) => CURRENCIES[code].network);
  expect([...new Set<string>(implemented)].sort()).toEqual(Object.keys(RAIL_FACTORIES).sort());
});

test('a process gets the rails that it has options for, and no others', () => {
  expect([...createRails({ bank }).keys()]).toEqual(['bank']);
  expect(createRails({}).size).toBe(0);
});
