import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { serve } from '@hono/node-server';
import { createApp } from '@quydoi/api/app';
import { BROTLI_LEVEL } from '@quydoi/api/http/encoding';
import { contentSecurityPolicy } from '@quydoi/api/http/security-headers';
import { createPrincipalResolver } from '@quydoi/api/http/session';
import { ANYONE } from '@quydoi/contract/caller';
import type { ConfigView } from '@quydoi/contract/config';
import type { OrderView } from '@quydoi/contract/orders/order-view';
import type { Snapshot } from '@quydoi/contract/ports';
import { PAGE_SIZE } from '@quydoi/domain/constants';
import { type Locale, negotiateLocale } from '@quydoi/domain/locales';
import { findMockSession } from './mock-accounts.ts';
import { mockConfig, mockLive } from './mock-config.ts';
import { createMockExchange } from './mock-exchange.ts';
import { MOCK_EXTRAS } from './mock-news.ts';
import { sampleOrders } from './sample-orders.ts';

/*
 * Serves the built site with an in-memory exchange: `npm run build && npm run mock`, then http://127.0.0.1:4400.
 * `npm run dev` serves the pages from source and proxies API calls here. GET /mock/rate raises the PM rate,
 * GET /mock/coins switches Bitcoin and ETH on, GET /mock/samples lists the references of the sample orders, one per line.
 */

const PORT = Number(process.env.PORT ?? 4400);
/** Delay after which a new order is paid, in milliseconds. */
const PAID_AFTER_MS = Number(process.env.MOCK_PAID_AFTER_MS ?? 12_000);
const DIST = process.env.DIST ?? join(import.meta.dirname, '../dist');
const TYPES: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
};
const NEWS_PATH = /^\/blog(?:\/([a-z0-9-]+))?$/;
const ORDER_PATH = /^\/(?:order|transaction|history\/transaction)\/([^/]+)/;

const live = mockLive(new Date());
let config = mockConfig();

const exchange = createMockExchange(
  () => config,
  () => live,
  PAID_AFTER_MS,
);

function snapshotOf<T extends { readonly version: string }>(view: T): Snapshot<T> {
  return { version: view.version, etag: `"${view.version}"`, view };
}

let configSnapshot = snapshotOf(config);
const liveSnapshot = snapshotOf(live);
const extrasSnapshot = snapshotOf(MOCK_EXTRAS);

/** Puts a configuration in force, under the next version. */
function switchTo(next: ConfigView): void {
  config = { ...next, version: String(Number(config.version) + 1) };
  configSnapshot = snapshotOf(config);
}

function moveRate(): void {
  const version = Number(config.version) + 1;
  const rates = config.rates.map((rate) =>
    rate.code === 'pm' && rate.kind === 'buy' ? { ...rate, value: String(Number(rate.value) + 50), version } : rate,
  );
  switchTo({ ...config, rates });
}

const serverEntry = join(DIST, 'server/entry-server.js');
/** The part of the server build (`src/entry-server.tsx`) that this file calls. */
interface Renderer {
  readonly inlineScripts: readonly string[];
  render(input: object): Promise<{ document: string; status: number; location: string | null }>;
  withOrder(document: string, order: OrderView | null, input: object): Promise<string>;
  renderFile(path: string, config: ConfigView): { readonly contentType: string; readonly text: string } | null;
}
const renderer: Renderer | null = existsSync(serverEntry) ? await import(serverEntry) : null;

const compressed = new Map<string, Buffer>();

const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_LEVEL.document } };

/** Brotli-compresses a response as the real server does, so that measured load times are realistic; quickly, because every start compresses anew. */
function compressedResponse(body: Buffer, init: { status?: number; headers: Record<string, string> }): Response {
  const key = createHash('sha256').update(body).digest('hex');
  const brotli = compressed.get(key) ?? brotliCompressSync(body, BROTLI);
  compressed.set(key, brotli);
  return new Response(new Uint8Array(brotli), { ...init, headers: { ...init.headers, 'content-encoding': 'br' } });
}

/** Whether a path is one of the built files, which are not limited: a page asks for dozens. */
function isFile(path: string): boolean {
  return extname(path) !== '' && existsSync(join(DIST, 'client', path));
}

async function newsOf(path: string, locale: Locale): Promise<object | null> {
  if (path === '/contact') return { questions: await exchange.news.questions(ANYONE, { locale }) };
  const [page, seoUrl] = NEWS_PATH.exec(path) ?? [];
  if (page === undefined) return null;
  if (seoUrl === undefined) return { list: await exchange.news.list(ANYONE, { locale, limit: PAGE_SIZE }) };
  return { seoUrl, article: await exchange.news.get(ANYONE, { locale, seoUrl }).catch(() => null) };
}

async function page(request: Request): Promise<Response> {
  const url = new URL(request.url);
  if (url.pathname === '/mock/rate') {
    moveRate();
    return new Response(`${config.version}\n`);
  }
  if (url.pathname === '/mock/coins') {
    switchTo(mockConfig(true));
    return new Response(`${config.version}\n`);
  }
  if (url.pathname === '/mock/samples')
    return new Response(
      sampleOrders(new Date())
        .map(({ ref }) => `${ref}\n`)
        .join(''),
    );
  if (isFile(url.pathname)) {
    const file = join(DIST, 'client', url.pathname);
    const type = TYPES[extname(file)] ?? 'application/octet-stream';
    return compressedResponse(readFileSync(file), { headers: { 'content-type': type, 'cache-control': 'public, max-age=31536000, immutable' } });
  }
  if (!renderer) return new Response('Build first.', { status: 503 });
  const written = renderer.renderFile(url.pathname, config);
  if (written) return compressedResponse(Buffer.from(written.text), { headers: { 'content-type': written.contentType } });
  const cookies = Object.fromEntries((request.headers.get('cookie') ?? '').split('; ').map((pair) => pair.split('=') as [string, string]));
  const locale = negotiateLocale(url.searchParams.get('lang') ?? cookies.language, null);
  const theme = cookies.theme === 'dark' || cookies.theme === 'light' ? cookies.theme : 'system';
  const made = await renderer.render({ url: url.pathname, locale, theme, config, live, news: await newsOf(url.pathname, locale) });
  if (made.location) return new Response(null, { status: made.status, headers: { location: made.location } });
  const [, ref] = ORDER_PATH.exec(url.pathname) ?? [];
  const order = ref === undefined ? undefined : await exchange.orders.get(ANYONE, { ref }).catch(() => null);
  const document = order === undefined ? made.document : await renderer.withOrder(made.document, order, { locale, config, live });
  return compressedResponse(Buffer.from(document), {
    status: made.status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'content-security-policy': contentSecurityPolicy(renderer.inlineScripts),
    },
  });
}

const app = createApp({
  exchange,
  snapshots: { config: () => configSnapshot, live: () => liveSnapshot, extras: () => extrasSnapshot },
  device: { secret: 'mock only, never in production' },
  logger: { info: () => {}, warn: console.warn, error: console.error },
  newRequestId: randomUUID,
  now: () => new Date(),
  ready: async () => true,
  resolvePrincipal: createPrincipalResolver(false, findMockSession),
  page,
  isFile,
});
serve({ fetch: app.fetch as never, port: PORT, hostname: '127.0.0.1' }, () => console.log(`http://127.0.0.1:${PORT}`));
