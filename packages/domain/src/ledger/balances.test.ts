import { expect, test } from 'vitest';
import { networkOfReserve, RESERVE_CODES, RESERVES } from '../currencies.ts';
import { FEE_UNIT_CODES } from '../networks.ts';
import { BALANCE_CODES, BALANCES, COMPARED_CODES } from './balances.ts';

test('our own money is every reserve, what is collected for it, and the coins that pay fees', () => {
  const codesOf = (wanted: string) => BALANCE_CODES.filter((code) => BALANCES[code].kind === wanted);
  expect(codesOf('reserve')).toEqual(RESERVE_CODES);
  const collected = RESERVE_CODES.flatMap((code) => {
    const { collection } = networkOfReserve(code);
    return collection === null ? [] : [`${code}-${collection}`];
  });
  expect(codesOf('collection').sort()).toEqual(collected.sort());
  expect(collected).toEqual(
    expect.arrayContaining(['eth-deposits', 'usdt-bsc-deposits', 'usdt-eth-deposits', 'usdt-tron-deposits', 'vnd-collection']),
  );
  expect(codesOf('fee-coin').sort()).toEqual(FEE_UNIT_CODES.map((unit) => (unit in RESERVES ? `${unit}-gas` : unit)).sort());
  expect(codesOf('fee-coin')).toEqual(expect.arrayContaining(['bnb', 'eth-gas', 'trx']));
});

test.each([
  ['pm', { kind: 'reserve', network: 'perfect-money', account: 'rail:pm', unit: 'pm', scale: 2 }],
  ['vnd-collection', { kind: 'collection', network: 'bank', account: 'rail:vnd-collection', unit: 'vnd', scale: 0 }],
  ['usdt-tron-deposits', { kind: 'collection', network: 'tron', account: 'rail:usdt-tron-deposits', unit: 'usdt-tron', scale: 6 }],
  ['trx', { kind: 'fee-coin', network: 'tron', account: 'gas:trx', unit: 'trx', scale: 6 }],
  ['eth-gas', { kind: 'fee-coin', network: 'ethereum', account: 'gas:eth', unit: 'eth', scale: 8 }],
] as const)('%s is booked in one account', (code, balance) => {
  expect(BALANCES[code]).toEqual(balance);
});

test('all of it is compared with its provider by itself but gas that lies in one wallet with its reserve', () => {
  expect(BALANCE_CODES.filter((code) => !COMPARED_CODES.includes(code))).toEqual(['eth-gas']);
});
