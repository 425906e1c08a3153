import { createHmac, timingSafeEqual } from 'node:crypto';

/** AppotaPay's signature: hex HMAC-SHA256 of `key=value` joined by `&`, in the order of the keys. */
export function appotaPaySignature(secretKey: string, fields: Readonly<Record<string, string | number | undefined>>): string {
  const text = Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => `${key}=${value}`)
    .join('&');
  return createHmac('sha256', secretKey).update(text).digest('hex');
}

/** Who may call: a JWT (HS256) under the secret key. */
export interface AppotaPayApplication {
  readonly partnerCode: string;
  readonly apiKey: string;
  readonly secretKey: string;
}

/** Whether a header `X-APPOTAPAY-AUTH` is the application's, and still valid. */
export function isAppotaPayToken({ partnerCode, apiKey, secretKey }: AppotaPayApplication, header: string, now: Date): boolean {
  const [head = '', body = '', signature = ''] = header.replace(/^Bearer /, '').split('.');
  if (!isSame(signature, createHmac('sha256', secretKey).update(`${head}.${body}`).digest('base64url'))) return false;
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as { iss: string; api_key: string; exp: number };
  return claims.iss === partnerCode && claims.api_key === apiKey && claims.exp * 1000 > now.getTime();
}

/** Compares in constant time. */
export function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
