import { z } from 'zod';
import { priceText } from '../read-answer.ts';

/** Products by reference. */
export const PRODUCTS = { usdt: 'USDT-USD', eth: 'ETH-USD', btc: 'BTC-USD' } as const;

/** Answer of `/products/{id}/ticker`: the best offers, and the time of the last trade. */
export const ticker = z.object({ bid: priceText, ask: priceText, time: z.iso.datetime({ offset: true }).transform((text) => new Date(text)) });
