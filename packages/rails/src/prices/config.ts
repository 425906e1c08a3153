import { z } from 'zod';
import type { RailVariables } from '../config.ts';
import { createBitstamp } from './bitstamp/index.ts';
import { createCoinbase } from './coinbase/index.ts';
import type { PriceSource } from './price-source.ts';
import { createVietcombank } from './vietcombank/index.ts';

/** Addresses of the sources of reference prices. A source without one is not asked. */
export const PRICE_VARIABLES = {
  /** `https://www.vietcombank.com.vn` */
  VIETCOMBANK_URL: z.url().optional(),
  /** `https://api.exchange.coinbase.com` */
  COINBASE_URL: z.url().optional(),
  /** `https://www.bitstamp.net` */
  BITSTAMP_URL: z.url().optional(),
};

/** Creates the sources that have an address. */
export function createPriceSources(values: z.output<z.ZodObject<typeof PRICE_VARIABLES>>): readonly PriceSource[] {
  const { VIETCOMBANK_URL: vietcombank, COINBASE_URL: coinbase, BITSTAMP_URL: bitstamp } = values;
  return [
    ...(vietcombank === undefined ? [] : [createVietcombank({ baseUrl: vietcombank })]),
    ...(coinbase === undefined ? [] : [createCoinbase({ baseUrl: coinbase })]),
    ...(bitstamp === undefined ? [] : [createBitstamp({ baseUrl: bitstamp })]),
  ];
}

/** The addresses of a sandbox's sources. */
export function sandboxPriceVariables(sandboxUrl: string): RailVariables {
  return { VIETCOMBANK_URL: `${sandboxUrl}/vietcombank`, COINBASE_URL: `${sandboxUrl}/coinbase`, BITSTAMP_URL: `${sandboxUrl}/bitstamp` };
}
