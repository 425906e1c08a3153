import { useLingui as useMessages } from '@lingui/react';
import { CURRENCIES } from '@quydoi/domain/currencies';
import { Badge } from '@quydoi/ui/badge';
import { CurrencyMark } from '@quydoi/ui/currency-mark';
import { ChevronRight } from 'lucide-react';
import { Link } from 'wouter';
import { nowMs } from '../../lib/clock.ts';
import { formatShortMomentInVietnam } from '../../lib/dates.ts';
import { formatAmount } from '../../lib/format.ts';
import { useLocale } from '../../lib/locale-context.tsx';
import { orderPath } from '../../lib/order-paths.ts';
import { sharedById } from '../../lib/shared-text.ts';
import { TradeText } from '../../lib/trade-text.tsx';
import type { OrderSummary } from '../order/order-summaries.ts';

interface KnownOrderProps {
  readonly order: OrderSummary;
  /** Whether its status was read since the page was opened, or can no longer change. Otherwise its badge has no colour: it would alarm. */
  readonly isCurrent: boolean;
}

/** List item of an order: trade, status, reference and time. */
export function KnownOrder({ order, isCurrent }: KnownOrderProps) {
  const { i18n } = useMessages();
  const { locale } = useLocale();
  const { ref, kind, from, to, at } = order;
  return (
    <li>
      <Link
        className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 py-3 text-ink no-underline hover:text-brand"
        href={orderPath(ref)}
      >
        <CurrencyMark code={kind === 'sell' ? from : to} />
        <span className="grid gap-1">
          <span className="break-words font-semibold">
            <TradeText
              kind={kind}
              received={formatAmount(to, BigInt(order.received), locale)}
              sent={formatAmount(from, BigInt(order.sent), locale)}
            />
          </span>
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted text-small">
            <Badge colour={isCurrent ? order.badge : 'none'}>{sharedById(i18n, order.badgeId, {})}</Badge>
            <span>{CURRENCIES[kind === 'sell' ? from : to].name}</span>
            <span className="whitespace-nowrap">
              <span className="tracking-wide">{ref}</span> · {formatShortMomentInVietnam(new Date(at), new Date(nowMs()), locale)}
            </span>
          </span>
        </span>
        <ChevronRight aria-hidden="true" className="size-5 text-muted" />
      </Link>
    </li>
  );
}
