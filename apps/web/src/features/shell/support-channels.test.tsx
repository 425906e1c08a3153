import { createSilentClient } from '@quydoi/client/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { CONFIG } from '../../../testing/samples.ts';
import { Providers } from '../../app.tsx';
import { createI18n } from '../../lib/catalogues.ts';
import { createQueryClient } from '../../lib/queries.ts';
import { SupportChannels } from './support-channels.tsx';

async function linksOf(site: Partial<typeof CONFIG.site>, refText?: string): Promise<string[]> {
  const client = createSilentClient();
  const queries = createQueryClient(client, { config: { ...CONFIG, site: { ...CONFIG.site, ...site } } });
  const html = renderToStaticMarkup(
    <Providers client={client} i18n={await createI18n('vi', null)} locale="vi" queries={queries}>
      <SupportChannels className="" {...(refText === undefined ? {} : { refText })} />
    </Providers>,
  );
  return [...html.matchAll(/href="([^"]*)"[^>]*>([^<]*)</g)].map(([, href, name]) => `${name} ${href}`);
}

test('support by live chat is linked where operators have one, on a page of its own', async () => {
  expect(await linksOf({ liveChat: '5f0c2e1a9b/default' })).toEqual(['Trò chuyện trực tuyến https://tawk.to/chat/5f0c2e1a9b/default']);
});

test('support in messengers is linked where operators have an account there, with the order that it is about', async () => {
  expect(await linksOf({})).toEqual([]);
  expect(await linksOf({ zalo: '0912345678', messenger: 'quydoi.vn' })).toEqual([
    'Zalo https://zalo.me/0912345678',
    'Messenger https://m.me/quydoi.vn',
  ]);
  expect(await linksOf({ zalo: '0912345678', telegram: 'quydoi', messenger: 'quydoi.vn' }, '7KQ2M9XR4B')).toEqual([
    'Zalo https://zalo.me/0912345678',
    'Telegram https://t.me/quydoi?text=7KQ2M9XR4B',
    'Messenger https://m.me/quydoi.vn?text=7KQ2M9XR4B',
  ]);
});
