import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { redirectOf } from './redirects.ts';
import { findRoute, ROUTE_PATTERNS } from './routes.tsx';

test.each([
  ['/', 'home', {}],
  ['/buysell', 'buy', {}],
  ['/buysell/buy', 'buy', {}],
  ['/buysell/buy/pm', 'buy', { code: 'pm' }],
  ['/buy', 'buy', {}],
  ['/buy/e-voucher', 'buy', { code: 'e-voucher' }],
  ['/buysell/sell', 'sell', {}],
  ['/buysell/sell/pm', 'sell', { code: 'pm' }],
  ['/sell', 'sell', {}],
  ['/sell/trc20', 'sell', { code: 'trc20' }],
  ['/buysell/exchange', 'exchange', {}],
  ['/exchange', 'exchange', {}],
  ['/exchange/e-voucher-pm', 'exchange', { pair: 'e-voucher-pm' }],
  ['/login', 'login', {}],
  ['/register', 'register', {}],
  ['/forgot', 'forgot', {}],
  ['/verify', 'text', {}],
  ['/about-us', 'text', {}],
  ['/listing', 'listing', {}],
  ['/status', 'status', {}],
  ['/notice', 'notice', {}],
  ['/history/wallet', 'wallet', {}],
  ['/account', 'security', {}],
  ['/history', 'history', {}],
  ['/history/transaction', 'last-order', {}],
  ['/history/transaction/7KQ2M9XR4B', 'order', { ref: '7KQ2M9XR4B' }],
  ['/transaction/7KQ2M9XR4B', 'order', { ref: '7KQ2M9XR4B' }],
  ['/order/7KQ2M9XR4B', 'order', { ref: '7KQ2M9XR4B' }],
  ['/order/7KQ2M9XR4B/receipt', 'receipt', { ref: '7KQ2M9XR4B' }],
  ['/order/%E0%A4%A', 'order', { ref: '%E0%A4%A' }],
  ['/nothing/here', 'not-found', {}],
])('%s is %s', (path, name, params) => {
  const found = findRoute(path);
  expect(found.route.name).toBe(name);
  expect(found.params).toEqual(params);
});

test('every route names an existing source file', () => {
  for (const path of [...ROUTE_PATTERNS, '/nothing']) {
    const { source } = findRoute(path).route;
    expect(existsSync(new URL(`../${source}`, import.meta.url)), source).toBe(true);
  }
});

test('only the sign-in pages and the receipt hide menu and footer', () => {
  expect(ROUTE_PATTERNS.filter((path) => findRoute(path).route.isBare)).toEqual(['/order/:ref/receipt', '/login', '/register', '/forgot']);
});

test('a text page loads its text in one language at a time', async () => {
  const { route } = findRoute('/tos');
  await route.load('ger');
  expect(route.meta('ger')).toMatchObject({ title: 'Nutzungsbedingungen' });
  expect(route.meta('tur')).toBeNull();
  await route.load('tur');
  expect(route.meta('tur')).toMatchObject({ title: 'Kullanım koşulları' });
});

test('paths of the previous site redirect to the present ones', () => {
  expect(redirectOf('/index')).toBe('/');
  expect(redirectOf('/fees.html')).toBe('/fee-transfer');
  expect(redirectOf('/buy')).toBeNull();
  expect(redirectOf('/toString')).toBeNull();
});
