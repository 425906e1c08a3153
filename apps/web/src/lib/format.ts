import { CURRENCIES, type CurrencyCode } from '@quydoi/domain/currencies';
import { VIETNAM_OFFSET_MS } from '@quydoi/domain/durations';
import type { Locale } from '@quydoi/domain/locales';
import { formatDecimalText, formatGrouped } from '@quydoi/domain/money';

/** Between a number and its unit, so that they never wrap. */
const NO_BREAK_SPACE = '\u00a0';

/** Formats an amount in minor units with its unit: `2.607.975 đ`, `100 USD`. */
export function formatAmount(code: CurrencyCode, amount: bigint, locale: Locale): string {
  const { scale, unit } = CURRENCIES[code];
  return `${formatGrouped(amount, scale, locale)}${NO_BREAK_SPACE}${unit}`;
}

/** Formats a decimal with at most two decimals, truncated, from 100 on. Smaller values stay exact. */
export function formatApproximate(text: string, locale: Locale): string {
  const [whole = '', decimals = ''] = text.split('.');
  const isLarge = whole.length > 2 && decimals.length > 2;
  return formatDecimalText(isLarge ? `${whole}.${decimals.slice(0, 2)}` : text, locale);
}

/** Time of day in Vietnam, `HH:MM`; independent of the device's time zone. What tells the day is in dates.ts: the home page needs none of it. */
export function formatTimeInVietnam(at: Date): string {
  return new Date(at.getTime() + VIETNAM_OFFSET_MS).toISOString().slice(11, 16);
}

/** Masks the middle of an account or address. Leaves short and already masked text unchanged. */
export function maskMiddle(text: string): string {
  if (text.length <= 8 || text.includes('*') || text.includes('…')) return text;
  return `${text.slice(0, 4)}…${text.slice(-4)}`;
}
