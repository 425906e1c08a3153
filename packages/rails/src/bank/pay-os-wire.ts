import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { vnTimeToDate } from './wire.ts';

/**
 * payOS's header `x-signature` of a payout request or answer: hex HMAC-SHA256 over the object with its keys sorted at every depth,
 * written as `key=value` joined by `&`, both URL-encoded, lists and objects as JSON, null as nothing (payOS SDK 2.0.5).
 */
export function signPayOs(checksumKey: string, object: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(sorted(object) as Record<string, unknown>).map(
    ([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(textOf(value))}`,
  );
  return createHmac('sha256', checksumKey).update(pairs.join('&')).digest('hex');
}

/** Whether a header signs this object, in constant time. Without a key nothing is signed. */
export function isPayOsSignature(checksumKey: string, object: Readonly<Record<string, unknown>>, header: string | null): boolean {
  if (checksumKey === '' || header === null || !/^[0-9a-f]{64}$/i.test(header)) return false;
  try {
    return timingSafeEqual(Buffer.from(header, 'hex'), Buffer.from(signPayOs(checksumKey, object), 'hex'));
  } catch (error) {
    // Text with a lone surrogate cannot be URL-encoded, so no valid signature exists.
    if (error instanceof URIError) return false;
    throw error;
  }
}

/** Signed fields of a payment link. */
export interface PayOsLink {
  readonly amount: number;
  readonly cancelUrl: string;
  readonly description: string;
  readonly orderCode: number;
  readonly returnUrl: string;
}

/** payOS's signature of a payment link: hex HMAC-SHA256 over its five fields as they are, not URL-encoded (payOS SDK 2.0.5). */
export function signPayOsLink(checksumKey: string, { amount, cancelUrl, description, orderCode, returnUrl }: PayOsLink): string {
  const text = `amount=${amount}&cancelUrl=${cancelUrl}&description=${description}&orderCode=${orderCode}&returnUrl=${returnUrl}`;
  return createHmac('sha256', checksumKey).update(text).digest('hex');
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  // Sorted by code units, not by locale, as payOS does.
  const keys = Object.keys(value).sort();
  return Object.fromEntries(keys.map((key) => [key, sorted((value as Record<string, unknown>)[key])]));
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** The envelope of every payOS answer. Only code `00` is a success, whatever the HTTP status. */
export const payOsEnvelope = z.object({
  code: z.union([z.string(), z.number()]).transform(String),
  desc: z.string().nullish(),
  data: z.record(z.string(), z.unknown()).nullish(),
});

const payOsTransaction = z.object({
  id: z.string().min(1).max(200),
  amount: z.int().positive(),
  toBin: z.string(),
  toAccountNumber: z.string(),
  reference: z.string().max(200).nullish(),
  transactionDatetime: z.string().nullish(),
  errorMessage: z.string().nullish(),
  errorCode: z.string().nullish(),
  state: z.string(),
});

/** A payout of payOS: a request for approval, and the transfers that it makes. Ours make one. */
export const payOsPayout = z.object({
  id: z.string().min(1).max(200),
  referenceId: z.string(),
  transactions: z.array(payOsTransaction),
  approvalState: z.string(),
  createdAt: z.string(),
});

/** A payout in payOS's responses. */
export type PayOsPayout = z.output<typeof payOsPayout>;

/** A page of `GET /v1/payouts`. */
export const payOsPage = z.object({
  payouts: z.array(payOsPayout),
  pagination: z.object({ hasMore: z.boolean() }),
});

/** `GET /v1/payouts-account/balance`; the balance is text. */
export const payOsBalance = z.object({ accountNumber: z.string(), currency: z.string(), balance: z.string() });

/** A moment as payOS writes it: ISO 8601 with a zone, or Vietnam time without one; null when it is none. */
export function payOsTimeToDate(text: string): Date | null {
  const local = vnTimeToDate(text.replace(/\.\d+$/, ''));
  if (local) return local;
  if (!/^\d{4}-\d{2}-\d{2}T.*(Z|[+-]\d{2}:?\d{2})$/.test(text)) return null;
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? null : date;
}
