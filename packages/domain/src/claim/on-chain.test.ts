import { expect, test } from 'vitest';
import type { NetworkCode } from '../networks.ts';
import { networksOfAddress } from './on-chain.ts';

test.each<[NetworkCode, readonly NetworkCode[]]>([
  ['ethereum', ['ethereum', 'bsc']],
  ['bsc', ['bsc', 'ethereum']],
  ['tron', ['tron']],
  ['bitcoin', ['bitcoin']],
  ['bank', ['bank']],
])('an address of %s is valid on %j', (code, networks) => {
  expect(networksOfAddress(code)).toEqual(networks);
});
