import { CURRENCIES, type CurrencyCode } from '@quydoi/domain/currencies';
import type { Locale } from '@quydoi/domain/locales';
import { formatGrouped, parseDecimal } from '@quydoi/domain/money';

/** Vietnam's clock is seven hours ahead of UTC all year. */
const VIETNAM_OFFSET_MS = 7 * 60 * 60 * 1000;

/** Keeps a number and its unit on one line. */
const NO_BREAK_SPACE = '\u00a0';

/** An amount with its unit, for people: `2.607.975 đ`, `100 USD`. */
export function formatAmount(code: CurrencyCode, amount: bigint, locale: Locale): string {
  const { scale, unit } = CURRENCIES[code];
  return `${formatGrouped(amount, scale, locale)}${NO_BREAK_SPACE}${unit}`;
}

/** A plain decimal (`25950`, `0.5`) in the language's own way of writing; text that is no decimal stays as it is. */
export function formatDecimalText(text: string, locale: Locale): string {
  const scale = text.includes('.') ? text.length - text.indexOf('.') - 1 : 0;
  const value = parseDecimal(text, scale);
  return value === null ? text : formatGrouped(value, scale, locale);
}

/** What is enough to know of a large sum: from a hundred on two decimals, rounded down. Small ones, such as bitcoin's, stay exact. */
export function formatApproximate(text: string, locale: Locale): string {
  const [whole = '', decimals = ''] = text.split('.');
  const isLarge = whole.length > 2 && decimals.length > 2;
  return formatDecimalText(isLarge ? `${whole}.${decimals.slice(0, 2)}` : text, locale);
}

/** Hour and minute in Vietnam, the same on the server and on every device. */
export function formatTimeInVietnam(at: Date): string {
  return new Date(at.getTime() + VIETNAM_OFFSET_MS).toISOString().slice(11, 16);
}

/** Day and month in Vietnam: `09/12`. */
export function formatDayInVietnam(at: Date): string {
  const [, month = '', day = ''] = new Date(at.getTime() + VIETNAM_OFFSET_MS).toISOString().slice(0, 10).split('-');
  return `${day}/${month}`;
}

/** Time of day with seconds in Vietnam; with its day when that is not today's: `09/12 07:05:09`. */
export function formatMomentInVietnam(at: Date, now: Date): string {
  const time = new Date(at.getTime() + VIETNAM_OFFSET_MS).toISOString().slice(11, 19);
  const day = formatDayInVietnam(at);
  return day === formatDayInVietnam(now) ? time : `${day} ${time}`;
}

/** An address in groups of four, for comparing by eye. */
export function inGroupsOfFour(address: string): string {
  return address.match(/.{1,4}/g)?.join(' ') ?? address;
}

/** The ends of an account or address, its middle hidden. What is masked already stays as it is. */
export function maskMiddle(text: string): string {
  if (text.length <= 8 || text.includes('*') || text.includes('…')) return text;
  return `${text.slice(0, 4)}…${text.slice(-4)}`;
}
