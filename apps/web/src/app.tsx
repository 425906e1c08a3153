import type { I18n } from '@lingui/core';
import { type ReactClient, TRPCProvider } from '@quydoi/client/react';
import type { Locale } from '@quydoi/domain/locales';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Suspense, use, useEffect } from 'react';
import { Router, useLocation } from 'wouter';
import { PageSkeleton } from './features/shell/page-skeleton.tsx';
import { Shell } from './features/shell/shell.tsx';
import { LocaleProvider, useLocale } from './lib/locale-context.tsx';
import type { Theme } from './lib/theme.ts';
import { usePageHead } from './page-head.ts';
import { findRoute, type Route, type RouteParams } from './routes.tsx';

interface AppProps {
  readonly client: ReactClient;
  readonly queries: QueryClient;
  readonly i18n: I18n;
  readonly locale: Locale;
  readonly theme: Theme;
  /** Path to render on the server; browsers read their own. */
  readonly path?: string;
}

/** The whole site. */
export function App({ client, queries, i18n, locale, theme, path }: AppProps) {
  return (
    <QueryClientProvider client={queries}>
      <TRPCProvider queryClient={queries} trpcClient={client}>
        <LocaleProvider i18n={i18n} locale={locale}>
          {/* Pages are kept per path, so a query is known to the browser only, and there only once it has taken over. */}
          <Router ssrSearch="" {...(path === undefined ? {} : { ssrPath: path })}>
            <Pages theme={theme} />
          </Router>
        </LocaleProvider>
      </TRPCProvider>
    </QueryClientProvider>
  );
}

function Pages({ theme }: { readonly theme: Theme }) {
  const [path] = useLocation();
  const { route, params } = findRoute(path);
  usePageHead(route, params);
  useEffect(() => {
    // A new page starts at its top; a link to a place within it has its own.
    if (path !== '' && location.hash === '') window.scrollTo(0, 0);
  }, [path]);
  return (
    <Shell isBare={route.isBare} theme={theme}>
      <Suspense fallback={<PageSkeleton />}>
        <RoutePage params={params} route={route} />
      </Suspense>
    </Shell>
  );
}

/** A page, once its words are there. */
function RoutePage({ route, params }: { readonly route: Route; readonly params: RouteParams }) {
  const { loadMessages } = useLocale();
  const loading = route.catalogue ? loadMessages(route.catalogue) : null;
  if (loading !== null) {
    // Its code comes at the same time.
    void route.load();
    use(loading);
  }
  return <route.Page params={params} />;
}
