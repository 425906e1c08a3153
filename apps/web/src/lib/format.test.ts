import { expect, test } from 'vitest';
import { formatApproximate } from './format.ts';

test.each([
  ['50029.999999', '50.029,99'],
  ['50029.009999', '50.029'],
  ['19899.5', '19.899,5'],
  ['0.00512345', '0,00512345'],
  ['12000', '12.000'],
])('%s is approximately %s', (text, rough) => {
  expect(formatApproximate(text, 'vi')).toBe(rough);
});
