import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { vnTimeToDate } from './wire.ts';

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

/** A transfer as AppotaPay tells it, in the answers to `transfer/make` and `transfer/transaction/{partnerRefId}`. */
const transaction = z.object({
  amount: z.int().positive(),
  /** What the receiver gets: less than `amount` where the receiver pays the fee. */
  transferAmount: z.int().nonnegative(),
  appotapayTransId: z.string().min(1).max(200),
  /** Unix seconds in one version of the documentation, `DD-MM-YYYY HH:mm:ss` in Vietnam time in another. */
  time: z.union([z.int(), z.string()]),
  accountNo: z.union([z.string(), z.number()]).nullish(),
});

/** The answer to a transfer, or to a look-up of one. A refused request has no transaction, and nothing to sign. */
export const appotaPayTransfer = z.object({
  errorCode: z.int(),
  message: z.string().nullish(),
  transaction: transaction.nullish(),
  signature: z.string().nullish(),
});

/** An answer about a transfer. */
export type AppotaPayTransfer = z.output<typeof appotaPayTransfer>;

/** An amount, which some versions write as text. */
const dong = z.union([z.int(), z.string().regex(/^-?\d{1,15}$/)]).transform(BigInt);

/** The answer to `accounts/balance`, which AppotaPay does not sign. */
export const appotaPayBalance = z.object({ errorCode: z.int(), message: z.string().nullish(), account: z.object({ balance: dong }).nullish() });

/** A moment as AppotaPay tells it, in either version; null when it is none. */
export function appotaPayTimeToDate(time: string | number): Date | null {
  if (typeof time === 'number' || /^\d{9,11}$/.test(time)) return new Date(Number(time) * 1000);
  const [, day, month, year, clock] = /^(\d{2})-(\d{2})-(\d{4}) (\d{2}:\d{2}:\d{2})$/.exec(time) ?? [];
  return day === undefined ? null : vnTimeToDate(`${year}-${month}-${day} ${clock}`);
}

/** The answer to `bank/account/info`. `accountNo` may be a number, whose digits are signed as they are. */
export const appotaPayAccountInfo = z.object({
  errorCode: z.int(),
  accountInfo: z.object({ accountNo: z.union([z.string(), z.number()]), accountName: z.string() }).nullish(),
  signature: z.string().nullish(),
});
