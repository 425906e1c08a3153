import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { Say } from './catalogue-words.ts';

/** Who is logged in for a picture: a customer with little, or one with a second factor by an app or by SMS. */
export type Login = 'an' | 'safe' | 'sms';

/** A part of a page that has to be opened, or a form after it was refused. */
export interface OpenedPart {
  readonly name: string;
  readonly path: string;
  readonly login?: Login;
  /** Opens the part. The words are those of the page's language. */
  readonly open: (page: Page, say: Say) => Promise<void>;
}

/** Key of every order of the mock. */
const KEY = '#k=k7Yw2mE0vQx5sT1uR9oPbA';
export const PASSWORD = 'tra da 7 gio';
const WRONG_PASSWORD = 'wrong-password';
/** Longest time until a page gives up to load its configuration. */
const UNREACHABLE_MS_MAX = 90_000;
const WRONG_CODE = '000000';
const RIGHT_CODE = '123456';
const NO_PICTURE = { name: 'a.txt', mimeType: 'image/png', buffer: Buffer.from('no picture') };
/** A file that is too large, by its path: Chromium reads it itself. */
const LARGE_PICTURE = join(tmpdir(), 'quydoi-large-picture.svg');
writeFileSync(LARGE_PICTURE, ' '.repeat(10_500_000));
const PICTURE = { name: 'a.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="8" height="5"/>') };

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click();
/** Also where the button says that something is missing, and counts as disabled. */
const submit = (page: Page) => page.locator('main form button[type=submit]').first().dispatchEvent('click');
const said = (page: Page, id: string) => page.locator(`#${id}-error`).waitFor();
const alerted = (page: Page) => page.locator('main [role=alert]').first().waitFor();

const submitWithdrawal = (page: Page) => page.locator('form:has(#withdraw-amount) [type=submit]').dispatchEvent('click');

/** A document whose page has to load its configuration itself. */
function withoutConfig(html: string): string {
  return html.replace(/(<script[^>]*id="state"[^>]*>)(.*?)(<\/script>)/s, (_, before: string, state: string, after: string) => {
    const text = JSON.stringify({ ...JSON.parse(state), config: null, live: null });
    return before + text.replaceAll('<', '\\u003c') + after;
  });
}

/** Types into fields by their ids. */
async function fill(page: Page, texts: Readonly<Record<string, string>>): Promise<void> {
  for (const [id, text] of Object.entries(texts)) await page.locator(`#${id}`).fill(text);
}

const LOGINS: readonly OpenedPart[] = [
  {
    name: 'login-empty',
    path: '/login',
    open: async (page) => {
      await submit(page);
      await said(page, 'login-password');
    },
  },
  {
    name: 'login-wrong',
    path: '/login',
    open: async (page) => {
      await fill(page, { 'login-name': 'an@example.com', 'login-password': WRONG_PASSWORD });
      await submit(page);
      await alerted(page);
    },
  },
  {
    name: 'login-code',
    path: '/login',
    open: async (page) => {
      await fill(page, { 'login-name': 'safe@example.com', 'login-password': PASSWORD });
      await submit(page);
      await fill(page, { 'login-code': WRONG_CODE });
      await submit(page);
      await said(page, 'login-code');
    },
  },
  {
    name: 'login-code-short',
    path: '/login',
    open: async (page, say) => {
      await fill(page, { 'login-name': 'safe@example.com', 'login-password': PASSWORD });
      await submit(page);
      await page.locator('#login-code').waitFor();
      await press(page, say('Dùng mã khôi phục'));
      await fill(page, { 'login-code': '12' });
      await submit(page);
      await said(page, 'login-code');
    },
  },
  {
    name: 'login-code-sms',
    path: '/login',
    open: async (page) => {
      await fill(page, { 'login-name': 'sms@example.com', 'login-password': PASSWORD });
      await submit(page);
      await fill(page, { 'login-code': WRONG_CODE });
      await submit(page);
      await said(page, 'login-code');
    },
  },
  {
    name: 'register-empty',
    path: '/register',
    open: async (page) => {
      await submit(page);
      await said(page, 'register-password');
    },
  },
  {
    name: 'register-wrong',
    path: '/register',
    open: async (page) => {
      await fill(page, { 'register-email': 'an', 'register-username': 'a b', 'register-password': 'abc', 'register-again': 'abcd' });
      await submit(page);
      await said(page, 'register-password');
    },
  },
  {
    name: 'register-common',
    path: '/register',
    open: async (page) => {
      await fill(page, { 'register-email': 'an@example.com', 'register-password': 'password', 'register-again': 'password' });
      await submit(page);
      await said(page, 'register-password');
    },
  },
  {
    name: 'forgot-empty',
    path: '/forgot',
    open: async (page) => {
      await submit(page);
      await said(page, 'forgot-email');
    },
  },
  {
    name: 'forgot-done',
    path: '/forgot',
    open: async (page) => {
      await fill(page, { 'forgot-email': 'an@example.com' });
      await submit(page);
      await page.locator('#forgot-email').waitFor({ state: 'detached' });
    },
  },
  {
    name: 'reset-refused',
    path: '/reset?token=00000000',
    open: async (page) => {
      await fill(page, { 'reset-password': 'ca phe sua da 9', 'reset-again': 'ca phe sua da 9' });
      await submit(page);
      await alerted(page);
    },
  },
];

