import { expect, test } from 'vitest';
import { kycFrom, loginFrom } from './thresholds.ts';

const SITE = { minOrderLogin: '100', minOrderKyc: '300', requiredLoginToBuySell: false, requiredLoginToExchange: false, requiredVerify: false };

test.each([
  ['buy', {}, 100n, 300n],
  ['ex', {}, 100n, 300n],
  ['sell', { minOrderLogin: '0' }, 0n, 300n],
  // A threshold of 0 is for buys and sells; swaps have a flag of their own, and still need a login to be verified.
  ['ex', { minOrderLogin: '0' }, 300n, 300n],
  ['ex', { minOrderLogin: '0', minOrderKyc: '0' }, null, null],
  ['sell', { requiredLoginToBuySell: true }, 0n, 300n],
  ['ex', { requiredLoginToBuySell: true }, 100n, 300n],
  ['ex', { requiredLoginToExchange: true }, 0n, 300n],
  ['buy', { requiredLoginToExchange: true }, 100n, 300n],
  ['buy', { minOrderKyc: '50' }, 50n, 50n],
  ['buy', { minOrderKyc: '0' }, 100n, null],
  ['ex', { requiredVerify: true }, 0n, 0n],
] as const)('a %s under %o needs a login from %s đ and a verified identity from %s đ', (kind, changes, login, kyc) => {
  const site = { ...SITE, ...changes };
  expect([loginFrom(site, kind), kycFrom(site)]).toEqual([login, kyc]);
});
