import { createSilentClient } from '@quydoi/client/react';
import type { ConfigView, LiveView } from '@quydoi/contract/config';
import type { ArticleView } from '@quydoi/contract/news';
import type { OrderView } from '@quydoi/contract/orders/order-view';
import { LOCALES, type Locale } from '@quydoi/domain/locales';
import type { OrderKind } from '@quydoi/domain/order-status';
import { escapeHtml } from '@quydoi/messages/escape-html';
import type { ReactNode } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { App, Providers } from './app.tsx';
import { keepNews, type News, writeNews } from './features/news/embedded-news.ts';
import { PREVIEW_MARK } from './features/order/components/order-skeleton.tsx';
import { OrderPreview } from './features/order/order-preview.tsx';
import { NoOrder, OrderWithoutScript } from './features/order/order-without-script.tsx';
import { textLocale } from './features/texts/text-files.ts';
import { isMissingOffer } from './features/trade/trade-path.ts';
import { headTags } from './head-tags.ts';
import { LATER_PAGES } from './later-pages.ts';
import { catalogueSources, createI18n } from './lib/catalogues.ts';
import { createQueryClient } from './lib/queries.ts';
import type { Theme } from './lib/theme.ts';
import { assetsOf } from './page-assets.ts';
import { DESCRIPTIONS } from './page-descriptions.ts';
import { type PageHead, pageHead } from './page-head.ts';
import { FAILURE_ID, ROOT_ID, STATE_ID, writeState } from './page-state.ts';
import { RECOVERY_SCRIPT, RECOVERY_SOURCE } from './recovery-script.ts';
import { redirectOf } from './redirects.ts';
import { findRoute, type Route, type RouteParams } from './routes.tsx';
import { type SiteFile, siteFile } from './site-files.ts';
import { ORDER_MARK, withoutScript } from './without-script.tsx';

/** What an order page loads besides its own code: what calls the server, and the payment's QR code. Asked for early, they come with the rest. */
const ORDER_SOURCES = ['../../packages/client/src/links.ts', 'src/features/order/payment/payment-qr.tsx'];

/** Names the files of pages that are not on the way to an order. */
const LATER_PAGES_SOURCE = 'src/later-pages.ts';
/** Renders all text pages; their sources are the folders of their texts. */
const TEXT_PAGE = 'src/features/texts/text-page.tsx';

/** Input of {@link render}. Rendering is deterministic, so that servers may cache pages by these values. */
export interface RenderInput {
  /** Path with optional query string and fragment, which are ignored. */
  readonly url: string;
  readonly locale: Locale;
  readonly theme: Theme;
  readonly config: ConfigView;
  readonly live: LiveView;
  /** What a page of the news or of the questions shows; null on all others. */
  readonly news?: News | null;
}

/** A rendered page. */
export interface Rendered {
  /** The content of `<div id="root">`. */
  readonly html: string;
  /** Tags of `<head>`: title, description, styles. */
  readonly head: string;
  /** 200, 404, or 301 with `location`. */
  readonly status: number;
  readonly location: string | null;
  /**
   * The complete HTML document. Cacheable by route, language, theme and snapshot version; all orders share one document, into which `withOrder` puts
   * an order.
   */
  readonly document: string;
}

