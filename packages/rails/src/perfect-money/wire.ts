import { parseDecimal } from '@quydoi/domain/money';

/** Plausibility limit of a transfer, in cents. */
export const CENTS_MAX = 10_000_000_000_000n;

/** Cents as Perfect Money takes them: plain decimal, no thousands separators. */
export function centsToUsd(cents: bigint): string {
  const text = cents.toString().padStart(3, '0');
  return `${text.slice(0, -2)}.${text.slice(-2)}`;
}

/** Cents of an amount as Perfect Money writes it, sign left off (charges may be written negative); null when it is none. */
export function usdToCents(text: string): bigint | null {
  return parseDecimal(text.trim().replace(/^-/, ''), 2);
}

const HISTORY_TIME = /^(\d{1,2})\/(\d{1,2})\/(\d{4}) (\d{1,2}):(\d{2})(?::(\d{2}))?$/;

/** A moment from the history's `MM/DD/YYYY HH:mm` (GMT); null when it is none. */
export function historyTimeToDate(text: string): Date | null {
  const match = HISTORY_TIME.exec(text.trim());
  if (!match) return null;
  const [month, day, year, hour, minute, second] = match.slice(1).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const date = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && hour < 24 && minute < 60 && second < 60;
  return isReal ? date : null;
}

/** The history's date fields for days of GMT, both included. */
export function historyRange(from: Date, to: Date): Record<string, string> {
  const fields = (prefix: string, date: Date) => ({
    [`${prefix}month`]: String(date.getUTCMonth() + 1),
    [`${prefix}day`]: String(date.getUTCDate()),
    [`${prefix}year`]: String(date.getUTCFullYear()),
  });
  return { ...fields('start', from), ...fields('end', to) };
}

/** A wallet as Perfect Money writes it: trimmed, upper case. */
export function wallet(text: string): string {
  return text.trim().toUpperCase();
}

/** Whether a (normalised) wallet holds US dollars. */
export function isUsdWallet(text: string): boolean {
  return /^U\d{5,12}$/.test(text);
}
