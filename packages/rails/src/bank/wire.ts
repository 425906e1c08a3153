import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

/** Vietnam is seven hours ahead of UTC all year. */
const VN_OFFSET_MS = 7 * 3_600_000;
const VN_TIME = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2})$/;

/** Parses SePay's `YYYY-MM-DD HH:mm:ss` in Vietnam time; null when malformed. */
export function vnTimeToDate(text: string): Date | null {
  const match = VN_TIME.exec(text);
  if (!match) return null;
  const date = new Date(Date.parse(`${match[1]}T${match[2]}Z`) - VN_OFFSET_MS);
  if (Number.isNaN(date.getTime()) || dateToVnTime(date) !== `${match[1]} ${match[2]}`) return null;
  return date;
}

/** Formats a date as SePay does, in Vietnam time. */
export function dateToVnTime(date: Date): string {
  return new Date(date.getTime() + VN_OFFSET_MS).toISOString().slice(0, 19).replace('T', ' ');
}

/** SePay's signature of a webhook: hex HMAC-SHA256 over `timestamp.body`. */
export function signSePay(secret: string, timestamp: string, body: string): string {
  return createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
}

/** Whether a header `sha256=<hex>` signs this timestamp and body under any of the secrets, in constant time per secret. */
export function isSePaySignature(secrets: readonly string[], timestamp: string, body: string, header: string): boolean {
  const match = /^sha256=([0-9a-f]{64})$/i.exec(header);
  if (!match?.[1]) return false;
  const given = Buffer.from(match[1], 'hex');
  return secrets.map((secret) => timingSafeEqual(given, Buffer.from(signSePay(secret, timestamp, body), 'hex'))).includes(true);
}

/** The parts of SePay's webhook body that we read (developer.sepay.vn, webhooks). */
export const sePayWebhook = z.object({
  id: z.int().positive(),
  transactionDate: z.string(),
  accountNumber: z.string(),
  /** Virtual account that was paid to (BIDV, MSB). */
  subAccount: z.string().nullish(),
  content: z.string().nullish(),
  transferType: z.enum(['in', 'out']),
  transferAmount: z.number(),
  referenceCode: z.string().nullish(),
});

/** A row of SePay's list. */
export const sePayTransaction = z.object({
  id: z.string().min(1).max(64),
  transaction_date: z.string(),
  account_number: z.string(),
  va: z.string().nullish(),
  transfer_type: z.string(),
  amount_in: z.number(),
  transaction_content: z.string().nullish(),
  reference_number: z.string().nullish(),
});

/** SePay API v2's envelope of `/v2/transactions`. */
export const sePayPage = z.object({
  status: z.literal('success'),
  /** Rows. Each is parsed on its own, so that a malformed one fails no other. */
  data: z.array(z.unknown()),
  meta: z.object({ pagination: z.object({ has_more: z.boolean(), total: z.int().nullish() }) }),
});

/** VietQR.io's answer to `/v2/lookup`. */
export const vietQrAnswer = z.object({
  code: z.string(),
  data: z.object({ accountName: z.string().nullish() }).nullish(),
});
