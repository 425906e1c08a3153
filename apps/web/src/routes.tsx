import type { Locale } from '@quydoi/domain/locales';
import { type ComponentType, use } from 'react';
import { parse } from 'regexparam';
import type { LATER_PAGES } from './later-pages.ts';
import type { CataloguePart } from './lib/catalogues.ts';
import { loadOnce } from './lib/load-once.ts';
import type { PageMeta } from './page-meta.ts';

/** Values of a pattern's `:name` parameters; those of `:name?` may be absent. */
export type RouteParams = Readonly<Record<string, string | undefined>>;

/** Props of every page component. */
export interface PageProps {
  readonly params: RouteParams;
}

/** Exports of a page's module. */
export interface PageModule {
  readonly Page: ComponentType<PageProps>;
  /** Loads what the page needs in a language beside its catalogues. */
  readonly loadIn?: (locale: Locale) => Promise<unknown>;
  /** The page's own title, which loads with its code; null if the language's has not loaded. */
  readonly meta?: (locale: Locale) => PageMeta | null;
}

/** A page that paths are routed to. */
export interface Route {
  /** Identifies the route in titles, descriptions and menus. */
  readonly name: RouteName;
  /** Source file of the page's module, its key in the build's manifest; of text pages the folder with their texts. */
  readonly source: string;
  /** Rendered without menu and footer. */
  readonly isBare: boolean;
  /** Additional message catalogue that the page needs. */
  readonly catalogue: CataloguePart | null;
  /** Loads the page's code, and its text in a language if it has one of its own. Fails with LoadError. */
  readonly load: (locale: Locale) => Promise<unknown>;
  /** The page's own title; null if it has none or has not loaded. */
  readonly meta: (locale: Locale) => PageMeta | null;
  readonly Page: ComponentType<PageProps>;
}

type RouteName =
  | 'home'
  | 'buy'
  | 'sell'
  | 'exchange'
  | 'order'
  | 'receipt'
  | 'last-order'
  | 'history'
  | 'listing'
  | 'login'
  | 'register'
  | 'forgot'
  | 'reset'
  | 'text'
  | 'notice'
  | 'status'
  | 'news'
  | 'article'
  | 'wallet'
  | 'trades'
  | 'security'
  | 'dev-ui'
  | 'not-found';

/** Optional settings of a route. */
type RouteOptions = Partial<Pick<Route, 'isBare' | 'catalogue'>>;

/** @param file source file of the page, relative to `src/features` */
function route(name: RouteName, file: string, fetchPage: () => Promise<PageModule>, { isBare = false, catalogue = null }: RouteOptions = {}): Route {
  let loaded: PageModule | null = null;
  const loadModule = loadOnce(async () => {
    loaded = await fetchPage();
    return loaded;
  });
  // A loaded page renders synchronously, because suspending would break server rendering and hydration.
  const Page = (props: PageProps) => <LoadedPage Component={(loaded ?? use(loadModule())).Page} {...props} />;
  const load = (locale: Locale) => loadModule().then(({ loadIn }) => loadIn?.(locale));
  return { name, source: `src/features/${file}`, isBare, catalogue, load, meta: (locale) => loaded?.meta?.(locale) ?? null, Page };
}

function LoadedPage({ Component, params }: PageProps & { readonly Component: ComponentType<PageProps> }) {
  return <Component params={params} />;
}

function laterRoute(name: RouteName, file: keyof typeof LATER_PAGES, options: RouteOptions = {}): Route {
  return route(name, `${file}.tsx`, async () => (await import('./later-pages.ts')).LATER_PAGES[file](), options);
}

/** @param page folder of `features/texts` with the page's texts */
function textRoute(page: `texts/${string}` & keyof typeof LATER_PAGES, options: RouteOptions = {}): Route {
  return route('text', page, async () => (await import('./later-pages.ts')).LATER_PAGES[page](), options);
}

