import { describe, expect, test } from 'vitest';
import { BANKS, defaultAccountPattern, findBank, isOfferedByDefault, normalizeBankAccount, searchBanks } from './banks.ts';

const slugs = (query: string): string[] => searchBanks(query, BANKS).map((bank) => bank.slug);

describe('the bank list', () => {
  test('has unique slugs of 2–10 lowercase letters', () => {
    expect(BANKS).toHaveLength(109);
    expect(new Set(BANKS.map((bank) => bank.slug)).size).toBe(BANKS.length);
    for (const bank of BANKS) expect(bank.slug).toMatch(/^[a-z]{2,10}$/);
  });

  test('has unique BINs of six digits', () => {
    const bins = BANKS.flatMap((bank) => bank.bin ?? []);
    expect(new Set(bins).size).toBe(bins.length);
    for (const bin of bins) expect(bin).toMatch(/^\d{6}$/);
  });

  test('has known types only', () => {
    expect(new Set(BANKS.map((bank) => bank.type))).toEqual(new Set(['bank', 'ewallet', 'finance']));
  });
});

test('findBank', () => {
  expect(findBank('vcb')?.bin).toBe('970436');
  expect(findBank('VCB')).toBeUndefined();
  expect(findBank('__proto__')).toBeUndefined();
});

test('offers only banks with a BIN by default', () => {
  const offered = BANKS.filter(isOfferedByDefault);
  expect(offered).toHaveLength(69);
  expect(offered.map((bank) => bank.slug)).toEqual(expect.arrayContaining(['vcb', 'tcb', 'mb', 'acb', 'bidv', 'vietin']));
  for (const slug of ['momo', 'mafc', 'vdb']) expect(findBank(slug) && isOfferedByDefault(findBank(slug) as never)).toBe(false);
});

test('default account patterns', () => {
  const vcb = new RegExp(defaultAccountPattern('vcb'));
  expect(['0011001234567', '001100123456', '00110012345678', '001100123456A'].map((text) => vcb.test(text))).toEqual([true, false, false, false]);
  const other = new RegExp(defaultAccountPattern('tcb'));
  expect(['1234', '123', 'ABC123', '1'.repeat(19), '1'.repeat(20), '12-34', 'abc1'].map((text) => other.test(text))).toEqual([
    true,
    false,
    true,
    true,
    false,
    false,
    false,
  ]);
});

test('normalizes account numbers to upper case without spaces', () => {
  expect(normalizeBankAccount(' 0011 0012\u00a034567 ')).toBe('0011001234567');
  expect(normalizeBankAccount('vqr abc')).toBe('VQRABC');
});

describe('searchBanks', () => {
  test.each([
    ['vietcombank', 'vcb'],
    ['Ngân hàng TMCP Ngoại Thương', 'vcb'],
    ['ngoai thuong', 'vcb'],
    ['NGOAITHUONG', 'vcb'],
    ['970436', 'vcb'],
    ['ICB', 'vietin'],
    ['CTG', 'vietin'],
    ['đầu tư và phát triển', 'bidv'],
    [' m b ', 'mb'],
    ['acb', 'acb'],
  ])('%j finds %s first', (query, slug) => expect(slugs(query)[0]).toBe(slug));

  test('ranks exact matches before prefixes before other substrings', () => {
    const found = slugs('vikki');
    expect(found.slice(0, 2)).toEqual(['vikki', 'vikkihd']);
    expect(slugs('ba').indexOf('bab')).toBeLessThan(slugs('ba').indexOf('vcb')); // BacABank, Vietcombank
  });

  test('returns all banks for an empty query and none for nonsense', () => {
    expect(searchBanks('  ', BANKS)).toHaveLength(BANKS.length);
    expect(slugs('zzzz')).toEqual([]);
  });

  test('searches only the given banks', () => {
    expect(searchBanks('bank', BANKS.slice(0, 3)).every((bank) => BANKS.indexOf(bank) < 3)).toBe(true);
  });
});
