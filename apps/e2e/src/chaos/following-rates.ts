import { readSettings } from '@quydoi/database/repositories/settings';
import type { TradedCode } from '@quydoi/domain/currencies';
import { formatDecimal, parseDecimal } from '@quydoi/domain/money';
import { RATE_SCALE } from '@quydoi/domain/price/rate';
import { databaseOf } from '../system/database.ts';
import type { ExchangeUnderTest } from '../system/exchange-under-test.ts';
import { until } from '../until.ts';
import { readOfferedTrades } from './trades.ts';

/** Currencies whose rates follow the market during a run: what goes wrong with the sources of prices may close these, and no others. */
export const FOLLOWING_CODES = ['btc'] as const satisfies readonly TradedCode[];

/** In percent, buy above and sell below the market. */
const PROFIT = '1';
/** Bounds, in percent of the rate at the beginning. */
const [FLOOR_PERCENT, CAP_PERCENT] = [90n, 110n];

/** For the signer to have read the prices of the market. */
const READ_MS_MAX = 180_000;

/** Has operators let the rates of currencies follow the market, between bounds around what they are now, and waits until they are traded at these. */
export async function letRatesFollow(exchange: ExchangeUnderTest, codes: readonly TradedCode[]): Promise<void> {
  const settings = await readSettings(await databaseOf(exchange));
  for (const code of codes) {
    for (const kind of ['buy', 'sell'] as const) {
      const value = settings[kind].get(code)?.value.value;
      if (value === undefined) throw new Error(`${code} has no rate to ${kind} at`);
      const share = (percent: bigint) => formatDecimal(((parseDecimal(value, RATE_SCALE) ?? 0n) * percent) / 100n, RATE_SCALE);
      const automaticRate = { profit: PROFIT, floor: share(FLOOR_PERCENT), cap: share(CAP_PERCENT) };
      await exchange.operate('setRate', { kind, code, value, automaticRate });
    }
  }
  const isTraded = async (code: TradedCode) => (await readOfferedTrades(exchange)).some(({ from, to }) => from === code || to === code);
  for (const code of codes) await until(`${code} to be priced by the market`, READ_MS_MAX, () => isTraded(code));
}
