import { Trans } from '@lingui/react/macro';
import type { LiveView, TradeView } from '@quydoi/contract/config';
import { RECENT_ITEMS } from '@quydoi/domain/constants';
import { CURRENCIES, isCurrencyCode } from '@quydoi/domain/currencies';
import { Card, CardTitle } from '@quydoi/ui/card';
import { CurrencyMark } from '@quydoi/ui/currency-mark';
import type { ReactNode } from 'react';
import { formatDecimalText, formatTimeInVietnam } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/locale-context.tsx';

const KINDS: Record<TradeView['kind'], ReactNode> = { buy: <Trans>Mua</Trans>, sell: <Trans>Bán</Trans>, ex: <Trans>Đổi</Trans> };

/** Latest completed trades, anonymous. */
export function RecentTrades({ live }: { readonly live: LiveView | undefined }) {
  const { locale } = useLocale();
  const trades = live?.recentTrades.slice(0, RECENT_ITEMS) ?? [];
  const amount = (code: string, text: string) => `${formatDecimalText(text, locale)} ${isCurrencyCode(code) ? CURRENCIES[code].unit : code}`;
  return (
    <Card className="grid gap-3">
      <CardTitle>
        <Trans>Giao dịch vừa xong</Trans>
      </CardTitle>
      {trades.length === 0 && (
        <p className="text-muted">
          <Trans>Chưa có giao dịch nào gần đây.</Trans>
        </p>
      )}
      <ul className="grid gap-3">
        {trades.map((trade) => {
          const code = trade.kind === 'sell' ? trade.from : trade.to;
          return (
            <li className="flex items-center gap-3" key={`${trade.at}${trade.amountSent}`}>
              {isCurrencyCode(code) && <CurrencyMark code={code} />}
              <span className="min-w-0 flex-1">
                <span className="block font-semibold">
                  {KINDS[trade.kind]} {amount(trade.to, trade.amountReceived)}
                </span>
                <span className="block text-small text-muted">{amount(trade.from, trade.amountSent)}</span>
              </span>
              <time className="text-small text-muted" dateTime={trade.at}>
                {formatTimeInVietnam(new Date(trade.at))}
              </time>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
