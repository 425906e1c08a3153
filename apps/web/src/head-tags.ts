import type { ConfigView } from '@quydoi/contract/config';
import { CURRENCIES, isCurrencyCode } from '@quydoi/domain/currencies';
import { CUT_IMAGES } from '@quydoi/domain/image';
import { DEFAULT_LOCALE, LOCALE_CODES, LOCALES, type Locale } from '@quydoi/domain/locales';
import { escapeHtml } from '@quydoi/messages/escape-html';
import type { Theme } from './lib/theme.ts';
import type { PageHead, PicturedArticle } from './page-head.ts';
import type { Route, RouteParams } from './routes.tsx';

/** Colour of the browser's bars: the header's, as in `packages/ui/src/tokens.css` (`--surface`). */
export const THEME_COLOURS = { light: '#ffffff', dark: '#131f22' } as const;

/** Open Graph's names of the languages: with a country. */
const OG_LOCALES: Readonly<Record<Locale, string>> = {
  vi: 'vi_VN',
  en: 'en_US',
  zh: 'zh_CN',
  ko: 'ko_KR',
  ger: 'de_DE',
  tur: 'tr_TR',
  jp: 'ja_JP',
};

/** Size of `og.png`. */
const OG_IMAGE = { width: 1200, height: 630 };

/** Input of {@link headTags}. */
export interface HeadInput {
  readonly head: PageHead;
  readonly route: Route;
  readonly params: RouteParams;
  readonly path: string;
  readonly locale: Locale;
  readonly theme: Theme;
  readonly config: ConfigView;
}

/** Renders the tags of `<head>` for a server-rendered document. */
export function headTags(input: HeadInput): string {
  const { head, theme } = input;
  return [
    `<title>${escapeHtml(head.title)}</title>`,
    ...(head.description === '' ? [] : [meta('name', 'description', head.description)]),
    ...iconTags(theme),
    ...(head.isPrivate ? [meta('name', 'robots', 'noindex')] : publicTags(input)),
  ].join('');
}

function iconTags(theme: Theme): string[] {
  const colours =
    theme === 'system'
      ? (['light', 'dark'] as const).map(
          (scheme) => `<meta name="theme-color" media="(prefers-color-scheme: ${scheme})" content="${THEME_COLOURS[scheme]}">`,
        )
      : [meta('name', 'theme-color', THEME_COLOURS[theme])];
  return [
    '<link rel="icon" href="/favicon.ico" sizes="32x32">',
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    '<link rel="apple-touch-icon" href="/apple-touch-icon.png">',
    '<link rel="manifest" href="/site.webmanifest">',
    ...colours,
  ];
}

function publicTags({ head, route, params, path, locale, config }: HeadInput): string[] {
  const origin = originOf(config);
  const canonicalPath = canonicalPathOf(route, params, path);
  const canonical = pageUrl(origin, canonicalPath, locale);
  const others = LOCALE_CODES.filter((code) => code !== locale);
  return [
    link('canonical', canonical),
    ...LOCALE_CODES.map((code) => link('alternate', pageUrl(origin, canonicalPath, code), LOCALES[code].tag)),
    link('alternate', pageUrl(origin, canonicalPath, DEFAULT_LOCALE), 'x-default'),
    meta('property', 'og:type', head.article ? 'article' : 'website'),
    meta('property', 'og:site_name', config.site.title),
    meta('property', 'og:title', head.title),
    meta('property', 'og:description', head.description),
    meta('property', 'og:url', canonical),
    ...imageTags(head, origin, config),
    meta('property', 'og:locale', OG_LOCALES[locale]),
    ...others.map((code) => meta('property', 'og:locale:alternate', OG_LOCALES[code])),
    // Title, description and image are taken from Open Graph's.
    meta('name', 'twitter:card', 'summary_large_image'),
    structuredData(route, head, canonical, locale, config),
  ];
}

