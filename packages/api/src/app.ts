import { AppError } from '@quydoi/contract/errors';
import { AVATARS_PATH, PICTURES_PATH } from '@quydoi/domain/image';
import { Hono } from 'hono';
import { CONFIG_WEB_PATH, type ConfigWebPolls, createConfigWebPolls } from './fast-path/config-web-polls.ts';
import { createNodeListener, type NodeListener } from './fast-path/node-listener.ts';
import { createOrderPolls } from './fast-path/order-polls.ts';
import { type PlainAnswer, responseOf } from './fast-path/plain-answer.ts';
import type { FindPoll } from './fast-path/poll.ts';
import { headOf, type RequestContext } from './fast-path/request-head.ts';
import { createSnapshotPolls } from './fast-path/snapshot-polls.ts';
import { guardExchange, guardOrderPoll } from './guard.ts';
import { readBody } from './http/body.ts';
import { readCaller } from './http/caller.ts';
import { createClientAddresses, LOOPBACK_PROXIES } from './http/client-address.ts';
import type { AppOptions, Bindings, HttpContext } from './http/context.ts';
import { cookieNames, createDevices } from './http/device.ts';
import { createLargeBodies } from './http/large-bodies.ts';
import { answerPage, pageRoute } from './http/page.ts';
import { answerAvatar, answerPicture } from './http/pictures.ts';
import { answerHealth, answerReady } from './http/probes.ts';
import { securityHeaders } from './http/security-headers.ts';
import { answerWebhook } from './http/webhooks.ts';
import { createLimiter, DEFAULT_LIMITS } from './limits.ts';
import { type Answer, observeAnswer, startTimer, type Transport } from './observe.ts';
import { errorAnswer } from './rest/envelope.ts';
import { answerRoute, answerUnknown, REST_BODY_BYTES_MAX, REST_PATH } from './rest/handler.ts';
import { openApiDocument } from './rest/openapi.ts';
import { REST_ROUTES } from './rest/v1/routes.ts';
import { answerTrpc, TRPC_PATH, trpcRoute } from './trpc/handler.ts';

/** The public web application. */
export type App = Hono<{ Bindings: Bindings }>;

/** Makes the public web application: tRPC, REST, webhooks, probes and pages. */
export function createApp(options: AppOptions): App {
  return createWeb(options).app;
}

/** The app, with the listener that answers polls before it. Both count against the same limits. */
export interface Web {
  readonly app: App;
  readonly listener: NodeListener;
}

/** Makes {@link createApp} for Node's server. */
export function createWeb(options: AppOptions): Web {
  const http = openHttpContext(options);
  const app: App = new Hono<{ Bindings: Bindings }>();
  const findPoll = findFirst(createSnapshotPolls(options.snapshots, http.securityHeaders, TRPC_PATH), createOrderPolls(http, TRPC_PATH));
  const configWeb = createConfigWebPolls(http);
  mountTrpc(app, http, findPoll);
  mountRest(app, http, configWeb);
  app.post('/webhooks/:source', (c) => serve(c, http, 'webhook', '/webhooks/:source', () => answerWebhook(c, http)));
  app.get(AVATAR_ROUTE, (c) => serve(c, http, 'page', AVATAR_ROUTE, () => answerAvatar(c, http, c.req.param('id'), AVATAR_ROUTE)));
  app.get(PICTURE_ROUTE, (c) => serve(c, http, 'page', PICTURE_ROUTE, () => answerPicture(c, http, c.req.param('file'), PICTURE_ROUTE)));
  app.get('/health', (c) => serve(c, http, 'probe', '/health', () => answerHealth(http)));
  app.get('/ready', (c) => serve(c, http, 'probe', '/ready', () => answerReady(http)));
  app.notFound((c) => serveOther(c, http));
  app.onError((thrown, c) => responseOf(errorAnswer(http, readCaller(headOf(c), http), loggedPath(http, c), thrown)));
  return { app, listener: createNodeListener(http, findPoll, configWeb) };
}

function openHttpContext(options: AppOptions): HttpContext {
  const limiter = createLimiter({ ...DEFAULT_LIMITS, ...options.limits }, () => options.now().getTime());
  const headers = securityHeaders(options.https ?? false);
  return {
    options,
    limiter,
    monotonicMs: options.monotonicMs ?? (() => options.now().getTime()),
    exchange: guardExchange(options.exchange, limiter, options.isIpBlocked),
    pollOrder: guardOrderPoll(options.exchange, limiter),
    largeBodies: createLargeBodies(),
    devices: createDevices(options.device.secret),
    cookieNames: cookieNames(options.https ?? false),
    addresses: createClientAddresses(options.trustedProxies ?? LOOPBACK_PROXIES),
    securityHeaders: headers,
    answerHeaders: Object.freeze({ ...headers, 'cache-control': 'no-store' }),
  };
}

