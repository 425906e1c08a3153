import { createClient } from '@quydoi/client/client';
import type { Page, Browser as Program } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFailed, test } from 'vitest';
import { launchBrowser, visit } from '../src/browser/device.ts';
import { findChromium } from '../src/browser/find-chromium.ts';
import { describeOnMockSite } from '../src/browser/mock-visits.ts';
import { PHONE_WIDTH_PX } from '../src/browser/phone.ts';
import { codeBySms } from '../src/customers/sms.ts';
import { type ExchangeUnderTest, startExchangeUnderTest } from '../src/system/exchange-under-test.ts';
import { until } from '../src/until.ts';

const PASSWORD = 'tra da 7 gio';
const PHONE_NUMBER = '0912345678';
/** The minute between two SMS, on a busy machine. */
const SENT_MS_MAX = 180_000;
/** A button that is busy or counts down is pressed again later. */
const PRESS_MS_MAX = 1_000;

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const sendAgain = (page: Page) => button(page, /^Gửi lại mã sau \d+ giây$/);

async function typePassword(page: Page, login: string): Promise<void> {
  await page.locator('#login-name').fill(login);
  await page.locator('#login-password').fill(PASSWORD);
  await button(page, 'Đăng nhập').click();
}

async function chooseSms(page: Page): Promise<void> {
  await button(page, 'Bật xác thực hai lớp').click();
  await button(page, 'Tin nhắn SMS').click();
}

async function typePhone(page: Page, phone: string): Promise<void> {
  await page.locator('#sms-phone').fill(phone);
  await page.locator('#turn-on-password').fill(PASSWORD);
  await button(page, 'Gửi mã').click();
}

const chromium = findChromium();

describe.skipIf(chromium === undefined)('codes by SMS on the real exchange', () => {
  let exchange: ExchangeUnderTest;
  let program: Program;
  beforeAll(async () => {
    [exchange, program] = await Promise.all([startExchangeUnderTest(), launchBrowser(chromium ?? '')]);
  });
  afterAll(async () => {
    await program?.close();
    await exchange?.stop();
  });

  test('are switched on by the one that the phone gets, and wanted by the next login', async () => {
    onTestFailed(() => console.error(exchange.recentLogs()));
    const email = 'sim@example.vn';
    await createClient({ baseUrl: exchange.webUrl }).accounts.register.mutate({ email, password: PASSWORD });
    const { page, pageErrors, close } = await visit(program, exchange.webUrl, { widthPx: PHONE_WIDTH_PX, colorScheme: 'light', locale: 'vi' });
    await page.goto('/account', { waitUntil: 'networkidle' });
    await typePassword(page, email);
    await chooseSms(page);
    await typePhone(page, '+84 912 345 678');
    await page.getByText('Đã gửi mã tới số •••••••678.').waitFor();
    await page.locator('#first-code').fill(await codeBySms(exchange, PHONE_NUMBER, 1));
    await button(page, 'Bật xác thực hai lớp').click();
    await button(page, 'Tôi đã lưu các mã').click();
    await page.getByText('Mã được gửi tới số •••••••678.').waitFor();

    await button(page, 'Đăng xuất').click();
    await heading(page, 'Đăng nhập').waitFor();
    await page.goto('/login?next=/account', { waitUntil: 'networkidle' });
    await typePassword(page, email);
    // The first SMS was less than a minute ago, unless the machine is busy: the page says how long to wait, and then sends another when it is asked to.
    const sent = page.getByText('Đã gửi mã tới số •••••••678.');
    await until('the second SMS', SENT_MS_MAX, async () => {
      if (await sent.isVisible()) return true;
      await button(page, 'Gửi lại mã')
        .click({ timeout: PRESS_MS_MAX })
        .catch(() => {});
      return false;
    });
    const code = await codeBySms(exchange, PHONE_NUMBER, 2);
    await page.locator('#login-code').fill(code);
    await button(page, 'Xác nhận').click();
    await heading(page, 'Tài khoản').waitFor();
    expect(pageErrors.filter((text) => !text.includes('429'))).toEqual([]);
    await close();
    expect(exchange.recentLogs()).not.toContain(PHONE_NUMBER.slice(1));
  });
});

