import { MINUTE_MS } from '@quydoi/domain/durations';
import { createHttp } from '../../http.ts';
import type { PriceSource } from '../price-source.ts';
import { type PriceSourceOptions, TIMEOUT_MS, USER_AGENT } from '../price-source-options.ts';
import { middleOf, readAnswer } from '../read-answer.ts';
import { PAIRS, ticker } from './wire.ts';

const SOURCE = 'bitstamp';

/** Dollar prices of coins on Bitstamp: `GET /api/v2/ticker/{pair}/`, which is public. */
export function createBitstamp({ baseUrl, fetch }: PriceSourceOptions): PriceSource {
  const http = createHttp({ network: SOURCE, baseUrl, timeoutMs: TIMEOUT_MS, ...(fetch ? { fetch } : {}) });
  return {
    code: SOURCE,
    references: Object.keys(PAIRS) as (keyof typeof PAIRS)[],
    pollMs: MINUTE_MS,
    async read(reference) {
      const pair = PAIRS[reference as keyof typeof PAIRS];
      const { bid, ask, timestamp: publishedAt } = readAnswer(SOURCE, await http.get(`api/v2/ticker/${pair}/`, {}, USER_AGENT), ticker);
      return { price: middleOf(SOURCE, bid, ask), publishedAt };
    },
  };
}
