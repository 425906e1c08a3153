import { DAY_MS, MINUTE_MS } from '@quydoi/domain/durations';
import { parseRate } from '@quydoi/domain/price/rate';
import { createHttp } from '../../http.ts';
import { RailError } from '../../rail-error.ts';
import type { PriceSource } from '../price-source.ts';
import { type PriceSourceOptions, TIMEOUT_MS, USER_AGENT } from '../price-source-options.ts';
import { readAnswer } from '../read-answer.ts';
import { dateInHanoi, exchangeRates } from './wire.ts';

const SOURCE = 'vietcombank';
/** The bank publishes a few times on a working day, and does not want to be asked often. */
const POLL_MS = 5 * MINUTE_MS;

/** Thousands are separated by commas, never by points. A bank that does not trade a currency writes `-`. */
const RATE = /^(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d{1,2})?$/;

/** Dong for a dollar as Vietcombank sells it: `GET /api/exchangerates?date=YYYY-MM-DD` of its site, which is public. */
export function createVietcombank({ baseUrl, fetch }: PriceSourceOptions): PriceSource {
  const http = createHttp({ network: SOURCE, baseUrl, timeoutMs: TIMEOUT_MS, ...(fetch ? { fetch } : {}) });
  // At night those of the new day may not be published yet.
  const ratesOf = async (day: Date) => readAnswer(SOURCE, await http.get('api/exchangerates', { date: dateInHanoi(day) }, USER_AGENT), exchangeRates);
  return {
    code: SOURCE,
    references: ['usd'],
    pollMs: POLL_MS,
    async read(_, now) {
      const rates = (await ratesOf(now)) ?? (await ratesOf(new Date(now.getTime() - DAY_MS)));
      if (rates === null) throw new RailError(SOURCE, 'malformed', 'not-done', 'no rates of today or yesterday');
      const { UpdatedDate: publishedAt, Data: rows } = rates;
      const told = rows.find(({ currencyCode }) => currencyCode === 'USD')?.sell ?? '';
      const price = RATE.test(told) ? parseRate(told.replaceAll(',', '')) : null;
      if (price === null) throw new RailError(SOURCE, 'malformed', 'not-done', 'no dollar rate');
      return { price, publishedAt };
    },
  };
}