const TRADES: readonly OpenedPart[] = [
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
      await page.locator('main a[href^="/login"]').waitFor();
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

const ORDERS: readonly OpenedPart[] = [
  {
    name: 'order-offline',
    path: `/order/SAMPLE-PENDING${KEY}`,
    open: async (page) => {
      await page.context().setOffline(true);
    },
  },
  {
    name: 'order-cancel',
    path: `/order/SAMPLE-PENDING${KEY}`,
    open: async (page, say) => {
      await page.locator('main summary', { hasText: say('Lựa chọn khác') }).click();
      await page.getByRole('button', { name: say('action.cancel') }).click();
      await page.getByRole('button', { name: say('Không hủy') }).waitFor();
    },
  },
  {
    name: 'order-copied',
    path: `/order/SAMPLE-PENDING${KEY}`,
    open: async (page) => {
      await page.locator('#copy-amount').click();
    },
  },
  ...[
    ['bank', 'SAMPLE-PENDING'],
    ['chain', 'SAMPLE-BEP20'],
    ['wallet', 'SAMPLE-SELLPM'],
  ].map(
    ([kind, ref]): OpenedPart => ({
      name: `claim-${kind}-wrong`,
      path: `/order/${ref}${KEY}`,
      open: async (page, say) => {
        await page.getByText(say('Tôi đã chuyển, sao chưa thấy?')).click();
        await fill(page, { 'claim-paidAt': '2099-01-01T10:00', 'claim-accountEnd': '1', 'claim-reference': 'x?' });
        await page
          .locator('form', { has: page.locator('#claim-paidAt') })
          .locator('[type=submit]')
          .click();
        await said(page, 'claim-paidAt');
      },
    }),
  ),
  {
    name: 'claim-empty',
    path: `/order/SAMPLE-TIMEROVER${KEY}`,
    open: async (page, say) => {
      await page.getByText(say('Tôi đã chuyển'), { exact: true }).click();
      await page.locator('#claim-paidAt').fill('');
      await page
        .locator('form', { has: page.locator('#claim-paidAt') })
        .locator('[type=submit]')
        .click();
      await said(page, 'claim-paidAt');
    },
  },
  {
    name: 'decision',
    path: `/order/SAMPLE-UNDERPAID${KEY}`,
    open: async (page) => {
      await page
        .locator('main button', { hasText: /1.000.000|1,000,000/ })
        .first()
        .click();
      await page.locator('[role=dialog]').waitFor();
    },
  },
  {
    name: 'decision-late',
    path: `/order/SAMPLE-LATE${KEY}`,
    open: async (page) => {
      await page.locator('main section button, main [aria-live] button').first().click();
      await page.locator('[role=dialog]').waitFor();
    },
  },
  ...[
    ['bank', 'SAMPLE-UNDERPAID', 'Hoàn tiền'],
    ['wallet', 'SAMPLE-SELLUNDERPAID', 'Hoàn tiền'],
    ['voucher', 'SAMPLE-VOUCHERUNDERPAID', 'Hoàn tiền'],
  ].map(
    ([kind, ref]): OpenedPart => ({
      name: `refund-${kind}-empty`,
      path: `/order/${ref}${KEY}`,
      open: async (page, say) => {
        await page
          .getByRole('button', { name: say('action.requestRefund') })
          .first()
          .click();
        await page.locator('#refund-blocked').waitFor({ state: 'attached' });
        if (kind !== 'voucher')
          await page
            .locator('form', { has: page.locator('#refund-blocked') })
            .locator('[type=submit]')
            .dispatchEvent('click');
      },
    }),
  ),
  {
    name: 'refund-excess',
    path: `/order/SAMPLE-OVERPAID${KEY}`,
    open: async (page, say) => {
      await page
        .getByRole('button', { name: say('action.refundExcess') })
        .first()
        .click();
      await page.locator('#refund-blocked').waitFor({ state: 'attached' });
      await page.locator('#refund-account').fill('0011001238888');
      await page.locator('form input[type=checkbox]').waitFor();
      await page
        .locator('form', { has: page.locator('#refund-blocked') })
        .locator('[type=submit]')
        .dispatchEvent('click');
    },
  },
  {
    name: 'voucher-empty',
    path: `/order/SAMPLE-VOUCHER${KEY}`,
    open: async (page) => {
      await fill(page, { 'voucher-number': '12', 'voucher-code': '12' });
      await page
        .locator('form', { has: page.locator('#voucher-number') })
        .locator('[type=submit]')
        .dispatchEvent('click');
      await said(page, 'voucher-number');
    },
  },
  {
    name: 'review-empty',
    path: `/order/SAMPLE-DELIVERED${KEY}`,
    open: async (page) => {
      await page
        .locator('form', { has: page.locator('#review-content') })
        .locator('[type=submit]')
        .dispatchEvent('click');
      await said(page, 'review-content');
    },
  },
  {
    name: 'history-empty',
    path: '/history',
    open: async (page) => {
      await submit(page);
      await said(page, 'history-ref');
    },
  },
  {
    name: 'history-forget',
    path: `/order/SAMPLE-PENDING${KEY}`,
    open: async (page, say) => {
      for (const ref of ['SAMPLE-PENDING', 'SAMPLE-DELIVERED', 'SAMPLE-UNDERPAID']) {
        await page.goto(`/order/${ref}${KEY}`, { waitUntil: 'networkidle' });
      }
      await page.goto('/history', { waitUntil: 'networkidle' });
      await press(page, say('Xóa khỏi thiết bị này'));
    },
  },
  {
    name: 'history-not-found',
    path: '/order/NHVNT2X8QK',
    open: async (page) => {
      await page.locator('main h1, main h2').first().waitFor();
    },
  },
  {
    name: 'listing-empty',
    path: '/listing',
    open: async (page) => {
      await submit(page);
      await said(page, 'voucher-number');
    },
  },
  {
    name: 'listing-not-found',
    path: '/listing',
    open: async (page) => {
      await fill(page, { 'voucher-number': '1111111111', 'voucher-code': '1111111111111111' });
      await submit(page);
      await page.locator('main [role=alert], main [role=status]').first().waitFor();
    },
  },
  {
    name: 'listing-found',
    path: '/listing',
    open: async (page) => {
      await fill(page, { 'voucher-number': '0123456789', 'voucher-code': '0011223344556677' });
      await submit(page);
      await page.locator('main dl, main [role=alert]').first().waitFor();
    },
  },
  {
    name: 'contact-empty',
    path: '/contact',
    open: async (page) => {
      await submit(page);
      await said(page, 'contact-message');
    },
  },
  {
    name: 'contact-sent',
    path: '/contact',
    open: async (page) => {
      await fill(page, { 'contact-email': 'an@example.com', 'contact-subject': 'A', 'contact-message': 'B' });
      await submit(page);
      await page.locator('#contact-email').waitFor({ state: 'detached' });
    },
  },
  {
    name: 'unreachable',
    path: '/',
    open: async (page) => {
      await page.route(/\/trpc\/config\./, (route) => route.abort());
      await page.route(
        (url) => url.pathname === '/',
        async (route) => {
          const answer = await route.fetch();
          await route.fulfill({ response: answer, body: withoutConfig(await answer.text()) });
        },
      );
      await page.goto('/');
      await page.locator('[role=alert] button').waitFor({ timeout: UNREACHABLE_MS_MAX });
    },
  },
];

const ACCOUNTS: readonly OpenedPart[] = [
  {
    name: 'profile-wrong',
    path: '/account',
    login: 'an',
    open: async (page, say) => {
      await press(page, say('Sửa hồ sơ'));
      await fill(page, { 'profile-birthday': '2999-12-31', 'profile-phoneNumber': '12' });
      await press(page, say('Lưu hồ sơ'));
      await said(page, 'profile-phoneNumber');
    },
  },
  {
    name: 'avatar-unreadable',
    path: '/account',
    login: 'an',
    open: async (page) => {
      await page.locator('#avatar').setInputFiles(NO_PICTURE);
      await alerted(page);
    },
  },
  {
    name: 'avatar-large',
    path: '/account',
    login: 'an',
    open: async (page) => {
      await page.locator('#avatar').setInputFiles(LARGE_PICTURE);
      await alerted(page);
    },
  },
  {
    name: 'password-wrong',
    path: '/account',
    login: 'an',
    open: async (page, say) => {
      await press(page, say('Đổi mật khẩu'));
      await fill(page, { 'current-password': WRONG_PASSWORD, 'new-password': 'ca phe sua da 9', 'new-password-again': 'ca phe sua da 9' });
      await press(page, say('Đổi mật khẩu'));
      await said(page, 'current-password');
    },
  },
  {
    name: 'password-common',
    path: '/account',
    login: 'an',
    open: async (page, say) => {
      await press(page, say('Đổi mật khẩu'));
      await fill(page, { 'current-password': PASSWORD, 'new-password': 'password', 'new-password-again': 'passwort' });
      await press(page, say('Đổi mật khẩu'));
      await said(page, 'new-password-again');
      await fill(page, { 'new-password-again': 'password' });
      await press(page, say('Đổi mật khẩu'));
      await said(page, 'new-password');
    },
  },
  {
    name: 'two-factor-choice',
    path: '/account',
    login: 'an',
    open: async (page, say) => {
      await press(page, say('Bật xác thực hai lớp'));
      await page.getByRole('button', { name: say('Ứng dụng xác thực (khuyên dùng)') }).waitFor();
    },
  },
  {
    name: 'two-factor-app',
    path: '/account',
    login: 'an',
    open: async (page, say) => {
      await press(page, say('Bật xác thực hai lớp'));
      await press(page, say('Ứng dụng xác thực (khuyên dùng)'));
      await fill(page, { 'turn-on-password': PASSWORD });
      await press(page, say('Tiếp tục'));
      await fill(page, { 'first-code': WRONG_CODE });
      await press(page, say('Bật xác thực hai lớp'));
      await said(page, 'first-code');
    },
  },
  {
    name: 'two-factor-codes',
    path: '/account',
    login: 'an',
    open: async (page, say) => {
      await press(page, say('Bật xác thực hai lớp'));
      await press(page, say('Ứng dụng xác thực (khuyên dùng)'));
      await fill(page, { 'turn-on-password': PASSWORD });
      await press(page, say('Tiếp tục'));
      await fill(page, { 'first-code': RIGHT_CODE });
      await press(page, say('Bật xác thực hai lớp'));
      await page.getByText('ABCD2-23452').waitFor();
    },
  },
  {
    name: 'two-factor-off',
    path: '/account',
    login: 'an',
    open: async (page, say) => {
      await press(page, say('Tắt'));
      await press(page, say('Tắt xác thực hai lớp'));
      await said(page, 'factor-code');
      await page.evaluate('window.scrollTo(0, 0)');
    },
  },
  {
    name: 'two-factor-off-done',
    path: '/account',
    login: 'an',
    open: async (page, say) => {
      await press(page, say('Tắt'));
      await fill(page, { 'factor-password': PASSWORD, 'factor-code': RIGHT_CODE });
      await press(page, say('Tắt xác thực hai lớp'));
      await page.getByText(say('Chưa bật')).first().waitFor();
    },
  },
  {
    name: 'two-factor-sms',
    path: '/account',
    login: 'an',
    open: async (page, say) => {
      await press(page, say('Bật xác thực hai lớp'));
      await press(page, say('Tin nhắn SMS'));
      await fill(page, { 'sms-phone': '12', 'turn-on-password': PASSWORD });
      await press(page, say('Gửi mã'));
      await said(page, 'sms-phone');
    },
  },
  {
    name: 'two-factor-sms-code',
    path: '/account',
    login: 'an',
    open: async (page, say) => {
      await press(page, say('Bật xác thực hai lớp'));
      await press(page, say('Tin nhắn SMS'));
      await fill(page, { 'sms-phone': '0912345678', 'turn-on-password': PASSWORD });
      await press(page, say('Gửi mã'));
      await fill(page, { 'first-code': WRONG_CODE });
      await press(page, say('Bật xác thực hai lớp'));
      await said(page, 'first-code');
    },
  },
  {
    name: 'delete-account',
    path: '/account',
    login: 'an',
    open: async (page, say) => {
      await press(page, say('Xóa tài khoản'));
      await fill(page, { 'delete-password': 'orders-open' });
      await press(page, say('Xóa vĩnh viễn tài khoản'));
      await alerted(page);
    },
  },
  {
    name: 'delete-account-wrong',
    path: '/account',
    login: 'an',
    open: async (page, say) => {
      await press(page, say('Xóa tài khoản'));
      await fill(page, { 'delete-password': WRONG_PASSWORD });
      await press(page, say('Xóa vĩnh viễn tài khoản'));
      await said(page, 'delete-password');
    },
  },
  {
    name: 'destination-empty',
    path: '/account',
    login: 'an',
    open: async (page, say) => {
      await press(page, say('Thêm nơi nhận'));
      await press(page, say('Lưu nơi nhận'));
      await said(page, 'destination-account');
    },
  },
  {
    name: 'passkey-add',
    path: '/account',
    login: 'an',
    open: async (page, say) => {
      await press(page, say('Thêm khóa truy cập'));
      await fill(page, { 'add-passkey-password': WRONG_PASSWORD });
      await press(page, say('Tiếp tục'));
      await said(page, 'add-passkey-password');
    },
  },
  {
    name: 'identity',
    path: '/verify',
    login: 'an',
    open: async (page) => {
      await page.locator('#identity-front').setInputFiles(NO_PICTURE);
      await alerted(page);
      await page.locator('#identity-back').setInputFiles(LARGE_PICTURE);
      await page.locator('main [role=alert]').nth(1).waitFor();
    },
  },
  {
    name: 'identity-refused',
    path: '/verify',
    login: 'an',
    open: async (page, say) => {
      for (const part of ['front', 'back', 'selfie']) {
        await page.locator(`#identity-${part}`).setInputFiles(PICTURE);
        await page.locator(`fieldset:has(#identity-${part}) .text-ok`).waitFor();
      }
      await press(page, say('Gửi kiểm tra'));
      await page.locator('main [role=status]', { hasText: say('Hãy thay ảnh rồi gửi lại.') }).waitFor();
    },
  },
  {
    name: 'lock',
    path: '/account',
    login: 'an',
    open: async (page, say) => {
      await page.getByRole('button', { name: say('Bật khóa màn hình') }).click();
      await page.getByRole('button', { name: say('Khóa ngay') }).click();
      await fill(page, { 'unlock-password': WRONG_PASSWORD });
      await page.getByRole('button', { name: say('Mở khóa') }).click();
      await said(page, 'unlock-password');
    },
  },
  {
    name: 'unlocked',
    path: '/account',
    login: 'an',
    open: async (page, say) => {
      await fill(page, { 'unlock-password': PASSWORD });
      await page.getByRole('button', { name: say('Mở khóa') }).click();
      await page.getByRole('button', { name: say('Tắt khóa màn hình') }).click();
      await page.getByRole('button', { name: say('Bật khóa màn hình') }).waitFor();
    },
  },
  { name: 'wallet', path: '/history/wallet', login: 'an', open: async () => {} },
  {
    name: 'buy-by-balance',
    path: '/buy/pm',
    login: 'an',
    open: async (page) => {
      await fill(page, { 'buy-quantity': '100000' });
      await page.locator('input[name=pay-by][value=balance]').check({ force: true });
      await submit(page);
    },
  },
  { name: 'safe-account', path: '/account', login: 'safe', open: async () => {} },
  {
    name: 'safe-replace-codes',
    path: '/account',
    login: 'safe',
    open: async (page, say) => {
      await press(page, say('Tạo mã khôi phục mới'));
      await page.locator('#factor-password').waitFor();
      await fill(page, { 'factor-password': PASSWORD, 'factor-code': '111111' });
      await page.locator('form:has(#factor-password) [type=submit]').click();
      await said(page, 'factor-code');
    },
  },
  {
    name: 'safe-passkey-remove',
    path: '/account',
    login: 'safe',
    open: async (page) => {
      await page.locator('button[aria-label*="Google Password Manager"]').first().click();
      await page.locator('#remove-passkey-password').waitFor();
    },
  },
  {
    name: 'withdraw-empty',
    path: '/history/wallet',
    login: 'safe',
    open: async (page, say) => {
      await press(page, say('Rút tiền về tài khoản'));
      await submitWithdrawal(page);
      await said(page, 'withdraw-amount');
    },
  },
  {
    name: 'withdraw-wrong',
    path: '/history/wallet',
    login: 'safe',
    open: async (page, say) => {
      await press(page, say('Rút tiền về tài khoản'));
      await fill(page, { 'withdraw-amount': '99000000', 'withdraw-code': WRONG_CODE });
      await submitWithdrawal(page);
      await page.locator('[id^=withdraw-][id$=-error]').first().waitFor();
    },
  },
  {
    name: 'withdraw-little',
    path: '/history/wallet',
    login: 'safe',
    open: async (page, say) => {
      await press(page, say('Rút tiền về tài khoản'));
      await fill(page, { 'withdraw-amount': '10000', 'withdraw-code': WRONG_CODE });
      await submitWithdrawal(page);
      await said(page, 'withdraw-amount');
    },
  },
  {
    name: 'withdraw-code',
    path: '/history/wallet',
    login: 'safe',
    open: async (page, say) => {
      await press(page, say('Rút tiền về tài khoản'));
      await fill(page, { 'withdraw-amount': '200000', 'withdraw-code': WRONG_CODE });
      await submitWithdrawal(page);
      await said(page, 'withdraw-code');
    },
  },
  {
    name: 'withdraw-failed',
    path: '/history/wallet',
    login: 'safe',
    open: async (page, say) => {
      await press(page, say('Rút tiền về tài khoản'));
      await fill(page, { 'withdraw-amount': '300000', 'withdraw-code': RIGHT_CODE });
      await submitWithdrawal(page);
      await page.getByText('W7KQ2M9XR4').first().waitFor();
    },
  },
  {
    name: 'safe-buy-by-balance',
    path: '/buy/pm',
    login: 'safe',
    open: async (page) => {
      await fill(page, { 'buy-quantity': '100' });
      await page.locator('input[name=pay-by][value=balance]').check({ force: true });
      await submit(page);
    },
  },
  { name: 'sms-account', path: '/account', login: 'sms', open: async () => {} },
  {
    name: 'sms-off',
    path: '/account',
    login: 'sms',
    open: async (page, say) => {
      await press(page, say('Tắt'));
      await page.locator('#factor-password').waitFor();
      await page.locator('form:has(#factor-password) button', { hasText: '678' }).click();
      await page.locator('form:has(#factor-password) [role=status]', { hasText: '678' }).waitFor();
    },
  },
];

/** All parts, those of nobody first. */
export const OPENED_PARTS: readonly OpenedPart[] = [...LOGINS, ...TRADES, ...ORDERS, ...ACCOUNTS];
