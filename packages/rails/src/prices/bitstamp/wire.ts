import { z } from 'zod';
import { priceText } from '../read-answer.ts';

/** Pairs by reference. */
export const PAIRS = { usdt: 'usdtusd', eth: 'ethusd', btc: 'btcusd' } as const;

/** Answer of `/api/v2/ticker/{pair}/`: the best offers, and the server's time in seconds. */
export const ticker = z.object({
  bid: priceText,
  ask: priceText,
  timestamp: z
    .string()
    .regex(/^\d{9,11}$/)
    .transform((seconds) => new Date(Number(seconds) * 1_000)),
});
