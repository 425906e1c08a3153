import type { PriceChartInput, PriceChartView } from '@quydoi/contract/config';
import { CURRENCIES, isTradedCode } from '@quydoi/domain/currencies';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@quydoi/domain/durations';
import type { ReferenceCode } from '@quydoi/domain/price/references';

const PERIODS = { day: { lengthMs: DAY_MS, stepMs: 15 * MINUTE_MS }, month: { lengthMs: 30 * DAY_MS, stepMs: 4 * HOUR_MS } } as const;

/** Dong for one unit, about which it moves, and by how much in a month. The dollar's is set a few times a day, the others' at any time. */
const MARKETS: Readonly<Record<ReferenceCode, { readonly dong: number; readonly share: number; readonly setEveryMs: number }>> = {
  usd: { dong: 26_120, share: 0.003, setEveryMs: 6 * HOUR_MS },
  usdt: { dong: 26_155, share: 0.004, setEveryMs: MINUTE_MS },
  eth: { dong: 91_430_000, share: 0.06, setEveryMs: MINUTE_MS },
  btc: { dong: 2_325_000_000, share: 0.05, setEveryMs: MINUTE_MS },
};

/** Lengths of the waves that a price is made of, in days, with their shares of it: slow ones move it far, quick ones little. */
const WAVES = [
  [37, 0.5],
  [9.7, 0.26],
  [2.3, 0.13],
  [0.71, 0.07],
  [0.13, 0.025],
  [0.037, 0.015],
] as const;

/** A market price that looks like one, the same at every call. None for a currency that is not traded. */
export function mockPriceChart({ code, period }: PriceChartInput, now: Date): PriceChartView {
  if (!isTradedCode(code)) return { points: [] };
  const { dong, share, setEveryMs } = MARKETS[CURRENCIES[code].reference];
  const { lengthMs, stepMs } = PERIODS[period];
  const endMs = now.getTime() - (now.getTime() % stepMs);
  const points = Array.from({ length: lengthMs / stepMs }, (_, n) => {
    const atMs = endMs - lengthMs + (n + 1) * stepMs;
    const value = dong * (1 + share * waveAt(atMs - (atMs % setEveryMs)));
    return { at: new Date(atMs).toISOString(), value: value.toFixed(2) };
  });
  return { points };
}

/** Between -1 and 1. */
function waveAt(atMs: number): number {
  return WAVES.reduce((sum, [days, share], n) => sum + share * Math.sin((atMs / DAY_MS / days) * 2 * Math.PI + n * n), 0);
}
