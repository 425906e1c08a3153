import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { faultsOf } from '../src/browser/accessibility.ts';
import { describeOnMockSite } from '../src/browser/mock-visits.ts';
import { contentShown } from '../src/browser/page-ready.ts';
import { LOGIN_PROMPT, PRICE_CARD } from '../src/browser/ways-to-files.ts';

/** Opens a part of a page, by Vietnamese words, and waits until it is there. */
type Open = (page: Page) => Promise<void>;

const order = (name: string) => `/order/SAMPLE-${name}#k=k7Yw2mE0vQx5sT1uR9oPbA`;

const press =
  (button: string | RegExp, shown: string): Open =>
  async (page) => {
    await page.getByRole('button', { name: button }).first().click();
    await page.locator(shown).first().waitFor();
  };

/** Scrolls to the market price, which loads once it is near the screen. */
async function showPrices(page: Page, shown = page.locator('main svg[role=img]')): Promise<void> {
  await PRICE_CARD.act(page);
  await shown.waitFor();
}

/** Submits a form with nothing in it, which says what is missing. */
async function submitEmpty(page: Page): Promise<void> {
  await page.locator('main form button[type=submit]').click();
  await page.locator('main [role=alert]').first().waitFor();
}

const PASSWORD = 'tra da 7 gio';

async function logIn(page: Page, login: string, password: string, shown: string): Promise<void> {
  await page.locator('#login-name').fill(login);
  await page.locator('#login-password').fill(password);
  await page.locator('main form button[type=submit]').click();
  await page.locator(shown).first().waitFor();
}

/** Pages that `browser-states` does not visit, and parts of pages that open on demand. */
const PARTS: readonly (readonly [name: string, path: string, open: Open])[] = [
  ['the form of a sale', '/sell/pm', async (page) => page.locator('#sell-quantity').waitFor()],
  ['the form of a swap', '/exchange/trc20-pm', async (page) => page.locator('#ex-quantity').waitFor()],
  ['the amount of the other side', '/buy/trc20', press('Nhập theo số tiền', '#buy-amount')],
  ['the chart of the market price', '/', (page) => showPrices(page)],
  [
    'a market price without history',
    '/',
    async (page) => {
      const answer = JSON.stringify({ result: { data: { json: { points: [] } } } });
      await page.route('**/trpc/config.priceChart*', (route) => route.fulfill({ contentType: 'application/json', body: answer }));
      await showPrices(page, page.getByText('Chưa có lịch sử giá.'));
    },
  ],
  ['a quantity that can be read two ways', '/buy/trc20', async (page) => page.locator('#buy-quantity').fill('1.234')],
  [
    'a holder who is typed',
    '/sell/trc20',
    async (page) => {
      await page.getByText('Vietcombank', { exact: true }).click();
      await page.locator('#sell-account').fill('0011001239999');
      await page.locator('#sell-holder').waitFor();
    },
  ],
  ['the form of a refund', order('LATE'), press('Hoàn tiền', '#refund-account')],
  ['the form of a refund to a wallet', order('SELLLATE'), press('Hoàn tiền', '#refund-wallet')],
  ['the terms of a recalculation', order('SELLLATE'), press(/^Nhận theo giá/, '[role=dialog] dl')],
  [
    'the form of a claim',
    order('TIMEROVER'),
    async (page) => {
      await page.getByText('Tôi đã chuyển', { exact: true }).click();
      await page.getByRole('button', { name: 'Báo khoản đã chuyển' }).or(page.locator('#claim-bank')).first().waitFor();
    },
  ],
  [
    'the question before an order is cancelled',
    order('PENDING'),
    async (page) => {
      await page.locator('summary', { hasText: 'Không muốn chuyển nữa?' }).click();
      await page.getByRole('button', { name: 'Hủy đơn' }).click();
      await page.getByText('Hủy đơn này?').waitFor();
    },
  ],
  ['a receipt', '/order/SAMPLE-SELLDELIVERED/receipt', async (page) => page.locator('article svg').last().waitFor()],
  ['fees', '/fee-transfer', async (page) => page.locator('table').waitFor()],
  ['questions and answers', '/contact', async (page) => page.locator('main h1').waitFor()],
  ['the form of a login, with errors', '/login', (page) => submitEmpty(page)],
  ['a login that is refused', '/login', (page) => logIn(page, 'an@example.com', 'wrong-password', '[role=alert]')],
  ['the form of a new account, with errors', '/register', (page) => submitEmpty(page)],
  ['the form of a forgotten password', '/forgot', async (page) => page.locator('#forgot-email').waitFor()],
  ['the form of a new password, with errors', '/reset?token=good', (page) => submitEmpty(page)],
  ['an address that is confirmed', '/login?verify=good', async (page) => page.locator('main [role=status]').waitFor()],
  ['the amount that needs an account', '/buy/pm', LOGIN_PROMPT.act],
  ['the orders of an account', '/login', (page) => logIn(page, 'an@example.com', PASSWORD, 'main li a')],
  ['a login that wants a code', '/login', (page) => logIn(page, 'safe@example.com', PASSWORD, '#login-code')],
  [
    'a login that sent a code by SMS',
    '/login',
    async (page) => {
      await logIn(page, 'sms@example.com', PASSWORD, '#login-code');
      await page.getByText(/^Gửi lại mã sau/).waitFor();
    },
  ],
  [
    'a mobile number that is set up, with errors',
    '/login?next=/account',
    async (page) => {
      await logIn(page, 'an@example.com', PASSWORD, 'main li');
      await page.getByRole('button', { name: 'Bật xác thực hai lớp' }).click();
      await press('Tin nhắn SMS', '#turn-on-password')(page);
      await press('Gửi mã', '#sms-phone-error')(page);
    },
  ],
  ['the safety of an account', '/login?next=/account', (page) => logIn(page, 'an@example.com', PASSWORD, 'main li')],
  [
    'a second factor that is set up',
    '/login?next=/account',
    async (page) => {
      await logIn(page, 'an@example.com', PASSWORD, 'main li');
      await page.getByRole('button', { name: 'Bật xác thực hai lớp' }).click();
      await press('Ứng dụng xác thực (khuyên dùng)', '#turn-on-password')(page);
      await page.locator('#turn-on-password').fill(PASSWORD);
      await press('Tiếp tục', '#two-factor-qr svg')(page);
    },
  ],
  [
    'a second factor that is switched off, with errors',
    '/login?next=/account',
    async (page) => {
      await logIn(page, 'safe@example.com', PASSWORD, '#login-code');
      await page.locator('#login-code').fill('123456');
      await press('Xác nhận', 'main li')(page);
      await press('Tắt', '#factor-code')(page);
      await press('Tắt xác thực hai lớp', '#factor-code-error')(page);
    },
  ],
  ['a new account', '/login', (page) => logIn(page, 'new@example.com', PASSWORD, 'main a[href="/buy"]')],
  [
    'the menu of a narrow header',
    '/history',
    async (page) => {
      await page.evaluate("document.documentElement.style.fontSize = '200%'");
      await page.getByRole('button', { name: 'Menu' }).click();
    },
  ],
];

describeOnMockSite('parts of pages', ({ onPhone }) => {
  test.each(PARTS)('%s: has no fault in either theme', (_name, path, open) =>
    onPhone(async (page, pageErrors) => {
      await page.goto(path, { waitUntil: 'networkidle' });
      await contentShown(page);
      await open(page);
      expect(await faultsOf(page)).toEqual([]);
      // The browser itself tells of a lookup that is refused.
      expect(pageErrors.filter((text) => !text.startsWith('Failed to load resource'))).toEqual([]);
    }),
  );
});
