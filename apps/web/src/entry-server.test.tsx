import { createHash } from 'node:crypto';
import type { ConfigView, LiveView } from '@quydoi/contract/config';
import { sampleConfig } from '@quydoi/contract/testing/sample-config';
import { TRADED_CODES } from '@quydoi/domain/currencies';
import { LOCALE_CODES, LOCALES, type Locale } from '@quydoi/domain/locales';
import { describe, expect, test } from 'vitest';
import { sampleOrders } from '../dev/sample-orders.ts';
import { ARTICLE, CONFIG, live, newsOf, QUESTIONS } from '../testing/samples.ts';
import { inlineScripts, render, withOrder } from './entry-server.tsx';
import { ROUTE_PATTERNS } from './routes.tsx';

const LIVE: LiveView = live({ pm: '20000', 'usdt-tron': '50000', vnd: '5000000000' });
/** React's marker of a boundary that the server left to the browser. */
const ABORTED = '<!--$!-->';

function rendered(url: string, config: ConfigView = CONFIG, locale: Locale = 'vi', view: LiveView = LIVE) {
  return render({ url, locale, theme: 'system', config, live: view, news: newsOf(url) });
}

/** An address of each routed path, and one that has no page. */
const ADDRESSES = [
  ...ROUTE_PATTERNS.filter((pattern) => !pattern.startsWith('/dev/')).map((pattern) =>
    pattern.replace(':code', 'pm').replace(':pair', 'e-voucher-pm').replace(':ref', '7KQ2M9XR4B').replace(':seoUrl', ARTICLE.seoUrl),
  ),
  '/nowhere',
];
/** Addresses whose pages have no heading until the script has run, as they lead elsewhere or show an order. */
const WITHOUT_HEADING = /^\/(history\/(wallet|trade|transaction)|transaction|order|account|notice)/;

/** Addresses whose headings operators write, in the languages that they know. */
const IN_ONE_LANGUAGE = /^\/blog\/./;

function headingOf(html: string): string {
  const [, heading = ''] = /<h1[^>]*>(.*?)<\/h1>/s.exec(html) ?? [];
  return heading.replaceAll(/<[^>]*>/g, '').trim();
}

