import { describe, expect, test } from 'vitest';
import { createTestApp, post, type TestApp } from '../testing/test-app.ts';

const PAGE = () => Promise.resolve(new Response('<!doctype html>', { headers: { 'content-type': 'text/html; charset=utf-8' } }));

/** A browser that has opened a page: its cookies. */
async function openPage({ app }: TestApp): Promise<{ device: string; token: string }> {
  const cookies = (await app.request('/')).headers.getSetCookie();
  const cookieNamed = (name: string) => cookies.find((cookie) => cookie.startsWith(`${name}=`))?.split(/[=;]/)[1] ?? '';
  return { device: cookieNamed('device'), token: cookieNamed('XSRF-TOKEN') };
}

/** Every write of both doors. */
const WRITES = [
  ['/api/v1/buy_orders', { currency_code: 'trc20', quantity: 50, receiving_address: 'T1' }],
  ['/api/v1/order_actions', { ref: '7KQ2M9XR4B', action: 'cancel' }],
  ['/api/v1/get-accountname', { type: 'vcb', accountNumber: '0011001234567' }],
  ['/api/v1/config-web', {}],
  ['/trpc/orders.create', { json: { kind: 'buy', from: 'vnd', to: 'trc20', quantity: '50', destination: 'T1' } }],
  ['/trpc/orders.create?batch=1', { 0: { json: { kind: 'buy', from: 'vnd', to: 'trc20', quantity: '50', destination: 'T1' } } }],
  ['/trpc/orders.act', { json: { ref: '7KQ2M9XR4B', action: 'cancel' } }],
] as const;

describe.each(WRITES)('%s', (path, body) => {
  const refused = async (
    headers: (browser: { device: string; token: string; other: { device: string; token: string } }) => Record<string, string>,
  ) => {
    const test = createTestApp({ page: PAGE });
    const browser = await openPage(test);
    const other = await openPage(test);
    const response = await post(test.app, path, body, { host: 'quydoi.example', ...headers({ ...browser, other }) });
    const text = await response.text();
    expect(text.includes('CSRF_INVALID')).toBe(response.status === 403);
    if (response.status === 403) expect(test.exchange.calls).toEqual([]);
    return response.status === 403;
  };
  const cookies = (device: string, token: string) => `language=en; device=${device}; XSRF-TOKEN=${token}`;

  test('no cookies, no check', async () => {
    expect(await refused(() => ({}))).toBe(false);
    expect(await refused(() => ({ cookie: 'language=en; other=1' }))).toBe(false);
    expect(await refused(() => ({ origin: 'https://quydoi.example', 'sec-fetch-site': 'same-origin' }))).toBe(false);
  });

  test.each(['cross-site', 'same-site'])('a page that its browser marks as %s is refused without cookies too', async (site) => {
    expect(await refused(() => ({ origin: 'https://evil.example', 'sec-fetch-site': site }))).toBe(true);
  });

  test('the right token is accepted', async () => {
    expect(await refused(({ device, token }) => ({ cookie: cookies(device, token), 'x-xsrf-token': token }))).toBe(false);
    expect(
      await refused(({ device, token }) => ({
        cookie: cookies(device, token),
        'x-xsrf-token': token,
        origin: 'https://quydoi.example',
        'sec-fetch-site': 'same-origin',
      })),
    ).toBe(false);
  });

  test.each<[string, (browser: { device: string; token: string; other: { device: string; token: string } }) => Record<string, string>]>([
    ['no token', ({ device, token }) => ({ cookie: cookies(device, token) })],
    ['only the device', ({ device }) => ({ cookie: `device=${device}` })],
    ['only the token cookie', ({ token }) => ({ cookie: `XSRF-TOKEN=${token}`, 'x-xsrf-token': token })],
    ['a forged token twice', ({ device }) => ({ cookie: cookies(device, 'forged'), 'x-xsrf-token': 'forged' })],
    ['another device’s token', ({ device, other }) => ({ cookie: cookies(device, other.token), 'x-xsrf-token': other.token })],
    ['a token without its cookie', ({ device, token }) => ({ cookie: `device=${device}`, 'x-xsrf-token': token })],
    [
      'a device that we did not make',
      ({ token }) => ({ cookie: cookies('AAAAAAAAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAAAA', token), 'x-xsrf-token': token }),
    ],
    ['another origin', ({ device, token }) => ({ cookie: cookies(device, token), 'x-xsrf-token': token, origin: 'https://evil.example' })],
    ['no origin to speak of', ({ device, token }) => ({ cookie: cookies(device, token), 'x-xsrf-token': token, origin: 'null' })],
    ['another site', ({ device, token }) => ({ cookie: cookies(device, token), 'x-xsrf-token': token, 'sec-fetch-site': 'cross-site' })],
    ['a sibling site', ({ device, token }) => ({ cookie: cookies(device, token), 'x-xsrf-token': token, 'sec-fetch-site': 'same-site' })],
  ])('%s is refused', async (_name, headers) => {
    expect(await refused(headers)).toBe(true);
  });
});

