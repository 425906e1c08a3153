import type { Locale } from '@quydoi/domain/locales';

/** Maximum digits read before the decimal mark; exceeds every valid amount. */
const DIGITS_MAX = 20;

/** Languages with a decimal comma (1.234,5); the others use a point (1,234.5). */
const COMMA_LOCALES: readonly Locale[] = ['vi', 'ger', 'tur'];

/** Content of the input field before and after a change. */
interface FieldChange {
  readonly before: string;
  readonly after: string;
  /** The text was pasted, dropped or auto-filled rather than typed. */
  readonly pasted: boolean;
}

function marksOf(locale: Locale): { thousands: string; decimal: string } {
  return COMMA_LOCALES.includes(locale) ? { thousands: '.', decimal: ',' } : { thousands: ',', decimal: '.' };
}

/** Formats a plain decimal for the input field: groups thousands, keeps an unfinished `12,`. */
export function groupWhileTyping(plain: string, locale: Locale): string {
  const { thousands, decimal } = marksOf(locale);
  const [whole = '', decimals] = plain.split('.');
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, thousands);
  return decimals === undefined ? grouped : `${grouped}${decimal}${decimals}`;
}

/**
 * Parses the input field after a change into a plain decimal (`1234.5`, also unfinished: `12.`). A dot or comma that was just typed is the
 * decimal mark; grouping marks are dropped; in pasted text the last mark is the decimal one, unless it groups thousands.
 * @param decimalsMax decimals of the currency; further ones are truncated
 */
export function readWhileTyping(change: FieldChange, locale: Locale, decimalsMax: number): string {
  const { decimal } = marksOf(locale);
  const text = change.after.replace(/[^\d.,]/g, '');
  if (change.pasted) return plainDecimal(text, pastedMark(text, locale), decimalsMax);
  const typed = typedMark(change.before, text);
  if (typed === null) return plainDecimal(text, text.indexOf(decimal), decimalsMax);
  if (!change.before.includes(decimal)) return plainDecimal(text, typed, decimalsMax);
  return plainDecimal(change.before, change.before.indexOf(decimal), decimalsMax);
}

function plainDecimal(text: string, mark: number, decimalsMax: number): string {
  const whole = (mark < 0 ? text : text.slice(0, mark))
    .replace(/\D/g, '')
    .replace(/^0+(?=\d)/, '')
    .slice(0, DIGITS_MAX);
  if (mark < 0 || decimalsMax === 0) return whole;
  const decimals = text
    .slice(mark + 1)
    .replace(/\D/g, '')
    .slice(0, decimalsMax);
  return `${whole === '' ? '0' : whole}.${decimals}`;
}

/** Index of a single dot or comma that was just typed; null for any other change. */
function typedMark(before: string, after: string): number | null {
  if (after.length !== before.length + 1) return null;
  let at = 0;
  while (at < before.length && before[at] === after[at]) at += 1;
  const isMark = after[at] === '.' || after[at] === ',';
  return isMark && before.slice(at) === after.slice(at + 1) ? at : null;
}

/** Index of the decimal mark in pasted text: the last mark, unless it is repeated or groups thousands in this language; -1 if none. */
function pastedMark(text: string, locale: Locale): number {
  const last = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','));
  if (last < 0) return -1;
  const mark = text.charAt(last);
  const single = text.indexOf(mark) === last;
  const alone = single && !/[.,]/.test(text.slice(0, last));
  const groups = mark === marksOf(locale).thousands && text.length - last - 1 === 3 && alone;
  return single && !groups ? last : -1;
}
