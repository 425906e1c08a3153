import { Trans, useLingui } from '@lingui/react/macro';
import type { ConfigView, LiveView } from '@quydoi/contract/config';
import { isCurrencyCode } from '@quydoi/domain/currencies';
import { formatDecimalText, formatGrouped } from '@quydoi/domain/money';
import { parseRate, RATE_SCALE } from '@quydoi/domain/price/rate';
import { Card, CardTitle } from '@quydoi/ui/card';
import { CurrencyMark } from '@quydoi/ui/currency-mark';
import { clsx } from 'clsx';
import { Link } from 'wouter';
import { useLocale } from '../../../lib/locale-context.tsx';
import { offersOf, openCodes } from '../../trade/offer.ts';
import { tradePath } from '../../trade/trade-path.ts';

/** Where the table is narrow for its text, the names stand on lines of their own. */
const ROW = '@max-[15rem]:flex @max-[15rem]:flex-wrap @max-[15rem]:justify-end';
/** Small text in narrow panels, so that names stay on one line beside long rates with arrows. */
const RATE = 'pl-2 text-right @max-[24rem]:pl-1.5 @max-[24rem]:text-small @max-[24rem]:tracking-tight';
const RATE_LINK = 'inline-flex min-h-touch items-center no-underline hover:underline';

/** Buy and sell rates of every currency, in dong, and where they moved within an hour; each rate links to its trade form. */
export function RatePanel({ config, live }: { readonly config: ConfigView; readonly live: LiveView | undefined }) {
  const { locale } = useLocale();
  const offers = { buy: offersOf(config, 'buy'), sell: offersOf(config, 'sell') };
  const rateOf = (code: string, kind: 'buy' | 'sell') => {
    const offer = offers[kind].find((candidate) => candidate.code === code);
    if (!offer) return '–';
    const before = live?.hourAgo.find((rate) => rate.code === code && rate.kind === kind)?.value;
    return (
      <Link className={clsx(RATE_LINK, offer.isOpen ? 'text-brand' : 'text-muted')} href={tradePath(offer)}>
        {before !== undefined && <RateMove before={before} now={offer.rate.value} />}
        {formatDecimalText(offer.rate.value, locale)}
      </Link>
    );
  };
  const open = openCodes(config);
  return (
    <Card className="@container grid gap-3">
      <CardTitle>
        <Trans>Tỷ giá hôm nay</Trans>
      </CardTitle>
      <table className="w-full">
        <thead>
          <tr className={clsx(ROW, 'text-muted text-small')}>
            <th className="w-full pb-2 text-left font-normal" scope="col">
              <Trans>Loại tiền</Trans>
            </th>
            <th className="whitespace-nowrap pb-2 pl-2 text-right font-normal" scope="col">
              <Trans>Bạn mua</Trans>
            </th>
            <th className="whitespace-nowrap pb-2 pl-2 text-right font-normal" scope="col">
              <Trans>Bạn bán</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {config.currencies
            .filter(({ isShow }) => isShow)
            .map(({ code, name }) => (
              <tr className={clsx(ROW, 'border-line border-t')} key={code}>
                <th className="w-full text-left font-semibold" scope="row">
                  <span className="flex items-center gap-1.5 text-small">
                    {isCurrencyCode(code) && <CurrencyMark className="size-5" code={code} />}
                    <span>
                      {name}
                      {!open.includes(code) && (
                        <span className="block font-normal text-muted">
                          <Trans>Bảo trì</Trans>
                        </span>
                      )}
                    </span>
                  </span>
                </th>
                <td className={RATE}>{rateOf(code, 'buy')}</td>
                <td className={RATE}>{rateOf(code, 'sell')}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </Card>
  );
}

/** Arrow of a rate that moved, with the difference for screen readers and as a tooltip. */
function RateMove({ before, now }: { readonly before: string; readonly now: string }) {
  const { t } = useLingui();
  const { locale } = useLocale();
  const [from, to] = [parseRate(before) ?? 0n, parseRate(now) ?? 0n];
  if (from === to) return null;
  const isUp = to > from;
  const difference = formatGrouped(isUp ? to - from : from - to, RATE_SCALE, locale);
  const text = isUp ? t`tăng ${difference} trong một giờ qua` : t`giảm ${difference} trong một giờ qua`;
  return (
    <span aria-label={text} className="mr-1 text-muted text-small" role="img" title={text}>
      {isUp ? '▲' : '▼'}
    </span>
  );
}
