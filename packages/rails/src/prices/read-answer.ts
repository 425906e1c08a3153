import { parseRate } from '@quydoi/domain/price/rate';
import { z } from 'zod';
import type { HttpAnswer } from '../http.ts';
import { RailError } from '../rail-error.ts';
import type { PriceSourceName } from './price-source.ts';

/** Decimal text of a price above zero, as its integer at rate scale. */
export const priceText = z.string().transform((text, context) => {
  const price = parseRate(text);
  if (price !== null) return price;
  context.addIssue({ code: 'custom', message: 'not a price' });
  return z.NEVER;
});

/** How far the best offers of a market may be apart, as a part of the price: 1 / 50 is 2 %. */
const SPREAD_PART = 50n;

/**
 * The price between the best offers of a market, which a single odd trade does not move.
 * @throws RailError when they are far apart or crossed: the market is broken or has nobody in it
 */
export function middleOf(source: PriceSourceName, bid: bigint, ask: bigint): bigint {
  if (ask < bid || (ask - bid) * SPREAD_PART > bid) throw new RailError(source, 'refused', 'not-done', 'the best offers are far apart');
  return (bid + ask) / 2n;
}

/**
 * Parses a source's JSON answer.
 * @throws RailError when the status is an error, or the text is not what the source documents, such as the page of a gateway
 */
export function readAnswer<S extends z.ZodType>(source: PriceSourceName, { status, text }: HttpAnswer, schema: S): z.output<S> {
  if (status === 429) throw new RailError(source, 'busy', 'not-done', 'asked too often');
  if (status !== 200) throw new RailError(source, status >= 500 ? 'unreachable' : 'refused', 'not-done', `status ${status}`);
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new RailError(source, 'malformed', 'not-done', 'not JSON');
  }
  const parsed = schema.safeParse(json);
  if (!parsed.success) throw new RailError(source, 'malformed', 'not-done', z.prettifyError(parsed.error));
  return parsed.data;
}
