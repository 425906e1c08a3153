import { createSilentClient, createTRPC } from '@quydoi/client/react';
import type { PriceChartView } from '@quydoi/contract/config';
import { sampleConfig } from '@quydoi/contract/testing/sample-config';
import type { TradedCode } from '@quydoi/domain/currencies';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Providers } from '../../../app.tsx';
import { createI18n } from '../../../lib/catalogues.ts';
import { createQueryClient } from '../../../lib/queries.ts';
import { PriceCard } from './price-card.tsx';

/** Of another year, whatever the present one is: times then tell theirs. */
const POINTS = [
  { at: '2020-01-05T02:00:00.000Z', value: '26100' },
  { at: '2020-01-05T02:15:00.000Z', value: '26250.4' },
  { at: '2020-01-05T02:30:00.000Z', value: '26048' },
];

/** The card as it is at first. @param chart the answer for a code; null while there is none */
async function cardOf(codes: readonly TradedCode[], code: string, chart: PriceChartView | null, locale: 'vi' | 'en' = 'vi'): Promise<string> {
  const client = createSilentClient();
  const queries = createQueryClient(client, {});
  if (chart) queries.setQueryData(createTRPC(client, queries).config.priceChart.queryKey({ code, period: 'day' }), chart);
  return renderToStaticMarkup(
    <Providers client={client} i18n={await createI18n(locale, 'order')} locale={locale} queries={queries}>
      <PriceCard config={sampleConfig({ codes })} />
    </Providers>,
  );
}

test.each([
  [
    'vi',
    'từ 05/01/2020 09:00 đến 05/01/2020 09:30, giờ Việt Nam: mới nhất 26.048\u00a0đ, cao nhất 26.250\u00a0đ, thấp nhất 26.048\u00a0đ, giảm 0,2%.',
  ],
  ['en', 'from 05/01/2020 09:00 to 05/01/2020 09:30, Vietnam time: newest 26,048\u00a0đ, highest 26,250\u00a0đ, lowest 26,048\u00a0đ, down 0.2%.'],
] as const)('in %s, the text alternative states the figures', async (locale, text) => {
  const html = await cardOf(['pm', 'trc20'], 'pm', { points: POINTS }, locale);
  expect(/<svg aria-label="([^"]*)"[^>]* role="img"/.exec(html)?.[1]).toContain(text);
});

test('currencies that follow the same price are one choice, the dollar chosen at first', async () => {
  const html = await cardOf(['trc20', 'bep20', 'btc', 'wmz', 'pm', 'eth'], 'wmz', { points: POINTS });
  expect([...html.matchAll(/>(\w+)<\/button>/g)].map(([, name]) => name)).toEqual(['USDT', 'BTC', 'USD', 'ETH']);
  expect(html).toContain('1 USD = 26.048');
  expect(await cardOf(['trc20', 'btc'], 'trc20', { points: POINTS })).toContain('1 USDT = 26.048');
});

test('says that there is no history yet with fewer than two points', async () => {
  for (const points of [[], POINTS.slice(0, 1)]) {
    const html = await cardOf(['pm'], 'pm', { points });
    expect(html).toContain('Chưa có lịch sử giá.');
    expect(html).not.toContain('<svg');
  }
});

test('is busy until there is an answer', async () => {
  expect(await cardOf(['pm'], 'pm', null)).toContain('aria-busy="true"');
});