/** The picture that other sites show of a page: an article's own, else the site's. */
function imageTags({ article }: PageHead, origin: string, { site }: ConfigView): string[] {
  const { width, height } = article ? CUT_IMAGES.article : OG_IMAGE;
  return [
    meta('property', 'og:image', `${origin}${article?.picture ?? '/og.png'}`),
    meta('property', 'og:image:width', String(width)),
    meta('property', 'og:image:height', String(height)),
    meta('property', 'og:image:alt', article?.title ?? site.title),
  ];
}

/** Origin of the site's public address. */
export function originOf(config: ConfigView): string {
  return `https://${config.site.domain}`;
}

/** Address of a page in a language. The default language needs no parameter. */
export function pageUrl(origin: string, path: string, locale: Locale): string {
  return `${origin}${path}${locale === DEFAULT_LOCALE ? '' : `?lang=${locale}`}`;
}

/** Canonical base path of each form, whose addresses also name a currency or pair. */
const FORM_PATHS: Partial<Record<Route['name'], string>> = { buy: '/buy', sell: '/sell', exchange: '/exchange' };

function canonicalPathOf(route: Route, { code, pair }: RouteParams, path: string): string {
  const form = FORM_PATHS[route.name];
  if (form === undefined) return path;
  const chosen = code ?? pair;
  return chosen === undefined ? form : `${form}/${encodeURIComponent(chosen)}`;
}

/** JSON-LD. Home page: organization and site. Other pages: breadcrumbs, on forms the service that they offer, and articles that have a picture. */
function structuredData(route: Route, head: PageHead, canonical: string, locale: Locale, config: ConfigView): string {
  const origin = originOf(config);
  const organization = { '@type': 'Organization', '@id': `${origin}/#organization`, name: config.site.title, url: `${origin}/` };
  const data =
    route.name === 'home'
      ? [
          {
            ...organization,
            logo: `${origin}/icon-512.png`,
            email: config.site.email,
            areaServed: 'VN',
            contactPoint: {
              '@type': 'ContactPoint',
              contactType: 'customer support',
              email: config.site.email,
              availableLanguage: LOCALE_CODES.map((code) => LOCALES[code].tag),
            },
          },
          { '@type': 'WebSite', name: config.site.title, url: canonical, inLanguage: LOCALES[locale].tag, publisher: { '@id': organization['@id'] } },
        ]
      : [
          {
            '@type': 'BreadcrumbList',
            itemListElement: [
              { '@type': 'ListItem', position: 1, name: config.site.title, item: pageUrl(origin, '/', locale) },
              { '@type': 'ListItem', position: 2, name: head.title, item: canonical },
            ],
          },
          ...(head.article ? [newsArticle(head.article, origin, canonical, organization)] : []),
          ...(FORM_PATHS[route.name] === undefined
            ? []
            : [
                {
                  '@type': 'FinancialService',
                  name: head.title,
                  description: head.description,
                  url: canonical,
                  areaServed: 'VN',
                  currenciesAccepted: currenciesOf(config),
                  parentOrganization: organization,
                },
              ]),
        ];
  const text = JSON.stringify({ '@context': 'https://schema.org', '@graph': data }).replaceAll('<', '\\u003c');
  return `<script type="application/ld+json">${text}</script>`;
}

function newsArticle(
  { title, publishedAt, updatedAt, author, picture }: PicturedArticle,
  origin: string,
  canonical: string,
  publisher: object,
): object {
  return {
    '@type': 'NewsArticle',
    headline: title,
    image: `${origin}${picture}`,
    datePublished: publishedAt,
    dateModified: updatedAt,
    author: { '@type': 'Person', name: author },
    mainEntityOfPage: canonical,
    publisher,
  };
}

function currenciesOf({ currencies }: ConfigView): string {
  const units = currencies.flatMap(({ code, isShow }) => (isShow && isCurrencyCode(code) ? [CURRENCIES[code].unit as string] : []));
  return ['VND', ...new Set(units)].join(', ');
}

function meta(attribute: 'name' | 'property', name: string, content: string): string {
  return `<meta ${attribute}="${name}" content="${escapeHtml(content)}">`;
}

function link(rel: string, href: string, hreflang?: string): string {
  return `<link rel="${rel}"${hreflang === undefined ? '' : ` hreflang="${hreflang}"`} href="${escapeHtml(href)}">`;
}
