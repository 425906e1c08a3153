import type { Locale } from '@quydoi/domain/locales';

/** Most digits before the decimal mark that are read: more than any amount of ours has. */
const DIGITS_MAX = 20;

/** Languages that write 1.234,5; the others write 1,234.5. */
const COMMA_LOCALES: readonly Locale[] = ['vi', 'ger', 'tur'];

/** A change of the field. */
interface FieldChange {
  readonly before: string;
  readonly after: string;
  /** The text came from the clipboard or from outside, not from single keys. */
  readonly pasted: boolean;
}

function marksOf(locale: Locale): { thousands: string; decimal: string } {
  return COMMA_LOCALES.includes(locale) ? { thousands: '.', decimal: ',' } : { thousands: ',', decimal: '.' };
}

/** A plain decimal as it stands in the field while typing: thousands grouped, an unfinished `12,` kept. */
export function groupWhileTyping(plain: string, locale: Locale): string {
  const { thousands, decimal } = marksOf(locale);
  const [whole = '', decimals] = plain.split('.');
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, thousands);
  return decimals === undefined ? grouped : `${grouped}${decimal}${decimals}`;
}

/**
 * Reads the field after a change as a plain decimal (`1234.5`, also unfinished: `12.`). A dot or comma that was just typed is the decimal
 * mark, whichever it is; marks that the field itself put in are dropped; in pasted text the last mark decides, unless it groups thousands.
 * @param decimalsMax decimals that the currency has; more are cut off
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

/** Where one dot or comma was typed; null when something else changed. */
function typedMark(before: string, after: string): number | null {
  if (after.length !== before.length + 1) return null;
  let at = 0;
  while (at < before.length && before[at] === after[at]) at += 1;
  const isMark = after[at] === '.' || after[at] === ',';
  return isMark && before.slice(at) === after.slice(at + 1) ? at : null;
}

/** The decimal mark of text from elsewhere: the last mark, unless there are several of that kind, or one that the language groups by. */
function pastedMark(text: string, locale: Locale): number {
  const last = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','));
  if (last < 0) return -1;
  const mark = text.charAt(last);
  const single = text.indexOf(mark) === last;
  const alone = single && !/[.,]/.test(text.slice(0, last));
  const groups = mark === marksOf(locale).thousands && text.length - last - 1 === 3 && alone;
  return single && !groups ? last : -1;
}
