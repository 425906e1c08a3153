import { type Principal, VISITOR } from '@quydoi/contract/caller';
import { AppError } from '@quydoi/contract/errors';
import { NOUNS } from '@quydoi/contract/nouns';
import { describe, expect, test } from 'vitest';
import type { App } from '../src/app.ts';
import { guardPorts } from '../src/guard.ts';
import { addressBlock } from '../src/http/client-address.ts';
import type { Credentials } from '../src/http/context.ts';
import { createLimiter, DEFAULT_LIMITS } from '../src/limits.ts';
import { WEBHOOK_SIGNATURE } from '../testing/fake-exchange.ts';
import { fakePorts } from '../testing/fake-ports.ts';
import { createTestApp, post } from '../testing/test-app.ts';
import { NOW } from '../testing/views.ts';

const RULE = { device: { burst: 3, perSecond: 1 }, address: { burst: 5, perSecond: 2 } };
const LIMITS = { ...DEFAULT_LIMITS, create: RULE };

/** How many of `count` tries pass. */
function passing(count: number, attempt: () => void): number {
  let passed = 0;
  for (let n = 0; n < count; n += 1) {
    try {
      attempt();
      passed += 1;
    } catch {
      // Counted by not passing.
    }
  }
  return passed;
}

describe('limiter', () => {
  test('lets a burst through, then a steady rate', () => {
    let now = 1_000;
    const limiter = createLimiter(LIMITS, () => now);
    const attempt = () => limiter.take('create', { addressBlock: '192.0.2.1', deviceId: 'd1' });
    expect(passing(10, attempt)).toBe(3);
    now += 999;
    expect(passing(10, attempt)).toBe(0);
    now += 1;
    expect(passing(10, attempt)).toBe(1);
    now += 60_000;
    expect(passing(10, attempt)).toBe(3);
  });

  test('counts each device, and all devices of an address together', () => {
    const limiter = createLimiter(LIMITS, () => 0);
    const take =
      (deviceId: string | null, ip = '192.0.2.1') =>
      () =>
        limiter.take('create', { addressBlock: ip, deviceId });
    expect(passing(4, take('d1'))).toBe(3);
    expect(passing(4, take('d2'))).toBe(2);
    expect(passing(4, take(null))).toBe(0);
    expect(passing(4, take('d3', '192.0.2.2'))).toBe(3);
  });

  test('a refused request spends nothing', () => {
    let now = 0;
    const limiter = createLimiter(LIMITS, () => now);
    passing(100, () => limiter.take('create', { addressBlock: '192.0.2.1', deviceId: 'd1' }));
    expect(passing(9, () => limiter.take('create', { addressBlock: '192.0.2.1', deviceId: 'd2' }))).toBe(2);
    now = 1_000;
    expect(passing(9, () => limiter.take('create', { addressBlock: '192.0.2.1', deviceId: 'd1' }))).toBe(1);
  });

  test('an IPv6 subscriber is one address', () => {
    const limiter = createLimiter(LIMITS, () => 0);
    const take = (ip: string) => limiter.take('create', { addressBlock: addressBlock(ip), deviceId: null });
    let host = 0;
    expect(passing(20, () => take(`2001:db8:1:2::${(host++).toString(16)}`))).toBe(5);
    expect(passing(20, () => take('2001:db8:1:3::1'))).toBe(5);
  });

  test.each([
    ['192.0.2.', ''],
    ['2001:db8:1:', '::1'],
  ])('counts the addresses of a network together: %s', (start, end) => {
    const limiter = createLimiter({ ...LIMITS, create: { ...RULE, network: { burst: 12, perSecond: 4 } } }, () => 0);
    const take = (ip: string) => limiter.take('create', { addressBlock: addressBlock(ip), deviceId: null });
    let host = 0;
    expect(passing(100, () => take(`${start}${++host}${end}`))).toBe(12);
    expect(passing(5, () => take('198.51.100.1'))).toBe(5);
  });

  test('says when to come back', () => {
    const limiter = createLimiter(LIMITS, () => 0);
    passing(3, () => limiter.take('create', { addressBlock: '192.0.2.1', deviceId: 'd1' }));
    expect(() => limiter.take('create', { addressBlock: '192.0.2.1', deviceId: 'd1' })).toThrow(
      expect.objectContaining({ code: 'TOO_MANY_REQUESTS', details: { retryAfterSeconds: 1 } }),
    );
  });

  test('keeps a bounded number of buckets, the most recently used ones', () => {
    const limiter = createLimiter(LIMITS, () => 0, 3);
    const attempt = (ip: string) => () => limiter.take('create', { addressBlock: ip, deviceId: null });
    expect(passing(9, attempt('192.0.2.1'))).toBe(5);
    passing(1, attempt('192.0.2.2'));
    passing(1, attempt('192.0.2.3'));
    expect(passing(1, attempt('192.0.2.1'))).toBe(0);
    passing(1, attempt('192.0.2.4'));
    expect(passing(1, attempt('192.0.2.1'))).toBe(1);
  });
});

