import { createHash } from 'node:crypto';
import { formatDecimal, parseDecimal } from '@quydoi/domain/money';
import { z } from 'zod';

/** Decimals of WMZ. */
const SCALE = 2;
/** Upper bound (exclusive) of transaction numbers that senders may use. */
const TRAN_ID_LIMIT = 2n ** 53n;

/** Purse as WebMoney writes it: trimmed, upper case. */
export function purse(text: string): string {
  return text.trim().toUpperCase();
}

/** Whether a (normalised) purse holds WMZ. */
export function isWmzPurse(text: string): boolean {
  return /^Z\d{12}$/.test(text);
}

/** Amount in hundredths of a WMZ as WebMoney takes it: a dot, at most two decimals, no trailing zeros (10.5, 9; never 10.50 or 9.). */
export function wmzText(units: bigint): string {
  return formatDecimal(units, SCALE);
}

/** Parses an amount in WebMoney's JSON, forms or XML to hundredths of a WMZ; null if it is not an amount. */
export function wmzUnits(amount: number | string): bigint | null {
  return parseDecimal(String(amount), SCALE);
}

/**
 * Transaction number (`tranid`) of an attempt, WebMoney's idempotency key: a number below 2^53 derived from the SHA-256 of the attempt's key, never
 * zero. Two keys may have the same number (among a million attempts, with a probability of 6 in 100 000). WebMoney then makes no second transfer, and
 * the description of the first, which contains its key (`descriptionOf`), shows that it is another attempt's.
 */
export function tranIdOf(key: string): number {
  const digest = createHash('sha256').update(key).digest();
  return Number(digest.readBigUInt64BE() % (TRAN_ID_LIMIT - 1n)) + 1;
}

const KEY = /(?:^| )([A-Z0-9]{4,20}(?:-[A-Z0-9]+){1,3})$/i;

/** Description of a payout: the memo and the attempt's key, or the key alone if it begins with the memo. Both are ASCII. */
export function descriptionOf({ memo, key }: { readonly memo: string; readonly key: string }): string {
  return key.startsWith(memo) ? key : `${memo} ${key}`;
}

/** The attempt's key at the end of a payout's description; null if there is none. */
export function keyIn(description: string): string | null {
  return KEY.exec(description.trim())?.[1] ?? null;
}

const DIGITS = /^\d{1,16}$/;

/** An operation of our purse in `GetOperations` and `Transact`. */
export const operation = z.object({
  id: z.number().int().positive(),
  /** The sender's transaction number, zero for none; null where it cannot be read: payments to us are payments whatever their senders' numbers. */
  tranid: z
    .union([z.number(), z.string().regex(DIGITS).transform(Number)])
    .pipe(z.number().int().min(0))
    .nullable()
    .catch(null),
  pursesrc: z.string(),
  pursedest: z.string(),
  amount: z.union([z.number(), z.string()]),
  /** Fee that the sender paid on top. */
  comiss: z.union([z.number(), z.string()]).nullish(),
  opertype: z.number().int(),
  desc: z.string().nullish(),
  /** Days of protection that the sender chose; zero for none. */
  period: z.number().nullish(),
  datecrt: z.string(),
  /** When its state last changed: for a protected one that is done, when the recipient got the money. */
  dateupd: z.string().nullish(),
});

/** An operation of our purse. */
export type Operation = z.output<typeof operation>;

/** Values of `opertype`. Protected operations wait for the recipient's code or the end of their term; returned ones went back to the sender. */
export const OPERATION_TYPES = { done: 0, protected: 4, returned: 12 } as const;

const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,7})?(?:Z|[+-]\d{2}:\d{2})?$/;

/** Parses a time in WebMoney's JSON (ISO 8601; UTC if no zone is given); null if it is not a time. */
export function timeToDate(text: string): Date | null {
  if (!TIME.test(text)) return null;
  const date = new Date(/(?:Z|[+-]\d{2}:\d{2})$/.test(text) ? text : `${text}Z`);
  return Number.isNaN(date.getTime()) ? null : date;
}

/** Formats a time for `GetOperations`: ISO 8601 without a zone, in UTC. */
export function dateToTime(date: Date): string {
  return date.toISOString().slice(0, 19);
}
