import { Trans, useLingui } from '@lingui/react/macro';
import { useTRPC } from '@quydoi/client/react';
import type { ConfigView, PriceChartInput } from '@quydoi/contract/config';
import { CURRENCIES, isTradedCode, type TradedCode } from '@quydoi/domain/currencies';
import { MINUTE_MS } from '@quydoi/domain/durations';
import type { ReferenceCode } from '@quydoi/domain/price/references';
import { Card, CardTitle } from '@quydoi/ui/card';
import { Chip } from '@quydoi/ui/chip';
import { Skeleton } from '@quydoi/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { PriceChart } from './price-chart.tsx';
import { figuresOf, readPoints } from './price-figures.ts';

type Period = PriceChartInput['period'];

const PERIODS: readonly { readonly period: Period; readonly name: ReactNode }[] = [
  { period: 'day', name: <Trans>24 giờ</Trans> },
  { period: 'month', name: <Trans>30 ngày</Trans> },
];

/** The market price of a currency over a day or a month, in dong. Currencies that follow the same price are one choice. */
export function PriceCard({ config }: { readonly config: ConfigView }) {
  const { t } = useLingui();
  const [wanted, setWanted] = useState<ReferenceCode>('usd');
  const [period, setPeriod] = useState<Period>('day');
  const codes = codesByReference(config);
  const reference = codes.has(wanted) ? wanted : codes.keys().next().value;
  const code = reference && codes.get(reference);
  if (!code) return null;
  return (
    <Card className="@container grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <CardTitle>
          <Trans>Giá thị trường</Trans>
        </CardTitle>
        <fieldset aria-label={t`Khoảng thời gian`} className="flex flex-wrap gap-2 pr-1">
          {PERIODS.map((row) => (
            <ChoiceChip chosen={row.period === period} key={row.period} onChoose={() => setPeriod(row.period)}>
              {row.name}
            </ChoiceChip>
          ))}
        </fieldset>
      </div>
      <fieldset aria-label={t`Loại tiền`} className="flex flex-wrap gap-2">
        {[...codes.keys()].map((row) => (
          <ChoiceChip chosen={row === reference} key={row} onChoose={() => setWanted(row)}>
            {row.toUpperCase()}
          </ChoiceChip>
        ))}
      </fieldset>
      <div className="min-h-65">
        <PricePeriod code={code} period={period} unit={reference.toUpperCase()} />
      </div>
    </Card>
  );
}

/** One of a few choices, of which one is made. */
function ChoiceChip({ chosen, onChoose, children }: { readonly chosen: boolean; readonly onChoose: () => void; readonly children: ReactNode }) {
  return (
    <Chip aria-pressed={chosen} className={chosen ? 'border-brand! bg-brand-soft! font-semibold' : undefined} onClick={onChoose}>
      {children}
    </Chip>
  );
}

interface PricePeriodProps {
  readonly code: TradedCode;
  readonly period: Period;
  readonly unit: string;
}

/** The chart of a period, as soon as it is known. */
function PricePeriod({ code, period, unit }: PricePeriodProps) {
  const { data, isError } = useQuery(
    useTRPC().config.priceChart.queryOptions({ code, period }, { refetchInterval: MINUTE_MS, staleTime: MINUTE_MS }),
  );
  if (!data)
    return isError ? (
      <Sentence>
        <Trans>Chưa tải được giá thị trường. Trang sẽ tự thử lại.</Trans>
      </Sentence>
    ) : (
      <div aria-busy="true">
        <Skeleton className="h-65" />
      </div>
    );
  const points = readPoints(data);
  const figures = figuresOf(points);
  if (!figures)
    return (
      <Sentence>
        <Trans>Chưa có lịch sử giá.</Trans>
      </Sentence>
    );
  return <PriceChart figures={figures} period={period} points={points} unit={unit} />;
}

/** Stands where the chart would. */
function Sentence({ children }: { readonly children: ReactNode }) {
  return <p className="grid min-h-65 place-content-center rounded-field bg-sunken p-4 text-center text-muted text-small">{children}</p>;
}

/** The first shown currency of each reference price, in the operators' order. */
function codesByReference({ currencies }: ConfigView): ReadonlyMap<ReferenceCode, TradedCode> {
  const codes = new Map<ReferenceCode, TradedCode>();
  for (const { code, isShow } of currencies) {
    if (!isShow || !isTradedCode(code)) continue;
    const { reference } = CURRENCIES[code];
    if (!codes.has(reference)) codes.set(reference, code);
  }
  return codes;
}
