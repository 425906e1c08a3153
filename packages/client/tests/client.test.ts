import { ORDER_KEY } from '@quydoi/api/testing/fake-exchange';
import { createTestApp, snapshotOf } from '@quydoi/api/testing/test-app';
import { BUY_VIEW, CONFIG_EXTRAS, CONFIG_VIEW, LIVE_VIEW } from '@quydoi/api/testing/views';
import type { AppRouter } from '@quydoi/api/trpc/router';
import { AppError } from '@quydoi/contract/errors';
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { createTRPCClient, type TRPCLink } from '@trpc/client';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createClient } from '../src/client.ts';
import { NO_ANSWER, readError, refusalOf } from '../src/errors.ts';
import { lazyLink } from '../src/lazy-link.ts';
import { createHttpLink } from '../src/links.ts';
import type { ClientOptions } from '../src/options.ts';
import { createReactClient, createSilentClient, createTRPC, TRPCProvider, useTRPC } from '../src/react.ts';
import { hasTimedOut } from '../src/time-outs.ts';

const CREATE = { kind: 'buy', from: 'vnd', to: 'trc20', quantity: '50', destination: 'T1' } as const;

/** A client of an app in the same process, with the requests that it made. */
function connect(options: Partial<ClientOptions> = {}, appOptions: Parameters<typeof createTestApp>[0] = {}) {
  const made = createTestApp(appOptions);
  const requests: { url: string; init: RequestInit | undefined }[] = [];
  const client = createClient({
    baseUrl: 'http://quydoi.example',
    fetch: async (url, init) => {
      requests.push({ url, init });
      return made.app.request(url, init);
    },
    ...options,
  });
  return { ...made, client, requests };
}

/** What a call threw, as pages read it. */
async function errorOf(call: Promise<unknown>) {
  return readError(
    await call.then(
      () => 'nothing was thrown',
      (thrown: unknown) => thrown,
    ),
  );
}

describe('calls', () => {
  test('amounts and moments arrive as what they are', async () => {
    const { client } = connect({ orderKey: () => ORDER_KEY });
    const view = await client.orders.get.query({ ref: '7KQ2M9XR4B' });
    expect(view).toEqual(BUY_VIEW);
    const amount: bigint = view.amountSent;
    const created: Date = view.createdAt;
    expect([typeof amount, created instanceof Date]).toEqual(['bigint', true]);
  });

  test('the key of an order goes with the calls that name it', async () => {
    const { client, exchange } = connect({ orderKey: (ref) => (ref === '7KQ2M9XR4B' ? ORDER_KEY : null) });
    await client.orders.get.query({ ref: '7KQ2M9XR4B' });
    await client.orders.act.mutate({ ref: '7KQ2M9XR4B', action: 'cancel' });
    await client.orders.get.query({ ref: 'SELL234567' });
    await client.orders.get.query({ ref: 'SELL234567' }, { context: { orderKey: 'given-here' } });
    expect(exchange.calls.map(({ caller }) => caller.orderKey)).toEqual([ORDER_KEY, ORDER_KEY, null, 'given-here']);
  });

  test('idempotency key, language and CSRF token go along', async () => {
    const { client, exchange, requests } = connect({ locale: () => 'ger', csrfToken: () => 'token' });
    await client.orders.create.mutate(CREATE, { context: { idempotencyKey: 'once' } });
    await client.orders.quote.query({ kind: 'buy', from: 'vnd', to: 'trc20', quantity: '50' });
    expect(exchange.calls[0]?.caller).toMatchObject({ idempotencyKey: 'once', locale: 'ger' });
    const tokens = requests.map(({ init }) => new Headers(init?.headers).get('x-xsrf-token'));
    expect(tokens).toEqual(['token', null]);
  });

  test.each(['XSRF-TOKEN', '__Host-XSRF-TOKEN'])('by default the token is read from the page: %s', async (name) => {
    const scope = globalThis as { document?: { cookie: string } };
    scope.document = { cookie: `language=vi; X-XSRF-TOKEN=other; ${name}=from-page; other=1` };
    try {
      const { client, requests } = connect();
      await client.orders.create.mutate(CREATE);
      expect(new Headers(requests[0]?.init?.headers).get('x-xsrf-token')).toBe('from-page');
    } finally {
      delete scope.document;
    }
  });
});

