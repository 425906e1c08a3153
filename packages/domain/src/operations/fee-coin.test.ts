import { expect, test } from 'vitest';
import { feeCoinState, feeCoinText } from './fee-coin.ts';

const PER_TRANSFER = 13_400_000n;
const coin = (transfers: bigint) => ({ balance: transfers * PER_TRANSFER, perTransfer: PER_TRANSFER });

test.each([
  [100n, 0n, false, 'enough'],
  [99n, 0n, false, 'warning'],
  [110n, 11n, false, 'warning'],
  [20n, 0n, false, 'warning'],
  [19n, 0n, false, 'low'],
  [60n, 41n, false, 'low'],
  [30n, 0n, true, 'warning'],
  [29n, 0n, true, 'low'],
  [1n, 5n, true, 'low'],
  [0n, 0n, true, 'dry'],
] as const)('%d transfers left of which %d wait (was low: %s) is %s', (left, waiting, wasLow, state) => {
  expect(feeCoinState(coin(left), waiting, wasLow)).toBe(state);
});

test('less than one transfer costs is dry', () => {
  expect(feeCoinState({ balance: PER_TRANSFER - 1n, perTransfer: PER_TRANSFER }, 0n, false)).toBe('dry');
});

test.each([
  ['tron', 1_331_055_000n, '1331.055 trx'],
  ['bsc', 12_345_678n, '0.12345678 bnb'],
  ['ethereum', 100_000_000n, '1 eth'],
  // Its fees are paid in the coin of its reserve.
  ['bitcoin', 50_000n, '0.0005 btc'],
] as const)('of %s, %d is %s', (network, amount, text) => {
  expect(feeCoinText(network, amount)).toBe(text);
});
