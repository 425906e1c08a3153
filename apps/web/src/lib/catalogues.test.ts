import { LOCALE_CODES } from '@quydoi/domain/locales';
import { expect, test } from 'vitest';
import { createI18n, loadPart, switchLocale } from './catalogues.ts';
import { sharedText } from './shared-text.ts';

test.each(LOCALE_CODES)('%s has the order page’s messages, its own and the shared ones, only once that page is visited', async (locale) => {
  const i18n = await createI18n(locale, null);
  expect(sharedText(i18n, 'error', 'MAINTENANCE')).not.toBe('error.MAINTENANCE');
  expect(sharedText(i18n, 'status', 'paid')).toBe('status.paid');
  await loadPart(i18n, 'order');
  const atOnce = await createI18n(locale, 'order');
  expect(atOnce.locale).toBe(locale);
  for (const { messages } of [i18n, atOnce]) {
    expect(messages['status.paid']).toBeDefined();
    expect(Object.keys(messages).toSorted()).toEqual(Object.keys(atOnce.messages).toSorted());
  }
});

test('another language has the parts that were loaded', async () => {
  const i18n = await createI18n('vi', 'order');
  await switchLocale(i18n, 'en');
  expect(sharedText(i18n, 'status', 'paid')).not.toBe('status.paid');
});
