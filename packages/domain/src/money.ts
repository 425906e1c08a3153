import { InvariantError } from './invariant.ts';
import type { Locale } from './locales.ts';

/** Longest decimal text that is read, in characters. */
export const DECIMAL_LENGTH_MAX = 40;

const PLAIN_DECIMAL = /^(\d+)(?:\.(\d+))?$/;

/**
 * Reads a plain decimal (`1234.5`) as an integer of 10^-scale units.
 * @returns null for anything else: signs, exponents, separators, inner blanks, more significant decimals than `scale`, absurd lengths.
 * Blanks around it and zeros beyond the scale are fine.
 */
export function parseDecimal(text: string, scale: number): bigint | null {
  if (text.length > DECIMAL_LENGTH_MAX) return null;
  const match = PLAIN_DECIMAL.exec(text.trim());
  if (!match) return null;
  const decimals = (match[2] ?? '').replace(/0+$/, '');
  if (decimals.length > scale) return null;
  return BigInt(`${match[1]}${decimals.padEnd(scale, '0')}`);
}

/** Writes minor units as the shortest exact decimal, with `.` before decimals: `formatDecimal(50_800_000n, 6)` is `50.8`. */
export function formatDecimal(amount: bigint, scale: number): string {
  const { sign, whole, decimals } = digitsOf(amount, scale);
  return `${sign}${whole}${decimals === '' ? '' : `.${decimals}`}`;
}

/** How a language writes thousands and decimals. */
const SEPARATORS: Record<Locale, { readonly thousands: string; readonly decimal: string }> = {
  vi: { thousands: '.', decimal: ',' },
  en: { thousands: ',', decimal: '.' },
  zh: { thousands: ',', decimal: '.' },
  ko: { thousands: ',', decimal: '.' },
  ger: { thousands: '.', decimal: ',' },
  tur: { thousands: '.', decimal: ',' },
  jp: { thousands: ',', decimal: '.' },
};

/** Writes minor units for people: exact, with the thousands and decimal separators of their language. */
export function formatGrouped(amount: bigint, scale: number, locale: Locale): string {
  const { sign, whole, decimals } = digitsOf(amount, scale);
  const { thousands, decimal } = SEPARATORS[locale];
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, thousands);
  return `${sign}${grouped}${decimals === '' ? '' : `${decimal}${decimals}`}`;
}

function digitsOf(amount: bigint, scale: number): { sign: string; whole: string; decimals: string } {
  const digits = (amount < 0n ? -amount : amount).toString().padStart(scale + 1, '0');
  const point = digits.length - scale;
  return { sign: amount < 0n ? '-' : '', whole: digits.slice(0, point), decimals: digits.slice(point).replace(/0+$/, '') };
}

/** Quotient rounded towards minus infinity. @throws InvariantError unless the denominator is above zero */
export function floorDiv(numerator: bigint, denominator: bigint): bigint {
  requirePositive(denominator);
  const quotient = numerator / denominator;
  return numerator % denominator < 0n ? quotient - 1n : quotient;
}

/** Quotient rounded towards plus infinity. @throws InvariantError unless the denominator is above zero */
export function ceilDiv(numerator: bigint, denominator: bigint): bigint {
  requirePositive(denominator);
  const quotient = numerator / denominator;
  return numerator % denominator > 0n ? quotient + 1n : quotient;
}

/** Quotient rounded to the nearest integer, halves away from zero. @throws InvariantError unless the denominator is above zero */
export function halfUpDiv(numerator: bigint, denominator: bigint): bigint {
  requirePositive(denominator);
  const magnitude = ((numerator < 0n ? -numerator : numerator) * 2n + denominator) / (denominator * 2n);
  return numerator < 0n ? -magnitude : magnitude;
}

function requirePositive(denominator: bigint): void {
  if (denominator <= 0n) throw new InvariantError('division by a denominator that is not above zero');
}

/** The smaller of two amounts. */
export function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

/** The larger of two amounts. */
export function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
