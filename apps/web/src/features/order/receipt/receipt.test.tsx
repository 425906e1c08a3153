import { createSilentClient } from '@quydoi/client/react';
import type { Locale } from '@quydoi/domain/locales';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { sampleOrders } from '../../../../dev/sample-orders.ts';
import { CONFIG } from '../../../../testing/samples.ts';
import { Providers } from '../../../app.tsx';
import { createI18n } from '../../../lib/catalogues.ts';
import { createQueryClient } from '../../../lib/queries.ts';
import { Receipt } from './receipt.tsx';
import { receiptOf } from './receipt-facts.ts';

const AT = new Date('2026-11-22T05:00:00Z');

async function textIn(locale: Locale): Promise<string> {
  const order = sampleOrders(AT).find(({ ref }) => ref === 'SAMPLE-REFUNDED');
  const receipt = order && receiptOf(order);
  if (!receipt) throw new Error('no sample');
  const client = createSilentClient();
  const html = renderToStaticMarkup(
    <Providers client={client} i18n={await createI18n(locale, 'order')} locale={locale} queries={createQueryClient(client, { config: CONFIG })}>
      <Receipt order={order} receipt={receipt} site={CONFIG.site} />
    </Providers>,
  );
  return html.replaceAll(/<[^>]*>/g, '');
}

test.each([
  ['vi', '22/11/2026 10:53'],
  ['zh', '2026/11/22 10:53'],
  ['ko', '2026. 11. 22. 10:53'],
  ['jp', '2026/11/22 10:53'],
] as const)(
  'the receipt writes dates and times in %s without a comma between, which Chinese, Korean and Japanese do not take',
  async (locale, made) => {
    const text = await textIn(locale);
    expect(text).toContain(made);
    expect(text).not.toMatch(/\d{4}\S*, \d\d:\d\d/);
  },
);