/**
 * Answers a request, observes it and converts the answer for Hono. Routes call this instead of a middleware, because Hono calls a single handler
 * without composing.
 */
async function serve(
  c: RequestContext,
  http: HttpContext,
  transport: Transport,
  route: string,
  run: () => Answer | Promise<Answer>,
): Promise<Response> {
  const startedMs = startTimer(http);
  const answer = await run();
  observeAnswer(http, transport, c.req.raw.method, route, startedMs, answer);
  return 'response' in answer ? answer.response : responseOf(answer);
}

function findFirst(first: FindPoll, second: FindPoll): FindPoll {
  return (method, target) => first(method, target) ?? second(method, target);
}

function mountTrpc(app: App, http: HttpContext, findPoll: FindPoll): void {
  app.all(`${TRPC_PATH}/*`, (c) => {
    const poll = findPoll(c.req.raw.method, targetOf(c.req.raw.url));
    if (poll !== null) return serve(c, http, 'trpc', poll.route, () => poll.answer(headOf(c)));
    return serve(c, http, 'trpc', trpcRoute(c.req.path), () => answerTrpc(c, http));
  });
}

/** Target of the request line: path and query. */
function targetOf(url: string): string {
  return url.slice(url.indexOf('/', url.indexOf('//') + 2));
}

function mountRest(app: App, http: HttpContext, configWeb: ConfigWebPolls): void {
  const openApi: PlainAnswer = {
    status: 200,
    headers: { ...http.securityHeaders, 'content-type': 'application/json' },
    body: JSON.stringify(openApiDocument(REST_ROUTES)),
    requestId: null,
    errorCode: null,
  };
  app.post(CONFIG_WEB_PATH, (c) => serve(c, http, 'rest', CONFIG_WEB_PATH, () => answerConfigWeb(c, http, configWeb)));
  for (const route of REST_ROUTES) {
    const path = `${REST_PATH}/${route.path}`;
    app.on(route.method, path, (c) => serve(c, http, 'rest', path, () => answerRoute(c, http, route)));
  }
  app.get(`${REST_PATH}/openapi.json`, (c) => serve(c, http, 'rest', `${REST_PATH}/openapi.json`, () => openApi));
}

async function answerConfigWeb(c: RequestContext, http: HttpContext, configWeb: ConfigWebPolls): Promise<PlainAnswer> {
  const head = headOf(c);
  try {
    return configWeb.answer(head, await readBody(c, REST_BODY_BYTES_MAX));
  } catch (thrown) {
    return errorAnswer(http, readCaller(head, http), c.req.path, thrown);
  }
}

const KNOWN_PATHS: ReadonlySet<string> = new Set([CONFIG_WEB_PATH, ...REST_ROUTES.map(({ path }) => `${REST_PATH}/${path}`)]);

const PICTURE_ROUTE = `${PICTURES_PATH}/:file` as const;
const AVATAR_ROUTE = `${AVATARS_PATH}/:id` as const;

const API_PATH = /^\/(?:api|webhooks|trpc)(?:\/|$)/;

/** A path as the log may hold it: a page's pattern only, because an order's page is named by the order's reference. */
function loggedPath({ options }: HttpContext, c: RequestContext): string {
  return API_PATH.test(c.req.path) ? c.req.path : pageRoute(options, c.req.raw);
}

/** Serves what matched no route: a page, or an unknown path of the API. */
function serveOther(c: RequestContext, http: HttpContext): Promise<Response> {
  const { path } = c.req;
  const { page } = http.options;
  const isApi = API_PATH.test(path);
  if (isApi || page === undefined) return serve(c, http, 'rest', '/unknown', () => answerUnknown(c, http, isApi && KNOWN_PATHS.has(path)));
  return serve(c, http, 'page', pageRoute(http.options, c.req.raw), () => answerOther(c, http, page));
}

/** A page that fails to render is a bug, answered in the API's format. */
async function answerOther(c: RequestContext, http: HttpContext, page: NonNullable<AppOptions['page']>): Promise<Answer> {
  const caller = readCaller(headOf(c), http);
  try {
    const { method } = c.req.raw;
    if (method !== 'GET' && method !== 'HEAD') throw new AppError('METHOD_NOT_ALLOWED');
    return await answerPage(c, http, caller, (request) => page(request));
  } catch (thrown) {
    return errorAnswer(http, caller, loggedPath(http, c), thrown);
  }
}
