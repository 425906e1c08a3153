import { MINUTE_MS } from '@quydoi/domain/durations';
import { createHttp } from '../../http.ts';
import type { PriceSource } from '../price-source.ts';
import { type PriceSourceOptions, TIMEOUT_MS, USER_AGENT } from '../price-source-options.ts';
import { middleOf, readAnswer } from '../read-answer.ts';
import { PRODUCTS, ticker } from './wire.ts';

const SOURCE = 'coinbase';

/** Dollar prices of coins on Coinbase Exchange: `GET /products/{id}/ticker`, which is public. */
export function createCoinbase({ baseUrl, fetch }: PriceSourceOptions): PriceSource {
  const http = createHttp({ network: SOURCE, baseUrl, timeoutMs: TIMEOUT_MS, ...(fetch ? { fetch } : {}) });
  return {
    code: SOURCE,
    references: Object.keys(PRODUCTS) as (keyof typeof PRODUCTS)[],
    pollMs: MINUTE_MS,
    async read(reference) {
      const product = PRODUCTS[reference as keyof typeof PRODUCTS];
      const { bid, ask, time: publishedAt } = readAnswer(SOURCE, await http.get(`products/${product}/ticker`, {}, USER_AGENT), ticker);
      return { price: middleOf(SOURCE, bid, ask), publishedAt };
    },
  };
}
