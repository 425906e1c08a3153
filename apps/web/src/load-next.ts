import type { I18n } from '@lingui/core';
import { createReactClient } from '@quydoi/client/react';
import type { Locale } from '@quydoi/domain/locales';
import { showWebFont } from '@quydoi/ui/web-font';
import { watchUse } from './features/account/screen/watch-use.ts';
import { loadPart } from './lib/catalogues.ts';
import { releaseFailedLoads } from './lib/load-once.ts';
import { orderPath } from './lib/order-paths.ts';
import { isMember } from './lib/session.ts';
import { keepSponsor } from './lib/sponsor.ts';
import { findRoute } from './routes.tsx';

/** The pages on the way to an order, its payment included, and the list of orders. */
const PATHS = [orderPath('any'), '/', '/buy', '/sell', '/exchange', '/history'];

/**
 * Loads the web font (until then text is in a metric-compatible system font) and the code on the way to an order, so that a connection that is
 * lost on the way does not stop it. Failures do not count: what is missing is loaded again when it is needed. Keeps who referred the visitor, too.
 */
export function loadNext(i18n: I18n): void {
  // By the address that was opened: another page may be shown by now.
  const [opened] = performance.getEntriesByType('navigation');
  keepSponsor(new URL(opened?.name ?? location.href).search);
  const locale = i18n.locale as Locale;
  if (isMember.get()) watchUse(createReactClient({ baseUrl: '', locale: () => i18n.locale }));
  const loads = [
    showWebFont(locale === 'tur'),
    loadPart(i18n, 'order'),
    ...PATHS.map((path) => findRoute(path).route.load(locale)),
    import('./features/order/payment/payment-qr.tsx'),
    import('./features/trade/later/bank-dialog.tsx'),
  ];
  for (const loading of loads) loading?.catch(releaseFailedLoads);
}
