import { describe, expect, test } from 'vitest';
import { errorOf, readPage, readPlainText } from './page.ts';

describe('readPage', () => {
  test.each([
    ['as Perfect Money writes it', `<input name='K' type='hidden' value='V'>`],
    ['double quotes, another order, upper case', `<INPUT VALUE="V" TYPE="hidden" NAME="K">`],
    ['no quotes, self-closed', '<input type=hidden name=K value=V />'],
    ['line breaks inside', `<input\n name='K'\n value='V'\n>`],
    ['two on one line', `<input name='A' type='hidden' value='1'><input name='K' type='hidden' value='V'><input name='B' value='2'>`],
    ['blanks around the value', `<input name='K' value=' V '>`],
  ])('%s', (_, html) => {
    expect(readPage(html).field('K')).toBe('V');
  });

  test('decodes entities and keeps the other kind of quote', () => {
    const page = readPage(
      `<input name='A' value='O&#39;Brien &amp; "Co"'><input name="B" value="it's &lt;ok&gt;"><input name='C' value='Đ&#7891;ng'>`,
    );
    expect([page.field('A'), page.field('B'), page.field('C')]).toEqual([`O'Brien & "Co"`, "it's <ok>", 'Đồng']);
  });

  test('ignores a truncated tag', () => {
    for (const html of [`<input name='K' type='hidden' value='12`, `<input name='K' type='hidden' value='12'`, `<input name='K'`, '<inp']) {
      expect(readPage(html).has('K')).toBe(false);
    }
  });

  test('ignores tags in comments, scripts and text areas', () => {
    const html = `<!-- <input name='K' value='1'> --><script>"<input name='K' value='1'>"</script><textarea><input name='K' value='1'></textarea>&lt;input name='K' value='1'&gt;`;
    expect(readPage(html).has('K')).toBe(false);
  });

  test('a field with two values is present, without a value', () => {
    const page = readPage(`<input name='K' value='1'><input name='K' value='2'><input name='L' value='3'><input name='L' value='3'>`);
    expect([page.has('K'), page.field('K'), page.field('L'), page.has('M'), page.field('constructor')]).toEqual([true, null, '3', false, null]);
  });

  test('reads wallets as field names', () => {
    expect(readPage(`<input name='U1234567' type='hidden' value='20000.00'>`).field('U1234567')).toBe('20000.00');
  });
});

describe('readPlainText', () => {
  test.each([
    ['John Smith', 'John Smith'],
    ["  Sean O'Brien \r\n", "Sean O'Brien"],
    ['Sean O&#39;Brien &amp; Co', "Sean O'Brien & Co"],
    ['Anna "Ann" Lee', 'Anna "Ann" Lee'],
    ['a < b', 'a < b'],
    ['Nguyễn\u0000Văn\tNam', 'Nguyễn Văn Nam'],
    ['', null],
    [' \n', null],
    ['<html><body>Checking your browser</body></html>', null],
    ['<!DOCTYPE html>', null],
    ['Just a moment... <script>', null],
    ['x'.repeat(1001), null],
  ])('%j', (answer, expected) => {
    expect(readPlainText(answer)).toBe(expected);
  });
});

test('errorOf', () => {
  expect(errorOf('ERROR: Invalid Account')).toBe('Invalid Account');
  expect(errorOf('\nError:Can not login ')).toBe('Can not login');
  expect(errorOf('Terror: none')).toBeNull();
  expect(errorOf('John Error: Smith')).toBeNull();
});
