import { AppError } from '@quydoi/contract/errors';
import { Hono } from 'hono';
import { type ConfigWebAnswers, createConfigWebAnswers } from './fast-path/config-web-polls.ts';
import { createDirectAnswers, type Direct } from './fast-path/node-listener.ts';
import { createOrderPolls, type OrderPolls } from './fast-path/order-polls.ts';
import { responseOf } from './fast-path/plain-answer.ts';
import { headOf, type RequestContext } from './fast-path/request-head.ts';
import { createSnapshotAnswers, type SnapshotAnswers } from './fast-path/snapshot-polls.ts';
import { guardExchange } from './guard.ts';
import { readCaller } from './http/caller.ts';
import { createClientAddresses, LOOPBACK_PROXIES } from './http/client-address.ts';
import type { AppOptions, Bindings, HttpContext } from './http/context.ts';
import { createDevices } from './http/device.ts';
import { answerPage } from './http/page.ts';
import { answerHealth, answerMetrics, answerReady } from './http/probes.ts';
import { securityHeaders } from './http/security-headers.ts';
import { answerWebhook } from './http/webhooks.ts';
import { createLimiter, DEFAULT_LIMITS } from './limits.ts';
import { sendError } from './rest/envelope.ts';
import { answerConfigWeb, answerRoute, answerUnknown, CONFIG_WEB_PATH, createConfigWebPolls, REST_PATH } from './rest/handler.ts';
import { openApiDocument } from './rest/openapi.ts';
import { REST_ROUTES } from './rest/v1/routes.ts';
import { answerTrpc, TRPC_PATH } from './trpc/handler.ts';

/** The public web application. */
export type App = Hono<{ Bindings: Bindings }>;

/**
 * Opens both doors of the exchange, its webhooks, probes and pages.
 *
 * Every request matches one route at most and no middleware, because Hono answers a single handler without composing; what routes share
 * they call by name.
 */
export function createApp(options: AppOptions): App {
  return createWeb(options).app;
}

/** The app, with what Node's server answers before it: both count against the same limits. */
export interface Web {
  readonly app: App;
  readonly direct: Direct;
}

/** Opens {@link createApp} for a server of Node. */
export function createWeb(options: AppOptions): Web {
  const http = openHttpContext(options);
  const app: App = new Hono<{ Bindings: Bindings }>();
  const snapshots = createSnapshotAnswers(options.snapshots, http.securityHeaders, TRPC_PATH);
  const polls = createOrderPolls(http, TRPC_PATH);
  const configWeb = createConfigWebAnswers(options.snapshots, http.securityHeaders);
  mountTrpc(app, http, snapshots, polls);
  mountRest(app, http, configWeb);
  app.post('/webhooks/:source', (c) => answerWebhook(c, http));
  app.get('/health', () => answerHealth(http));
  app.get('/ready', () => answerReady(http));
  app.get('/metrics', async (c) => (await answerMetrics(c, http)) ?? answerRest(c, http));
  app.notFound((c) => answerRest(c, http));
  app.onError((thrown, c) => sendError(http, readCaller(headOf(c), http), c.req.path, thrown));
  return { app, direct: createDirectAnswers(snapshots, polls, createConfigWebPolls(http, configWeb)) };
}

function openHttpContext(options: AppOptions): HttpContext {
  const limiter = createLimiter({ ...DEFAULT_LIMITS, ...options.limits }, () => options.now().getTime());
  const headers = securityHeaders(options.https ?? false);
  return {
    options,
    limiter,
    exchange: guardExchange(options.exchange, limiter),
    devices: createDevices(options.device.secret),
    addresses: createClientAddresses(options.trustedProxies ?? LOOPBACK_PROXIES),
    securityHeaders: headers,
    answerHeaders: Object.freeze({ ...headers, 'cache-control': 'no-store' }),
  };
}

function mountTrpc(app: App, http: HttpContext, snapshots: SnapshotAnswers, polls: OrderPolls): void {
  app.all(`${TRPC_PATH}/*`, (c): Response | Promise<Response> => {
    const ref = polls.refOf(c.req.raw.method, targetOf(c.req.raw.url));
    if (ref !== null) return Promise.resolve(polls.answer(headOf(c), ref)).then(responseOf);
    return snapshots.answer(c) ?? answerTrpc(c, http);
  });
}

/** What stands in the request line: the path and the query. */
function targetOf(url: string): string {
  return url.slice(url.indexOf('/', url.indexOf('//') + 2));
}

function mountRest(app: App, http: HttpContext, configWeb: ConfigWebAnswers): void {
  const document = JSON.stringify(openApiDocument(REST_ROUTES));
  app.post(CONFIG_WEB_PATH, (c) => answerConfigWeb(c, http, configWeb));
  for (const route of REST_ROUTES) app.post(`${REST_PATH}/${route.path}`, (c) => answerRoute(c, http, route));
  app.get(`${REST_PATH}/openapi.json`, () => new Response(document, { headers: { ...http.securityHeaders, 'content-type': 'application/json' } }));
}

const POST_PATHS: ReadonlySet<string> = new Set([CONFIG_WEB_PATH, ...REST_ROUTES.map(({ path }) => `${REST_PATH}/${path}`)]);

/** Whatever matched no route: an unknown path of the API, or a page. */
function answerRest(c: RequestContext, http: HttpContext): Response | Promise<Response> {
  const { page } = http.options;
  const isApi = /^\/(?:api|webhooks|trpc)(?:\/|$)/.test(c.req.path);
  if (isApi) return answerUnknown(c, http, POST_PATHS.has(c.req.path));
  if (page === undefined) return answerUnknown(c, http, false);
  if (c.req.raw.method !== 'GET' && c.req.raw.method !== 'HEAD')
    return sendError(http, readCaller(headOf(c), http), c.req.path, new AppError('METHOD_NOT_ALLOWED'));
  return answerPage(c, http, (request) => page(request));
}
