import type { HttpBindings } from '@hono/node-server';
import type { ReferenceCode } from '@quydoi/domain/price/references';
import { Hono } from 'hono';
import { answerPrice, type SourceContext } from './source.ts';

const PRODUCTS: Readonly<Record<string, ReferenceCode>> = { 'USDT-USD': 'usdt', 'ETH-USD': 'eth', 'BTC-USD': 'btc' };
/** Distance of the best offers from the price. */
const HALF_SPREAD = 0.0001;

/** Coinbase Exchange's tickers. Callers without a name are refused. */
export function coinbaseRoutes(context: SourceContext): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.get('/coinbase/products/:id/ticker', async (c) => {
    if (!c.req.header('user-agent')) return c.json({ message: 'User-Agent header is required.' }, 400);
    const reference = PRODUCTS[c.req.param('id')];
    if (!reference) return c.json({ message: 'NotFound' }, 404);
    return answerPrice(c, context, reference, ({ price, at }) => ({
      ask: (price * (1 + HALF_SPREAD)).toFixed(8),
      bid: (price * (1 - HALF_SPREAD)).toFixed(8),
      volume: '5123.88123401',
      trade_id: 86326522,
      price: price.toFixed(8),
      size: '0.00698254',
      time: at.toISOString().replace('Z', '231Z'),
      rfq_volume: '12.410532',
    }));
  });
  return app;
}
