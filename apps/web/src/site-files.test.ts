import { expect, test } from 'vitest';
import { ARTICLE, CONFIG, live, newsOf } from '../testing/samples.ts';
import { render, renderFile } from './entry-server.tsx';
import { readLocale } from './lib/page-locale.ts';

const ORIGIN = `https://${CONFIG.site.domain}`;

test('robots.txt keeps crawlers from the API alone, and names the sitemap', () => {
  const { text = '' } = renderFile('/robots.txt', CONFIG) ?? {};
  expect(text).toContain(`Sitemap: ${ORIGIN}/sitemap.xml`);
  expect([...text.matchAll(/^Disallow: (.*)$/gm)].map(([, path]) => path)).toEqual(['/api/', '/trpc/', '/webhooks/']);
});

test('the sitemap lists every indexed page by its canonical address, in every language', async () => {
  const { text = '', contentType } = renderFile('/sitemap.xml', CONFIG, [ARTICLE.seoUrl]) ?? {};
  expect(contentType).toContain('application/xml');
  const addresses = [...text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address = '']) => address);
  expect(new Set(addresses).size).toBe(addresses.length);
  expect(addresses).toEqual(
    expect.arrayContaining([
      `${ORIGIN}/`,
      `${ORIGIN}/?lang=en`,
      `${ORIGIN}/buy/pm`,
      `${ORIGIN}/blog/${ARTICLE.seoUrl}?lang=ko`,
      `${ORIGIN}/exchange/trc20-pm?lang=jp`,
    ]),
  );
  for (const address of addresses) {
    const { pathname, searchParams } = new URL(address);
    const locale = readLocale(searchParams.get('lang')) ?? 'vi';
    const { status, head } = await render({ url: pathname, locale, theme: 'system', config: CONFIG, live: live({}), news: newsOf(pathname) });
    expect(status, address).toBe(200);
    expect(head, address).toContain(`<link rel="canonical" href="${address}">`);
  }
});

test('the manifest makes the site installable', () => {
  const { text = '' } = renderFile('/site.webmanifest', { ...CONFIG, site: { ...CONFIG.site, title: 'Đổi "Nhanh"' } }) ?? {};
  const manifest = JSON.parse(text);
  expect(manifest).toMatchObject({ name: 'Đổi "Nhanh"', start_url: '/', display: 'standalone' });
  const sizes = manifest.icons.map(({ sizes, purpose }: Record<string, string>) => `${sizes} ${purpose}`);
  expect(sizes).toEqual(['192x192 any', '512x512 any', '512x512 maskable']);
});

test.each(['/', '/toString', '/robots.txt/x'])('%s is no such file', (path) => {
  expect(renderFile(path, CONFIG)).toBeNull();
});
