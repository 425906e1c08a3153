/** Options of a client of a price source. */
export interface PriceSourceOptions {
  readonly baseUrl: string;
  readonly fetch?: typeof globalThis.fetch;
}

/** Deadline of one call. */
export const TIMEOUT_MS = 8_000;

/** Coinbase and the gateways before the others refuse callers that do not name themselves. */
export const USER_AGENT = { 'user-agent': 'quydoi', accept: 'application/json' } as const;
