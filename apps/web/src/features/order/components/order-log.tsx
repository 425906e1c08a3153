import { useLingui } from '@lingui/react';
import { Trans } from '@lingui/react/macro';
import type { OrderEventView } from '@quydoi/contract/orders/order-view';
import type { Locale } from '@quydoi/domain/locales';
import { Card, CardTitle } from '@quydoi/ui/card';
import { formatMomentInVietnam } from '../../../lib/dates.ts';
import { useLocale } from '../../../lib/locale-context.tsx';
import { colon } from '../../../lib/punctuation.ts';
import { sharedText } from '../../../lib/shared-text.ts';
import { eventAmount } from '../event-amount.ts';
import { isVietnamClock } from '../order-time.ts';

/** Events of the order, newest first, in Vietnam time. */
export function OrderLog({ events, now }: { readonly events: readonly OrderEventView[]; readonly now: Date }) {
  const { i18n } = useLingui();
  const { locale } = useLocale();
  return (
    <Card className="@container grid gap-3">
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
      {/* One column of times: the web font has no digits of one width. */}
      <ol className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-2 @max-[15rem]:block @max-[15rem]:space-y-2">
        {events.toReversed().map((event) => (
          <li className="col-span-2 grid grid-cols-subgrid text-small @max-[15rem]:block" key={event.n}>
            <time className="text-muted @max-[15rem]:block" dateTime={event.at.toISOString()}>
              {formatMomentInVietnam(event.at, now, locale)}
            </time>
            <span>
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
  return amount && `${colon(locale)}${amount}`;
}
