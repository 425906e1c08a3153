import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react';
import type { ConfigView } from '@quydoi/contract/config';
import type { ArticleView } from '@quydoi/contract/news';
import { CURRENCIES, isCurrencyCode } from '@quydoi/domain/currencies';
import { DEFAULT_LOCALE, type Locale } from '@quydoi/domain/locales';
import { useEffect } from 'react';
import { openCodes } from './features/trade/offer.ts';
import { parsePair } from './features/trade/trade-path.ts';
import { currencyBrand } from './lib/currency-brand.ts';
import { readLocale } from './lib/page-locale.ts';
import { listComma } from './lib/punctuation.ts';
import { useConfig } from './lib/site-data.ts';
import type { Route, RouteParams } from './routes.tsx';

const TITLES: Partial<Record<Route['name'], MessageDescriptor>> = {
  home: msg`Mua bán {currency} tự động 24/7`,
  buy: msg`Mua {currency} bằng chuyển khoản ngân hàng`,
  sell: msg`Bán {currency}, nhận tiền về ngân hàng`,
  exchange: msg`Đổi {currency}`,
  order: msg`Đơn hàng {ref}`,
  history: msg`Tra cứu đơn hàng`,
  'not-found': msg`Không tìm thấy trang`,
};

/** Routes that search engines must not index. */
const PRIVATE: readonly Route['name'][] = [
  'order',
  'receipt',
  'last-order',
  'login',
  'register',
  'forgot',
  'reset',
  'wallet',
  'trades',
  'security',
  'notice',
  'dev-ui',
  'not-found',
];

/** Title and description of a page. */
export interface PageHead {
  readonly title: string;
  readonly description: string;
  readonly isPrivate: boolean;
  /** The article that the page is, where it has a picture. */
  readonly article?: PicturedArticle;
}

/** What search engines and other sites show of an article with a picture. */
export type PicturedArticle = Pick<ArticleView, 'title' | 'publishedAt' | 'updatedAt' | 'author'> & { readonly picture: string };

/** Document title in the page's language: the page's own title, else the route's, followed by the site's name. */
export function pageTitle(route: Route, params: RouteParams, i18n: I18n, config: ConfigView | null | undefined): string {
  const site = config?.site.title ?? 'Quy Đổi';
  const own = route.meta(localeOf(i18n))?.title ?? TITLES[route.name];
  const title =
    typeof own === 'object'
      ? i18n._(own.id, { currency: currencyNames(route, params, config, localeOf(i18n), NAMED_MAX), ref: params.ref ?? '' })
      : own;
  return title ? `${title} | ${site}` : site;
}

/** Head data for search engines. @param descriptions descriptions of routes whose pages have none of their own */
export function pageHead(
  route: Route,
  params: RouteParams,
  i18n: I18n,
  config: ConfigView | null,
  descriptions: Partial<Record<Route['name'], Readonly<Record<Locale, string>>>>,
): PageHead {
  const own = route.meta(localeOf(i18n));
  const description = own?.description ?? descriptions[route.name]?.[localeOf(i18n)] ?? '';
  return {
    title: pageTitle(route, params, i18n, config),
    description: description.replace('{{currency}}', currencyNames(route, params, config, localeOf(i18n))),
    isPrivate: own?.isPrivate ?? PRIVATE.includes(route.name),
  };
}

function localeOf(i18n: I18n): Locale {
  return readLocale(i18n.locale) ?? DEFAULT_LOCALE;
}

/** Currencies that a title names at most. */
const NAMED_MAX = 3;

/** Names of the currencies in the URL; if it names none, of those that can be traded now. @param max most of these; all if omitted */
function currencyNames({ name }: Route, { code, pair }: RouteParams, config: ConfigView | null | undefined, locale: Locale, max?: number): string {
  const nameOf = (text: string) => (isCurrencyCode(text) ? CURRENCIES[text].name : text);
  if (code !== undefined) return nameOf(code);
  if (pair !== undefined) {
    const { from, to } = parsePair(pair, isCurrencyCode);
    return `${nameOf(from)} → ${nameOf(to)}`;
  }
  const open = config ? openCodes(config, name === 'buy' || name === 'sell' ? [name] : undefined).filter(isCurrencyCode) : [];
  return [...new Set(open.map(currencyBrand))].slice(0, max).join(listComma(locale)) || 'USDT';
}

/** Updates the document title on navigation and language changes. */
export function usePageHead(route: Route, params: RouteParams): void {
  const { i18n } = useLingui();
  const { config } = useConfig();
  const title = pageTitle(route, params, i18n, config);
  useEffect(() => {
    document.title = title;
  }, [title]);
}
