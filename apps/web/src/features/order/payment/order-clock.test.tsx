import { I18nProvider } from '@lingui/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { createI18n } from '../../../lib/catalogues.ts';
import { OrderClock } from './order-clock.tsx';

/** The clock of an order of half an hour. */
async function clockAt(leftSeconds: number): Promise<string> {
  const i18n = await createI18n('vi', 'order');
  return renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <OrderClock hasMemo isTransfer leftSeconds={leftSeconds} totalSeconds={1800} />
    </I18nProvider>,
  );
}

test('the countdown has a bar of the share that is left, and never goes below zero', async () => {
  const shownAt = async (leftSeconds: number) => {
    const html = await clockAt(leftSeconds);
    return [html.replaceAll(/<[^>]*>/g, '').match(/\d\d:\d\d/)?.[0], /scaleX\(([\d.]+)\)/.exec(html)?.[1]];
  };
  expect([await shownAt(1800), await shownAt(899.2), await shownAt(-5)]).toEqual([
    ['30:00', '1'],
    ['15:00', String(899.2 / 1800)],
    ['00:00', '0'],
  ]);
});

test('is in the colour of danger below 180 seconds', async () => {
  const isDanger = async (leftSeconds: number) => /(text|bg)-danger/.test(await clockAt(leftSeconds));
  expect([await isDanger(180), await isDanger(179)]).toEqual([false, true]);
});