/** Renders the page at a URL. Never throws, whatever the URL. */
export async function render(input: RenderInput): Promise<Rendered> {
  const path = input.url.split(/[?#]/)[0] ?? '/';
  const location = redirectOf(path);
  if (location !== null) return { html: '', head: '', status: 301, location, document: '' };
  const { locale, news = null } = input;
  const { route, params } = findRoute(path);
  const [i18n] = await Promise.all([createI18n(locale, route.catalogue), route.load(locale)]);
  const client = createSilentClient();
  const queries = createQueryClient(client, input);
  if (news) keepNews(queries, client, news, locale);
  // Receipts are printed.
  const theme = route.name === 'receipt' ? 'light' : input.theme;
  const app = renderToString(<App client={client} i18n={i18n} locale={locale} path={path} queries={queries} theme={input.theme} />);
  const html = app.replace(NO_SCRIPT, () => `<noscript>${withoutScript(route, locale, input.config)}</noscript>`);
  const assets = assetsOf([
    'index.html',
    ...pageSources(route, locale),
    ...catalogueSources(locale, route.catalogue),
    ...(route.name === 'order' ? ORDER_SOURCES : []),
  ]);
  const general = pageHead(route, params, i18n, input.config, DESCRIPTIONS);
  const head = news && 'article' in news ? articleHead(news.article, general, input.config) : general;
  const tags = headTags({ head, route, params, path, locale, theme, config: input.config }) + assets.styles;
  const state = writeState({ locale, theme: input.theme, config: input.config, live: input.live });
  return {
    html,
    head: tags,
    status: isFound(route, params, input) ? 200 : 404,
    location: null,
    document: documentOf({
      html,
      head: tags,
      state,
      news: news ? writeNews(news, locale) : '',
      failure: failureNotice(locale),
      scripts: assets.scripts,
      locale,
      theme,
    }),
  };
}

/** The inline scripts of documents, as sources of a content security policy. */
export const inlineScripts: readonly string[] = [RECOVERY_SOURCE];

/** Writes a file that depends on the settings: robots.txt, the sitemap, the manifest. Null for any other path. */
export function renderFile(path: string, config: ConfigView, articles: readonly string[] = []): SiteFile | null {
  return siteFile(path, config, articles);
}

/** The empty element of the shell for browsers without script, as React renders it. */
const NO_SCRIPT = '<noscript></noscript>';

/**
 * Puts an order into the document of an order page: for browsers without script, and as a preview until the script, which reads orders itself, has loaded.
 * @param order as anyone may see it: documents are made without the order's key. Null: there is none
 */
export async function withOrder(document: string, order: OrderView | null, input: Pick<RenderInput, 'locale' | 'config' | 'live'>): Promise<string> {
  const { locale } = input;
  const i18n = await createI18n(locale, 'order');
  const client = createSilentClient();
  const queries = createQueryClient(client, input);
  const markupOf = (part: ReactNode) =>
    renderToStaticMarkup(
      <Providers client={client} i18n={i18n} locale={locale} queries={queries}>
        {part}
      </Providers>,
    );
  const inPlace = order === null ? '' : markupOf(<OrderPreview order={order} />);
  const html = markupOf(order === null ? <NoOrder /> : <OrderWithoutScript order={order} />);
  return document.replace(PREVIEW_MARK, () => inPlace).replace(ORDER_MARK, () => html);
}

/** Source files that a page needs in a language, its catalogues aside. */
function pageSources({ name, source }: Route, locale: Locale): readonly string[] {
  const isLater = source.replace(/^src\/features\/|\.tsx$/g, '') in LATER_PAGES;
  if (name !== 'text') return isLater ? [LATER_PAGES_SOURCE, source] : [source];
  return [LATER_PAGES_SOURCE, TEXT_PAGE, `${source}/${textLocale(source.replace(/.*\//, ''), locale)}.md`];
}

/** An article says itself what it is about. One that is not there is not indexed. */
function articleHead(article: ArticleView | null, general: PageHead, { site }: ConfigView): PageHead {
  if (article === null) return { ...general, isPrivate: true };
  const { picture } = article;
  const head = { title: `${article.title} | ${site.title}`, description: article.summary, isPrivate: false };
  return picture === null ? head : { ...head, article: { ...article, picture } };
}

/** Order kind of each trade form, by route. */
const FORMS: Partial<Record<Route['name'], OrderKind>> = { buy: 'buy', sell: 'sell', exchange: 'ex' };

/** Whether the URL has a page. Trade forms have none for currencies and pairs that are not offered. */
function isFound(route: Route, params: RouteParams, { config, news = null }: RenderInput): boolean {
  if (news && 'article' in news) return news.article !== null;
  const kind = FORMS[route.name];
  return kind ? !isMissingOffer(config, kind, params) : route.name !== 'not-found';
}

interface FailureTexts {
  /** The page goes on by itself. */
  readonly waiting: string;
  /** It probably will not. */
  readonly advice: string;
  readonly button: string;
}

/** What stands above a page that has not started, by language. */
const FAILURE_TEXTS: Readonly<Record<Locale, FailureTexts>> = {
  vi: {
    waiting: 'Trang chưa tải xong nên các nút chưa dùng được. Trang sẽ tự tải tiếp khi có mạng; đơn hàng và tiền của bạn không bị ảnh hưởng.',
    advice:
      'Trang gặp trục trặc trên thiết bị này nên các nút chưa dùng được. Bạn hãy tắt tiện ích chặn quảng cáo, đổi mạng hoặc mở bằng trình duyệt khác; đơn hàng và tiền của bạn không bị ảnh hưởng.',
    button: 'Tải lại trang',
  },
  en: {
    waiting:
      'The page has not loaded completely, so its buttons do not work yet. It goes on by itself once the connection is back; your orders and money are not affected.',
    advice:
      'The page does not work on this device, so its buttons cannot be used. Switch off ad blockers, change the network, or open it in another browser; your orders and money are not affected.',
    button: 'Reload the page',
  },
  zh: {
    waiting: '页面尚未加载完成，按钮暂时无法使用。恢复联网后页面会自动继续加载；您的订单和资金不受影响。',
    advice: '页面在此设备上出现问题，按钮暂时无法使用。请关闭广告拦截插件、更换网络，或用其他浏览器打开；您的订单和资金不受影响。',
    button: '刷新页面',
  },
  ko: {
    waiting:
      '페이지를 아직 다 불러오지 못해 버튼을 사용할 수 없습니다. 인터넷에 다시 연결되면 자동으로 계속 불러옵니다. 주문과 자금에는 영향이 없습니다.',
    advice:
      '이 기기에서 페이지에 문제가 생겨 버튼을 사용할 수 없습니다. 광고 차단 프로그램을 끄거나 네트워크를 바꾸거나 다른 브라우저에서 열어 주세요. 주문과 자금에는 영향이 없습니다.',
    button: '페이지 새로 고침',
  },
  ger: {
    waiting:
      'Die Seite ist noch nicht vollständig geladen, daher funktionieren die Schaltflächen noch nicht. Sobald wieder eine Internetverbindung besteht, lädt die Seite von selbst weiter; Ihre Aufträge und Ihr Geld sind davon nicht betroffen.',
    advice:
      'Auf diesem Gerät gibt es ein Problem mit der Seite, daher funktionieren die Schaltflächen nicht. Schalten Sie Werbeblocker aus, wechseln Sie das Netzwerk oder öffnen Sie die Seite in einem anderen Browser; Ihre Aufträge und Ihr Geld sind davon nicht betroffen.',
    button: 'Seite neu laden',
  },
  tur: {
    waiting:
      'Sayfa tam yüklenmediği için düğmeler henüz çalışmıyor. Bağlantı gelince sayfa kendiliğinden yüklenmeye devam eder; siparişleriniz ve paranız etkilenmedi.',
    advice:
      'Sayfada bu cihaza özgü bir sorun olduğu için düğmeler çalışmıyor. Reklam engelleyicileri kapatın, ağı değiştirin veya sayfayı başka bir tarayıcıda açın; siparişleriniz ve paranız etkilenmedi.',
    button: 'Sayfayı yenile',
  },
  jp: {
    waiting:
      'ページの読み込みが完了していないため、ボタンはまだ使えません。接続が戻ると、読み込みは自動的に再開されます。ご注文と資金に影響はありません。',
    advice:
      'この端末ではページに問題が発生し、ボタンが使えません。広告ブロックをオフにするか、回線を変えるか、別のブラウザーで開いてください。ご注文と資金に影響はありません。',
    button: 'ページを再読み込み',
  },
};

/** Notice for the case that the page's script or its texts cannot be loaded, or do not run. The recovery script shows one of its texts. */
function failureNotice(locale: Locale): string {
  const { waiting, advice, button } = FAILURE_TEXTS[locale];
  return `<p class="sticky top-0 z-50 bg-warn-soft p-4 text-warn" role="alert"><span>${waiting}</span><span hidden>${advice}</span> <button class="min-h-touch underline" type="button">${button}</button></p>`;
}

/**
 * The browser draws nothing before the page has arrived whole, so that nothing at its right or its foot moves with each piece. Named is the element
 * behind the page, because one is expected until its opening tag only.
 */
const WHOLE_PAGE_FIRST = `<link rel="expect" href="#${FAILURE_ID}" blocking="render">`;

function documentOf(parts: {
  html: string;
  head: string;
  state: string;
  news: string;
  failure: string;
  scripts: string;
  locale: Locale;
  theme: Theme;
}): string {
  const theme = parts.theme === 'system' ? '' : ` data-theme="${escapeHtml(parts.theme)}"`;
  return [
    `<!doctype html><html lang="${LOCALES[parts.locale].tag}"${theme}><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    WHOLE_PAGE_FIRST,
    `${parts.head}</head><body><div id="${ROOT_ID}">${parts.html}</div>`,
    `<template id="${FAILURE_ID}">${parts.failure}</template><script type="application/json" id="${STATE_ID}">${parts.state}</script>${parts.news}${parts.scripts}${RECOVERY_SCRIPT}</body></html>`,
  ].join('');
}