describe('time-outs', () => {
  /** Waits as a server that accepts requests and never answers. */
  const hang: NonNullable<ClientOptions['fetch']> = (_url, init) =>
    new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)));

  const timeouts: number[] = [];
  beforeEach(() => {
    timeouts.length = 0;
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      timeouts.push(ms);
      return AbortSignal.abort(new DOMException('timed out', 'TimeoutError'));
    });
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  test('a request without an answer fails, reads earlier than writes', async () => {
    const never = createClient({
      baseUrl: 'http://quydoi.example',
      fetch: (url, init) => (init?.signal?.aborted ? Promise.reject(init.signal.reason) : hang(url, init)),
    });
    const thrown = await Promise.all(
      [never.config.get.query(), never.orders.get.query({ ref: '7KQ2M9XR4B' }), never.orders.act.mutate({ ref: '7KQ2M9XR4B', action: 'cancel' })].map(
        (call: Promise<unknown>) => call.catch((error: unknown) => error),
      ),
    );
    expect(timeouts).toEqual([10_000, 10_000, 30_000]);
    expect(thrown.map(hasTimedOut)).toEqual([true, true, true]);
    expect(thrown.map(refusalOf)).toEqual([null, null, null]);
  });

  test('a lost connection is no time-out', async () => {
    vi.restoreAllMocks();
    const lost = createClient({ baseUrl: 'http://quydoi.example', fetch: () => Promise.reject(new TypeError('Failed to fetch')) });
    expect(hasTimedOut(await lost.config.get.query().catch((error: unknown) => error))).toBe(false);
  });
});

describe('polls', () => {
  test('go alone and without input, and never reach the exchange', async () => {
    const { client, requests, exchange } = connect();
    const [config, live] = await Promise.all([client.config.get.query(), client.config.live.query()]);
    expect([config, live]).toEqual([CONFIG_VIEW, LIVE_VIEW]);
    expect(requests.map(({ url, init }) => [url, init?.method, init?.cache])).toEqual([
      ['http://quydoi.example/trpc/config.get', 'GET', 'no-cache'],
      ['http://quydoi.example/trpc/config.live', 'GET', 'no-cache'],
    ]);
    expect(exchange.calls).toEqual([]);
  });

  test('an unchanged answer is the same object, a changed one is not', async () => {
    let config = snapshotOf(CONFIG_VIEW);
    const { client } = connect(
      {},
      { snapshots: { config: () => config, live: () => snapshotOf(LIVE_VIEW), extras: () => snapshotOf(CONFIG_EXTRAS) } },
    );
    const first = await client.config.get.query();
    expect(await client.config.get.query()).toBe(first);
    config = snapshotOf({ ...CONFIG_VIEW, version: '8' });
    const second = await client.config.get.query();
    expect(second.version).toBe('8');
    expect(await client.config.get.query()).toBe(second);
  });

  test('a poll that fails says why, and the next one works again', async () => {
    let isDown = true;
    const { client, app } = connect({
      fetch: async (url, init) => (isDown ? app.request(url.replace('config.get', 'config.gone'), init) : app.request(url, init)),
    });
    expect(await errorOf(client.config.get.query())).toMatchObject({ code: 'NOT_FOUND', message: 'Không tìm thấy thông tin!', requestId: 'req-1' });
    isDown = false;
    expect(await client.config.get.query()).toEqual(CONFIG_VIEW);
  });
});

