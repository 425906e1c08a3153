import { expect, test } from 'vitest';
import { isOutage } from './outage.ts';

const coded = (code: string, message = 'x') => Object.assign(new Error(message), { code });

test.each([
  coded('57P01'),
  coded('57P03'),
  coded('08006'),
  coded('53300'),
  coded('ECONNREFUSED'),
  new Error('Connection terminated unexpectedly'),
  new Error('wrapped', { cause: coded('57P01') }),
])('an outage: %s', (error) => {
  expect(isOutage(error)).toBe(true);
});

test.each([coded('23505'), coded('QD001'), new Error('no such thing'), 'text', null])('not an outage: %s', (error) => {
  expect(isOutage(error)).toBe(false);
});
