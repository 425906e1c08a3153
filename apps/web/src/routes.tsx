import { type ComponentType, lazy } from 'react';
import { parse } from 'regexparam';
import type { CataloguePart } from './lib/catalogues.ts';
import type { PageMeta } from './page-meta.ts';

/** Values of a pattern's `:name` parameters. */
export type RouteParams = Readonly<Record<string, string>>;

/** Props of every page component. */
export interface PageProps {
  readonly params: RouteParams;
}

/** Exports of a page's module. */
interface PageModule {
  readonly Page: ComponentType<PageProps>;
  /** The page's own title and description, by language. */
  readonly texts?: PageMeta;
}

/** A page that paths are routed to. */
export interface Route {
  /** Identifies the route in titles, descriptions and menus. */
  readonly name: RouteName;
  /** Source file of the page's module: its key in the build's manifest. */
  readonly source: string;
  /** Rendered without menu and footer. */
  readonly isBare: boolean;
  /** Additional message catalogue that the page needs. */
  readonly catalogue: CataloguePart | null;
  /** Loads the page's code. */
  readonly load: () => Promise<ComponentType<PageProps>>;
  /** The page's own title and description; null if it has none or has not loaded. */
  readonly meta: () => PageMeta | null;
  readonly Page: ComponentType<PageProps>;
}

type RouteName =
  | 'home'
  | 'buy'
  | 'sell'
  | 'exchange'
  | 'order'
  | 'last-order'
  | 'history'
  | 'account'
  | 'text'
  | 'notice'
  | 'members'
  | 'dev-ui'
  | 'not-found';

/** Optional settings of a route. */
type RouteOptions = Partial<Pick<Route, 'isBare' | 'catalogue'>>;

/** @param file source file of the page, relative to `src/features` */
function route(name: RouteName, file: string, fetchPage: () => Promise<PageModule>, { isBare = false, catalogue = null }: RouteOptions = {}): Route {
  let loaded: PageModule | null = null;
  const load = async () => {
    loaded ??= await fetchPage();
    return loaded.Page;
  };
  const Lazy = lazy(async () => ({ default: await load() }));
  // A loaded page renders synchronously, because suspending would break server rendering and hydration.
  const Page = (props: PageProps) => (loaded ? <LoadedPage Component={loaded.Page} {...props} /> : <Lazy {...props} />);
  return { name, source: `src/features/${file}`, isBare, catalogue, load, meta: () => loaded?.texts ?? null, Page };
}

function LoadedPage({ Component, params }: PageProps & { readonly Component: ComponentType<PageProps> }) {
  return <Component params={params} />;
}

const home = route('home', 'home/page.tsx', () => import('./features/home/page.tsx'));
const buy = route('buy', 'trade/buy-page.tsx', () => import('./features/trade/buy-page.tsx'));
const sell = route('sell', 'trade/sell-page.tsx', () => import('./features/trade/sell-page.tsx'));
const exchange = route('exchange', 'trade/exchange-page.tsx', () => import('./features/trade/exchange-page.tsx'));
const order = route('order', 'order/page.tsx', () => import('./features/order/page.tsx'), { catalogue: 'order' });
const lastOrder = route('last-order', 'history/last-order.tsx', () => import('./features/history/last-order.tsx'));
const history = route('history', 'history/page.tsx', () => import('./features/history/page.tsx'));
const members = route('members', 'account/members-only.tsx', () => import('./features/account/members-only.tsx'));
const notice = route('notice', 'notice/page.tsx', () => import('./features/notice/page.tsx'));
const account = route('account', 'account/page.tsx', () => import('./features/account/page.tsx'), { isBare: true });
const verify = route('text', 'account/verify.tsx', () => import('./features/account/verify.tsx'));
const aboutUs = route('text', 'texts/about-us.tsx', () => import('./features/texts/about-us.tsx'));
const fees = route('text', 'texts/fees.tsx', () => import('./features/texts/fees.tsx'));
const contact = route('text', 'texts/contact.tsx', () => import('./features/texts/contact.tsx'));
const terms = route('text', 'texts/terms.tsx', () => import('./features/texts/terms.tsx'));
const scamWarning = route('text', 'texts/scam-warning.tsx', () => import('./features/texts/scam-warning.tsx'));
const payment = route('text', 'texts/payment.tsx', () => import('./features/texts/payment.tsx'));
const notFound = route('not-found', 'not-found/page.tsx', () => import('./features/not-found/page.tsx'));

const PATHS: readonly (readonly [pattern: string, route: Route])[] = [
  ['/', home],
  ['/buysell', buy],
  ['/buysell/buy', buy],
  ['/buysell/buy/:code', buy],
  ['/buysell/sell', sell],
  ['/buysell/sell/:code', sell],
  ['/buysell/exchange', exchange],
  ['/buy', buy],
  ['/buy/:code', buy],
  ['/sell', sell],
  ['/sell/:code', sell],
  ['/exchange', exchange],
  ['/exchange/:pair', exchange],
  ['/history', history],
  ['/history/trade', members],
  ['/history/wallet', members],
  ['/history/transaction', lastOrder],
  ['/history/transaction/:ref', order],
  ['/transaction/:ref', order],
  ['/order/:ref', order],
  ['/notice', notice],
  ['/login', account],
  ['/register', account],
  ['/forgot', account],
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

/** Every routed path pattern. */
export const ROUTE_PATTERNS: readonly string[] = PATHS.map(([pattern]) => pattern);

/** Matches a path to its route and parameters; falls back to `not-found`. */
export function findRoute(path: string): { readonly route: Route; readonly params: RouteParams } {
  for (const { keys, pattern, target } of MATCHERS) {
    const match = pattern.exec(path);
    if (match) return { route: target, params: Object.fromEntries(keys.map((key, i) => [key, decode(match[i + 1] ?? '')])) };
  }
  return { route: notFound, params: {} };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
