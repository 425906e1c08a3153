import type { HttpBindings } from '@hono/node-server';
import type { ReferenceCode } from '@quydoi/domain/price/references';
import { Hono } from 'hono';
import { answerPrice, type SourceContext } from './source.ts';

const PAIRS: Readonly<Record<string, ReferenceCode>> = { usdtusd: 'usdt', ethusd: 'eth', btcusd: 'btc' };
/** Distance of the best offers from the price. */
const HALF_SPREAD = 0.0002;

/** Bitstamp's tickers. */
export function bitstampRoutes(context: SourceContext): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.get('/bitstamp/api/v2/ticker/:pair/', async (c) => {
    const reference = PAIRS[c.req.param('pair')];
    if (!reference) return c.text('Not found', 404);
    return answerPrice(c, context, reference, ({ price, at }) => ({
      timestamp: String(Math.floor(at.getTime() / 1_000)),
      open: price.toFixed(5),
      high: price.toFixed(5),
      low: price.toFixed(5),
      last: price.toFixed(5),
      volume: '1410.55220171',
      vwap: price.toFixed(5),
      bid: (price * (1 - HALF_SPREAD)).toFixed(5),
      ask: (price * (1 + HALF_SPREAD)).toFixed(5),
      side: '0',
      open_24: price.toFixed(5),
      percent_change_24: '0.00',
    }));
  });
  return app;
}
