import { useLingui } from '@lingui/react';
import { Trans } from '@lingui/react/macro';
import type { OrderEventView } from '@quydoi/contract/orders/order-view';
import type { Locale } from '@quydoi/domain/locales';
import { Card, CardTitle } from '@quydoi/ui/card';
import { formatMomentInVietnam } from '../../../lib/dates.ts';
import { useLocale } from '../../../lib/locale-context.tsx';
import { sharedText } from '../../../lib/shared-text.ts';
import { eventAmount } from '../event-amount.ts';
import { isVietnamClock } from '../order-time.ts';

/** Events of the order, newest first, in Vietnam time. */
export function OrderLog({ events, now }: { readonly events: readonly OrderEventView[]; readonly now: Date }) {
  const { i18n } = useLingui();
  const { locale } = useLocale();
  return (
    <Card className="grid gap-3">
      <div>
        <CardTitle>
          <Trans>Nhật ký đơn hàng</Trans>
        </CardTitle>
        {!isVietnamClock(now) && (
          <p className="text-muted text-small">
            <Trans>Theo giờ Việt Nam</Trans>
          </p>
        )}
      </div>
      <ol className="grid gap-2">
        {events.toReversed().map((event) => (
          <li className="flex flex-wrap gap-x-3 text-small" key={event.n}>
            <time className="text-muted" dateTime={event.at.toISOString()}>
              {formatMomentInVietnam(event.at, now)}
            </time>
            <span className="min-w-0 flex-1 basis-40">
              {sharedText(i18n, 'event', event.code, event.params)}
              {amountOf(event, locale)}
            </span>
          </li>
        ))}
      </ol>
    </Card>
  );
}

function amountOf({ params }: OrderEventView, locale: Locale): string {
  const amount = eventAmount(params, locale);
  return amount && `: ${amount}`;
}
