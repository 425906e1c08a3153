import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LOCALE_CODES } from './locales.ts';
import { ceilDiv, DECIMAL_LENGTH_MAX, floorDiv, formatDecimal, formatDecimalText, formatGrouped, halfUpDiv, parseDecimal } from './money.ts';

const scales = fc.integer({ min: 0, max: 18 });
const amounts = fc.bigInt({ min: 0n, max: 10n ** 20n });
const signed = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n });
const denominators = fc.bigInt({ min: 1n, max: 10n ** 15n });

describe('parseDecimal', () => {
  test.each([
    ['0', 2, 0n],
    ['50', 6, 50_000_000n],
    ['50.8', 6, 50_800_000n],
    ['0.00005', 8, 5_000n],
    [' 12.30 ', 2, 1_230n],
    ['1.2300000', 2, 123n],
    ['007', 0, 7n],
    ['26350', 0, 26_350n],
    ['5.0', 0, 5n],
  ])('parses %j at scale %i', (text, scale, amount) => {
    expect(parseDecimal(text, scale)).toBe(amount);
  });

  test.each([
    '',
    ' ',
    '.',
    '.5',
    '5.',
    '-1',
    '+1',
    '1e3',
    '1E-2',
    '0x10',
    '1 000',
    '1,5',
    '1.000,5',
    '1.2.3',
    'NaN',
    'Infinity',
    '１２',
    '1_000',
    '1n',
    '\u00a01.234',
  ])('rejects %j at scale 2', (text) => {
    expect(parseDecimal(text, 2)).toBeNull();
  });

  test('rejects more decimals than the scale instead of rounding', () => {
    expect(parseDecimal('1.005', 2)).toBeNull();
    expect(parseDecimal('1.5', 0)).toBeNull();
  });

  test('rejects excessive lengths', () => {
    expect(parseDecimal('9'.repeat(DECIMAL_LENGTH_MAX), 0)).toBe(10n ** 40n - 1n);
    expect(parseDecimal('9'.repeat(DECIMAL_LENGTH_MAX + 1), 0)).toBeNull();
  });

  test('parses any output of formatDecimal', () => {
    fc.assert(
      fc.property(amounts, scales, (amount, scale) => {
        expect(parseDecimal(formatDecimal(amount, scale), scale)).toBe(amount);
      }),
    );
  });

  test('never throws and accepts only digits with at most one point', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[ 0-9.,e+-]{0,12}$/)), scales, (text, scale) => {
        const read = parseDecimal(text, scale);
        if (read !== null) expect(text.trim()).toMatch(/^\d+(\.\d+)?$/);
      }),
    );
  });
});

describe('formatDecimal', () => {
  test.each([
    [0n, 8, '0'],
    [5_000n, 8, '0.00005'],
    [50_800_000n, 6, '50.8'],
    [-1_230n, 2, '-12.3'],
    [-5n, 2, '-0.05'],
    [1_338_580n, 0, '1338580'],
  ])('formats %s at scale %i', (amount, scale, text) => {
    expect(formatDecimal(amount, scale)).toBe(text);
  });

  test('has no exponent and no redundant zero', () => {
    fc.assert(
      fc.property(signed, scales, (amount, scale) => {
        expect(formatDecimal(amount, scale)).toMatch(/^-?(0|[1-9]\d*)(\.\d*[1-9])?$/);
      }),
    );
  });
});

test('a plain decimal is shown as the language writes it, other text as it is', () => {
  expect(['25950', '0.5', '1234.50', 'x.5', ''].map((text) => formatDecimalText(text, 'vi'))).toEqual(['25.950', '0,5', '1.234,5', 'x.5', '']);
});

describe('formatGrouped', () => {
  test.each([
    ['vi', '1.234.567,89'],
    ['ger', '1.234.567,89'],
    ['tur', '1.234.567,89'],
    ['en', '1,234,567.89'],
    ['zh', '1,234,567.89'],
    ['ko', '1,234,567.89'],
    ['jp', '1,234,567.89'],
  ] as const)('formats in %s', (locale, text) => {
    expect(formatGrouped(123_456_789n, 2, locale)).toBe(text);
  });

  test('groups by three from the right at any length', () => {
    expect([0n, 999n, 1_000n, 999_999n, -1_000_000n].map((amount) => formatGrouped(amount, 0, 'vi'))).toEqual([
      '0',
      '999',
      '1.000',
      '999.999',
      '-1.000.000',
    ]);
    expect(formatGrouped(5_000n, 8, 'vi')).toBe('0,00005');
  });

  test('equals formatDecimal without its separators', () => {
    fc.assert(
      fc.property(signed, scales, fc.constantFrom(...LOCALE_CODES), (amount, scale, locale) => {
        const [thousands, decimal] = ['vi', 'ger', 'tur'].includes(locale) ? ['.', ','] : [',', '.'];
        const plain = formatGrouped(amount, scale, locale)
          .replaceAll(thousands as string, '')
          .replace(decimal as string, '.');
        expect(plain).toBe(formatDecimal(amount, scale));
      }),
    );
  });
});

describe('divisions', () => {
  test.each([
    [7n, 2n, 3n, 4n, 4n],
    [-7n, 2n, -4n, -3n, -4n],
    [5n, 10n, 0n, 1n, 1n],
    [-5n, 10n, -1n, 0n, -1n],
    [4n, 10n, 0n, 1n, 0n],
    [6n, 3n, 2n, 2n, 2n],
    [0n, 3n, 0n, 0n, 0n],
  ])('%s ÷ %s', (numerator, denominator, floor, ceil, halfUp) => {
    expect([floorDiv(numerator, denominator), ceilDiv(numerator, denominator), halfUpDiv(numerator, denominator)]).toEqual([floor, ceil, halfUp]);
  });

  test('bound the exact quotient', () => {
    fc.assert(
      fc.property(signed, denominators, (numerator, denominator) => {
        const floor = floorDiv(numerator, denominator);
        const ceil = ceilDiv(numerator, denominator);
        expect(floor * denominator <= numerator && numerator < (floor + 1n) * denominator).toBe(true);
        expect((ceil - 1n) * denominator < numerator && numerator <= ceil * denominator).toBe(true);
        const error = halfUpDiv(numerator, denominator) * denominator - numerator;
        expect((error < 0n ? -error : error) * 2n <= denominator).toBe(true);
        expect(halfUpDiv(-numerator, denominator)).toBe(-halfUpDiv(numerator, denominator));
      }),
    );
  });

  test.each([0n, -1n])('reject a denominator of %s', (denominator) => {
    for (const divide of [floorDiv, ceilDiv, halfUpDiv]) expect(() => divide(1n, denominator)).toThrow('denominator');
  });
});
