import type { HttpBindings } from '@hono/node-server';
import { HOUR_MS } from '@quydoi/domain/durations';
import { Hono } from 'hono';
import type { VietcombankFault } from './faults.ts';
import { answerPrice, type SourceContext } from './source.ts';

const HANOI_OFFSET_MS = 7 * HOUR_MS;
/** Difference between what the bank sells dollars for and what it buys them for. */
const SPREAD_DONG = 380;
const THOUSANDS = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Vietcombank's exchange rates. Without a date the real site answers 404. */
export function vietcombankRoutes(context: SourceContext<VietcombankFault>): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.get('/vietcombank/api/exchangerates', async (c) => {
    if (!/^\d{4}-\d\d-\d\d$/.test(c.req.query('date') ?? '')) return c.text('Not Found', 404);
    if (context.faults.take('unpublished')) return c.json({ Count: 0, Date: `${c.req.query('date')}T00:00:00`, UpdatedDate: null, Data: [] });
    return answerPrice(c, context, 'usd', ({ price, at }) => {
      const date = new Date(at.getTime() + HANOI_OFFSET_MS).toISOString().slice(0, 10);
      const [sell, transfer, cash] = [price, price - SPREAD_DONG, price - SPREAD_DONG - 30].map((rate) => THOUSANDS.format(rate));
      const rows = [
        { currencyName: 'AUSTRALIAN DOLLAR', currencyCode: 'AUD', cash: '16,640.10', transfer: '16,808.18', sell: '17,347.15' },
        { currencyName: 'DANISH KRONE', currencyCode: 'DKK', cash: '-', transfer: '3,960.07', sell: '4,111.60' },
        { currencyName: 'US DOLLAR', currencyCode: 'USD', cash, transfer, sell },
      ];
      return { Count: rows.length, Date: `${date}T00:00:00`, UpdatedDate: `${date}T23:00:00+07:00`, Data: rows };
    });
  });
  return app;
}