/** Requests that are signed. */
const WITHOUT_NETWORK = ['webhook'];

test('every class of requests that cost something is counted by address and by network, each wider than what it holds', () => {
  for (const [name, { device, address, network, principal }] of Object.entries(DEFAULT_LIMITS)) {
    expect(network === undefined, name).toBe(WITHOUT_NETWORK.includes(name));
    const widths = [device, address, network].flatMap((rate) => (rate ? [rate] : []));
    for (const key of ['burst', 'perSecond'] as const) {
      const values = widths.map((rate) => rate[key]);
      expect(values, name).toEqual(values.toSorted((a, b) => a - b));
      if (principal) expect(principal[key], name).toBeLessThanOrEqual(address[key]);
    }
  }
});

test('the phones behind the few addresses of a carrier poll undisturbed; a network that asks with all of its addresses is limited', () => {
  let nowMs = 0;
  const limiter = createLimiter(DEFAULT_LIMITS, () => nowMs);
  const poll = (host: number, deviceId: string | null) => limiter.take('poll', { addressBlock: `192.0.2.${host}`, deviceId });
  for (let second = 0; second < 10; second += 1) {
    nowMs = second * 1_000;
    for (let phone = 0; phone < 1_500; phone += 1) poll(phone % 8, `phone ${phone}`);
  }
  let host = 0;
  expect(passing(20_000, () => poll(host++ % 254, null))).toBeLessThanOrEqual(8_000);
  expect(passing(100, () => limiter.take('poll', { addressBlock: '198.51.100.1', deviceId: null }))).toBe(100);
});

test('forgets buckets that are full again', () => {
  let now = 0;
  const limiter = createLimiter(LIMITS, () => now);
  for (let host = 0; host < 100; host += 1) limiter.take('create', { addressBlock: `192.0.2.${host}`, deviceId: null });
  expect(limiter.size()).toBe(100);
  now = 10_000;
  for (let n = 0; n < 60; n += 1) limiter.take('poll', { addressBlock: '198.51.100.1', deviceId: null });
  // Its address and its network.
  expect(limiter.size()).toBe(2);
});

test('pages are limited, files that exist are not', async () => {
  const { app } = createTestApp({
    limits: { page: { ...RULE, address: { burst: 2, perSecond: 0.1 } } },
    page: async () => new Response('x', { headers: { 'content-type': 'text/html' } }),
    isFile: (path) => path === '/assets/a.js',
  });
  const ask = async (path: string) => (await app.request(path)).status;
  expect([await ask('/'), await ask('/order/7KQ2M9XR4B'), await ask('/a.b/'), await ask('/assets/a.js')]).toEqual([200, 200, 429, 200]);
  expect([await ask('/page.x'), await ask('/assets/none.js')]).toEqual([429, 429]);
});