describeOnMockSite('the forms of codes by SMS', ({ onPhone }) => {
  test('come after the app that is recommended, with a warning', () =>
    onPhone(async (page) => {
      await page.goto('/account', { waitUntil: 'networkidle' });
      await typePassword(page, 'an@example.com');
      await button(page, 'Bật xác thực hai lớp').click();
      const sms = button(page, 'Tin nhắn SMS');
      await sms.waitFor();
      const names = await page.getByRole('button').allTextContents();
      expect(names[names.indexOf('Tin nhắn SMS') - 1]).toBe('Ứng dụng xác thực (khuyên dùng)');
      await sms.click();
      await page.getByText(/kẻ gian có thể chiếm SIM/).waitFor();
    }));

  test('what is wrong is said at its field, and an SMS that fails leaves the form as it is', () =>
    onPhone(async (page) => {
      await page.goto('/account', { waitUntil: 'networkidle' });
      await typePassword(page, 'an@example.com');
      await chooseSms(page);
      await typePhone(page, '0212345678');
      await page.locator('#sms-phone-error', { hasText: 'số di động Việt Nam' }).waitFor();
      await typePhone(page, '0900000000');
      await page.getByRole('alert').filter({ hasText: 'Chưa gửi được tin nhắn.' }).waitFor();
      expect(await page.locator('#sms-phone').inputValue()).toBe('0900000000');
      await typePhone(page, PHONE_NUMBER);
      const code = page.locator('#first-code');
      await code.waitFor();
      expect([await code.getAttribute('autocomplete'), await code.getAttribute('inputmode')]).toEqual(['one-time-code', 'numeric']);
      await sendAgain(page).waitFor();
      await button(page, 'Gửi lại mã').click();
      await sendAgain(page).waitFor();
      await code.fill('000000');
      await button(page, 'Bật xác thực hai lớp').click();
      await page.locator('#first-code-error').getByText('Hãy nhập mã trong tin nhắn mới nhất.').waitFor();
      await code.fill('123456');
      await button(page, 'Bật xác thực hai lớp').click();
      await button(page, 'Tôi đã lưu các mã').click();
      await page.getByText('Mã được gửi tới số •••••••678.').waitFor();
    }));

  test('a login sends its code at once, says where, and can send another after a while', () =>
    onPhone(async (page) => {
      await page.goto('/login?next=/account', { waitUntil: 'networkidle' });
      const sent: string[] = [];
      page.on('request', (request) => {
        if (request.url().includes('accounts.sendCode')) sent.push(request.url());
      });
      await typePassword(page, 'sms@example.com');
      await page.getByText('Đã gửi mã tới số •••••••678.').waitFor();
      await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('login-code');
      await sendAgain(page).waitFor();
      // Forced: Playwright would wait until the button is no longer disabled.
      await sendAgain(page).click({ force: true });
      await button(page, 'Dùng mã khôi phục').click();
      await button(page, 'Dùng mã SMS').click();
      expect(sent).toHaveLength(1);
      await button(page, 'Gửi lại mã').click();
      await sendAgain(page).waitFor();
      expect(sent).toHaveLength(2);
      await page.locator('#login-code').fill('123456');
      await button(page, 'Xác nhận').click();
      await heading(page, 'Tài khoản').waitFor();
    }));

  test('an act that takes a code sends one when it is asked to', () =>
    onPhone(async (page) => {
      await page.goto('/login?next=/account', { waitUntil: 'networkidle' });
      await typePassword(page, 'sms@example.com');
      await page.locator('#login-code').fill('123456');
      await button(page, 'Xác nhận').click();
      await button(page, 'Tắt').click();
      await button(page, 'Gửi mã tới •••••••678').click();
      await page.getByText('Đã gửi mã tới số •••••••678.').waitFor();
      await page.locator('#factor-password').fill(PASSWORD);
      await page.locator('#factor-code').fill('123456');
      await button(page, 'Tắt xác thực hai lớp').click();
      await page.getByText('Chưa bật').waitFor();
    }));
});
