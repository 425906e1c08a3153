import './styles.css';
import type { I18n } from '@lingui/core';
import { createReactClient } from '@quydoi/client/react';
import { DEFAULT_LOCALE, type Locale } from '@quydoi/domain/locales';
import type { QueryClient } from '@tanstack/react-query';
import { StrictMode, startTransition, useEffect } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { adoptTypedText } from './features/trade/adopt-typed-text.ts';
import { createI18n } from './lib/catalogues.ts';
import { loadOnce, untilLoaded } from './lib/load-once.ts';
import { orderKeyOf } from './lib/order-keys.ts';
import { readLocale } from './lib/page-locale.ts';
import { createQueryClient } from './lib/queries.ts';
import { reportLoadFailure } from './lib/report-load-failure.ts';
import { FAILURE_ID, ROOT_ID, readState } from './page-state.ts';
import { findRoute } from './routes.tsx';

/** Starts the app in the browser; hydrates server-rendered HTML if there is any. */
async function start(): Promise<void> {
  const state = readState();
  const locale = state?.locale ?? readLocale(new URLSearchParams(location.search).get('lang')) ?? DEFAULT_LOCALE;
  // Hydration must match the server's HTML, so the page's code and messages load first.
  const { route } = findRoute(location.pathname);
  const root = document.getElementById(ROOT_ID);
  if (!root) return;
  const [i18n, isPageLoaded] = await Promise.all([
    untilLoaded(
      loadOnce(() => createI18n(locale, route.catalogue)),
      () => reportLoadFailure(false),
    ),
    route.load(locale).then(
      () => true,
      () => false,
    ),
  ]);
  const client = createReactClient({ baseUrl: '', locale: () => readLocale(i18n.locale) ?? locale, orderKey: orderKeyOf });
  const queries = createQueryClient(client, { config: state?.config ?? undefined, live: state?.live ?? undefined });
  const app = (
    <StrictMode>
      <App client={client} i18n={i18n} locale={locale} queries={queries} theme={state?.theme ?? 'system'} />
      <TypedText locale={locale} root={root} />
    </StrictMode>
  );
  document.getElementById(FAILURE_ID)?.remove();
  if (!state || !isPageLoaded) {
    createRoot(root).render(app);
  } else {
    adoptTypedText(root, locale);
    // A transition is rendered in slices, between which a slow phone can scroll. A tap or a key press makes React hydrate the rest at once.
    startTransition(() => {
      hydrateRoot(root, app);
    });
  }
  // The web font's glyphs would break the lines of a text anew while it is read.
  if (route.name === 'text' || route.name === 'article') addEventListener('pushState', () => loadNextWhenIdle(i18n, queries));
  else loadNextWhenIdle(i18n, queries);
}

/** Stores what was entered between the slices of hydration, such as what the browser filled in. */
function TypedText({ root, locale }: { readonly root: HTMLElement; readonly locale: Locale }) {
  useEffect(() => adoptTypedText(root, locale), [root, locale]);
  return null;
}

/** Pause before looking again whether the server has answered, in milliseconds. */
const ANSWERED_EVERY_MS = 300;

/** What stands for a page, or for an order, until it is rendered. In the web font, what follows would count as a larger paint, and so as the page's. */
const PLACEHOLDER = 'main .min-h-dvh';

/** Loads the web font, and what the customer will need next, when the browser is idle and the page is there, whose answers come first on a slow line. */
function loadNextWhenIdle(i18n: I18n, queries: QueryClient): void {
  const load = () => {
    if (queries.isFetching() > 0 || document.querySelector(PLACEHOLDER)) setTimeout(load, ANSWERED_EVERY_MS);
    else void import('./load-next.ts').then(({ loadNext }) => loadNext(i18n)).catch(() => {});
  };
  // Safari has no idle callbacks.
  (window.requestIdleCallback ?? setTimeout)(load);
}

start().catch((error: unknown) => {
  // An uncaught error, of which the recovery script tells the customer.
  setTimeout(() => {
    throw error;
  });
});