test('a file’s path is that of the request as sent: the page renders any other spelling, so it is limited', async () => {
  const [rendered, isFile]: [string[], (path: string) => boolean] = [[], (path) => path === '/assets/a.js'];
  const { app, observed } = createTestApp({
    limits: { page: { ...RULE, address: { burst: 2, perSecond: 0.1 } } },
    page: async (request) => {
      const { pathname } = new URL(request.url);
      if (!isFile(pathname)) rendered.push(pathname);
      return new Response('x');
    },
    isFile,
  });
  const spellings = ['/%61ssets/a.js', '/a%73sets/a.js', '/assets%2Fa.js', '/assets/%61.js', '/assets/a%2ejs', '/assets/a%2Ejs', '//assets/a.js'];
  const statuses: number[] = [];
  for (const path of spellings) statuses.push((await app.request(path)).status);
  expect(statuses).toEqual([200, 200, 429, 429, 429, 429, 429]);
  expect(rendered).toEqual(spellings.slice(0, 2));
  expect(new Set(observed.map(({ route }) => route))).toEqual(new Set(['/*']));
  expect((await app.request('/assets/a.js')).status).toBe(200);
  expect(observed.at(-1)).toMatchObject({ route: '/*.*' });
});

test('webhooks are limited by address, before they are looked at', async () => {
  const { app, exchange } = createTestApp({ limits: { webhook: { ...RULE, address: { burst: 2, perSecond: 0.1 } } } });
  const from = (address: string, headers = {}) => post(app, '/webhooks/sepay', '{}', { 'x-forwarded-for': address, ...headers });
  const signed = { 'x-signature': WEBHOOK_SIGNATURE };
  expect([(await from('192.0.2.1')).status, (await from('192.0.2.1', signed)).status]).toEqual([401, 200]);
  const refused = await from('192.0.2.1', signed);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '10']);
  expect(exchange.received).toHaveLength(1);
  expect((await from('192.0.2.2', signed)).status).toBe(200);
});

describe('guesses at coupons', () => {
  const limiter = () =>
    createLimiter(
      { ...DEFAULT_LIMITS, coupon: RULE, create: { ...RULE, device: { burst: 99, perSecond: 1 }, address: { burst: 99, perSecond: 1 } } },
      () => 0,
    );
  const caller = {
    requestId: 'r1',
    locale: 'vi',
    ip: '192.0.2.1',
    addressBlock: '192.0.2.1',
    deviceId: 'd1',
    principal: VISITOR,
    userAgent: null,
    orderKey: null,
    idempotencyKey: null,
  } as const;
  const order = { kind: 'buy', from: 'vnd', to: 'pm', quantity: '1', destination: 'U1' } as const;

  test('are limited whether a code is checked or ordered with, and orders without one are not', async () => {
    const { orders } = guardPorts(NOUNS.customer, fakePorts(NOUNS.customer, {}), limiter());
    const answers: string[] = [];
    const answer = (call: Promise<unknown>) =>
      call.then(
        () => answers.push('let in'),
        ({ code }: AppError) => answers.push(code),
      );
    await answer(orders.checkCoupon(caller, { kind: 'buy', from: 'vnd', to: 'pm', coupon: 'AAAA' }));
    for (const coupon of ['AAAB', 'AAAC', 'AAAD', ' ', '']) await answer(orders.create(caller, { ...order, coupon }));
    await answer(orders.create(caller, order));
    expect(answers).toEqual(['let in', 'let in', 'let in', 'TOO_MANY_REQUESTS', 'let in', 'let in', 'let in']);
  });
});

