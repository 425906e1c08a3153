import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react';
import type { ConfigView } from '@quydoi/contract/config';
import { LOCALES, type Locale } from '@quydoi/domain/locales';
import { useEffect } from 'react';
import { buyCurrencyName } from './features/buy/buy-path.ts';
import { OFFERED_LOCALES } from './lib/page-locale.ts';
import { useConfig } from './lib/site-data.ts';
import type { Route, RouteParams } from './routes.tsx';

interface PageWords {
  readonly title: MessageDescriptor;
  readonly description: MessageDescriptor;
  /** For one person only: not for search engines. */
  readonly isPrivate?: true;
}

const WORDS: Record<Route['name'], PageWords> = {
  home: {
    title: msg`Mua bán Perfect Money, USDT, WebMoney tự động 24/7`,
    description: msg`Đổi tiền điện tử và tiền mã hóa sang đồng Việt Nam: báo giá rõ ràng, xử lý tự động trong vài giây, hỗ trợ mọi ngân hàng Việt Nam.`,
  },
  buy: {
    title: msg`Mua {currency} bằng chuyển khoản ngân hàng`,
    description: msg`Mua {currency} bằng đồng Việt Nam: biết ngay số tiền cần chuyển, quét mã VietQR, nhận tự động trong vài giây, 24/7.`,
  },
  order: { title: msg`Đơn hàng {ref}`, description: msg`Trạng thái và hướng dẫn thanh toán của đơn hàng.`, isPrivate: true },
  'last-order': { title: msg`Đơn hàng gần nhất`, description: msg`Đơn hàng gần nhất trên thiết bị này.`, isPrivate: true },
  history: { title: msg`Tra cứu đơn hàng`, description: msg`Nhập mã đơn để xem trạng thái giao dịch của bạn.` },
  'dev-ui': { title: msg`Thành phần giao diện`, description: msg`Mọi thành phần giao diện.`, isPrivate: true },
  'not-found': { title: msg`Không tìm thấy trang`, description: msg`Trang này không tồn tại hoặc đã được chuyển đi.`, isPrivate: true },
};

/** Title and description of a page. */
export interface PageHead {
  readonly title: string;
  readonly description: string;
  readonly isPrivate: boolean;
}

/** What a page is called, in its language. */
export function pageHead(route: Route, params: RouteParams, i18n: I18n, config: ConfigView | null | undefined): PageHead {
  const words = WORDS[route.name];
  const values = { currency: buyCurrencyName(params.code, config), ref: params.ref ?? '' };
  return {
    title: `${i18n._(words.title.id, values)} | ${config?.site.title ?? 'Quy Đổi'}`,
    description: i18n._(words.description.id, values),
    isPrivate: words.isPrivate ?? false,
  };
}

/** Keeps the browser's title in step with the page. */
export function usePageHead(route: Route, params: RouteParams): void {
  const { i18n } = useLingui();
  const { config } = useConfig();
  const { title } = pageHead(route, params, i18n, config);
  useEffect(() => {
    document.title = title;
  }, [title]);
}

/** The head's tags for a document made on the server. */
export function headTags(head: PageHead, path: string, locale: Locale, config: ConfigView | null): string {
  const origin = config ? `https://${config.site.domain}` : '';
  const languageLinks = OFFERED_LOCALES.map(
    (code) => `<link rel="alternate" hreflang="${LOCALES[code].tag}" href="${escapeHtml(`${origin}${path}?lang=${code}`)}">`,
  );
  const publicTags = [
    `<link rel="canonical" href="${escapeHtml(`${origin}${path}`)}">`,
    ...languageLinks,
    `<link rel="alternate" hreflang="x-default" href="${escapeHtml(`${origin}${path}`)}">`,
    '<meta property="og:type" content="website">',
    `<meta property="og:title" content="${escapeHtml(head.title)}">`,
    `<meta property="og:description" content="${escapeHtml(head.description)}">`,
    `<meta property="og:url" content="${escapeHtml(`${origin}${path}`)}">`,
    `<meta property="og:image" content="${origin}/og.png">`,
    `<meta property="og:locale" content="${LOCALES[locale].tag}">`,
  ];
  return [
    `<title>${escapeHtml(head.title)}</title>`,
    `<meta name="description" content="${escapeHtml(head.description)}">`,
    ...(head.isPrivate ? ['<meta name="robots" content="noindex">'] : publicTags),
  ].join('');
}

/** Text for an attribute or element. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
