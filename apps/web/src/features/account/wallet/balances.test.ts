import { expect, test } from 'vitest';
import { dollarsOf } from './balances.tsx';

test.each([
  [23_640n, '0.99'],
  [23_641n, '1'],
  [2_364_059_680n, '100000'],
  [0n, '0'],
] as const)('%s đ are about %s dollars', (dong, dollars) => {
  expect(dollarsOf(dong)).toBe(dollars);
});
