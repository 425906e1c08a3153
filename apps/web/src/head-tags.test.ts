import { LOCALE_CODES, LOCALES, type Locale } from '@quydoi/domain/locales';
import { expect, test } from 'vitest';
import { CONFIG, live } from '../testing/samples.ts';
import { render } from './entry-server.tsx';

const ORIGIN = `https://${CONFIG.site.domain}`;
const LIVE = live({ pm: '20000' });

/** Vouchers are under maintenance, and Perfect Money is not sold. */
const WITHOUT_VOUCHERS = {
  ...CONFIG,
  currencies: CONFIG.currencies.map((currency) => {
    if (currency.code === 'pm') return { ...currency, canPayOut: false };
    return currency.code === 'e-voucher' ? { ...currency, canPayIn: false, canPayOut: false } : currency;
  }),
};

async function headOf(url: string, locale: Locale = 'vi', theme: 'system' | 'dark' = 'system') {
  return (await render({ url, locale, theme, config: CONFIG, live: LIVE })).head;
}

/** Values of an attribute in the tags that contain some text. */
function valuesOf(head: string, marker: string, attribute: 'href' | 'content'): string[] {
  return [...head.matchAll(/<(?:link|meta)[^>]*>/g)]
    .filter(([tag]) => tag.includes(marker))
    .map(([tag]) => new RegExp(`${attribute}="([^"]*)"`).exec(tag)?.[1] ?? '');
}

function jsonLdOf(head: string): Record<string, unknown>[] {
  const text = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(head)?.[1];
  return JSON.parse(text ?? '{}')['@graph'];
}

test('a page names itself by its language’s address, and the others as its translations', async () => {
  const [vi, en] = [await headOf('/buy/pm'), await headOf('/buy/pm', 'en')];
  expect(valuesOf(vi, 'rel="canonical"', 'href')).toEqual([`${ORIGIN}/buy/pm`]);
  expect(valuesOf(en, 'rel="canonical"', 'href')).toEqual([`${ORIGIN}/buy/pm?lang=en`]);
  for (const head of [vi, en]) {
    expect(valuesOf(head, 'hreflang="vi"', 'href')).toEqual([`${ORIGIN}/buy/pm`]);
    for (const locale of LOCALE_CODES.filter((code) => code !== 'vi')) {
      expect(valuesOf(head, `hreflang="${LOCALES[locale].tag}"`, 'href')).toEqual([`${ORIGIN}/buy/pm?lang=${locale}`]);
    }
    expect(valuesOf(head, 'hreflang="x-default"', 'href')).toEqual([`${ORIGIN}/buy/pm`]);
  }
  expect(valuesOf(en, 'og:url', 'content')).toEqual([`${ORIGIN}/buy/pm?lang=en`]);
});

test.each([
  ['/buysell/buy/pm', '/buy/pm'],
  ['/buysell', '/buy'],
  ['/buysell/sell/trc20', '/sell/trc20'],
  ['/exchange/e-voucher-pm', '/exchange/e-voucher-pm'],
  ['/tos', '/tos'],
])('%s has the one address %s', async (path, canonical) => {
  expect(valuesOf(await headOf(path), 'rel="canonical"', 'href')).toEqual([ORIGIN + canonical]);
});

test('Open Graph names language and country, and previews have a large image', async () => {
  expect(valuesOf(await headOf('/'), 'og:locale"', 'content')).toEqual(['vi_VN']);
  expect(valuesOf(await headOf('/'), 'og:locale:alternate', 'content')).toEqual(['en_US', 'zh_CN', 'ko_KR', 'de_DE', 'tr_TR', 'ja_JP']);
  expect(valuesOf(await headOf('/', 'en'), 'og:locale"', 'content')).toEqual(['en_US']);
  expect(valuesOf(await headOf('/'), 'twitter:card', 'content')).toEqual(['summary_large_image']);
  expect(valuesOf(await headOf('/'), 'og:image"', 'content')).toEqual([`${ORIGIN}/og.png`]);
});

test.each([
  ['/', 'Mua bán Perfect Money, USDT tự động 24/7'],
  ['/buy', 'Mua USDT bằng chuyển khoản ngân hàng'],
  ['/sell', 'Bán Perfect Money, USDT, nhận tiền về ngân hàng'],
])('the title of %s names what is open there: %s', async (url, title) => {
  const { head } = await render({ url, locale: 'vi', theme: 'system', config: WITHOUT_VOUCHERS, live: LIVE });
  expect(head).toContain(`<title>${title} | ${CONFIG.site.title}</title>`);
});

test('the reserves are those of what is open', async () => {
  const { html } = await render({ url: '/', locale: 'vi', theme: 'system', config: WITHOUT_VOUCHERS, live: LIVE });
  const [, reserves] = /Dự trữ hiện có(.*?)<.section>/s.exec(html) ?? [];
  expect(reserves).toContain('USDT (TRC20)');
  expect(reserves).not.toContain('PM e-Voucher');
});

test('browser bars have the colour of the chosen theme, or of both', async () => {
  const tags = await headOf('/');
  expect(valuesOf(tags, 'theme-color', 'content')).toEqual(['#ffffff', '#131f22']);
  expect(tags).toContain('media="(prefers-color-scheme: dark)"');
  expect(valuesOf(await headOf('/', 'vi', 'dark'), 'theme-color', 'content')).toEqual(['#131f22']);
});

test('every page has icons and the manifest', async () => {
  for (const url of ['/', '/order/7KQ2M9XR4B']) {
    const head = await headOf(url);
    for (const file of ['/favicon.ico', '/favicon.svg', '/apple-touch-icon.png', '/site.webmanifest']) expect(head).toContain(`href="${file}"`);
  }
});

test('the home page says who runs the site, a form what it offers', async () => {
  expect(jsonLdOf(await headOf('/'))).toEqual([
    expect.objectContaining({ '@type': 'Organization', name: CONFIG.site.title, url: `${ORIGIN}/`, email: CONFIG.site.email }),
    expect.objectContaining({ '@type': 'WebSite', url: `${ORIGIN}/`, inLanguage: 'vi' }),
  ]);
  const [trail, service] = jsonLdOf(await headOf('/sell/trc20', 'en'));
  expect(trail).toMatchObject({
    '@type': 'BreadcrumbList',
    itemListElement: [{ item: `${ORIGIN}/?lang=en` }, { item: `${ORIGIN}/sell/trc20?lang=en` }],
  });
  expect(service).toMatchObject({ '@type': 'FinancialService', currenciesAccepted: 'VND, USD, USDT' });
});

test('a path in a document cannot end its element', async () => {
  const head = await headOf('/buy/%22%3E%3Cscript%3Ealert(1)%3C%2Fscript%3E');
  expect(head).not.toContain('<script>alert');
});

test('pages of orders have neither canonical address nor data for search engines', async () => {
  for (const url of ['/order/7KQ2M9XR4B', '/order/7KQ2M9XR4B/receipt', '/login']) {
    const head = await headOf(url);
    expect(head, url).toContain('noindex');
    expect(head, url).not.toMatch(/canonical|ld\+json|og:/);
  }
});
