import type { ConfigView } from '@quydoi/contract/config';
import { DEFAULT_LOCALE, LOCALE_CODES, LOCALES, type Locale } from '@quydoi/domain/locales';
import { escapeHtml } from '@quydoi/messages/escape-html';
import { articlePath } from './features/news/article-path.ts';
import { offersOf } from './features/trade/offer.ts';
import { tradePath } from './features/trade/trade-path.ts';
import { originOf, pageUrl, THEME_COLOURS } from './head-tags.ts';

/** A file that depends on the site's settings. */
export interface SiteFile {
  readonly contentType: string;
  readonly text: string;
}

const SITE_FILES: Readonly<
  Record<string, { readonly contentType: string; readonly write: (config: ConfigView, articles: readonly string[]) => string }>
> = {
  '/robots.txt': { contentType: 'text/plain; charset=utf-8', write: robots },
  '/sitemap.xml': { contentType: 'application/xml; charset=utf-8', write: sitemap },
  '/site.webmanifest': { contentType: 'application/manifest+json', write: manifest },
};

/** Writes robots.txt, the sitemap or the manifest; null for any other path. @param articles `seoUrl`s of the articles that the sitemap names */
export function siteFile(path: string, config: ConfigView, articles: readonly string[] = []): SiteFile | null {
  const file = Object.hasOwn(SITE_FILES, path) ? SITE_FILES[path] : undefined;
  return file ? { contentType: file.contentType, text: file.write(config, articles) } : null;
}

/** Pages of orders may be crawled: what says that they must not be indexed is in them. */
function robots(config: ConfigView): string {
  return ['User-agent: *', 'Disallow: /api/', 'Disallow: /trpc/', 'Disallow: /webhooks/', '', `Sitemap: ${originOf(config)}/sitemap.xml`, ''].join(
    '\n',
  );
}

/** Public pages beside the forms. */
const PAGES = [
  '/',
  '/buy',
  '/sell',
  '/exchange',
  '/history',
  '/listing',
  '/fee-transfer',
  '/payment',
  '/status',
  '/blog',
  '/contact',
  '/about-us',
  '/tos',
  '/canh-bao-lua-dao',
];

function sitemap(config: ConfigView, articles: readonly string[]): string {
  const origin = originOf(config);
  const offers = (['buy', 'sell', 'ex'] as const).flatMap((kind) => offersOf(config, kind));
  const entries = [...PAGES, ...articles.map(articlePath), ...offers.map(tradePath)].flatMap((path) =>
    LOCALE_CODES.map((locale) => sitemapEntry(origin, path, locale)),
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...entries,
    '</urlset>',
    '',
  ].join('\n');
}

/** A page in one language, with its address in all. */
function sitemapEntry(origin: string, path: string, locale: Locale): string {
  const alternates = LOCALE_CODES.map(
    (code) => `<xhtml:link rel="alternate" hreflang="${LOCALES[code].tag}" href="${escapeHtml(pageUrl(origin, path, code))}"/>`,
  );
  return `<url><loc>${escapeHtml(pageUrl(origin, path, locale))}</loc>${alternates.join('')}</url>`;
}

function manifest({ site }: ConfigView): string {
  const icon = (size: number, purpose: 'any' | 'maskable') => ({
    src: purpose === 'any' ? `/icon-${size}.png` : `/icon-maskable-${size}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  });
  return JSON.stringify({
    id: '/',
    name: site.title,
    short_name: site.title,
    description: 'Mua bán tiền điện tử và tiền mã hóa bằng đồng Việt Nam.',
    lang: LOCALES[DEFAULT_LOCALE].tag,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#f3f7f7',
    theme_color: THEME_COLOURS.light,
    categories: ['finance'],
    icons: [icon(192, 'any'), icon(512, 'any'), icon(512, 'maskable')],
    shortcuts: [
      { name: 'Mua', url: '/buy' },
      { name: 'Bán', url: '/sell' },
      { name: 'Tra cứu đơn', url: '/history' },
    ],
  });
}
