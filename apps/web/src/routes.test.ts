import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { redirectOf } from './redirects.ts';
import { findRoute } from './routes.tsx';

test.each([
  ['/', 'home', {}],
  ['/buysell', 'buy', {}],
  ['/buysell/buy', 'buy', {}],
  ['/buysell/buy/pm', 'buy', { code: 'pm' }],
  ['/buy', 'buy', {}],
  ['/buy/e-voucher', 'buy', { code: 'e-voucher' }],
  ['/history', 'history', {}],
  ['/history/transaction', 'last-order', {}],
  ['/history/transaction/7KQ2M9XR4B', 'order', { ref: '7KQ2M9XR4B' }],
  ['/transaction/7KQ2M9XR4B', 'order', { ref: '7KQ2M9XR4B' }],
  ['/order/7KQ2M9XR4B', 'order', { ref: '7KQ2M9XR4B' }],
  ['/order/%E0%A4%A', 'order', { ref: '%E0%A4%A' }],
  ['/nothing/here', 'not-found', {}],
])('%s is %s', (path, name, params) => {
  const found = findRoute(path);
  expect(found.route.name).toBe(name);
  expect(found.params).toEqual(params);
});

test('every page names its own source file', () => {
  for (const path of ['/', '/buy', '/order/X', '/history', '/history/transaction', '/nothing']) {
    expect(existsSync(new URL(`../${findRoute(path).route.source}`, import.meta.url))).toBe(true);
  }
});

test('earlier addresses lead to the present ones', () => {
  expect(redirectOf('/index')).toBe('/');
  expect(redirectOf('/fees.html')).toBe('/fee-transfer');
  expect(redirectOf('/buy')).toBeNull();
  expect(redirectOf('/toString')).toBeNull();
});
