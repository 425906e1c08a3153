import { expect, test } from 'vitest';
import { NETWORK_CODES, NETWORKS, type NetworkCode } from '../networks.ts';
import { networksOfAddress, unitsSentOn } from './on-chain.ts';

/** Networks that have the same addresses. */
const EVM = NETWORK_CODES.filter((code) => NETWORKS[code].address.family === 'evm');

test.each<[NetworkCode, readonly NetworkCode[]]>([
  ['ethereum', ['ethereum', ...EVM.filter((code) => code !== 'ethereum')]],
  ['bsc', ['bsc', ...EVM.filter((code) => code !== 'bsc')]],
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