describe('both transports', () => {
  const BUY = { currency_code: 'trc20', quantity: 50, receiving_address: 'T1' };
  const CREATE = { json: { kind: 'buy', from: 'vnd', to: 'trc20', quantity: '50', destination: 'T1' } };

  test('count as one, and say when to come back', async () => {
    const { app, exchange, clock } = createTestApp({ limits: { create: { ...RULE, address: { burst: 2, perSecond: 0.1 } } } });
    expect((await post(app, '/api/v1/buy_orders', BUY)).status).toBe(200);
    expect((await post(app, '/trpc/orders.create', CREATE)).status).toBe(200);
    for (const [path, body] of [
      ['/api/v1/buy_orders', BUY],
      ['/trpc/orders.create', CREATE],
    ] as const) {
      const response = await post(app, path, body);
      expect([response.status, response.headers.get('retry-after'), await response.text()]).toEqual([
        429,
        '10',
        expect.stringContaining('TOO_MANY_REQUESTS'),
      ]);
    }
    expect(exchange.calls).toHaveLength(2);
    clock.now = new Date(NOW.getTime() + 10_000);
    expect((await post(app, '/api/v1/buy_orders', BUY)).status).toBe(200);
  });

  test('every call of a batch counts', async () => {
    const { app, exchange } = createTestApp({ limits: { poll: { ...RULE, address: { burst: 4, perSecond: 1 } } } });
    const inputs = JSON.stringify(Object.fromEntries(Array.from({ length: 10 }, (_, index) => [index, { json: { ref: '7KQ2M9XR4B' } }])));
    await app.request(`/trpc/${Array(10).fill('orders.get').join(',')}?batch=1&input=${encodeURIComponent(inputs)}`);
    expect(exchange.calls).toHaveLength(4);
  });

  test('an address behind our own proxy is counted by itself', async () => {
    const { app } = createTestApp({ limits: { create: { ...RULE, address: { burst: 1, perSecond: 0.1 } } } });
    const from = (address: string) => post(app, '/api/v1/buy_orders', BUY, { 'x-forwarded-for': address }).then(({ status }) => status);
    expect([await from('192.0.2.1'), await from('192.0.2.1'), await from('192.0.2.2')]).toEqual([200, 429, 200]);
  });
});

describe('refused requests', () => {
  const INVALID = { json: { kind: 'buy' } };
  const batch = (app: App) => post(app, '/trpc/orders.create,orders.create?batch=1', { 0: INVALID, 1: INVALID });

  test.each<[string, (app: App) => Promise<Response>]>([
    ['an invalid call', (app) => post(app, '/trpc/orders.create', INVALID)],
    ['an invalid REST body', (app) => post(app, '/api/v1/get-accountname', {})],
    ['nonsense', (app) => post(app, '/api/v1/buy_orders', '{')],
    ['an invalid query', async (app) => app.request('/trpc/orders.get?input={"json":{}}')],
    ['a forged one', (app) => post(app, '/trpc/orders.create', INVALID, { cookie: 'device=x' })],
    ['too large a one', (app) => post(app, '/api/v1/buy_orders', 'x'.repeat(70_000))],
    ['an unknown procedure', async (app) => app.request('/trpc/nothing')],
    ['an unknown route', (app) => post(app, '/api/v1/nothing', {})],
  ])('%s costs a token', async (_, ask) => {
    const { app, exchange, clock } = createTestApp({ limits: { refused: { ...RULE, address: { burst: 2, perSecond: 0.1 } } } });
    const first = (await ask(app)).status;
    expect([first, (await ask(app)).status, (await ask(app)).status]).toEqual([first, first, 429]);
    clock.now = new Date(NOW.getTime() + 10_000);
    expect((await ask(app)).status).toBe(first);
    expect(exchange.calls).toEqual([]);
  });

  test('every invalid call of a batch costs one', async () => {
    const { app } = createTestApp({ limits: { refused: { ...RULE, address: { burst: 5, perSecond: 0.1 } } } });
    expect([(await batch(app)).status, (await batch(app)).status, (await batch(app)).status]).toEqual([400, 400, 429]);
  });
});

