import { expect, test } from 'vitest';
import type { NetworkCode } from '../networks.ts';
import { networksOfAddress, unitsSentOn } from './on-chain.ts';

test.each<[NetworkCode, readonly NetworkCode[]]>([
  ['ethereum', ['ethereum', 'bsc']],
  ['bsc', ['bsc', 'ethereum']],
  ['tron', ['tron']],
  ['bitcoin', ['bitcoin']],
  ['bank', ['bank']],
])('an address of %s is valid on %j', (code, networks) => {
  expect(networksOfAddress(code)).toEqual(networks);
});

test.each<[NetworkCode, readonly string[]]>([
  ['ethereum', ['ETH', 'USDT', 'USDC']],
  ['bsc', ['BNB', 'USDT', 'USDC']],
  ['tron', ['TRX', 'USDT', 'USDC']],
  ['bitcoin', []],
  ['bank', []],
])('on %s a customer may have sent any of %j', (code, units) => {
  expect(unitsSentOn(code)).toEqual(units);
});