test('reads need no token, and no read can be made a write', async () => {
  const made = createTestApp({ page: PAGE });
  const { device, token } = await openPage(made);
  const cookie = `device=${device}; XSRF-TOKEN=${token}`;
  expect((await made.app.request('/trpc/orders.get?input={"json":{"ref":"7KQ2M9XR4B"}}', { headers: { cookie } })).status).toBe(200);
  const input = encodeURIComponent(JSON.stringify({ json: { ref: '7KQ2M9XR4B', action: 'cancel' } }));
  const write = await made.app.request(`/trpc/orders.act?input=${input}`, { headers: { cookie, 'x-http-method-override': 'POST' } });
  expect([write.status, await write.json()]).toMatchObject([400, { error: { json: { data: { code: 'METHOD_NOT_ALLOWED' } } } }]);
});

describe('device cookies', () => {
  test('a page gives them once', async () => {
    const made = createTestApp({ page: PAGE });
    const first = await made.app.request('/');
    expect(first.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^device=[\w-]{22}\.[\w-]{22}; Path=\/; Max-Age=34560000; SameSite=Lax; HttpOnly$/),
      expect.stringMatching(/^XSRF-TOKEN=[\w-]{22}; Path=\/; Max-Age=34560000; SameSite=Lax$/),
    ]);
    const cookie = first.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
    expect((await made.app.request('/', { headers: { cookie } })).headers.getSetCookie()).toEqual([]);
  });

  test('files and API answers give none, https marks them secure', async () => {
    const made = createTestApp({
      https: true,
      page: (request) =>
        request.url.endsWith('.js') ? Promise.resolve(new Response('1', { headers: { 'content-type': 'text/javascript' } })) : PAGE(),
    });
    expect((await made.app.request('/assets/a.js')).headers.getSetCookie()).toEqual([]);
    expect((await made.app.request('/trpc/config.get')).headers.getSetCookie()).toEqual([]);
    expect((await made.app.request('/')).headers.getSetCookie().every((cookie) => cookie.includes('; Secure'))).toBe(true);
  });

  test('the device reaches the exchange', async () => {
    const made = createTestApp({ page: PAGE });
    const { device } = await openPage(made);
    await made.app.request('/trpc/orders.get?input={"json":{"ref":"7KQ2M9XR4B"}}', { headers: { cookie: `device=${device}` } });
    expect(made.exchange.calls[0]?.caller.deviceId).toBe(device.split('.')[0]);
  });
});

test('over https cookies are bound to this host, and those of other names are not ours', async () => {
  const made = createTestApp({ page: PAGE, https: true });
  const set = (await made.app.request('/')).headers.getSetCookie();
  expect(set).toEqual([
    expect.stringMatching(/^__Host-device=[\w.-]+; Path=\/; Max-Age=34560000; SameSite=Lax; Secure; HttpOnly$/),
    expect.stringMatching(/^__Host-XSRF-TOKEN=[\w-]+; Path=\/; Max-Age=34560000; SameSite=Lax; Secure$/),
  ]);
  const [device = '', token = ''] = set.map((cookie) => cookie.split(/[=;]/)[1]);
  const buy = { currency_code: 'trc20', quantity: 50, receiving_address: 'T1' };
  const cookie = `__Host-device=${device}; __Host-XSRF-TOKEN=${token}`;
  const write = async (headers: Record<string, string>) => (await post(made.app, '/api/v1/buy_orders', buy, headers)).status;
  expect(await write({ cookie, 'x-xsrf-token': token })).toBe(200);
  expect(await write({ cookie })).toBe(403);
  // What a subdomain could set.
  expect(await write({ cookie: `device=${device}; XSRF-TOKEN=${token}` })).toBe(200);
  expect(made.exchange.calls.map(({ caller }) => caller.deviceId)).toEqual([device.split('.')[0], null]);
});