describe('a principal', () => {
  const CREATE = { json: { kind: 'buy', from: 'vnd', to: 'trc20', quantity: '50', destination: 'T1' } };
  const POLL = '/trpc/orders.get?input=%7B%22json%22%3A%7B%22ref%22%3A%227KQ2M9XR4B%22%7D%7D';
  const WIDE = { burst: 1_000, perSecond: 1_000 };
  const PRINCIPALS: readonly Principal[] = [
    { kind: 'customer', customerId: 'ABCD2345', sessionId: 's1' },
    { kind: 'api-key', keyId: 'k1', customerId: 'ABCD2345' },
    { kind: 'operator', name: 'mai' },
  ];

  test.each(PRINCIPALS)('($kind) is counted on all its addresses together', async (principal) => {
    const rule = { device: WIDE, address: WIDE, principal: { burst: 2, perSecond: 0.1 } };
    const other: Principal = { kind: 'customer', customerId: 'EFGH6789', sessionId: 's1' };
    const resolvePrincipal = ({ authorization }: Credentials) => (authorization === 'other' ? other : authorization === 'own' ? principal : VISITOR);
    const { app } = createTestApp({ limits: { create: rule, poll: rule }, resolvePrincipal });
    let host = 0;
    const statusesOf = async (authorization: string, ask: (headers: Record<string, string>) => Promise<Response>) => {
      const statuses: number[] = [];
      for (let n = 0; n < 3; n += 1) statuses.push((await ask({ authorization, 'x-forwarded-for': `192.0.2.${++host}` })).status);
      return statuses;
    };
    for (const ask of [
      (headers: Record<string, string>) => post(app, '/trpc/orders.create', CREATE, headers),
      async (headers: Record<string, string>) => app.request(POLL, { headers }),
    ]) {
      expect(await statusesOf('own', ask)).toEqual([200, 200, 429]);
      expect(await statusesOf('other', ask)).toEqual([200, 200, 429]);
      expect(await statusesOf('none', ask)).toEqual([200, 200, 200]);
    }
  });
});

describe('rejected credentials', () => {
  const POLL = '/trpc/orders.get?input=%7B%22json%22%3A%7B%22ref%22%3A%227KQ2M9XR4B%22%7D%7D';
  const CREATE = { json: { kind: 'buy', from: 'vnd', to: 'trc20', quantity: '50', destination: 'T1' } };
  const FORWARDED = { 'x-forwarded-for': '192.0.2.9' };
  const TWICE = { ...RULE, address: { burst: 2, perSecond: 0.1 } };

  test('cost a poll its token before they are looked at', async () => {
    let resolved = 0;
    const resolvePrincipal = (): Principal => {
      resolved += 1;
      throw new AppError('REQUIRED_LOGIN');
    };
    const { app } = createTestApp({ limits: { poll: TWICE }, resolvePrincipal });
    const statuses: number[] = [];
    for (let n = 0; n < 4; n += 1) statuses.push((await app.request(POLL)).status);
    expect(statuses).toEqual([401, 401, 429, 429]);
    expect(resolved).toBe(2);
  });

  test.each([
    ['at once', (): Principal => rejected()],
    ['after a look-up', async (): Promise<Principal> => rejected()],
  ])('cost a token on every transport, refused %s', async (_, resolvePrincipal) => {
    for (const path of ['/trpc/orders.create', '/api/v1/buy_orders', '/trpc/orders.quote']) {
      const { app } = createTestApp({ limits: { credentials: TWICE }, resolvePrincipal });
      const ask = async (headers = {}) => (await post(app, path, CREATE, headers)).status;
      expect([await ask(), await ask(), await ask(), await ask(FORWARDED)]).toEqual([401, 401, 429, 401]);
    }
  });

  test('cost nothing while nobody can check them', async () => {
    const resolvePrincipal = (): Principal => {
      throw new AppError('UNAVAILABLE');
    };
    const { app } = createTestApp({ limits: { credentials: TWICE }, resolvePrincipal });
    for (let n = 0; n < 4; n += 1) expect((await post(app, '/trpc/orders.create', CREATE)).status).toBe(503);
  });
});

function rejected(): never {
  throw new AppError('REQUIRED_LOGIN');
}
