import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AppOptions } from '@quydoi/api/http/context';
import { BROTLI_LEVEL, type EncodedBody, encodeBody, sizeOf } from '@quydoi/api/http/encoding';
import { contentSecurityPolicy } from '@quydoi/api/http/security-headers';
import type { ConfigView, LiveView } from '@quydoi/contract/config';
import type { ArticleListView, ArticleView } from '@quydoi/contract/news';
import type { OrderView } from '@quydoi/contract/orders/order-view';
import type { Snapshot } from '@quydoi/contract/ports';
import type { QuestionListView } from '@quydoi/contract/questions';
import { PAGE_SIZE, PAGE_SIZE_MAX } from '@quydoi/domain/constants';
import { DEFAULT_LOCALE, isLocale, type Locale } from '@quydoi/domain/locales';
import { parse } from 'hono/utils/cookie';
import { LRUCache } from 'lru-cache';
import { answerEncoded } from './answer-encoded.ts';
import { notFound, readSiteFiles } from './files.ts';

/** Build output of the customer site. */
const DIST_DIR = join(import.meta.dirname, '../../../web/dist');

/** Size limit of the cache of rendered documents, all encodings included: about a hundred. Bounded because anyone can request arbitrary paths. */
const DOCUMENTS_BYTES_MAX = 10 * 1_048_576;
/** Estimated overhead of a cache entry, redirects included. */
const ENTRY_BYTES = 500;
/** Path of an order's page or receipt. One rendering serves all orders: only the reference and the `<noscript>` part differ. */
const ORDER_PATH = /^(\/(?:order|transaction|history\/transaction)\/)([2-9A-HJ-NP-Z]{10})(\/receipt)?$/;
/** Path of the news or of an article. */
const NEWS_PATH = /^\/blog(?:\/([a-z0-9-]{1,100}))?$/;
/** Path of the page that shows the questions. */
const QUESTIONS_PATH = '/contact';
/** Placeholder reference in the document shared by all order pages. */
const ANY_REF = 'ZZZZZZZZZZ';

/** The site's own renderer (`apps/web/src/entry-server.tsx`), as its build exports it. */
interface Renderer {
  readonly inlineScripts: readonly string[];
  renderFile(path: string, config: ConfigView, articles?: readonly string[]): { readonly contentType: string; readonly text: string } | null;
  withOrder(document: string, order: OrderView | null, input: { locale: Locale; config: ConfigView; live: LiveView }): Promise<string>;
  render(input: { url: string; locale: Locale; theme: Theme; config: ConfigView; live: LiveView; news: News | null }): Promise<{
    readonly status: number;
    readonly location: string | null;
    readonly document: string;
  }>;
}

type Theme = 'system' | 'light' | 'dark';

/** Snapshots that pages are rendered from. */
export interface SiteSnapshots {
  config(): Snapshot<ConfigView>;
  live(): Snapshot<LiveView>;
}

interface Page {
  readonly status: number;
  readonly location: string | null;
  readonly body: EncodedBody | null;
}

/** What a page shows that operators have written. */
type News =
  | { readonly list: ArticleListView }
  | { readonly seoUrl: string; readonly article: ArticleView | null }
  | { readonly questions: QuestionListView };

/** What pages show besides the snapshots. */
export interface PageSources {
  /** Reads an order as anyone may see it; null if there is none. */
  findOrder(ref: string): Promise<OrderView | null>;
  /** Reads the newest articles. */
  listArticles(locale: Locale, limit: number): Promise<ArticleListView>;
  /** Reads an article; null if there is none. */
  findArticle(locale: Locale, seoUrl: string): Promise<ArticleView | null>;
  /** Reads the published questions. */
  listQuestions(locale: Locale): Promise<QuestionListView>;
}

/**
 * Answers the customer site: a built file by its path, else the page at that address, rendered once per address, language, theme and
 * snapshot version, and cached encoded until one of them changes.
 * @param formTargets origins of payment providers' pages, which orders' forms are posted to
 */
