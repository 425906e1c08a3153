import { existsSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
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
  ['/reset', 'reset', {}],
  ['/verify', 'text', {}],
  ['/about-us', 'text', {}],
  ['/listing', 'listing', {}],
  ['/status', 'status', {}],
  ['/blog', 'news', {}],
  ['/blog/phi-moi', 'article', { seoUrl: 'phi-moi' }],
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
  ['/contact', 'text', {}],
  ['/fee-transfer', 'text', {}],
  ['/tos', 'text', {}],
  ['/payment', 'text', {}],
  ['/canh-bao-lua-dao', 'text', {}],
  ['/history/trade', 'trades', {}],
  ['/404', 'not-found', {}],
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
  expect(ROUTE_PATTERNS.filter((path) => findRoute(path).route.isBare)).toEqual(['/order/:ref/receipt', '/login', '/register', '/forgot', '/reset']);
});

test('a text page loads its text in one language at a time', async () => {
  // Other files of this process may have loaded texts.
  vi.resetModules();
  const { route } = (await import('./routes.tsx')).findRoute('/tos');
  await route.load('ger');
  expect(route.meta('ger')).toMatchObject({ title: 'Nutzungsbedingungen' });
  expect(route.meta('tur')).toBeNull();
  await route.load('tur');
  expect(route.meta('tur')).toMatchObject({ title: 'Kullanım koşulları' });
});

test.each([
  ['/index', '/'],
  ['/index.html', '/'],
  ['/history.html', '/history'],
  ['/fees.html', '/fee-transfer'],
  ['/listing.html', '/listing'],
  ['/buysell.html', '/buysell'],
  ['/faq.html', '/contact#faq'],
  ['/blog.html', '/blog'],
  ['/term.html', '/tos'],
  ['/kyc.html', '/verify'],
  ['/contact.html', '/contact'],
  ['/tos.html', '/tos'],
  ['/verify.html', '/verify'],
  ['/about-us.html', '/about-us'],
  ['/fee-transfer.html', '/fee-transfer'],
  ['/canh-bao-lua-dao.html', '/canh-bao-lua-dao'],
  ['/payment.html', '/payment'],
  ['/404.html', '/404'],
  ['/buy', null],
  ['/toString', null],
])('%s of the previous site leads to %s', (path, target) => {
  expect(redirectOf(path)).toBe(target);
});
