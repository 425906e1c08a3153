import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

/** How long a token is valid: our clocks may differ by minutes. */
const TOKEN_SECONDS = 600;

/** An AppotaPay application. Its secret key signs requests, and can pay out where the application may. */
export interface AppotaPayKeys {
  readonly partnerCode: string;
  readonly apiKey: string;
  readonly secretKey: string;
}

/** The token of the header `X-APPOTAPAY-AUTH`: a JWT (HS256) under the secret key (docs.appotapay.com, authentication). */
export function appotaPayToken({ partnerCode, apiKey, secretKey }: AppotaPayKeys, now: Date): string {
  const seconds = Math.floor(now.getTime() / 1000);
  const header = { typ: 'JWT', alg: 'HS256', cty: 'appotapay-api;v=1' };
  const payload = { iss: partnerCode, jti: `${apiKey}-${seconds}`, api_key: apiKey, exp: seconds + TOKEN_SECONDS };
  const signed = [header, payload].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  return `${signed}.${createHmac('sha256', secretKey).update(signed).digest('base64url')}`;
}

/** Fields of a signature. Absent ones are left out. */
export type AppotaPayFields = Readonly<Record<string, string | number | undefined>>;

/** AppotaPay's signature: hex HMAC-SHA256 under the secret key over `key=value` joined by `&`, in the order of the keys, not URL-encoded. */
export function signAppotaPay(secretKey: string, fields: AppotaPayFields): string {
  const pairs = Object.keys(fields)
    .sort()
    .flatMap((key) => (fields[key] === undefined ? [] : [`${key}=${fields[key]}`]));
  return createHmac('sha256', secretKey).update(pairs.join('&')).digest('hex');
}

/** Whether a signature is of these fields, in constant time. */
export function isAppotaPaySignature(secretKey: string, fields: AppotaPayFields, signature: string | null | undefined): boolean {
  if (!/^[0-9a-f]{64}$/i.test(signature ?? '')) return false;
  return timingSafeEqual(Buffer.from(signature ?? '', 'hex'), Buffer.from(signAppotaPay(secretKey, fields), 'hex'));
}

/** The answer to `bank/account/info`. `accountNo` may be a number, whose digits are signed as they are. */
export const appotaPayAccountInfo = z.object({
  errorCode: z.int(),
  accountInfo: z.object({ accountNo: z.union([z.string(), z.number()]), accountName: z.string() }).nullish(),
  signature: z.string().nullish(),
});
