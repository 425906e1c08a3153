import { Trans } from '@lingui/react/macro';
import type { LiveView } from '@quydoi/contract/config';
import { RECENT_ITEMS } from '@quydoi/domain/constants';
import { CURRENCIES, isCurrencyCode } from '@quydoi/domain/currencies';
import { formatDecimalText } from '@quydoi/domain/money';
import { Card, CardTitle } from '@quydoi/ui/card';
import { useLocale } from '../../../lib/locale-context.tsx';

/** Latest published reviews; renders nothing if there are none. */
export function RecentReviews({ live }: { readonly live: LiveView | undefined }) {
  const { locale } = useLocale();
  const reviews = live?.reviews.slice(0, RECENT_ITEMS) ?? [];
  if (reviews.length === 0) return null;
  return (
    <Card className="grid gap-3">
      <CardTitle>
        <Trans>Đánh giá của khách hàng</Trans>
      </CardTitle>
      <ul className="grid gap-3">
        {reviews.map(({ id, content, to, amountReceived }) => (
          <li className="grid gap-1" key={id}>
            <blockquote className="break-words">{content}</blockquote>
            <p className="text-small text-muted">
              {formatDecimalText(amountReceived, locale)} {isCurrencyCode(to) ? `${CURRENCIES[to].unit} · ${CURRENCIES[to].name}` : to}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
}
