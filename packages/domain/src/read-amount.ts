import { CURRENCIES, CURRENCY_CODES } from './currencies.ts';
import type { Locale } from './locales.ts';
import { DECIMAL_LENGTH_MAX, SEPARATORS } from './money.ts';

/** An amount as a person wrote it: understood, or refused with what it may mean. All amounts are plain decimals (`1234.5`). */
export type AmountReading = { readonly plain: string } | { readonly readings: readonly string[] };

/** How people also write dollars and dong. */
const OTHER_UNITS = ['VND', 'VNĐ', '₫', '\\$'];
/** Units that may stand before or after an amount. Other words may multiply it (`1k`, `2 triệu`). */
const UNIT = [...CURRENCY_CODES.map((code) => CURRENCIES[code].unit), ...OTHER_UNITS].join('|');
const UNITS = new RegExp(`^(?:${UNIT})(?=[\\s\\d.,])\\s*|\\s*(?:${UNIT})$`, 'gi');
const SIGN = /^[-−+]\s*(?=\S)/;
const EXPONENT = /^(\d+)(?:[.,](\d+))?e\+?(\d\d?)$/i;
const GROUPED_BY_SPACES = /^\d{1,3}(?:[ '’]\d{3})+(?=[.,]|$)/;
/** Whole part and decimals by the mark that groups thousands. */
const CUSTOMS = {
  '.': /^(\d*|[1-9]\d{0,2}(?:\.\d{3})+)(?:,(\d*))?$/,
  ',': /^(\d*|[1-9]\d{0,2}(?:,\d{3})+)(?:\.(\d*))?$/,
};

/**
 * Reads an amount, however it was entered. Thousands and decimals may be marked by either custom (`1.000,5`, `1,000.5`); text that fits only one
 * of them is understood. Refused, with the amounts that it may mean: text that both customs read, but differently (`1.234`), irregular groups
 * (`1.000.5`), signs, exponents, and more decimals than the currency has, because no entered digit may be dropped unseen.
 *
 * Where both fit, the language's own grouping wins over three decimals that end in a zero (`1.500`): nobody writes a fraction so. Nor does the
 * language's own decimal mark (`10,000` in Vietnamese): who writes so may have learned to group by it.
 * @param scale decimals of the currency
 * @returns null for empty text
 */
export function readAmount(text: string, scale: number, locale: Locale): AmountReading | null {
  const entered = text.normalize('NFKC').trim();
  if (entered === '') return null;
  const unsigned = entered.replace(SIGN, '');
  const bare = unsigned.replace(UNITS, '').replace(GROUPED_BY_SPACES, (groups) => groups.replace(/\D/g, ''));
  const reading = readDigits(bare, scale, SEPARATORS[locale].thousands);
  return unsigned === entered || !('plain' in reading) ? reading : { readings: [reading.plain] };
}

function readDigits(text: string, scale: number, ownGroup: '.' | ','): AmountReading {
  const [, mantissa = '', fraction = '', exponent] = EXPONENT.exec(text) ?? [];
  if (exponent !== undefined) {
    const shift = Number(exponent);
    return refused([`${mantissa}${fraction.slice(0, shift).padEnd(shift, '0')}.${fraction.slice(shift)}`], scale);
  }
  if (text.length > DECIMAL_LENGTH_MAX || !/\d/.test(text) || /[^\d.,]/.test(text)) return refused([], scale);
  const own = readBy(ownGroup, text, scale);
  const other = readBy(ownGroup === '.' ? ',' : '.', text, scale);
  if (own === null && other === null) {
    const last = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','));
    return refused([`${digitsOf(text.slice(0, last))}.${digitsOf(text.slice(last))}`, digitsOf(text)], scale);
  }
  if (own !== null && other !== null && own !== other) {
    const isGrouped = text.includes(ownGroup);
    return isGrouped && /\D\d\d0$/.test(text) ? { plain: own } : refused([own, other], scale);
  }
  const plain = own ?? other ?? '';
  return decimalsOf(plain) > scale ? refused([plain], scale) : { plain };
}

/** Reads text by the custom that groups with a mark; null if it does not fit, also because the currency has no decimals. */
function readBy(group: '.' | ',', text: string, scale: number): string | null {
  const match = CUSTOMS[group].exec(text);
  return match && (scale > 0 || !match[2]) ? shortest(`${digitsOf(match[1] ?? '')}.${match[2] ?? ''}`) : null;
}

/** Refuses with distinct readings, cut to the currency's decimals. */
function refused(readings: readonly string[], scale: number): AmountReading {
  const cut = readings.map((plain) => shortest(plain.slice(0, plain.length - Math.max(0, decimalsOf(plain) - scale))));
  return { readings: [...new Set(cut)].filter((plain) => plain.length <= DECIMAL_LENGTH_MAX) };
}

function decimalsOf(plain: string): number {
  return plain.includes('.') ? plain.length - plain.indexOf('.') - 1 : 0;
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}

/** Removes zeros that mean nothing: `012.50` is `12.5`. */
function shortest(plain: string): string {
  const whole = plain.replace(/^0+(?=\d)/, '').replace(/^\./, '0.');
  return whole.includes('.') ? whole.replace(/\.?0*$/, '') : whole;
}
