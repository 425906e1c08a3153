import { I18nProvider } from '@lingui/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { sampleOrder } from '../../../../testing/sample-order.ts';
import { createI18n } from '../../../lib/catalogues.ts';
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

test.each([
  ['PENDING', true, /^Vietcombank đang báo tiền chậm\. Nếu bạn đã chuyển, đừng chuyển lại.+Nếu chưa chuyển, bạn nên chờ\.$/],
  ['SELL', false, /^TRON đang báo tiền chậm.+khi TRON hoạt động lại\. $/],
] as const)('%s, to be paid: %s, names who is slow', async (name, isDue, says) => {
  const i18n = await createI18n('vi', 'order');
  const html = renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <DelayedNotice isDue={isDue} order={sampleOrder(name)} />
    </I18nProvider>,
  );
  expect(html.replace(/<[^>]*>/g, '')).toMatch(says);
});
