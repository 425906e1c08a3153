import type { PriceChartInput, PriceChartView } from '@quydoi/contract/config';
import { AppError } from '@quydoi/contract/errors';
import { readPriceChart } from '@quydoi/database/repositories/prices';
import { CURRENCIES, isTradedCode } from '@quydoi/domain/currencies';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@quydoi/domain/durations';
import { formatRate, RATE_ONE } from '@quydoi/domain/price/rate';
import type { ReferenceCode } from '@quydoi/domain/price/references';
import type { Ctx } from '../context.ts';
import { type KeptReading, keepReading } from './kept-reading.ts';

/** A chart's length and the distance of its points. Steps beyond a day are whole hours: older readings are thinned to these. */
const PERIODS = {
  day: { lengthMs: DAY_MS, stepMs: 15 * MINUTE_MS },
  month: { lengthMs: 30 * DAY_MS, stepMs: 4 * HOUR_MS },
} as const;

/** Returns the market price of a currency over a period. Error: CURRENCY_NOT_SUPPORTED. */
export type PriceChart = (input: PriceChartInput) => Promise<PriceChartView>;

/** Creates the charts of a process. Each of the few that exist is read at most once a minute, whoever asks. */
export function createPriceChart(ctx: Ctx): PriceChart {
  const charts = new Map<string, KeptReading<PriceChartView>>();
  return ({ code, period }) => {
    if (!isTradedCode(code)) return Promise.reject(new AppError('CURRENCY_NOT_SUPPORTED', { code }));
    const { reference } = CURRENCIES[code];
    const key = `${reference} ${period}`;
    const chart = charts.get(key) ?? keepReading(ctx, MINUTE_MS, () => read(ctx, reference, period));
    charts.set(key, chart);
    return chart.get();
  };
}

async function read(ctx: Ctx, reference: ReferenceCode, period: PriceChartInput['period']): Promise<PriceChartView> {
  const { lengthMs, stepMs } = PERIODS[period];
  const points = await readPriceChart(ctx.orm, reference, new Date(ctx.clock.now().getTime() - lengthMs), stepMs / 1_000);
  return {
    points: points.map(({ at, price, usd }) => ({
      at: at.toISOString(),
      value: formatRate(reference === 'usd' ? price : (price * usd) / RATE_ONE),
    })),
  };
}
