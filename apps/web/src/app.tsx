import type { I18n } from '@lingui/core';
import { type ReactClient, TRPCProvider } from '@quydoi/client/react';
import type { Locale } from '@quydoi/domain/locales';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, Suspense, use, useEffect, useRef } from 'react';
import { Router, useLocation } from 'wouter';
import { LoadBoundary } from './features/shell/load-boundary.tsx';
import { PageSkeleton } from './features/shell/page-skeleton.tsx';
import { Shell } from './features/shell/shell.tsx';
import { LocaleProvider, useLocale } from './lib/locale-context.tsx';
import { isInPlace, usePageTop } from './lib/page-place.ts';
import type { Theme } from './lib/theme.ts';
import { usePageHead } from './page-head.ts';
import { findRoute, type Route, type RouteParams } from './routes.tsx';

interface ProvidersProps {
  readonly client: ReactClient;
  readonly queries: QueryClient;
  readonly i18n: I18n;
  readonly locale: Locale;
}

interface AppProps extends ProvidersProps {
  readonly theme: Theme;
  /** Path to render on the server; browsers read their own. */
  readonly path?: string;
}

/** Root component: providers, router and shell around the current page. */
export function App({ theme, path, ...providers }: AppProps) {
  return (
    <Providers {...providers}>
      {/* Server-rendered pages are cached by path, so the query string is available only in the browser, after hydration. */}
      <Router ssrSearch="" {...(path === undefined ? {} : { ssrPath: path })}>
        <Pages theme={theme} />
      </Router>
    </Providers>
  );
}

/** Provides server data and language. */
export function Providers({ client, queries, i18n, locale, children }: ProvidersProps & { readonly children: ReactNode }) {
  return (
    <QueryClientProvider client={queries}>
      <TRPCProvider queryClient={queries} trpcClient={client}>
        <LocaleProvider i18n={i18n} locale={locale}>
          {children}
        </LocaleProvider>
      </TRPCProvider>
    </QueryClientProvider>
  );
}

function Pages({ theme }: { readonly theme: Theme }) {
  const [path] = useLocation();
  const { route, params } = findRoute(path);
  const { locale, loadMessages } = useLocale();
  usePageHead(route, params);
  usePageTop(path);
  return (
    <Shell isBare={route.isBare} loadPage={route.load} theme={theme}>
      {/* Below the notice of a lost connection, which overlays the page. */}
      <LoadBoundary
        className="mt-14"
        load={() => Promise.all([route.load(locale), route.catalogue && loadMessages(route.catalogue)])}
        name={`${locale} ${path}`}
        orderRef={route.name === 'order' ? params.ref?.toUpperCase() : undefined}
      >
        <Suspense fallback={<PageSkeleton />}>
          <RoutePage params={params} route={route} />
          <HeadingFocus path={path} />
        </Suspense>
      </LoadBoundary>
    </Shell>
  );
}

/** Renders a page; suspends until its message catalogue has loaded. */
function RoutePage({ route, params }: { readonly route: Route; readonly params: RouteParams }) {
  const { locale, loadMessages } = useLocale();
  const loading = route.catalogue ? loadMessages(route.catalogue) : null;
  if (loading !== null) {
    // Fetches the page's code in parallel; a failure is thrown when it is rendered.
    route.load(locale).catch(() => {});
    use(loading);
  }
  return <route.Page params={params} />;
}

/**
 * Moves the focus to the page's heading after navigation, where it would otherwise stay on a link that is gone. A choice of a form keeps it, unless it is
 * gone too.
 */
function HeadingFocus({ path }: { readonly path: string }) {
  const shown = useRef(path);
  useEffect(() => {
    if (shown.current === path) return;
    shown.current = path;
    const heading = document.querySelector<HTMLElement>('main h1');
    if (!heading || (isInPlace() && document.activeElement !== document.body)) return;
    heading.tabIndex = -1;
    heading.style.outline = 'none';
    heading.focus({ preventScroll: true });
  }, [path]);
  return null;
}
