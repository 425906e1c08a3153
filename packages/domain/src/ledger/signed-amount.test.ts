import { expect, test } from 'vitest';
import { signedAmount } from './signed-amount.ts';

test.each([
  ['12.5', 'pm', 1_250n],
  ['-12.5', 'pm', -1_250n],
  ['-12.5', 'trx', -12_500_000n],
  ['0', 'vnd', 0n],
  ['-7', 'vnd-collection', -7n],
] as const)('%s of %s is %s', (text, code, amount) => {
  expect(signedAmount(text, code)).toBe(amount);
});

test.each(['', '-', '--1', '1-', '+1', '-1.005', '1,5'])('%j is no amount', (text) => {
  expect(signedAmount(text, 'pm')).toBeNull();
});
