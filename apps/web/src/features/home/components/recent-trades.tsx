import { Trans } from '@lingui/react/macro';
import type { LiveView } from '@quydoi/contract/config';
import { RECENT_ITEMS } from '@quydoi/domain/constants';
import { CURRENCIES, isCurrencyCode } from '@quydoi/domain/currencies';
import { formatDecimalText } from '@quydoi/domain/money';
import { Card, CardTitle } from '@quydoi/ui/card';
import { CurrencyMark } from '@quydoi/ui/currency-mark';
import { formatTimeInVietnam } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/locale-context.tsx';
import { TradeText } from '../../../lib/trade-text.tsx';

/** Latest completed trades in words, anonymous. */
export function RecentTrades({ live }: { readonly live: LiveView | undefined }) {
  const { locale } = useLocale();
  const trades = live?.recentTrades.slice(0, RECENT_ITEMS) ?? [];
  const amount = (code: string, text: string) => `${formatDecimalText(text, locale)}\u00a0${isCurrencyCode(code) ? CURRENCIES[code].unit : code}`;
  return (
    <Card className="grid gap-3">
      <div>
        <CardTitle>
          <Trans>Giao dịch gần đây</Trans>
        </CardTitle>
        <p className="text-muted text-small">
          <Trans>Theo giờ Việt Nam</Trans>
        </p>
      </div>
      {trades.length === 0 && (
        <p className="text-muted">
          <Trans>Chưa có giao dịch nào.</Trans>
        </p>
      )}
      <ul className="grid gap-3">
        {trades.map((trade) => {
          const code = trade.kind === 'sell' ? trade.from : trade.to;
          return (
            <li className="flex flex-wrap items-center gap-x-3" key={`${trade.at}${trade.amountSent}`}>
              {isCurrencyCode(code) && <CurrencyMark code={code} />}
              <span className="min-w-0 flex-1 basis-32 break-words">
                <TradeText kind={trade.kind} received={amount(trade.to, trade.amountReceived)} sent={amount(trade.from, trade.amountSent)} />
              </span>
              <time className="ml-auto text-small text-muted" dateTime={trade.at}>
                {formatTimeInVietnam(new Date(trade.at))}
              </time>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
