import { type ComponentType, lazy } from 'react';
import { parse } from 'regexparam';

/** Values of a path's `:names`. */
export type RouteParams = Readonly<Record<string, string>>;

/** What every page is given. */
export interface PageProps {
  readonly params: RouteParams;
}

/** A page with the paths it stands at. */
export interface Route {
  /** Its name, by which titles and menus know it. */
  readonly name: 'home' | 'buy' | 'order' | 'last-order' | 'history' | 'dev-ui' | 'not-found';
  /** Source file, by which the build's manifest names its chunk. */
  readonly source: string;
  /** Fetches the page's code. */
  readonly load: () => Promise<ComponentType<PageProps>>;
  readonly Page: ComponentType<PageProps>;
}

function route(name: Route['name'], source: string, fetchPage: () => Promise<{ readonly Page: ComponentType<PageProps> }>): Route {
  let loaded: ComponentType<PageProps> | null = null;
  const load = async () => {
    loaded ??= (await fetchPage()).Page;
    return loaded;
  };
  const Lazy = lazy(async () => ({ default: await load() }));
  // Once loaded a page is rendered at once: servers and hydration never see a suspended tree.
  const Page = (props: PageProps) => (loaded ? <LoadedPage Component={loaded} {...props} /> : <Lazy {...props} />);
  return { name, source, load, Page };
}

function LoadedPage({ Component, params }: PageProps & { readonly Component: ComponentType<PageProps> }) {
  return <Component params={params} />;
}

const home = route('home', 'src/features/home/page.tsx', () => import('./features/home/page.tsx'));
const buy = route('buy', 'src/features/buy/page.tsx', () => import('./features/buy/page.tsx'));
const order = route('order', 'src/features/order/page.tsx', () => import('./features/order/page.tsx'));
const lastOrder = route('last-order', 'src/features/history/last-order.tsx', () => import('./features/history/last-order.tsx'));
const history = route('history', 'src/features/history/page.tsx', () => import('./features/history/page.tsx'));
const notFound = route('not-found', 'src/features/not-found/page.tsx', () => import('./features/not-found/page.tsx'));

const PATHS: readonly (readonly [pattern: string, route: Route, fixed?: RouteParams])[] = [
  ['/', home],
  ['/buysell', buy],
  ['/buysell/buy', buy],
  ['/buysell/buy/:code', buy],
  ['/buy', buy],
  ['/buy/:code', buy],
  ['/history', history],
  ['/history/transaction', lastOrder],
  ['/history/transaction/:ref', order],
  ['/transaction/:ref', order],
  ['/order/:ref', order],
  ...(import.meta.env.DEV
    ? ([['/dev/ui', route('dev-ui', 'src/features/dev-ui/page.tsx', () => import('./features/dev-ui/page.tsx'))]] as const)
    : []),
];

const MATCHERS = PATHS.map(([pattern, target]) => ({ ...parse(pattern), target }));

/** The page at a path, with the values in the path; `not-found` where there is none. */
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
