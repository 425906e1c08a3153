import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CURRENCIES, CURRENCY_CODES } from './currencies.ts';
import type { Locale } from './locales.ts';
import { SEPARATORS } from './money.ts';
import { readAmount } from './read-amount.ts';

/** Groups a whole number's digits in threes. */
function grouped(digits: string, mark: string): string {
  return digits.replace(/\B(?=(?:\d{3})+$)/g, mark);
}

describe('text that fits one custom only is understood', () => {
  test.each([
    ['1000', '1000'],
    ['12,5', '12.5'],
    ['12.5', '12.5'],
    ['1000.55', '1000.55'],
    ['1000,55', '1000.55'],
    ['0.5', '0.5'],
    ['0,500', '0.5'],
    [',5', '0.5'],
    ['1,000.5', '1000.5'],
    ['1.000,5', '1000.5'],
    ['1.000.000', '1000000'],
    ['1,000,000', '1000000'],
    ['1.000', '1000'],
    ['1.500', '1500'],
    ['1 000,5', '1000.5'],
    ['12.', '12'],
    ['0005', '5'],
    ['１２．５', '12.5'],
    [' 50 USDT', '50'],
    ['$1,000.50', '1000.5'],
    ['1.000.000 đ', '1000000'],
  ])('%s is %s', (text, plain) => {
    expect(readAmount(text, 6, 'vi')).toEqual({ plain });
  });

  test('grouping by the own custom wins over a fraction nobody writes, in each language', () => {
    expect(readAmount('1,500', 2, 'en')).toEqual({ plain: '1500' });
    expect(readAmount('1,500', 2, 'vi')).toEqual({ readings: ['1.5', '1500'] });
    expect(readAmount('1.500', 2, 'en')).toEqual({ readings: ['1.5', '1500'] });
    expect(readAmount('10,000', 2, 'en')).toEqual({ plain: '10000' });
    expect(readAmount('10,000', 2, 'vi')).toEqual({ readings: ['10', '10000'] });
    expect(readAmount('10.000', 2, 'en')).toEqual({ readings: ['10', '10000'] });
  });

  test.each([...new Set(CURRENCY_CODES.map((code) => CURRENCIES[code].unit)), 'usd', 'vnd', 'VNĐ', '₫', '$'])(
    '%s may stand before or after',
    (unit) => {
      for (const text of [`50 ${unit}`, `50${unit}`, `${unit} 50`, `${unit}50`]) expect(readAmount(text, 2, 'vi')).toEqual({ plain: '50' });
    },
  );

  test('a currency without decimals has groups only', () => {
    expect(readAmount('2.607.975', 0, 'en')).toEqual({ plain: '2607975' });
    expect(readAmount('2,607', 0, 'vi')).toEqual({ plain: '2607' });
  });
});

describe('anything else is refused with what it may mean', () => {
  test.each([
    ['1.234', ['1234', '1.234']],
    ['1,234', ['1.234', '1234']],
    ['1.000.5', ['1000.5', '10005']],
    ['1,00,000', ['100', '100000']],
    ['1e3', ['1000']],
    ['1.5e3', ['1500']],
    ['1.2345E+2', ['123.45']],
    ['-5', ['5']],
    ['−1.000,5', ['1000.5']],
    ['+12.5', ['12.5']],
    ['1.1234567', ['1.123456']],
    ['1k', []],
    ['2 triệu', []],
    ['12a3', []],
    ['1e99', []],
    ['.', []],
    ['١٢', []],
  ])('%s may be %j', (text, readings) => {
    expect(readAmount(text, 6, 'vi')).toEqual({ readings });
  });

  test('empty text is nothing', () => {
    expect(readAmount('  ', 6, 'vi')).toBeNull();
  });
});

test('every amount in every spelling is read as itself, or refused with itself among the readings', () => {
  const spelling = fc.record({
    whole: fc.bigInt(0n, 10n ** 12n).map(String),
    decimals: fc.stringMatching(/^\d{0,6}$/),
    marks: fc.constantFrom(['.', ','], [',', '.'], ['', ','], ['', '.'], [' ', ','], ["'", '.'], ['\u00a0', ',']),
    unit: fc.constantFrom('', ' USDT', '$', ' đ'),
    locale: fc.constantFrom('vi', 'en'),
  });
  fc.assert(
    fc.property(spelling, ({ whole, decimals, marks: [group = '', mark = ''], unit, locale }) => {
      const text = `${grouped(whole, group)}${decimals && mark}${decimals}${unit}`;
      const fraction = decimals.replace(/0+$/, '');
      const meant = `${whole}${fraction && '.'}${fraction}`;
      const reading = readAmount(text, 6, locale as Locale);
      // The one spelling that reads as something else: three decimals ending in zero, behind the mark that groups in this language, look like a group.
      const isGroup = mark === SEPARATORS[locale as Locale].thousands;
      if (isGroup && decimals.length === 3 && decimals.endsWith('0') && whole.length <= 3 && whole !== '0') return;
      if (reading && 'plain' in reading) expect(reading.plain).toBe(meant);
      else expect(reading?.readings).toContain(meant);
    }),
    { numRuns: 2_000 },
  );
});

test('never fails, and never invents or drops a digit', () => {
  const text = fc.oneof(fc.string(), fc.stringMatching(/^[-+]?[\d.,e ]{0,20}$/));
  fc.assert(
    fc.property(text, fc.integer({ min: 0, max: 8 }), (entered, scale) => {
      const reading = readAmount(entered, scale, 'vi');
      if (!reading || !('plain' in reading)) return;
      const digitsOf = (all: string) =>
        all
          .normalize('NFKC')
          .replace(/\D/g, '')
          .replace(/^0+|0+$/g, '');
      expect(digitsOf(reading.plain)).toBe(digitsOf(entered));
    }),
    { numRuns: 2_000 },
  );
});
