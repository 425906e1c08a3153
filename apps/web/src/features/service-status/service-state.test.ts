import type { DeliveryView } from '@quydoi/contract/config';
import { sampleConfig } from '@quydoi/contract/testing/sample-config';
import { expect, test } from 'vitest';
import { bankRows, serviceRows } from './service-state.ts';

const SAMPLE = sampleConfig({ codes: ['pm', 'trc20'], banks: ['vcb', 'tcb'] });

function delivery(set: Partial<DeliveryView>): DeliveryView {
  return { currency: 'pm', bank: null, lastAt: '2026-01-05T10:00:00.000Z', lastHour: null, ...set };
}

test.each([
  ['normal', {}, []],
  ['slow', {}, ['tron']],
  ['no-in', { canPayIn: false }, ['tron']],
  ['no-out', { canPayOut: false }, ['tron']],
  ['closed', { canPayIn: false, canPayOut: false }, []],
])('a currency is %s', (state, set, delayedNetworks) => {
  const currencies = SAMPLE.currencies.map((one) => (one.code === 'trc20' ? { ...one, ...set } : one));
  const rows = serviceRows({ ...SAMPLE, currencies, delayedNetworks }, []);
  expect(rows.map((row) => [row.code, row.state])).toEqual([
    ['vnd', 'normal'],
    ['pm', 'normal'],
    ['trc20', state],
  ]);
});

test.each([
  ['normal', { allowBuy: true, allowSell: true }],
  ['no-in', { allowBuy: false, allowSell: true }],
  ['no-out', { allowBuy: true, allowSell: false }],
  ['closed', { allowBuy: false, allowSell: false }],
])('dong is %s', (state, set) => {
  expect(serviceRows({ ...SAMPLE, site: { ...SAMPLE.site, ...set } }, [])[0]).toMatchObject({ code: 'vnd', state });
});

test('a currency that is not shown has no row', () => {
  const currencies = SAMPLE.currencies.map((one) => ({ ...one, isShow: one.code === 'pm' }));
  expect(serviceRows({ ...SAMPLE, currencies }, []).map(({ code }) => code)).toEqual(['vnd', 'pm']);
});

test('a row has the deliveries of its currency, of dong those to all banks', () => {
  const [pm, all, one] = [delivery({}), delivery({ currency: 'vnd' }), delivery({ currency: 'vnd', bank: 'vcb' })];
  expect(serviceRows(SAMPLE, [pm, one, all]).map((row) => row.delivery)).toEqual([all, pm, null]);
});

test('banks are those with a delivery, the latest first; one that is offered no more is left out', () => {
  const to = (bank: string, lastAt: string) => delivery({ currency: 'vnd', bank, lastAt });
  const [vcb, tcb] = [to('vcb', '2026-01-05T09:00:00.000Z'), to('tcb', '2026-01-05T09:30:00.000Z')];
  expect(bankRows(SAMPLE, [delivery({ currency: 'vnd' }), vcb, to('gone', '2026-01-05T09:59:00.000Z'), tcb])).toEqual([
    { code: 'tcb', name: SAMPLE.banks.find(({ code }) => code === 'tcb')?.shortName, delivery: tcb },
    { code: 'vcb', name: SAMPLE.banks.find(({ code }) => code === 'vcb')?.shortName, delivery: vcb },
  ]);
});
