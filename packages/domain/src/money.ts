import { InvariantError } from './invariant.ts';
import type { Locale } from './locales.ts';

/** Maximum length of a decimal text, in characters. */
export const DECIMAL_LENGTH_MAX = 40;

const PLAIN_DECIMAL = /^(\d+)(?:\.(\d+))?$/;

/**
 * Parses a plain decimal (`1234.5`) as an integer of 10^-scale units. Accepts surrounding spaces and trailing zeros beyond the scale.
 * @returns null for any other text: signs, exponents, separators, inner spaces, more significant decimals than `scale`, excessive length
 */
export function parseDecimal(text: string, scale: number): bigint | null {
  if (text.length > DECIMAL_LENGTH_MAX) return null;
  const match = PLAIN_DECIMAL.exec(text.trim());
  if (!match) return null;
  const decimals = (match[2] ?? '').replace(/0+$/, '');
  if (decimals.length > scale) return null;
  return BigInt(`${match[1]}${decimals.padEnd(scale, '0')}`);
}

/** Formats minor units as the shortest exact decimal, with `.` before decimals: `formatDecimal(50_800_000n, 6)` is `50.8`. */
export function formatDecimal(amount: bigint, scale: number): string {
  const { sign, whole, decimals } = digitsOf(amount, scale);
  return `${sign}${whole}${decimals === '' ? '' : `.${decimals}`}`;
}

/** Thousands and decimal separators by language. */
export const SEPARATORS: Record<Locale, { readonly thousands: '.' | ','; readonly decimal: '.' | ',' }> = {
  vi: { thousands: '.', decimal: ',' },
  en: { thousands: ',', decimal: '.' },
  zh: { thousands: ',', decimal: '.' },
  ko: { thousands: ',', decimal: '.' },
  ger: { thousands: '.', decimal: ',' },
  tur: { thousands: '.', decimal: ',' },
  jp: { thousands: ',', decimal: '.' },
};

/** Formats minor units for display: exact, with the language's thousands and decimal separators. */
export function formatGrouped(amount: bigint, scale: number, locale: Locale): string {
  const { sign, whole, decimals } = digitsOf(amount, scale);
  const { thousands, decimal } = SEPARATORS[locale];
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, thousands);
  return `${sign}${grouped}${decimals === '' ? '' : `${decimal}${decimals}`}`;
}

/** Formats a plain decimal (`25950`, `0.5`) for display: see {@link formatGrouped}. Returns other text unchanged. */
export function formatDecimalText(text: string, locale: Locale): string {
  const scale = text.includes('.') ? text.length - text.indexOf('.') - 1 : 0;
  const value = parseDecimal(text, scale);
  return value === null ? text : formatGrouped(value, scale, locale);
}

/** Message parameters that are numbers, as plain decimals. */
const NUMBER_PARAMS = ['n', 'amount'] as const;

/** Parameters of an error's message as people read them: numbers with the language's separators. */
export function formatParams(params: Readonly<Record<string, string>>, locale: Locale): Record<string, string> {
  const shown: Record<string, string> = { ...params };
  for (const name of NUMBER_PARAMS) if (shown[name] !== undefined) shown[name] = formatDecimalText(shown[name], locale);
  return shown;
}

function digitsOf(amount: bigint, scale: number): { sign: string; whole: string; decimals: string } {
  const isNegative = amount < 0n;
  const digits = (isNegative ? -amount : amount).toString().padStart(scale + 1, '0');
  const point = digits.length - scale;
  return { sign: isNegative ? '-' : '', whole: digits.slice(0, point), decimals: digits.slice(point).replace(/0+$/, '') };
}

/** Divides and rounds towards minus infinity. @throws InvariantError unless the denominator is above zero */
export function floorDiv(numerator: bigint, denominator: bigint): bigint {
  requirePositive(denominator);
  const quotient = numerator / denominator;
  return numerator % denominator < 0n ? quotient - 1n : quotient;
}

/** Divides and rounds towards plus infinity. @throws InvariantError unless the denominator is above zero */
export function ceilDiv(numerator: bigint, denominator: bigint): bigint {
  requirePositive(denominator);
  const quotient = numerator / denominator;
  return numerator % denominator > 0n ? quotient + 1n : quotient;
}

/** Divides and rounds to the nearest integer, halves away from zero. @throws InvariantError unless the denominator is above zero */
export function halfUpDiv(numerator: bigint, denominator: bigint): bigint {
  requirePositive(denominator);
  const magnitude = ((numerator < 0n ? -numerator : numerator) * 2n + denominator) / (denominator * 2n);
  return numerator < 0n ? -magnitude : magnitude;
}

function requirePositive(denominator: bigint): void {
  if (denominator <= 0n) throw new InvariantError('division by a denominator that is not above zero');
}

/** Minimum of two amounts. */
export function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

/** Maximum of two amounts. */
export function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
