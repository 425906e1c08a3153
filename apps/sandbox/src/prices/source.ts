import { setTimeout as sleep } from 'node:timers/promises';
import type { HttpBindings } from '@hono/node-server';
import { DAY_MS } from '@quydoi/domain/durations';
import type { ReferenceCode } from '@quydoi/domain/price/references';
import type { Context } from 'hono';
import { dropConnection } from '../drop-connection.ts';
import type { ProviderFaults } from '../faults.ts';
import { gatewayPage, HANGS_MS } from '../gateway-page.ts';
import type { PriceSourceFault } from './faults.ts';
import type { Market } from './market.ts';

/** Context of a source's routes. */
export interface SourceContext<F extends string = PriceSourceFault> {
  readonly market: Market;
  readonly faults: ProviderFaults<F>;
  readonly now: () => Date;
}

/** A price as the source tells it now, with what a fault makes of it. */
export interface ToldPrice {
  readonly price: number;
  readonly at: Date;
}

const STALE_DAYS = 21;
const JUMP = 1.5;

/** Answers a request for a price in the source's format, unless a fault is to happen. */
export async function answerPrice(
  c: Context<{ Bindings: HttpBindings }>,
  { market, faults, now }: SourceContext,
  reference: ReferenceCode,
  format: (told: ToldPrice) => object,
): Promise<Response> {
  if (faults.take('forbidden')) return gatewayPage(c, 403);
  if (faults.take('silence')) {
    await sleep(HANGS_MS, undefined, { ref: false });
    return dropConnection(c);
  }
  if (faults.take('garbage')) return c.html('<html><body>Website under construction</body></html>');
  const price = market.priceOf(reference) * (faults.take('jump') ? JUMP : 1);
  const at = new Date(now().getTime() - (faults.take('stale') ? STALE_DAYS * DAY_MS : 0));
  return c.json(format({ price, at }));
}