const home = route('home', 'home/page.tsx', () => import('./features/home/page.tsx'));
const buy = route('buy', 'trade/buy-page.tsx', () => import('./features/trade/buy-page.tsx'));
const sell = route('sell', 'trade/sell-page.tsx', () => import('./features/trade/sell-page.tsx'));
const exchange = route('exchange', 'trade/exchange-page.tsx', () => import('./features/trade/exchange-page.tsx'));
const order = route('order', 'order/page.tsx', () => import('./features/order/page.tsx'), { catalogue: 'order' });
const receipt = laterRoute('receipt', 'order/receipt/receipt-page', { isBare: true, catalogue: 'order' });
const lastOrder = laterRoute('last-order', 'history/last-order');
const history = laterRoute('history', 'history/page', { catalogue: 'order' });
const listing = laterRoute('listing', 'listing/page', { catalogue: 'order' });
const wallet = laterRoute('wallet', 'account/wallet/page', { catalogue: 'order' });
const trades = laterRoute('trades', 'account/trade-history', { catalogue: 'order' });
const security = laterRoute('security', 'account/security/page', { catalogue: 'order' });
const status = laterRoute('status', 'service-status/page', { catalogue: 'order' });
const news = laterRoute('news', 'news/list-page');
const article = laterRoute('article', 'news/article-page');
const notice = laterRoute('notice', 'notice/page');
const login = laterRoute('login', 'account/login-page', { isBare: true, catalogue: 'order' });
const register = laterRoute('register', 'account/register-page', { isBare: true, catalogue: 'order' });
const forgot = laterRoute('forgot', 'account/forgot-page', { isBare: true, catalogue: 'order' });
const reset = laterRoute('reset', 'account/reset-page', { isBare: true, catalogue: 'order' });
const verify = textRoute('texts/verify', { catalogue: 'order' });
const aboutUs = textRoute('texts/about-us');
const fees = textRoute('texts/fees');
const contact = textRoute('texts/contact', { catalogue: 'order' });
const terms = textRoute('texts/terms');
const scamWarning = textRoute('texts/scam-warning');
const payment = textRoute('texts/payment');
const notFound = route('not-found', 'not-found/page.tsx', () => import('./features/not-found/page.tsx'));

const PATHS: readonly (readonly [pattern: string, route: Route])[] = [
  ['/', home],
  ['/buysell', buy],
  ['/buysell/buy/:code?', buy],
  ['/buysell/sell/:code?', sell],
  ['/buysell/exchange', exchange],
  ['/buy/:code?', buy],
  ['/sell/:code?', sell],
  ['/exchange/:pair?', exchange],
  ['/history', history],
  ['/history/trade', trades],
  ['/history/wallet', wallet],
  ['/history/transaction', lastOrder],
  ['/history/transaction/:ref', order],
  ['/transaction/:ref', order],
  ['/order/:ref', order],
  ['/order/:ref/receipt', receipt],
  ['/listing', listing],
  ['/notice', notice],
  ['/status', status],
  ['/blog', news],
  ['/blog/:seoUrl', article],
  ['/account', security],
  ['/login', login],
  ['/register', register],
  ['/forgot', forgot],
  ['/reset', reset],
  ['/verify', verify],
  ['/about-us', aboutUs],
  ['/fee-transfer', fees],
  ['/contact', contact],
  ['/tos', terms],
  ['/canh-bao-lua-dao', scamWarning],
  ['/payment', payment],
  ...(import.meta.env.DEV ? ([['/dev/ui', route('dev-ui', 'dev-ui/page.tsx', () => import('./features/dev-ui/page.tsx'))]] as const) : []),
];

const MATCHERS = PATHS.map(([pattern, target]) => ({ ...parse(pattern), target }));

/** Every routed path pattern; of those whose parameter may be absent both, without and with it. */
export const ROUTE_PATTERNS: readonly string[] = /* @__PURE__ */ PATHS.flatMap(([pattern]) =>
  pattern.endsWith('?') ? [pattern.replace(/\/:\w+\?$/, ''), pattern.slice(0, -1)] : [pattern],
);

/** Matches a path to its route and parameters; falls back to `not-found`. */
export function findRoute(path: string): { readonly route: Route; readonly params: RouteParams } {
  for (const { keys, pattern, target } of MATCHERS) {
    const match = pattern.exec(path);
    if (match) return { route: target, params: Object.fromEntries(keys.map((key, i) => [key, decode(match[i + 1])])) };
  }
  return { route: notFound, params: {} };
}

function decode(text: string | undefined): string | undefined {
  try {
    return text && decodeURIComponent(text);
  } catch {
    return text;
  }
}
