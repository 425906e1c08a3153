import type { Locale } from '@quydoi/domain/locales';
import { readAmount } from '@quydoi/domain/read-amount';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { groupThousands, isUnclear, quantityOf, showEntered, textAfterEdit, textOf } from './quantity-text.ts';

const SCALE = 6;

/** Text and quantity after keys were typed one by one at the end of the field. */
function typeKeys(keys: string, locale: Locale, text = ''): { shown: string; quantity: string } {
  for (const key of keys) {
    const shown = showEntered(text, locale);
    text = textAfterEdit({ text, content: shown + key, selection: [shown.length, shown.length] }, locale);
  }
  return { shown: showEntered(text, locale), quantity: quantityOf(text, SCALE, locale) };
}

describe('typing', () => {
  test.each([
    ['1000', 'vi', '1.000', '1000'],
    ['1234567', 'vi', '1.234.567', '1234567'],
    ['12,5', 'vi', '12,5', '12.5'],
    ['12.5', 'vi', '12.5', '12.5'],
    ['1234,56', 'vi', '1.234,56', '1234.56'],
    ['1.000,5', 'vi', '1.000,5', '1000.5'],
    ['1,000.5', 'vi', '1,000.5', '1000.5'],
    ['1.000', 'vi', '1.000', '1000'],
    ['1000.55', 'vi', '1000.55', '1000.55'],
    ['1000.55', 'en', '1,000.55', '1000.55'],
    ['0005', 'vi', '0005', '5'],
    [',5', 'vi', ',5', '0.5'],
  ] as const)('%s in %s shows %s and means %s', (keys, locale, shown, quantity) => {
    expect(typeKeys(keys, locale)).toEqual({ shown, quantity });
  });

  test.each(['1.234', '1e3', '-5', '12a3', '1.000.5'])('%s is kept, and not understood', (keys) => {
    expect(typeKeys(keys, 'vi')).toEqual({ shown: keys, quantity: `?${keys}` });
  });
});

describe('editing what the field has grouped', () => {
  const edit = (text: string, content: string, selection: [number, number] | null) => textAfterEdit({ text, content, selection }, 'vi');

  test('taking a digit away regroups', () => {
    expect(edit('1234', '1.23', [5, 5])).toBe('123');
    expect(edit('1234567', '1.234567', [6, 6])).toBe('1234567');
    expect(edit('1234567', '1.34.567', [3, 3])).toBe('134567');
  });

  test('typing in the middle keeps the rest', () => {
    expect(edit('1234', '1.9234', [2, 2])).toBe('19234');
    expect(edit('1234,5', '1.2934,5', [3, 3])).toBe('12934,5');
  });

  test('a mark that is typed is the customer’s own', () => {
    expect(edit('1000', '1.000,', [5, 5])).toBe('1000,');
    expect(edit('1000', '1.000.', [5, 5])).toBe('1000.');
  });

  test('what replaces everything is read by itself', () => {
    expect(edit('1000', '1.234', [0, 5])).toBe('1.234');
    expect(edit('1000', '1.234', null)).toBe('1.234');
  });
});

test('an understood quantity survives leaving the field and coming back', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^(0|[1-9]\d{0,8})(\.\d{0,5}[1-9])?$/), fc.constantFrom<Locale>('vi', 'en'), (plain, locale) => {
      expect(showEntered(textOf(plain, locale), locale)).toBe(groupThousands(plain, locale));
      expect(typeKeys('', locale, textOf(plain, locale)).shown).toBe(groupThousands(plain, locale));
    }),
  );
});

test('every spelling means the same, however it arrives', () => {
  const mark = fc.constantFrom('.', ',', ' ', '');
  const digits = fc.stringMatching(/^\d{1,4}$/);
  const spelling = fc.tuple(fc.constantFrom('', '', '', '-', '$'), digits, mark, digits, mark, digits, fc.constantFrom('', '', 'e3', ' USDT'));
  fc.assert(
    fc.property(spelling, fc.constantFrom<Locale>('vi', 'en'), fc.stringMatching(/^\d{0,7}$/), (parts, locale, earlier) => {
      const text = parts.join('');
      const reading = readAmount(text, SCALE, locale);
      const meant = reading && 'plain' in reading ? reading.plain : null;
      const shown = showEntered(earlier, locale);
      const ways = {
        typed: typeKeys(text, locale).quantity,
        pasted: quantityOf(textAfterEdit({ text: earlier, content: text, selection: [0, shown.length] }, locale), SCALE, locale),
        committed: quantityOf(textAfterEdit({ text: earlier, content: text, selection: null }, locale), SCALE, locale),
      };
      for (const quantity of Object.values(ways)) {
        if (meant === null) expect(isUnclear(quantity)).toBe(true);
        else expect(quantity).toBe(meant);
      }
    }),
    { numRuns: 3_000 },
  );
});
