import type { Locale } from '@quydoi/domain/locales';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { sampleOrder } from '../../../../testing/sample-order.ts';
import { createI18n } from '../../../lib/catalogues.ts';
import { LocaleProvider } from '../../../lib/locale-context.tsx';
import { DelayedNotice, isPaymentDelayed } from './delayed-notice.tsx';

test.each([
  ['PENDING', ['bank'], true],
  ['PENDING', ['tron'], false],
  ['SELL', ['tron'], true],
  ['SELL', [], false],
  ['DELIVERED', ['bank'], false],
] as const)('%s, while payments of %j are noticed late: %s', (name, delayedNetworks, isExpected) => {
  expect(isPaymentDelayed(sampleOrder(name), { delayedNetworks: [...delayedNetworks] })).toBe(isExpected);
});

test('nothing is said before it is known', () => {
  expect(isPaymentDelayed(sampleOrder('PENDING'), undefined)).toBe(false);
});

/** What the notice says in a language. */
async function noticeOf(locale: Locale, name: string, isDue: boolean): Promise<string> {
  const i18n = await createI18n(locale, 'order');
  const html = renderToStaticMarkup(
    <LocaleProvider i18n={i18n} locale={locale}>
      <DelayedNotice isDue={isDue} order={sampleOrder(name)} />
    </LocaleProvider>,
  );
  return html.replace(/<[^>]*>/g, '');
}

test.each([
  ['PENDING', true, /^Vietcombank đang báo tiền chậm\. Nếu bạn đã chuyển, đừng chuyển lại.+Nếu chưa chuyển, bạn nên chờ\.$/],
  ['SELL', false, /^TRON đang báo tiền chậm.+khi TRON hoạt động lại\. $/],
] as const)('%s, to be paid: %s, names who is slow', async (name, isDue, says) => {
  expect(await noticeOf('vi', name, isDue)).toMatch(says);
});

test.each(['zh', 'jp'] as const)('has no space between sentences in %s', async (locale) => {
  expect(await noticeOf(locale, 'PENDING', true)).not.toMatch(/[。：] /);
});
