import { I18nProvider } from '@lingui/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { createI18n } from '../../lib/catalogues.ts';
import { useFieldRules } from './field-rules.ts';

type Rules = ReturnType<typeof useFieldRules>;

/** The rules as a form in this language has them. */
async function rulesIn(locale: 'vi' | 'en'): Promise<Rules> {
  const i18n = await createI18n(locale, 'order');
  let rules: Rules | null = null;
  const Form = () => {
    rules = useFieldRules();
    return null;
  };
  renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <Form />
    </I18nProvider>,
  );
  if (rules === null) throw new Error('not rendered');
  return rules;
}

describe('in Vietnamese', () => {
  test.each<[keyof Omit<Rules, 'sameAs'>, string, string | true]>([
    ['email', 'lan@example.vn', true],
    ['email', ' ', 'Vui lòng nhập email'],
    ['email', 'lan@example', 'Email không hợp lệ'],
    ['email', 'lan example@x.vn', 'Email không hợp lệ'],
    ['email', `${'x'.repeat(244)}@example.vn`, 'Email không hợp lệ'],
    ['password', '', 'Vui lòng nhập mật khẩu'],
    ['password', 'x'.repeat(5), 'Mật khẩu gồm 6 đến 20 ký tự'],
    ['password', 'x'.repeat(6), true],
    ['password', 'x'.repeat(20), true],
    ['password', 'x'.repeat(21), 'Mật khẩu gồm 6 đến 20 ký tự'],
    ['presentPassword', 'x', true],
    ['presentPassword', '', 'Vui lòng nhập mật khẩu'],
    ['username', '', true],
    ['username', 'Lan88', true],
    ['username', 'lan.nguyen', 'Tên đăng nhập gồm 3 đến 30 chữ cái hoặc chữ số'],
    ['username', 'la', 'Tên đăng nhập gồm 3 đến 30 chữ cái hoặc chữ số'],
    ['login', 'lan@example.vn', true],
    ['login', ' ', 'Vui lòng nhập email hoặc tên đăng nhập'],
    ['code', '', 'Vui lòng nhập mã'],
    ['code', '123 456', true],
    ['code', '12345', 'Mã gồm 6 chữ số, mã khôi phục gồm 10 chữ và số'],
    ['code', '1234567', 'Mã gồm 6 chữ số, mã khôi phục gồm 10 chữ và số'],
    ['code', '12345a', 'Mã gồm 6 chữ số, mã khôi phục gồm 10 chữ và số'],
    ['code', 'abcde-23456', true],
  ])('%s %j: %s', async (field, text, said) => {
    expect((await rulesIn('vi'))[field](text)).toBe(said);
  });

  test('two passwords have to be the same', async () => {
    const { sameAs } = await rulesIn('vi');
    expect([sameAs('ca phe sua da')('ca phe sua da'), sameAs('ca phe sua da')('ca phe sua')]).toEqual([true, 'Hai mật khẩu không khớp']);
  });
});

test('English says the same', async () => {
  const { email, password, sameAs } = await rulesIn('en');
  expect([email('lan'), password('x'), sameAs('a')('b')]).toEqual([
    'This is not a valid email',
    'The password must have 6 to 20 characters',
    'The two passwords do not match',
  ]);
});