describe('React', () => {
  test('an unchanged poll leaves the cache as it is', async () => {
    const { app } = createTestApp();
    const client = createReactClient({ baseUrl: 'http://quydoi.example', fetch: async (url, init) => app.request(url, init) });
    const cache = new QueryClient();
    const options = { queryKey: ['config'], queryFn: () => client.config.get.query(), staleTime: 0 };
    const first = await cache.fetchQuery(options);
    expect(await cache.fetchQuery(options)).toBe(first);
  });

  test('hooks read what the cache holds', () => {
    const cache = new QueryClient();
    const client = createReactClient({ baseUrl: '' });
    cache.setQueryData(createTRPC(client, cache).config.get.queryKey(), CONFIG_VIEW);
    const Title = () => useQuery(useTRPC().config.get.queryOptions()).data?.site.title ?? 'nothing';
    const page = createElement(
      QueryClientProvider,
      { client: cache },
      // biome-ignore lint/correctness/noChildrenProp: the provider's type wants them among its props
      createElement(TRPCProvider, { trpcClient: client, queryClient: cache, children: createElement(Title) }),
    );
    expect(renderToString(page)).toBe('Quy Đổi');
  });

  test('options are typed by procedure and carry the call’s context', async () => {
    const { app, exchange } = createTestApp();
    const cache = new QueryClient();
    const options = {
      baseUrl: 'http://quydoi.example',
      orderKey: () => ORDER_KEY,
      fetch: async (url: string, init?: RequestInit) => app.request(url, init),
    };
    const trpc = createTRPC(createReactClient(options), cache);
    const view = await cache.fetchQuery(trpc.orders.get.queryOptions({ ref: '7KQ2M9XR4B' }));
    const amount: bigint = view.amountSent;
    expect([amount, exchange.calls[0]?.caller.orderKey]).toEqual([BUY_VIEW.amountSent, ORDER_KEY]);
  });

  test('a client for rendering on the server never answers', async () => {
    const answer = createSilentClient().config.get.query();
    expect(await Promise.race([answer, new Promise((resolve) => setTimeout(() => resolve('nothing'), 20))])).toBe('nothing');
  });
});

describe('the lazy link', () => {
  const call = (load: () => Promise<TRPCLink<AppRouter>>) => createTRPCClient<AppRouter>({ links: [lazyLink(load)] }).config.get;

  test('loads once, with the first call', async () => {
    const { app } = createTestApp();
    let loads = 0;
    const config = call(async () => {
      loads += 1;
      return createHttpLink({ baseUrl: 'http://quydoi.example', fetch: async (url, init) => app.request(url, init) });
    });
    expect(loads).toBe(0);
    const [first, second] = await Promise.all([config.query(), config.query()]);
    expect([first, second, await config.query(), loads]).toEqual([CONFIG_VIEW, CONFIG_VIEW, CONFIG_VIEW, 1]);
  });

  test('a load that failed is no answer, and is tried again', async () => {
    const { app } = createTestApp();
    let isDown = true;
    const config = call(async () => {
      if (isDown) throw new TypeError('Failed to fetch dynamically imported module');
      return createHttpLink({ baseUrl: 'http://quydoi.example', fetch: async (url, init) => app.request(url, init) });
    });
    expect(await errorOf(config.query())).toMatchObject({ code: NO_ANSWER });
    isDown = false;
    expect(await config.query()).toEqual(CONFIG_VIEW);
  });
});

describe('errors', () => {
  test('are read as code, words, params and details', async () => {
    const { client, exchange } = connect({ locale: () => 'en' });
    expect(await errorOf(client.orders.create.mutate({ ...CREATE, quantity: '1' }))).toEqual({
      code: 'QUANTITY_TOO_SMALL',
      message: 'Minimum: 10 trc20',
      params: { n: '10', code: 'trc20' },
      details: null,
      requestId: 'req-1',
    });
    exchange.failNext('orders.create', new AppError('RATE_CHANGED', {}, { amountSent: 1_338_581n }));
    expect(await errorOf(client.orders.create.mutate(CREATE))).toMatchObject({ code: 'RATE_CHANGED', details: { amountSent: 1_338_581n } });
  });

  test.each<[string, ClientOptions['fetch']]>([
    ['no connection', () => Promise.reject(new TypeError('fetch failed'))],
    ['an answer that is not ours', async () => new Response('<html>502 Bad Gateway</html>', { status: 502 })],
    ['JSON that is not ours', async () => Response.json({ error: 'nope' }, { status: 500 })],
  ])('%s is no answer', async (_name, fetch) => {
    const { client } = connect(fetch === undefined ? {} : { fetch });
    expect(await errorOf(client.orders.create.mutate(CREATE))).toMatchObject({ code: NO_ANSWER, requestId: null });
    expect(await errorOf(client.config.get.query())).toMatchObject({ code: NO_ANSWER });
  });

  test('anything else that is thrown is no answer either', () => {
    expect([refusalOf('words'), refusalOf(null), refusalOf(undefined)]).toEqual([null, null, null]);
    expect(readError('words')).toEqual({ code: NO_ANSWER, message: 'words', params: {}, details: null, requestId: null });
  });
});
