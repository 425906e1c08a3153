import type { Locale } from '@quydoi/domain/locales';
import { SEPARATORS } from '@quydoi/domain/money';
import { readAmount } from '@quydoi/domain/read-amount';

/** Marks a quantity that was not understood; what follows is the text as entered. No decimal starts so. */
const UNCLEAR = '?';

/** Digits alone, or more of them before the decimal mark than a group has: no later character can make its marks mean something else. */
const PLAIN_DIGITS = { ',': /^[1-9]\d*$|^[1-9]\d{3,},\d*$/, '.': /^[1-9]\d*$|^[1-9]\d{3,}\.\d*$/ };

/** An edit of the quantity field. */
interface FieldEdit {
  /** Text entered so far, without the grouping marks that the field adds. */
  readonly text: string;
  /** Content of the field after the edit. */
  readonly content: string;
  /** Selection before the edit, start and end; null if the content was set as a whole. */
  readonly selection: readonly [number, number] | null;
}

/** Formats a plain decimal for the field: groups thousands, marks decimals as the language does. */
export function groupThousands(plain: string, locale: Locale): string {
  const { thousands, decimal } = SEPARATORS[locale];
  const [whole = '', decimals] = plain.split('.');
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, thousands);
  return decimals === undefined ? grouped : `${grouped}${decimal}${decimals}`;
}

/** Content of the field for a text being entered: grouped if the customer has left that to the field, else as entered. */
export function showEntered(text: string, locale: Locale): string {
  const { decimal } = SEPARATORS[locale];
  return PLAIN_DIGITS[decimal].test(text) ? groupThousands(text.replace(decimal, '.'), locale) : text;
}

/** Text entered after an edit: what was added or removed, without the grouping marks that the field had added. */
export function textAfterEdit({ text, content, selection }: FieldEdit, locale: Locale): string {
  const shown = showEntered(text, locale);
  if (selection === null || shown === text) return content;
  let [start, end] = selection;
  if (content.length < shown.length - (end - start) || !content.startsWith(shown.slice(0, start)) || !content.endsWith(shown.slice(end))) {
    // A deletion without selection, or a selection that is out of date.
    for (start = 0; start < content.length && shown[start] === content[start]; ) start += 1;
    const after = Math.min(shown.length, content.length) - start;
    let same = 0;
    while (same < after && shown.at(-1 - same) === content.at(-1 - same)) same += 1;
    end = shown.length - same;
  }
  const kept = (part: string) => part.replaceAll(SEPARATORS[locale].thousands, '');
  return kept(shown.slice(0, start)) + content.slice(start, content.length - (shown.length - end)) + kept(shown.slice(end));
}

/** Quantity of an entered text: a plain decimal, empty, or marked as not understood. */
export function quantityOf(text: string, scale: number, locale: Locale): string {
  const reading = readAmount(text, scale, locale);
  if (reading === null) return '';
  return 'plain' in reading ? reading.plain : UNCLEAR + text;
}

/** Whether a quantity was entered, but not understood. */
export function isUnclear(quantity: string): boolean {
  return quantity.startsWith(UNCLEAR);
}

/** Text of a quantity, as if it had been entered: without grouping. */
export function textOf(quantity: string, locale: Locale): string {
  return isUnclear(quantity) ? quantity.slice(UNCLEAR.length) : quantity.replace('.', SEPARATORS[locale].decimal);
}