export async function createPages(
  snapshots: SiteSnapshots,
  sources: PageSources,
  formTargets: readonly string[],
): Promise<Required<Pick<AppOptions, 'page' | 'isFile'>>> {
  const files = await readSiteFiles(join(DIST_DIR, 'client'), join(DIST_DIR, 'kept'));
  const renderer = (await import(pathToFileURL(join(DIST_DIR, 'server/entry-server.js')).href)) as Renderer;
  const documentHeaders = {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    'content-security-policy': contentSecurityPolicy(renderer.inlineScripts, formTargets),
  };
  const pages = new LRUCache<string, Promise<Page>>({ maxSize: DOCUMENTS_BYTES_MAX });
  let made = { config: snapshots.config(), live: snapshots.live() };

  function renderOnce(path: string, locale: Locale, theme: Theme, news: News | null = null): Promise<Page> {
    const [config, live] = [snapshots.config(), snapshots.live()];
    if (made.config !== config || made.live !== live) pages.clear();
    made = { config, live };
    const key = `${locale} ${theme} ${path} ${news === null ? '' : versionOf(news)}`;
    const kept = pages.get(key);
    if (kept) return kept;
    const page = renderPage(renderer, { url: path, locale, theme, config: config.view, live: live.view, news });
    const entryBytes = ENTRY_BYTES + 2 * key.length;
    pages.set(key, page, { size: entryBytes });
    page.then(
      ({ body }) => {
        if (pages.peek(key) === page) pages.set(key, page, { size: entryBytes + (body === null ? 0 : sizeOf(body)) });
      },
      () => pages.delete(key),
    );
    return page;
  }

  async function orderPage(start: string, ref: string, end: string, locale: Locale, theme: Theme): Promise<Page> {
    // The page itself needs no order, so it is shown even if the order cannot be read now.
    const reading = sources.findOrder(ref).catch(() => undefined);
    const [shared, order] = await Promise.all([renderOnce(start + ANY_REF + end, locale, theme), reading]);
    if (shared.body === null) return shared;
    const document = Buffer.from(shared.body.plain).toString().replaceAll(ANY_REF, ref);
    const input = { locale, config: snapshots.config().view, live: snapshots.live().view };
    const whole = order === undefined ? document : await renderer.withOrder(document, order, input);
    return { ...shared, body: await encodeBody(Buffer.from(whole), BROTLI_LEVEL.once, true) };
  }

  /** What a page shows that operators have written; null for other pages, and where it cannot be read now: the page then reads it itself. */
  async function newsOf(path: string, locale: Locale): Promise<News | null> {
    const [page, seoUrl] = NEWS_PATH.exec(path) ?? [];
    try {
      if (path === QUESTIONS_PATH) return { questions: await sources.listQuestions(locale) };
      if (page === undefined) return null;
      return seoUrl === undefined
        ? { list: await sources.listArticles(locale, PAGE_SIZE) }
        : { seoUrl, article: await sources.findArticle(locale, seoUrl) };
    } catch {
      return null;
    }
  }

  /** A file that is written from the settings. */
  async function writtenFile(request: Request, path: string): Promise<Response | null> {
    const articles = path === '/sitemap.xml' ? await sources.listArticles(DEFAULT_LOCALE, PAGE_SIZE_MAX).catch(() => null) : null;
    const written = renderer.renderFile(
      path,
      snapshots.config().view,
      articles?.items.map(({ seoUrl }) => seoUrl),
    );
    if (written === null) return null;
    const body = await encodeBody(Buffer.from(written.text), BROTLI_LEVEL.once, true);
    return answerEncoded(request, body, { 'content-type': written.contentType, 'cache-control': 'no-cache' });
  }

  async function page(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const file = files.answer(request, url.pathname) ?? (await writtenFile(request, url.pathname));
    if (file !== null) return file;
    // A missing asset is not a page.
    if (url.pathname.startsWith('/assets/')) return notFound();
    const cookies = parse(request.headers.get('cookie') ?? '');
    const [locale, theme] = [localeOf(url.searchParams.get('lang'), cookies.language), themeOf(cookies.theme)];
    const [, start = '', ref, end = ''] = ORDER_PATH.exec(url.pathname) ?? [];
    const rendered = await (ref === undefined
      ? renderOnce(url.pathname, locale, theme, await newsOf(url.pathname, locale))
      : orderPage(start, ref, end, locale, theme));
    const { status, location, body } = rendered;
    if (location !== null || body === null) return new Response(null, { status, headers: { location: location ?? '/' } });
    return answerEncoded(request, body, documentHeaders, status);
  }

  return { page, isFile: (path) => files.has(path) };
}

/** Differs where what the page shows does. */
function versionOf(news: News): string {
  if ('questions' in news) return createHash('sha256').update(JSON.stringify(news)).digest('base64url');
  const items = 'list' in news ? news.list.items : news.article === null ? [] : [news.article];
  return items.map(({ id, updatedAt }) => `${id}@${updatedAt}`).join(' ');
}

async function renderPage(renderer: Renderer, input: Parameters<Renderer['render']>[0]): Promise<Page> {
  const { status, location, document } = await renderer.render(input);
  return { status, location, body: location === null ? await encodeBody(Buffer.from(document), BROTLI_LEVEL.document, true) : null };
}

/** Pages are in the language of `?lang=`, else of the cookie, else Vietnamese; the browser's own preference does not decide. */
function localeOf(lang: string | null, cookie: string | undefined): Locale {
  return [lang, cookie].find((text): text is Locale => typeof text === 'string' && isLocale(text)) ?? DEFAULT_LOCALE;
}

function themeOf(cookie: string | undefined): Theme {
  return cookie === 'light' || cookie === 'dark' ? cookie : 'system';
}
