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
  ['/login', 'account', {}],
  ['/register', 'account', {}],
  ['/forgot', 'account', {}],
  ['/verify', 'text', {}],
  ['/about-us', 'text', {}],
  ['/listing', 'listing', {}],
  ['/notice', 'notice', {}],
  ['/history/wallet', 'members', {}],
  ['/account', 'members', {}],
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

test('text pages have title and description in both languages', async () => {
  for (const path of ['/about-us', '/fee-transfer', '/contact', '/tos', '/canh-bao-lua-dao', '/payment', '/login', '/verify', '/listing']) {
    const { route } = findRoute(path);
    await route.load();
    const { vi, en } = route.meta() ?? {};
    expect(
      [vi?.title, en?.title, vi?.description, en?.description].every((text) => (text ?? '').length > 3),
      path,
    ).toBe(true);
    expect(vi?.title).not.toBe(en?.title);
  }
});

test('paths of the previous site redirect to the present ones', () => {
  expect(redirectOf('/index')).toBe('/');
  expect(redirectOf('/fees.html')).toBe('/fee-transfer');
  expect(redirectOf('/buy')).toBeNull();
  expect(redirectOf('/toString')).toBeNull();
});
