import type { PayoutRefusal } from '../payout.ts';

/*
 * AppotaPay's error codes (docs.appotapay.com: errors, the tables of its services). Any code that is not listed here counts as unknown, because it proves
 * neither that money moved nor that it did not.
 */

/** The transfer has succeeded. */
export const SUCCESS = 0;
/** The transfer has failed. Believed only with AppotaPay's signature. */
export const FAILED = 33;
/** The transfer was taken, and waits for the bank. */
export const PENDING: readonly number[] = [34, 35];
/** No transfer has our id. */
export const NOT_FOUND = 36;
/** Our id was used before: `Duplicate transaction`, `Request was duplicated`. */
export const DUPLICATES: readonly number[] = [31, 201];
/** Partner unknown or blocked, API key unknown, not activated or blocked, not authorised; a wrong signature comes from a wrong secret key. */
export const CREDENTIALS: readonly number[] = [2, 11, 13, 14, 15, 23, 401];
/** Our address is not on the list of those that may call: says nothing about our keys, as a page of 403 does not. */
export const ADDRESS_REFUSED = 92;
/** Maintenance, an overloaded or a failing system. */
export const UNWELL: readonly number[] = [40, 41, 91, 94, 500];

/** Explicit refusals of a transfer, which was not taken then. */
const REFUSALS: ReadonlyMap<number, PayoutRefusal> = new Map([
  [12, 'funds'],
  [160, 'destination'],
  [161, 'destination'],
  [200, 'destination'],
  // A bank or an amount that AppotaPay does not take: another provider may.
  [32, 'temporary'],
  [149, 'temporary'],
  [190, 'temporary'],
]);

/** Meaning of an explicit refusal; null when a code does not prove that no money moved. */
export function refusalOf(errorCode: number): PayoutRefusal | null {
  return REFUSALS.get(errorCode) ?? null;
}
