import { expect, test } from 'vitest';
import { isUnclear } from '../../../lib/quantity-text.ts';
import { readingsOf } from './readings-of.ts';

const SCALE = 6;

test('readings of an unclear quantity can be chosen', () => {
  expect(readingsOf('?1.234', SCALE, 'vi')).toEqual(['1234', '1.234']);
  expect(readingsOf('?12,5', SCALE, 'vi')).toEqual(['12.5']);
  expect(readingsOf('12.5', SCALE, 'vi')).toEqual([]);
  expect(isUnclear('12.5')).toBe(false);
});
