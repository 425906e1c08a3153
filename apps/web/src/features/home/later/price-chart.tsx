import { Trans, useLingui } from '@lingui/react/macro';
import type { PriceChartInput } from '@quydoi/contract/config';
import { HOUR_MS } from '@quydoi/domain/durations';
import { formatGrouped, halfUpDiv } from '@quydoi/domain/money';
import { RATE_ONE } from '@quydoi/domain/price/rate';
import { serverNowMs } from '../../../lib/clock.ts';
import { formatShortMomentInVietnam } from '../../../lib/dates.ts';
import { formatAmount } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/locale-context.tsx';
import { percentText } from '../../../lib/percent-text.ts';
import { CHART_HEIGHT, CHART_WIDTH, chartPaths } from './chart-paths.ts';
import { CHANGE_SCALE, type PriceFigures, type PricePoint } from './price-figures.ts';

/** Time between points from which on some are missing: they come every quarter of an hour in a day, every four hours in a month. */
const GAPS_MS: Readonly<Record<PriceChartInput['period'], number>> = { day: HOUR_MS, month: 12 * HOUR_MS };

interface PriceChartProps {
  /** Symbol of the priced unit. */
  readonly unit: string;
  readonly period: PriceChartInput['period'];
  /** Oldest first, at least two. */
  readonly points: readonly PricePoint[];
  readonly figures: PriceFigures;
}

/** A line of the price with its newest, highest and lowest value, the change and the time range. Its text alternative says the same. */
export function PriceChart({ unit, period, points, figures }: PriceChartProps) {
  const { t } = useLingui();
  const { locale } = useLocale();
  const dong = (price: bigint) => formatAmount('vnd', halfUpDiv(price, RATE_ONE), locale);
  const moment = ({ atMs }: PricePoint) => formatShortMomentInVietnam(new Date(atMs), new Date(serverNowMs()), locale);
  const [newest, lowest, highest] = [dong(figures.newest.price), dong(figures.lowest), dong(figures.highest)];
  const [from, to] = [moment(figures.first), moment(figures.newest)];
  const change = figures.changePercent;
  const percent = formatGrouped(change < 0n ? -change : change, CHANGE_SCALE, locale);
  const changeInWords = change === 0n ? t`không đổi` : change > 0n ? t`tăng ${percent}%` : t`giảm ${percent}%`;
  const changeInSigns = `${change > 0n ? '▲ +' : '▼ −'}${percentText(percent, locale)}`;
  const { line, area, dot } = chartPaths(points, figures, GAPS_MS[period]);
  const stroke = { fill: 'none', strokeLinecap: 'round', strokeLinejoin: 'round', vectorEffect: 'non-scaling-stroke' } as const;
  return (
    <>
      <p className="font-semibold text-title">
        1 {unit} = {newest}
      </p>
      <p className="text-muted text-small">
        {change === 0n ? (
          <Trans>Không đổi từ {from}</Trans>
        ) : (
          <Trans>
            <b className="font-semibold text-ink">{changeInSigns}</b> so với {from}
          </Trans>
        )}
      </p>
      <p className="mt-3 border-line border-b border-dashed pb-0.5 text-muted text-small">
        <Trans>Cao nhất {highest}</Trans>
      </p>
      <svg
        aria-label={t`Biểu đồ giá 1 ${unit} từ ${from} đến ${to}, giờ Việt Nam: mới nhất ${newest}, cao nhất ${highest}, thấp nhất ${lowest}, ${changeInWords}.`}
        className="block h-32 w-full overflow-visible stroke-brand"
        preserveAspectRatio="none"
        role="img"
        viewBox={`0 0 ${CHART_WIDTH} ${CHART_HEIGHT}`}
      >
        <path className="fill-brand-soft stroke-none" d={area} />
        <path {...stroke} d={line} strokeWidth="2" />
        <path {...stroke} d={dot} strokeWidth="8" />
      </svg>
      <p className="border-line border-t border-dashed pt-0.5 text-muted text-small">
        <Trans>Thấp nhất {lowest}</Trans>
      </p>
      <p className="mt-1 flex justify-between gap-2 text-muted text-small">
        <span>{from}</span>
        <span>
          <Trans>Giờ Việt Nam</Trans>
        </span>
        <span>{to}</span>
      </p>
    </>
  );
}
