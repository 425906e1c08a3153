import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { payOsTimeToDate } from './pay-os-wire.ts';
import { parseJson } from './reported-transfer.ts';
import { vnTimeToDate } from './wire.ts';

/** Casso's bodies have less than a kilobyte and a depth of 2; anybody can send longer or deeper ones, which would cost time and stack. */
const BODY_LENGTH_MAX = 16_384;
const DEPTH_MAX = 8;

/**
 * Casso's signature of a webhook V2: hex HMAC-SHA512 over `timestamp.body`, where the body is its JSON with keys sorted at every depth
 * (CassoHQ/casso-webhook-v2-verify-signature). Null when the body is no JSON that Casso sends.
 */
export function signCasso(key: string, timestamp: string, body: string): string | null {
  const sorted = body.length > BODY_LENGTH_MAX ? undefined : sortedKeys(parseJson(body), DEPTH_MAX);
  if (sorted === undefined) return null;
  return createHmac('sha512', key)
    .update(`${timestamp}.${JSON.stringify(sorted)}`)
    .digest('hex');
}

/** Whether a signature, 128 hex digits, signs this timestamp and body under any of the keys, in constant time per key. */
export function isCassoSignature(keys: readonly string[], timestamp: string, body: string, signature: string): boolean {
  const given = Buffer.from(signature, 'hex');
  const isOf = (key: string) => {
    const expected = Buffer.from(signCasso(key, timestamp, body) ?? '', 'hex');
    return expected.length === given.length && given.length > 0 && timingSafeEqual(given, expected);
  };
  return keys.map(isOf).includes(true);
}

/** Parses the header `X-Casso-Signature`: `t=<milliseconds>,v1=<hex>`; null when malformed. */
export function readCassoHeader(header: string): { readonly timestamp: string; readonly signature: string } | null {
  const match = /^t=(\d{1,15}),\s*v1=([0-9a-f]{128})$/i.exec(header.trim());
  return match?.[1] && match[2] ? { timestamp: match[1], signature: match[2] } : null;
}

/** Copy of a JSON value with the keys of all objects sorted by code units. Undefined for `undefined`, and for values nested deeper than `depth`. */
function sortedKeys(value: unknown, depth: number): unknown {
  if (value === undefined || depth < 0) return undefined;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items = value.map((item) => sortedKeys(item, depth - 1));
    return items.includes(undefined) ? undefined : items;
  }
  const entries = Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, inner]) => [key, sortedKeys(inner, depth - 1)] as const);
  return entries.some(([, inner]) => inner === undefined) ? undefined : Object.fromEntries(entries);
}

/** A moment as Casso writes it: a day alone, which is its first second; Vietnam time; or ISO 8601 with a zone. Null when it is none. */
export function cassoTimeToDate(text: string): Date | null {
  return vnTimeToDate(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text} 00:00:00` : text) ?? payOsTimeToDate(text);
}

/** The parts of a webhook V2 that we read (developer.casso.vn, webhook V2). Pings from Casso's pages have the id 0. */
export const cassoWebhook = z.object({
  error: z.literal(0),
  data: z.object({
    id: z.int().nonnegative(),
    reference: z.string().nullish(),
    description: z.string().nullish(),
    /** Negative for money that went out. */
    amount: z.number(),
    transactionDateTime: z.string(),
    accountNumber: z.string(),
    virtualAccountNumber: z.string().nullish(),
  }),
});

/** A row of `GET /v2/transactions`. */
export const cassoRecord = z.object({
  id: z.int().positive(),
  tid: z.string().nullish(),
  description: z.string().nullish(),
  /** Negative for money that went out. */
  amount: z.number(),
  when: z.string(),
  bankSubAccId: z.string(),
  virtualAccount: z.string().nullish(),
});

/** The envelope of `GET /v2/transactions`. */
export const cassoPage = z.object({
  error: z.literal(0),
  data: z.object({
    /** Rows. Each is parsed on its own, so that a malformed one fails no other. */
    records: z.array(z.unknown()),
    nextPage: z.int().nullish(),
  }),
});

/** The envelope of `GET /v2/accounts`: bank accounts linked at Casso. `connectStatus` is 1 while Casso reads the account. */
export const cassoAccounts = z.object({
  error: z.literal(0),
  data: z.object({
    records: z.array(z.object({ bankSubAccId: z.string(), connectStatus: z.union([z.number(), z.boolean(), z.string()]).transform(String) })),
  }),
});
