import { expect, test } from 'vitest';
import { feeCoinState } from './fee-coin.ts';

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
