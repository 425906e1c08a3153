import { fill, type OpenedPart, press, said, submit } from './opened-part.ts';

/** Forms of a trade. */
export const TRADES: readonly OpenedPart[] = [
  {
    name: 'buy-empty',
    path: '/buy/pm',
    open: async (page) => {
      await submit(page);
      await page.locator('p[role=alert]').first().waitFor();
    },
  },
  {
    name: 'buy-wrong',
    path: '/buy/pm',
    open: async (page) => {
      await fill(page, { 'buy-quantity': '99999999', 'buy-wallet': 'X1' });
      await page.getByText('Vietcombank', { exact: true }).click();
      await fill(page, { 'buy-account': '1' });
      await submit(page);
      await page.locator('p[role=alert]').nth(2).waitFor();
    },
  },
  {
    name: 'buy-little',
    path: '/buy/pm',
    open: async (page) => {
      await fill(page, { 'buy-quantity': '0.01', 'buy-wallet': 'U0000000' });
      await page.getByText('Vietcombank', { exact: true }).click();
      await fill(page, { 'buy-account': '0011004567890' });
      await submit(page);
      await said(page, 'buy-quantity');
      await said(page, 'buy-wallet');
    },
  },
  {
    name: 'buy-unclear',
    path: '/buy/trc20',
    open: async (page) => {
      await fill(page, { 'buy-quantity': '1.500', 'buy-wallet': '0x52908400098527886E0F7030069857D2E4169EE7' });
      await submit(page);
      await said(page, 'buy-wallet');
    },
  },
  {
    name: 'buy-secret',
    path: '/buy/btc',
    open: async (page) => {
      await fill(page, { 'buy-wallet': 'abandon ability able about above absent absorb abstract absurd abuse access accident' });
      await submit(page);
      await said(page, 'buy-wallet');
    },
  },
  {
    name: 'buy-lightning',
    path: '/buy/btc',
    open: async (page) => {
      await fill(page, {
        'buy-wallet': 'lnbc20u1pvjluezhp58yjmdan79s6qqdhdzgynm4zwqd5d7xmw5fk98klysy043l2ahrqsfpp3qjmp7lwpagxun9pygexvgpjdc4jdj85f',
      });
      await submit(page);
      await said(page, 'buy-wallet');
    },
  },
  {
    name: 'buy-testnet',
    path: '/buy/btc',
    open: async (page) => {
      await fill(page, { 'buy-wallet': 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx' });
      await submit(page);
      await said(page, 'buy-wallet');
    },
  },
  {
    name: 'buy-cut',
    path: '/buy/bep20',
    open: async (page) => {
      await fill(page, { 'buy-wallet': '0x52908400098527886E0F7030069857D2E4169EE' });
      await submit(page);
      await said(page, 'buy-wallet');
    },
  },
  {
    name: 'buy-txid',
    path: '/buy/trc20',
    open: async (page) => {
      await fill(page, { 'buy-wallet': '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08' });
      await submit(page);
      await said(page, 'buy-wallet');
    },
  },
  {
    name: 'buy-mistyped',
    path: '/buy/erc20',
    open: async (page) => {
      await fill(page, { 'buy-wallet': '0x52908400098527886E0F7030069857D2E4169Ee7' });
      await submit(page);
      await said(page, 'buy-wallet');
    },
  },
  {
    name: 'buy-own-account',
    path: '/buy/trc20',
    open: async (page) => {
      await fill(page, { 'buy-quantity': '100', 'buy-wallet': 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8' });
      await page.getByText('Vietcombank', { exact: true }).click();
      await fill(page, { 'buy-account': '0011004567890' });
      await submit(page);
      await said(page, 'buy-account');
    },
  },
  {
    name: 'banks',
    path: '/buy/pm',
    open: async (page, say) => {
      await press(page, say('Ngân hàng khác'));
      await page.locator('#bank-search').waitFor();
    },
  },
  {
    name: 'banks-none',
    path: '/sell/pm',
    open: async (page, say) => {
      await press(page, say('Ngân hàng khác'));
      await fill(page, { 'bank-search': 'zzzz' });
      await page.locator('[role=dialog] p[role=status]').waitFor();
    },
  },
  {
    name: 'coupon-wrong',
    path: '/buy/pm',
    open: async (page, say) => {
      await fill(page, { 'buy-quantity': '100' });
      await press(page, say('Có mã giảm giá?'));
      await fill(page, { coupon: 'KHONGCO' });
      await press(page, say('Áp dụng'));
      await said(page, 'coupon');
    },
  },
  {
    name: 'coupon',
    path: '/buy/pm',
    open: async (page, say) => {
      await fill(page, { 'buy-quantity': '100' });
      await press(page, say('Có mã giảm giá?'));
      await fill(page, { coupon: 'TET2027' });
      await press(page, say('Áp dụng'));
      await page.locator('#coupon-saved, #coupon-error').first().waitFor();
    },
  },
  {
    name: 'scan-without-camera',
    path: '/buy/trc20',
    open: async (page, say) => {
      await press(page, say('Quét mã QR địa chỉ ví'));
      await page.locator('[role=dialog] [role=alert]').waitFor();
    },
  },
  {
    name: 'sell-empty',
    path: '/sell/trc20',
    open: async (page) => {
      await submit(page);
      await page.locator('p[role=alert]').first().waitFor();
    },
  },
  {
    name: 'sell-typed-holder',
    path: '/sell/trc20',
    open: async (page) => {
      await fill(page, { 'sell-quantity': '100' });
      await page.getByText('Vietcombank', { exact: true }).click();
      await fill(page, { 'sell-account': '0011001239999' });
      await page.locator('#sell-holder').waitFor();
      await submit(page);
      await said(page, 'sell-holder');
    },
  },
  {
    name: 'sell-unknown-account',
    path: '/sell/pm',
    open: async (page) => {
      await fill(page, { 'sell-quantity': '100' });
      await page.getByText('Vietcombank', { exact: true }).click();
      await fill(page, { 'sell-account': '0011001230000' });
      await said(page, 'sell-account');
    },
  },
  {
    name: 'exchange-empty',
    path: '/exchange/trc20-pm',
    open: async (page) => {
      await submit(page);
      await page.locator('p[role=alert]').first().waitFor();
    },
  },
  {
    name: 'threshold',
    path: '/buy/trc20',
    open: async (page) => {
      await fill(page, { 'buy-quantity': '4000' });
      await page.locator('main a[href^="/login"]').first().waitFor();
    },
  },
  {
    name: 'offline',
    path: '/buy/pm',
    open: async (page) => {
      await page.context().setOffline(true);
      await fill(page, { 'buy-quantity': '100', 'buy-wallet': 'U7654321' });
      await page.getByText('Vietcombank', { exact: true }).click();
      await fill(page, { 'buy-account': '0011001234567' });
      await submit(page);
    },
  },
];
