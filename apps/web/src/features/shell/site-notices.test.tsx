import { createSilentClient, createTRPC } from '@quydoi/client/react';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { CONFIG } from '../../../testing/samples.ts';
import { Providers } from '../../app.tsx';
import { createI18n } from '../../lib/catalogues.ts';
import { createQueryClient } from '../../lib/queries.ts';
import { SiteNotice, UnreachableNotice } from './site-notices.tsx';

async function rendered(Part: () => ReactNode, queries: ReturnType<typeof createQueryClient>): Promise<string> {
  const i18n = await createI18n('vi', null);
  return renderToStaticMarkup(
    <Providers client={createSilentClient()} i18n={i18n} locale="vi" queries={queries}>
      <Part />
    </Providers>,
  );
}

test('settings that could not be loaded at all are told with a button that reloads the page', async () => {
  const client = createSilentClient();
  const queries = createQueryClient(client, {});
  expect(await rendered(UnreachableNotice, queries)).toBe('');
  // Rendering asks for nothing again: the page does that when it has loaded.
  queries.setDefaultOptions({ queries: { retryOnMount: false } });
  const queryKey = createTRPC(client, queries).config.get.queryKey();
  await queries.prefetchQuery({ queryKey, queryFn: () => Promise.reject(new TypeError('Failed to fetch')), retry: false });
  expect(await rendered(UnreachableNotice, queries)).toMatch(
    /role="alert".*Chưa tải được dữ liệu\. Vui lòng tải lại trang\..*<button[^>]*>Tải lại trang</s,
  );
});

test('the notice that operators set stands on the page, if there is one', async () => {
  const withNotice = (notice: string) => createQueryClient(createSilentClient(), { config: { ...CONFIG, site: { ...CONFIG.site, notice } } });
  expect(await rendered(SiteNotice, withNotice(''))).toBe('');
  expect(await rendered(SiteNotice, withNotice('Bảo trì 23:00–23:30'))).toContain('Bảo trì 23:00–23:30');
});