describe.each(LOCALE_CODES)('in %s', (locale) => {
  test.each(ADDRESSES)('%s is fully rendered on the server, with heading, title and languages', async (url) => {
    const page = await rendered(url, CONFIG, locale);
    expect(page.status).toBe(url === '/nowhere' ? 404 : 200);
    expect(page.html).not.toContain(ABORTED);
    expect(page.document).toContain(`<html lang="${LOCALES[locale].tag}"`);
    const heading = headingOf(page.html);
    if (!WITHOUT_HEADING.test(url) && !IN_ONE_LANGUAGE.test(url)) expect(heading).not.toBe('');
    for (const other of (['vi', 'en'] as const).filter((code) => code !== locale)) {
      const original = await rendered(url, CONFIG, other);
      expect(page.html).not.toBe(original.html);
      if (!WITHOUT_HEADING.test(url) && !IN_ONE_LANGUAGE.test(url)) expect(heading).not.toBe(headingOf(original.html));
    }
    if (page.head.includes('noindex')) return;
    for (const code of LOCALE_CODES) expect(page.head).toContain(`hreflang="${LOCALES[code].tag}"`);
    expect(page.head).toMatch(/<meta name="description" content="[^"]{10,}">/);
    expect(page.head.replaceAll(/<(style|script).*?<.\1>/gs, '')).not.toMatch(/\{|undefined/);
  });
});

describe('a closed trade', () => {
  const closed = (site: Partial<ConfigView['site']>): ConfigView => ({ ...CONFIG, site: { ...CONFIG.site, ...site } });

  test.each([
    ['/buy/pm', { allowBuy: false }, 'Tạm thời chưa nhận chuyển khoản ngân hàng'],
    ['/', { allowBuy: false }, 'Tạm thời chưa nhận chuyển khoản ngân hàng'],
    ['/sell/trc20', { allowSell: false }, 'Tạm thời chưa chuyển khoản ngân hàng được'],
    ['/exchange/trc20-pm', { allowExchange: false }, 'Tạm dừng đổi giữa các loại tiền'],
  ])('%s: names what is closed for all, and no currency: %o', async (url, site, says) => {
    const { html } = await rendered(url, closed(site));
    expect(html).toContain(says);
    expect(html).toContain('Áp dụng cho mọi loại tiền.');
    expect(html).not.toContain('đang bảo trì');
    expect(html).not.toContain('Hãy chọn');
  });

  test('names the currency that is closed alone', async () => {
    const currencies = CONFIG.currencies.map((currency) => (currency.code === 'pm' ? { ...currency, canPayOut: false } : currency));
    const { html } = await rendered('/buy/pm', { ...CONFIG, currencies });
    expect(html).toContain('Perfect Money đang bảo trì');
    expect(html).toContain('Hãy chọn loại tiền khác');
  });
});

test.each(['/', '/buy/pm', '/sell/trc20', '/exchange/e-voucher-pm', '/history'])('forms of %s submit nothing before hydration', async (url) => {
  const forms = (await rendered(url)).html.match(/<form[^>]*>/g) ?? [];
  expect(forms).not.toEqual([]);
  for (const form of forms) expect(form).toContain('method="dialog"');
});

test('the price of a swap between two currencies of one unit names the currencies', async () => {
  expect((await rendered('/exchange/e-voucher-pm')).html).toMatch(/>1 PM\u00a0e-Voucher =<\/span><span[^>]*>[\d,]+\u00a0Perfect\u00a0Money</);
});

test('what customers write is shown as text', async () => {
  const content = '<img src=x onerror="steal()"></script><script>steal()</script>';
  const review = { id: '1', content, kind: 'buy', from: 'vnd', to: 'pm', amountSent: '1', amountReceived: '1', at: '2026-11-22T00:00:00Z' } as const;
  const { html } = await rendered('/', CONFIG, 'vi', { ...LIVE, reviews: [review] });
  expect(html).toContain('&lt;img src=x onerror=');
  expect(html).not.toMatch(/<img src=x|<script>steal/);
});

test('the home page tells the five newest trades and reviews, nobody’s name among them', async () => {
  const dated = Array.from({ length: 7 }, (_, n) => ({ n, at: `2026-11-22T0${n}:00:00Z` }));
  const of = { kind: 'buy', from: 'vnd', to: 'pm', amountSent: '2607975' } as const;
  const recentTrades = dated.map(({ n, at }) => ({ ...of, amountReceived: `${100 + n}`, at }));
  const reviews = dated.map(({ n, at }) => ({ ...of, id: `${n}`, content: `review ${n}`, amountReceived: `${200 + n}`, at }));
  const { html } = await rendered('/', CONFIG, 'vi', { ...LIVE, recentTrades, reviews });
  const plain = html.replaceAll(/<!--.*?-->|\u00a0/g, '');
  const shown = (texts: readonly string[]) => texts.map((text) => plain.includes(text));
  expect(shown(recentTrades.map(({ amountReceived }) => `${amountReceived}USD`))).toEqual([true, true, true, true, true, false, false]);
  expect(shown(reviews.map(({ content }) => content))).toEqual([true, true, true, true, true, false, false]);
});

test('the home page claims to be automatic, around the clock, for every bank and without an account', async () => {
  expect(await textOf('/', CONFIG)).toContain('Tự động trong vài giây, 24/7, mọi ngân hàng Việt Nam, không cần đăng ký.');
});

test.each([
  ['/', 'Mua'],
  ['/buy/pm', 'Mua'],
  ['/buysell/sell/pm', 'Bán'],
  ['/exchange', 'Đổi'],
])('on %s the tab of the form is %s', async (url, tab) => {
  expect((await rendered(url)).html).toMatch(new RegExp(`<a[^>]*aria-current="page"[^>]*>${tab}<`));
});

test.each([
  ['/buy/trc20', 'Mạng nhận USDT', 3],
  ['/sell/bep20', 'Mạng gửi USDT', 3],
  ['/exchange/trc20-pm', 'Mạng gửi USDT', 3],
  ['/exchange/pm-erc20', 'Mạng nhận USDT', 3],
  ['/buy/pm', 'Mạng', 0],
  ['/exchange/pm-wmz', 'Mạng', 0],
])('%s has for %s a choice of %i networks', async (url, legend, count) => {
  const { html } = await rendered(url, sampleConfig());
  expect(html.match(/<input[^>]*name="network/g) ?? []).toHaveLength(count);
  expect(html.includes(`>${legend}`)).toBe(count > 0);
});

test.each(['/buy/pm', '/sell/pm'])('%s shows five banks, and the way to all others', async (url) => {
  const { html } = await rendered(url, sampleConfig());
  expect(html.match(/<input[^>]*name="bank"/g)).toHaveLength(5);
  expect(html).toContain('Ngân hàng khác');
});

test('the home page has rates of every currency both ways, reserves, instructions and support, and no rates of swaps', async () => {
  const { html } = await rendered('/');
  const [, rates = ''] = /Tỷ giá hôm nay(.*?)<.table>/s.exec(html) ?? [];
  const rows = [...rates.matchAll(/<tr.*?<.tr>/gs)].map(([row]) =>
    row
      .replaceAll(/<svg.*?<.svg>|<[^>]*>/gs, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  );
  expect(rows).toEqual([
    'Loại tiền Bạn mua Bạn bán',
    expect.stringMatching(/Perfect Money 25\.950 25\.350$/),
    expect.stringMatching(/PM e-Voucher 26\.050 25\.250$/),
    expect.stringMatching(/USDT \(TRC20\) 26\.350 26\.050$/),
  ]);
  for (const words of ['Dự trữ hiện có', '20.000', 'nhân viên trực', 'trả lời email trong 24 giờ', `mailto:${CONFIG.site.email}`])
    expect(html.replaceAll(/<!--.*?-->/g, '').toLowerCase()).toContain(words.toLowerCase());
});

test('the menu leads to the order search, the footer to the static pages', async () => {
  const { html } = await rendered('/');
  const linksIn = (part: 'header' | 'footer') =>
    Array.from((new RegExp(`<${part}.*?<.${part}>`, 's').exec(html)?.[0] ?? '').matchAll(/<a[^>]*href="([^"]*)"/g), ([, href]) => href);
  expect(linksIn('header')).toContain('/history');
  expect(linksIn('footer')).toEqual(
    expect.arrayContaining(['/listing', '/fee-transfer', '/payment', '/contact', '/about-us', '/tos', '/canh-bao-lua-dao']),
  );
});

test('until hydration the submit button looks disabled', async () => {
  expect((await rendered('/buy/pm')).html).toMatch(
    /<button[^>]*aria-disabled="true"[^>]*type="submit"|<button[^>]*type="submit"[^>]*aria-disabled="true"/,
  );
});

test.each(['/nowhere', '/buy/doge', '/sell/btc', '/exchange/pm-pm', '/exchange/trc20-e-voucher'])('%s answers 404', async (url) => {
  expect((await rendered(url)).status).toBe(404);
});

test.each([
  ['/buy/pm', ['Nhập số lượng, ví nhận và tài khoản ngân hàng của bạn.', 'gửi tiền vào ví của bạn.']],
  ['/buy/e-voucher', ['voucher không cần ví nhận.', 'số voucher và mã kích hoạt hiện trên trang đơn hàng, thường trong vài giây.']],
  ['/sell/e-voucher', ['Nhập số voucher và mã kích hoạt trên trang đơn hàng.', 'kiểm tra voucher với nhà phát hành và chuyển nhanh']],
  ['/exchange/e-voucher-pm', ['Nhập số voucher và mã kích hoạt trên trang đơn hàng.', 'kiểm tra voucher với nhà phát hành và gửi tiền']],
  ['/exchange/pm-e-voucher', ['voucher không cần ví nhận.', 'số voucher và mã kích hoạt hiện trên trang đơn hàng, thường trong vài giây.']],
])('the steps of %s speak of what is entered and shown there', async (url, texts) => {
  const { html, status } = await rendered(url);
  expect(status).toBe(200);
  const [, steps = ''] = /<ol[^>]*>(.*?)<\/ol>/s.exec(html) ?? [];
  const plain = steps.replaceAll(/<[^>]*>/g, '').replaceAll(/\s+/g, ' ');
  for (const text of texts) expect(plain).toContain(text);
  expect(plain.includes('gửi tiền vào ví của bạn')).toBe(!url.startsWith('/sell/') && !url.endsWith('e-voucher'));
  expect(plain.includes(', ví nhận') || plain.includes('và ví nhận')).toBe(!url.startsWith('/sell/') && !url.endsWith('e-voucher'));
});

/** What a page says, on one line. */
async function textOf(url: string, config: ConfigView, locale: Locale = 'vi'): Promise<string> {
  const { html } = await rendered(url, config, locale);
  return html
    .replaceAll(/<!--.*?-->/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');
}

describe('the text pages', () => {
  const all = sampleConfig({ codes: TRADED_CODES });
  const usdt = sampleConfig({ codes: ['pm', 'trc20', 'bep20', 'erc20'] });

  test.each([
    ['vi', 'chưa đến một phút với BEP20, khoảng 1 phút với TRC20, khoảng 13 phút với ERC20 và ETH, khoảng 20 phút với BTC.'],
    ['en', 'less than a minute for BEP20, about a minute for TRC20, about 13 minutes for ERC20 and ETH, about 20 minutes for BTC.'],
    ['zh', 'BEP20 不到 1 分钟，TRC20 约 1 分钟，ERC20 和 ETH 约 13 分钟，BTC 约 20 分钟。'],
    ['ger', 'weniger als eine Minute bei BEP20, etwa eine Minute bei TRC20, etwa 13 Minuten bei ERC20 und ETH, etwa 20 Minuten bei BTC.'],
    ['jp', '（BEP20は1分未満、TRC20は約1分、ERC20、ETHは約13分、BTCは約20分）'],
  ] as const)('tell in %s how long the form says that networks take', async (locale, text) => {
    expect(await textOf('/contact', all, locale)).toContain(text);
  });

  test.each([
    ['vi', 'bán và đổi Perfect Money, PM e-Voucher, WebMoney WMZ, USDT, Ethereum và Bitcoin bằng đồng'],
    ['en', 'sell and swap Perfect Money, PM e-Voucher, WebMoney WMZ, USDT, Ethereum and Bitcoin against'],
    ['ko', '베트남 동으로 Perfect Money, PM e-Voucher, WebMoney WMZ, USDT, Ethereum 및 Bitcoin 구매, 판매'],
    ['tur', 'takas edebilirsiniz: Perfect Money, PM e-Voucher, WebMoney WMZ, USDT, Ethereum ve Bitcoin.'],
  ] as const)('name in %s what is traded', async (locale, text) => {
    expect(await textOf('/about-us', all, locale)).toContain(text);
  });

  test.each(['/about-us', '/fee-transfer', '/payment', '/contact'])('%s names nothing that is off', async (url) => {
    for (const locale of LOCALE_CODES) {
      const { head } = await rendered(url, all, locale);
      if (url !== '/contact' && url !== '/about-us') expect(head).toMatch(/USDT(, |、)Ethereum\1Bitcoin/);
      expect(await textOf(url, all, locale)).toMatch(/Bitcoin|BTC/);
      const without = await rendered(url, usdt, locale);
      expect(without.html.replace(/<(header|footer).*?<.\1>/gs, '') + without.head).not.toMatch(/Bitcoin|BTC|Ethereum|\bETH\b|WebMoney|e-Voucher/);
    }
  });

  test('a film that operators name is linked where payment is explained', async () => {
    const link = 'https://youtu.be/dQw4w9WgXcQ';
    const withFilm = { ...all, site: { ...all.site, videoLink: link } };
    for (const locale of LOCALE_CODES) {
      expect((await rendered('/payment', all, locale)).html).not.toContain('youtu.be');
      expect((await rendered('/payment', withFilm, locale)).html).toMatch(new RegExp(`<a href="${link}"[^>]*>[^<]{6,}</a>`));
    }
  });

  test.each([
    ['/contact', 'We give no support by telephone'],
    ['/contact', 'Our staff are available 8:00-\u206022:00 every day (Vietnam time) and answer email within 24 hours'],
    ['/contact', 'We take questions about a transaction for 30 days after it.'],
    ['/contact', 'Yes. Orders are processed on our servers.'],
    ['/contact', 'The order’s price is held for 30 minutes'],
    ['/contact', 'it can take from a few minutes up to 12 hours'],
    ['/contact', 'Transfers from ATMs, cash deposits at the counter, and mobile wallets.'],
    ['/contact', 'To change it, place a new one. To cancel, press “Cancel order” on the order page, or simply do not pay'],
    ['/contact', 'Raise the receiving limit to unlimited in your WebMoney software'],
    ['/contact', 'Anyone with the full link can see the order and act on it, and can see voucher codes too. Keep it to yourself.'],
    ['/contact', 'On the order page, opened with its full link, for 30 days.'],
    ['/tos', 'A completed transaction cannot be reversed.'],
    ['/tos', 'You pay the refund fee, which is shown in advance.'],
    ['/tos', 'We may hold a transaction or ask for more information'],
    ['/tos', 'Banks and providers may hold a transfer from a few minutes up to 12 hours.'],
    ['/tos', 'we may block your IP network'],
    ['/tos', 'within 30 days of the transaction.'],
    ['/tos', 'Documents are usually reviewed within 5–10 minutes, at most 8 hours.'],
    ['/tos', 'E-voucher codes are valid for 30 days'],
    ['/fee-transfer', 'Perfect Money charges the sender: 0.5% from a verified wallet, 2% from an unverified one, at least 0.01 USD.'],
    ['/fee-transfer', 'Receiving dong in your bank account is free.'],
    ['/fee-transfer', 'charges 5,500 đ per transfer'],
    ['/fee-transfer', 'Fast transfers, day and night, start at 50,000 đ.'],
    ['/payment', 'EUR wallets are not accepted.'],
    ['/payment', 'enter its number (10 digits) and activation code (16 digits) on the order page'],
  ])('%s says: %s', async (url, words) => {
    expect((await textOf(url, all, 'en')).replaceAll('\u00a0', ' ')).toContain(words);
  });

  test.each([
    ['Perfect Money', '0.5%, at least 0.01 USD'],
    ['WebMoney WMZ', '0.8%, at least 0.01 WMZ, at most 50 WMZ'],
    ['USDT (TRC20)', '0.8 USDT'],
    ['USDT (BEP20)', '0.29 USDT'],
    ['USDT (ERC20)', '3.2 USDT'],
  ])('tell that buying %s costs %s', async (name, fee) => {
    const { html } = await rendered('/fee-transfer', all, 'en');
    const rows = [...html.matchAll(/<tr.*?<.tr>/gs)].map(([row]) =>
      row
        .replaceAll(/<!--.*?-->|<svg.*?<.svg>/gs, '')
        .replaceAll(/<[^>]*>/g, '|')
        .replaceAll('\u00a0', ' '),
    );
    expect(rows.find((row) => row.includes(`|${name}|`))).toContain(`|${fee}|`);
  });

  test('name the cheapest and the dearest network of USDT where they differ', async () => {
    expect(await textOf('/fee-transfer', all)).toContain('Gửi USDT hiện rẻ nhất qua BEP20, đắt nhất qua ERC20.');
    expect(await textOf('/payment', usdt)).toContain('Chọn đúng mạng TRC20, BEP20 hoặc ERC20 ở cả ví gửi và ví nhận.');
    for (const text of [await textOf('/fee-transfer', CONFIG), await textOf('/payment', CONFIG)]) expect(text).not.toContain('BEP20');
  });
});

test.each([
  ['/buy/btc', 'Mạng nhận BTC', ['Bitcoin', 'Phí 0,00005 BTC', 'khoảng 20 phút']],
  ['/sell/eth', 'Mạng gửi ETH', ['Ethereum', 'khoảng 13 phút']],
  ['/exchange/btc-eth', 'Mạng nhận ETH', ['Phí 0,0005 ETH', 'khoảng 13 phút']],
])('%s shows the one network of the coin as a line: %s', async (url, legend, facts) => {
  const config = sampleConfig({ codes: TRADED_CODES });
  const { html } = await rendered(url, config);
  const line = [...html.matchAll(/<fieldset.*?<.fieldset>/gs)].map(([group]) => group).find((group) => group.includes(`>${legend}<`)) ?? '';
  const plain = line.replaceAll(/<!--.*?-->/g, '').replaceAll(/\s+/g, ' ');
  for (const fact of facts) expect(plain).toContain(fact);
  expect(line).not.toContain('type="radio"');
  expect(plain.includes('Phí')).toBe(!url.startsWith('/sell'));
  const closed = { ...config, currencies: config.currencies.map((currency) => ({ ...currency, canPayIn: false, canPayOut: false })) };
  expect((await rendered(url, closed)).html).toContain('Bảo trì');
});

test.each([
  [
    'vi',
    ['Phí hiện tại 2,4 USDT', 'Phí thay đổi theo phí mạng, cao nhất 4 USDT. Phí của đơn đã tạo không đổi.'],
    '2,4 USDT (hiện tại, cao nhất 4 USDT)',
  ],
  [
    'en',
    ['Current fee 2.4 USDT', 'Follows the network fee, 4 USDT at most. An order keeps the fee it was placed at.'],
    '2.4 USDT (now, at most 4 USDT)',
  ],
] as const)('a fee that follows the network’s cost is told in %s before ordering, with its maximum', async (locale, texts, inTable) => {
  const follow = <T extends { fee: string }>(rate: T, isFollowing: boolean): T =>
    isFollowing ? { ...rate, fee: '2.4', automaticFeeMax: '4' } : rate;
  const following: ConfigView = {
    ...CONFIG,
    rates: CONFIG.rates.map((rate) => follow(rate, rate.kind === 'buy' && rate.code === 'trc20')),
    pairs: CONFIG.pairs.map((pair) => follow(pair, pair.to === 'trc20')),
  };
  const plain = (url: string, config = following) => textOf(url, config, locale);
  for (const url of ['/buy/trc20', '/exchange/pm-trc20']) for (const text of texts) expect(await plain(url), url).toContain(text);
  for (const [url, config] of [
    ['/buy/trc20', CONFIG],
    ['/sell/trc20', following],
    ['/buy/bep20', following],
  ] as const) {
    expect(await plain(url, config), url).not.toContain(texts[1]);
  }
  expect(await plain('/fee-transfer')).toContain(inTable);
  expect(await plain('/fee-transfer', CONFIG)).not.toContain(inTable);
});

test('sign-in pages hide menu and footer', async () => {
  expect((await rendered('/login')).html).not.toContain('<footer');
  expect((await rendered('/verify')).html).toContain('<footer');
});

test('public pages have title and description, private ones are not indexed', async () => {
  const sell = await rendered('/sell/pm');
  expect(sell.head).toContain('<title>Bán Perfect Money, nhận tiền về ngân hàng | Quy Đổi</title>');
  expect(sell.head).toContain('<meta name="description" content="Bán Perfect Money lấy đồng Việt Nam');
  expect((await rendered('/tos')).head).toContain('<title>Điều khoản sử dụng | Quy Đổi</title>');
  expect((await rendered('/order/7KQ2M9XR4B')).head).toContain('<meta name="description" content="Theo dõi đơn hàng');
  for (const url of ['/order/7KQ2M9XR4B', '/login', '/notice', '/history/wallet', '/account', '/nowhere']) {
    expect((await rendered(url)).head, url).toContain('noindex');
  }
});

test('a closed trade shows its form below the maintenance notice', async () => {
  const closed = { ...CONFIG, currencies: CONFIG.currencies.map((currency) => ({ ...currency, canPayOut: false })) };
  const { html, status } = await rendered('/buy/trc20', closed);
  expect(status).toBe(200);
  expect(html).toContain('đang bảo trì');
  expect(html).toContain('id="buy-wallet"');
  expect(html).toContain('Mạng nhận USDT');
  expect(html).toMatch(/aria-disabled="true"[^>]*type="submit"|type="submit"[^>]*aria-disabled="true"/);
});

test('without script an order is read: status, both sides, where to pay, log', async () => {
  const { document } = await rendered('/order/7KQ2M9XR4B');
  const [order] = sampleOrders(new Date('2026-11-22T05:00:00Z'));
  if (!order) throw new Error('no sample');
  const masked = { ...order, masked: true, destination: '•••4567', destinationName: null, sender: null, senderBank: null };
  const html = await withOrder(document, masked, { locale: 'vi', config: CONFIG, live: LIVE });
  const [, inside = ''] = /<noscript>(.*?)<\/noscript>/s.exec(html) ?? [];
  expect(inside).toContain('Chờ bạn chuyển 2.607.975');
  expect(inside).toContain('0011004567890');
  expect(inside).toContain('•••4567');
  expect(inside).toContain('tài khoản và ví được che bớt');
  expect(inside).toContain('đang tắt JavaScript');
  expect(inside).not.toContain('<script');
});

test('until its script has loaded an order page shows how the order stands and what to pay to, and nobody’s accounts', async () => {
  const { document } = await rendered('/order/7KQ2M9XR4B');
  const [order] = sampleOrders(new Date('2026-11-22T05:00:00Z'));
  if (!order) throw new Error('no sample');
  const html = await withOrder(document, { ...order, destination: 'U7654321' }, { locale: 'vi', config: CONFIG, live: LIVE });
  const shown = html.replace(/<noscript>.*?<\/noscript>/s, '');
  for (const text of ['Chờ bạn chuyển 2.607.975', '0011004567890', order.instructions?.memo ?? '?']) expect(shown).toContain(text);
  expect(shown).not.toContain('U7654321');
  expect(document.replace(/<noscript>.*?<\/noscript>/s, '')).not.toContain('0011004567890');
});

test('who runs the site is told where operators have said so, and nothing is invented', async () => {
  const company = 'Công ty TNHH Mẫu, MST 0100000000, 1 Tràng Tiền, Hà Nội';
  const named = await rendered('/about-us', { ...CONFIG, site: { ...CONFIG.site, company } });
  expect(named.document.replaceAll('<!-- -->', '')).toContain(`Đơn vị vận hành: ${company}`);
  expect((await rendered('/about-us')).document).not.toContain('Đơn vị vận hành');
});

test('without script an unknown order is said to be unknown', async () => {
  const { document } = await rendered('/order/7KQ2M9XR4B', CONFIG, 'en');
  expect(await withOrder(document, null, { locale: 'en', config: CONFIG, live: LIVE })).toMatch(/<noscript>.*The order was not found.*<\/noscript>/s);
});

test.each(['/', '/buy/pm', '/history'])('%s says what needs script', async (url) => {
  expect((await rendered(url)).document).toMatch(/<noscript>.*JavaScript.*<\/noscript>/);
});

test('a receipt is light whatever the chosen theme', async () => {
  const dark = (url: string) => render({ url, locale: 'vi', theme: 'dark', config: CONFIG, live: LIVE });
  expect((await dark('/order/7KQ2M9XR4B/receipt')).document).toContain('data-theme="light"');
  expect((await dark('/order/7KQ2M9XR4B')).document).toContain('data-theme="dark"');
});

test.each(['/', '/order/7KQ2M9XR4B'])('%s runs the inline scripts that its policy allows, and no others', async (url) => {
  const { document } = await rendered(url);
  const scripts = Array.from(document.matchAll(/<script>(.*?)<\/script>/gs), ([, text = '']) => text);
  expect(scripts.map((text) => `sha256-${createHash('sha256').update(text).digest('base64')}`)).toEqual(inlineScripts);
  expect(document).not.toMatch(/<[^>]* on[a-z]+=/);
});

test('an article is rendered with its own title, description and text, and the page carries what it needs to start', async () => {
  const page = await rendered(`/blog/${ARTICLE.seoUrl}`, CONFIG, 'en');
  expect(page.html).toContain('Phí <strong>giảm</strong>. <a href="https://tronscan.org/" rel="noopener noreferrer" target="_blank">Xem</a>');
  // The text is in Vietnamese on an English page.
  expect(page.html).toContain('lang="vi"');
  expect(page.head).toContain(`<title>Phí mới &amp; rẻ hơn | ${CONFIG.site.title}</title>`);
  expect(page.head).toContain('<meta name="description" content="Từ ngày 1/12, ở mọi mạng">');
  expect(page.head).not.toContain('noindex');
  const [, news = ''] = /<script type="application\/json" id="news">(.*?)<\/script>/.exec(page.document) ?? [];
  expect(JSON.parse(news)).toEqual({ seoUrl: ARTICLE.seoUrl, article: ARTICLE, locale: 'en' });
});

test('an article that is not there is a missing page, which is not indexed', async () => {
  const news = { seoUrl: 'khac', article: null };
  const page = await render({ url: '/blog/khac', locale: 'vi', theme: 'system', config: CONFIG, live: LIVE, news });
  expect(page.status).toBe(404);
  expect(page.head).toContain('noindex');
});

test('an article with a picture shows it, and tells other sites and search engines of it; one without is as it was', async () => {
  const input = { url: `/blog/${ARTICLE.seoUrl}`, locale: 'vi', theme: 'system', config: CONFIG, live: LIVE } as const;
  const shown = async (picture: string | null) => {
    const { head, html } = await render({ ...input, news: { seoUrl: ARTICLE.seoUrl, article: { ...ARTICLE, picture } } });
    return { head, html };
  };
  const path = `/pictures/${'b'.repeat(64)}.jpg`;
  const { head, html } = await shown(path);
  expect(html).toMatch(new RegExp(`<img [^>]*width="960" height="504"[^>]*src="${path}"`));
  expect(head).toContain(`<meta property="og:image" content="https://${input.config.site.domain}${path}">`);
  expect(head).toContain('<meta property="og:image:width" content="960"><meta property="og:image:height" content="504">');
  expect(head).toContain(`"@type":"NewsArticle","headline":${JSON.stringify(ARTICLE.title)},"image":"https://${input.config.site.domain}${path}"`);
  const without = await shown(null);
  expect(without.html).not.toContain('/pictures/');
  expect(without.head).toContain('/og.png');
  expect(without.head).not.toContain('NewsArticle');
});

test('what an article says cannot end the element that carries it', async () => {
  const article = { ...ARTICLE, title: '</script><script>alert(1)</script>' };
  const input = { url: `/blog/${ARTICLE.seoUrl}`, locale: 'vi', theme: 'system', config: CONFIG, live: LIVE } as const;
  const { document } = await render({ ...input, news: { seoUrl: ARTICLE.seoUrl, article } });
  expect(document).not.toContain('<script>alert');
});

test('/contact shows the questions that operators have published after its own, and the page carries what it needs to start', async () => {
  const page = await rendered('/contact', CONFIG, 'en');
  expect(page.html).toContain(
    '<h3>Receipts &amp; invoices</h3><h4>Where do I get a receipt?</h4><div class="grid grid-cols-1 gap-3"><p>On the <strong>page</strong> of your order.</p></div>',
  );
  // A question in Vietnamese on an English page.
  expect(page.html).toContain('<h4 lang="vi">Có xuất hóa đơn không?</h4><div class="grid grid-cols-1 gap-3" lang="vi"><p>Có.</p></div></article>');
  expect(page.html.indexOf('Keep it to yourself.')).toBeLessThan(page.html.indexOf('Receipts &amp; invoices'));
  const [, news = ''] = /<script type="application\/json" id="news">(.*?)<\/script>/.exec(page.document) ?? [];
  expect(JSON.parse(news)).toEqual({ questions: QUESTIONS, locale: 'en' });
});

test('without questions of operators /contact has its own alone', async () => {
  const input = { url: '/contact', locale: 'vi', theme: 'system', config: CONFIG, live: LIVE } as const;
  const none = await render({ ...input, news: { questions: { categories: [] } } });
  expect(none.html).toBe((await render(input)).html);
  expect(none.html.match(/<h3/g)).toHaveLength(3);
});
