import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ConfigView, LiveView } from '@quydoi/contract/config';
import type { Snapshot } from '@quydoi/contract/ports';
import { DEFAULT_LOCALE, isLocale, type Locale } from '@quydoi/domain/locales';
import { parse } from 'hono/utils/cookie';
import { answerEncoded, BROTLI_LEVEL, type Encodings, encode } from './encodings.ts';
import { readSiteFiles } from './files.ts';

/** Where the built customer site lies. */
const DIST_DIR = join(import.meta.dirname, '../../../web/dist');

/** Most rendered documents kept; addresses of single orders come and go. */
const DOCUMENTS_MAX = 500;

/** The site's own renderer (`apps/web/src/entry-server.tsx`), as its build exports it. */
interface Renderer {
  render(input: { url: string; locale: Locale; theme: Theme; config: ConfigView; live: LiveView }): Promise<{
    readonly status: number;
    readonly location: string | null;
    readonly document: string;
  }>;
}

type Theme = 'system' | 'light' | 'dark';

/** What pages are made from. */
export interface SiteSnapshots {
  config(): Snapshot<ConfigView>;
  live(): Snapshot<LiveView>;
}

interface Page {
  readonly status: number;
  readonly location: string | null;
  readonly body: Encodings | null;
}

/**
 * Answers the customer site: a built file by its path, else the page at that address, rendered once per address, language, theme and
 * snapshot version, and kept encoded until one of them changes.
 */
export async function createPages(snapshots: SiteSnapshots): Promise<(request: Request) => Promise<Response>> {
  const files = await readSiteFiles(join(DIST_DIR, 'client'));
  const renderer = (await import(pathToFileURL(join(DIST_DIR, 'server/entry-server.js')).href)) as Renderer;
  const pages = keepLatest<Promise<Page>>(DOCUMENTS_MAX);

  function renderOnce(path: string, locale: Locale, theme: Theme): Promise<Page> {
    const [config, live] = [snapshots.config(), snapshots.live()];
    const key = `${locale} ${theme} ${config.version} ${live.version} ${path}`;
    const kept = pages.get(key);
    if (kept) return kept;
    const page = renderPage(renderer, { url: path, locale, theme, config: config.view, live: live.view });
    page.catch(() => pages.delete(key));
    pages.set(key, page);
    return page;
  }

  return async (request) => {
    const url = new URL(request.url);
    const file = files.answer(request, url.pathname);
    if (file) return file;
    // A missing asset is not a page: a document in its place would be run as a script.
    if (url.pathname.startsWith('/assets/')) return new Response('Not found', { status: 404, headers: { 'content-type': 'text/plain' } });
    const cookies = parse(request.headers.get('cookie') ?? '');
    const page = await renderOnce(url.pathname, localeOf(url.searchParams.get('lang'), cookies.language), themeOf(cookies.theme));
    if (page.location !== null || page.body === null) return new Response(null, { status: page.status, headers: { location: page.location ?? '/' } });
    return answerEncoded(request, page.body, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' }, page.status);
  };
}

async function renderPage(renderer: Renderer, input: Parameters<Renderer['render']>[0]): Promise<Page> {
  const { status, location, document } = await renderer.render(input);
  return { status, location, body: location === null ? await encode(Buffer.from(document), BROTLI_LEVEL.document, true) : null };
}

/** Pages are in the language of `?lang=`, else of the cookie, else Vietnamese; the browser's own preference does not decide. */
function localeOf(lang: string | null, cookie: string | undefined): Locale {
  return [lang, cookie].find((text): text is Locale => typeof text === 'string' && isLocale(text)) ?? DEFAULT_LOCALE;
}

function themeOf(cookie: string | undefined): Theme {
  return cookie === 'light' || cookie === 'dark' ? cookie : 'system';
}

/** A map of limited size: what was asked for longest ago goes first. */
function keepLatest<T>(max: number): { get(key: string): T | undefined; set(key: string, value: T): void; delete(key: string): void } {
  const kept = new Map<string, T>();
  return {
    get(key) {
      const value = kept.get(key);
      if (value === undefined) return undefined;
      kept.delete(key);
      kept.set(key, value);
      return value;
    },
    set(key, value) {
      kept.set(key, value);
      if (kept.size > max) kept.delete(kept.keys().next().value as string);
    },
    delete: (key) => void kept.delete(key),
  };
}
