import { expect, test } from 'vitest';
import { contentSecurityPolicy } from '../src/http/security-headers.ts';
import { createTestApp, post } from '../testing/test-app.ts';

const PAGE = () => Promise.resolve(new Response('<!doctype html>', { headers: { 'content-type': 'text/html', 'cache-control': 'private' } }));

test.each([
  ['GET', '/'],
  ['GET', '/trpc/config.get'],
  ['GET', '/trpc/nothing'],
  ['HEAD', '/trpc/orders.get'],
  ['HEAD', '/trpc/nothing'],
  ['POST', '/api/v1/histories'],
  ['POST', '/api/v1/config-web'],
  ['GET', '/api/v1/openapi.json'],
  ['GET', '/health'],
  ['POST', '/webhooks/sepay'],
])('%s %s carries the security headers', async (method, path) => {
  const { headers } = await createTestApp({ page: PAGE }).app.request(path, { method });
  const policy = headers.get('content-security-policy') ?? '';
  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain("style-src 'self' 'unsafe-inline';");
  expect(policy).toContain("connect-src 'self'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).toContain("object-src 'none'; base-uri 'none'");
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('referrer-policy')).toBe('no-referrer');
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
  expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
  // Our own pages scan addresses; what they might embed does not.
  expect(headers.get('permissions-policy')).toContain('camera=(self), geolocation=()');
  expect(headers.get('strict-transport-security')).toBeNull();
});

test.each([
  ['GET', '/trpc/config.get'],
  ['GET', '/trpc/nothing'],
  ['POST', '/api/v1/histories'],
  ['GET', '/api/v1/openapi.json'],
  ['GET', '/api/v1/nothing'],
  ['GET', '/health'],
  ['POST', '/webhooks/sepay'],
])('the answer to %s %s names its type, texts their charset, and no version of a component', async (method, path) => {
  const { headers } = await createTestApp({ page: PAGE }).app.request(path, { method });
  expect(headers.get('content-type')).toMatch(/^application\/json$|^text\/[a-z]+; ?charset=utf-8$/i);
  for (const name of ['server', 'x-powered-by', 'via', 'x-runtime', 'x-version']) expect(headers.get(name)).toBeNull();
  const told = [...headers].map(([name, value]) => `${name}: ${value}`).join('\n');
  expect(told).not.toMatch(/\bv?\d+\.\d+/i);
});

test('a document may name the inline scripts that it runs', () => {
  expect(contentSecurityPolicy(['sha256-AAAA', 'sha256-BBBB'])).toContain("; script-src 'self' 'sha256-AAAA' 'sha256-BBBB'; ");
  expect(contentSecurityPolicy()).toContain("; form-action 'self'; ");
  expect(contentSecurityPolicy([], ['https://merchant.example'])).toContain("; form-action 'self' https://merchant.example; ");
});

test('over https browsers are told to stay there', async () => {
  const { headers } = await createTestApp({ https: true }).app.request('/health');
  expect(headers.get('strict-transport-security')).toBe('max-age=63072000; includeSubDomains');
});

test('what is made for one caller is kept by nobody', async () => {
  const { app } = createTestApp();
  const answers = [
    await app.request('/trpc/orders.get?input={"json":{"ref":"7KQ2M9XR4B"}}'),
    await post(app, '/api/v1/histories', { ref: '7KQ2M9XR4B' }),
  ];
  expect(answers.map(({ status, headers }) => [status, headers.get('cache-control'), headers.get('x-request-id')])).toEqual([
    [200, 'no-store', 'req-1'],
    [200, 'no-store', 'req-2'],
  ]);
});

test('pages keep the headers that they set themselves', async () => {
  const page = () =>
    Promise.resolve(
      new Response('x', { headers: { 'content-type': 'text/html', 'referrer-policy': 'same-origin', 'cache-control': 'private' }, status: 404 }),
    );
  const response = await createTestApp({ page }).app.request('/somewhere');
  expect([response.status, response.headers.get('referrer-policy')]).toEqual([404, 'same-origin']);
});

test('a document that gives a browser its cookies is kept by no cache in between', async () => {
  const page = async () => new Response('x', { headers: { 'content-type': 'text/html', 'cache-control': 'no-cache' } });
  const { app } = createTestApp({ page });
  const first = await app.request('/');
  expect(first.headers.get('cache-control')).toBe('private, no-cache');
  const cookie = first.headers
    .getSetCookie()
    .map((text) => text.split(';')[0])
    .join('; ');
  const second = await app.request('/', { headers: { cookie } });
  expect([second.headers.getSetCookie(), second.headers.get('cache-control')]).toEqual([[], 'no-cache']);
});

test('redirects and pages that a browser still has carry them too', async () => {
  const { app } = createTestApp({
    page: async ({ url }) => (url.endsWith('/old') ? Response.redirect('http://quydoi.example/new', 301) : new Response(null, { status: 304 })),
  });
  const redirect = await app.request('/old');
  expect([redirect.status, redirect.headers.get('location'), redirect.headers.get('x-content-type-options')]).toEqual([
    301,
    'http://quydoi.example/new',
    'nosniff',
  ]);
  expect((await app.request('/kept', { headers: { 'sec-fetch-dest': 'document' } })).headers.getSetCookie()).toHaveLength(2);
  expect((await app.request('/kept.js', { headers: { 'sec-fetch-dest': 'script' } })).headers.getSetCookie()).toEqual([]);
});

test('a page that fails is a bug without words', async () => {
  const { app, log } = createTestApp({ page: () => Promise.reject(new Error('template')) });
  const response = await app.request('/order/7KQ2M9XR4B');
  expect([response.status, (await response.text()).includes('template')]).toEqual([500, false]);
  // The path of an order's page holds the order's reference.
  expect(log).toMatchObject([{ level: 'error', fields: { path: '/*' } }]);
});

test('pages are read, not written', async () => {
  const response = await createTestApp({ page: PAGE }).app.request('/', { method: 'POST' });
  expect([response.status, await response.json()]).toMatchObject([400, { error: 'METHOD_NOT_ALLOWED' }]);
});

test('probes', async () => {
  const { app } = createTestApp();
  expect((await app.request('/health')).status).toBe(200);
  expect((await app.request('/ready')).status).toBe(200);
  expect((await createTestApp({ ready: async () => false }).app.request('/ready')).status).toBe(503);
  expect((await createTestApp({ ready: () => Promise.reject(new Error('down')) }).app.request('/ready')).status).toBe(503);
});

test('metrics are not served with the site', async () => {
  expect((await createTestApp().app.request('/metrics')).status).toBe(404);
});
