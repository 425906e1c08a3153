import type { HttpBindings } from '@hono/node-server';
import { REFERENCE_CODES, type ReferenceCode } from '@quydoi/domain/price/references';
import { Hono } from 'hono';
import { z } from 'zod';
import type { FaultDefinition } from '../faults.ts';
import type { NetworkContext } from '../network.ts';
import { readBody } from '../read-body.ts';
import { bitstampRoutes } from './bitstamp.ts';
import { coinbaseRoutes } from './coinbase.ts';
import { PRICE_SOURCE_FAULTS, VIETCOMBANK_FAULTS } from './faults.ts';
import { openMarket } from './market.ts';
import { vietcombankRoutes } from './vietcombank.ts';

const FAULTS = { vietcombank: VIETCOMBANK_FAULTS, coinbase: PRICE_SOURCE_FAULTS, bitstamp: PRICE_SOURCE_FAULTS } as const;

/** Every fault of every source of prices. */
export const PRICE_FAULTS: readonly (FaultDefinition & { readonly rail: string; readonly kind: string })[] = Object.entries(FAULTS).flatMap(
  ([rail, table]) => Object.entries(table).map(([kind, fault]) => ({ ...fault, rail, kind })),
);

const priceBody = z.object({ reference: z.enum(REFERENCE_CODES as [ReferenceCode, ...ReferenceCode[]]), price: z.number().positive() });

/** The sources of reference prices, over one market, and the control API's way to move it. */
export function priceRoutes({ books, faults, now }: NetworkContext): Hono<{ Bindings: HttpBindings }> {
  const market = openMarket(books);
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.route('/', vietcombankRoutes({ market, now, faults: faults.of('vietcombank', FAULTS.vietcombank) }));
  app.route('/', coinbaseRoutes({ market, now, faults: faults.of('coinbase', FAULTS.coinbase) }));
  app.route('/', bitstampRoutes({ market, now, faults: faults.of('bitstamp', FAULTS.bitstamp) }));
  app.post('/prices', async (c) => {
    const { reference, price } = await readBody(c, priceBody);
    market.set(reference, price);
    return c.json({ reference, price });
  });
  return app;
}
