import { REF_ALPHABET } from './ref.ts';

/** Largest payment number of WebMoney's merchant interface. */
const PAYMENT_NUMBER_MAX = 2_147_483_647n;

/**
 * Numeric payment number of an order, for providers that take no other: its reference read as a number, from 1 to 2147483647. Two orders may have
 * the same one (two in two thousand million), so that the reference itself always goes along.
 */
export function paymentNumberOf(ref: string): number {
  const base = BigInt(REF_ALPHABET.length);
  const value = [...ref].reduce((sum, char) => sum * base + BigInt(Math.max(REF_ALPHABET.indexOf(char), 0)), 0n);
  return Number(value % PAYMENT_NUMBER_MAX) + 1;
}
