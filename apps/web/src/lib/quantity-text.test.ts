import { describe, expect, test } from 'vitest';
import { groupWhileTyping, readWhileTyping } from './quantity-text.ts';

/** Types a text key by key into an empty field, as the form does. */
function typeKeys(keys: string, locale: 'vi' | 'en', decimalsMax = 2): string {
  return [...keys].reduce((shown, key) => {
    const plain = readWhileTyping({ before: shown, after: shown + key, pasted: false }, locale, decimalsMax);
    return groupWhileTyping(plain, locale);
  }, '');
}

describe('typing', () => {
  test.each([
    ['1000', 'vi', '1.000'],
    ['1234567', 'vi', '1.234.567'],
    ['12,5', 'vi', '12,5'],
    ['12.5', 'vi', '12,5'],
    ['1234.56', 'vi', '1.234,56'],
    ['1234,56', 'en', '1,234.56'],
    ['12.5.7', 'vi', '12,57'],
    ['0005', 'vi', '5'],
    [',5', 'vi', '0,5'],
    ['1.999', 'vi', '1,99'],
    ['12a3', 'vi', '123'],
  ] as const)('%s in %s shows %s', (keys, locale, shown) => {
    expect(typeKeys(keys, locale)).toBe(shown);
  });

  test('taking a digit away regroups', () => {
    expect(readWhileTyping({ before: '1.234', after: '1.23', pasted: false }, 'vi', 2)).toBe('123');
  });

  test('a currency without decimals has none', () => {
    expect(typeKeys('12,5', 'vi', 0)).toBe('125');
  });
});

describe('pasting', () => {
  test.each([
    ['1,234.56', 'vi', '1234.56'],
    ['1.234,56', 'en', '1234.56'],
    ['1.234', 'vi', '1234'],
    ['1.234', 'en', '1.234'],
    ['1.234.567', 'en', '1234567'],
    ['0.5', 'vi', '0.5'],
    [' 50 USDT', 'vi', '50'],
    ['', 'vi', ''],
  ] as const)('%s in %s is %s', (text, locale, plain) => {
    expect(readWhileTyping({ before: '', after: text, pasted: true }, locale, 6)).toBe(plain);
  });
});
