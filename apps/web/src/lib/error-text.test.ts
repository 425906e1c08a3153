import { refused } from '@quydoi/client/testing/refused';
import { expect, test } from 'vitest';
import { createI18n } from './catalogues.ts';
import { refusalText } from './error-text.ts';

test('a refusal is told in the words of the page’s language, numbers and currencies included', async () => {
  const error = refused('QUANTITY_TOO_SMALL', { params: { n: '1234.5', code: 'trc20' } });
  const said = async (locale: 'vi' | 'en') => refusalText(await createI18n(locale, null), locale, error);
  expect([await said('vi'), await said('en')]).toEqual(['Tối thiểu: 1.234,5 USDT (TRC20)', 'Minimum: 1,234.5 USDT (TRC20)']);
});

test('a code without a text on the page is told in the server’s own words', async () => {
  const unknown = Object.assign(refused('INTERNAL'), { data: { code: 'OF_A_LATER_SERVER', message: 'Bạn cần làm thêm một bước.' } });
  expect(refusalText(await createI18n('vi', 'order'), 'vi', unknown)).toBe('Bạn cần làm thêm một bước.');
});

test('a lost connection is no refusal', async () => {
  expect(refusalText(await createI18n('vi', null), 'vi', new TypeError('Failed to fetch'))).toBeNull();
});
