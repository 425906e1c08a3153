import { DAY_MS, MINUTE_MS } from '../durations.ts';

/** How a reference price is judged. */
interface ReferenceFacts {
  /** What one unit of it is priced in. */
  readonly pricedIn: 'vnd' | 'usd';
  /** How long a source's answer counts after it was read. */
  readonly ageMaxMs: number;
  /** How long ago a source may have published its price. */
  readonly publishedAgeMaxMs: number;
  /** How far in the future a source may date its price. */
  readonly publishedAheadMaxMs: number;
  /** How far the price may move in a minute, in percent. */
  readonly movePercentMax: string;
  /** How far sources may be from their median, in percent. */
  readonly apartPercentMax: string;
}

/** Orders are quoted at a price for a minute, and paid within half an hour: a price that is minutes old is still the market's. */
const TICKER = { pricedIn: 'usd', ageMaxMs: 5 * MINUTE_MS, publishedAgeMaxMs: 10 * MINUTE_MS, publishedAheadMaxMs: 2 * MINUTE_MS } as const;

/*
 * `usd` is dong for a dollar as Vietcombank publishes it, which changes a few times on a working day and stands over weekends and the days of Tết; the bank
 * dates a day's rates with its end. The others are dollars for a coin.
 */
const ROWS = {
  usd: {
    pricedIn: 'vnd',
    ageMaxMs: 30 * MINUTE_MS,
    publishedAgeMaxMs: 12 * DAY_MS,
    publishedAheadMaxMs: DAY_MS,
    movePercentMax: '1',
    apartPercentMax: '1',
  },
  usdt: { ...TICKER, movePercentMax: '0.5', apartPercentMax: '0.5' },
  eth: { ...TICKER, movePercentMax: '3', apartPercentMax: '1' },
  btc: { ...TICKER, movePercentMax: '3', apartPercentMax: '1' },
} as const satisfies Record<string, ReferenceFacts>;

/** Code of a public price. */
export type ReferenceCode = keyof typeof ROWS;

/** Every reference price with the limits that it is judged by. */
export const REFERENCES: Readonly<Record<ReferenceCode, ReferenceFacts>> = ROWS;

/** All codes of reference prices. */
export const REFERENCE_CODES = Object.keys(REFERENCES) as ReferenceCode[];
