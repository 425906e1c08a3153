import { createClient } from '@quydoi/client/client';
import { PASSKEY_SECONDS } from '@quydoi/domain/constants';
import type { Page, Browser as Program } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFailed, test } from 'vitest';
import { launchBrowser, visit } from '../src/browser/device.ts';
import { findChromium } from '../src/browser/find-chromium.ts';
import { describeOnMockSite } from '../src/browser/mock-visits.ts';
import { PHONE_WIDTH_PX } from '../src/browser/phone.ts';
import { addVirtualAuthenticator } from '../src/browser/virtual-authenticator.ts';
import { readMails } from '../src/customers/mails.ts';
import { byHostName } from '../src/system/endpoints.ts';
import { type ExchangeUnderTest, startExchangeUnderTest } from '../src/system/exchange-under-test.ts';
import { until } from '../src/until.ts';

const PASSWORD = 'tra da 7 gio';
const MAIL_MS_MAX = 120_000;
const PHONE = { widthPx: PHONE_WIDTH_PX, colorScheme: 'light', locale: 'vi' } as const;

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const card = (page: Page) => page.locator('main section', { hasText: 'Khóa truy cập (passkey)' });
const withPasskey = (page: Page) => button(page, 'Đăng nhập bằng khóa truy cập (passkey)');

async function typePassword(page: Page, login: string): Promise<void> {
  await page.locator('#login-name').fill(login);
  await page.locator('#login-password').fill(PASSWORD);
  await button(page, 'Đăng nhập').click();
}

/** Confirms with the password in the card's form. */
async function confirm(page: Page, field: string, submit: string, password = PASSWORD): Promise<void> {
  await page.locator(field).fill(password);
  await card(page).getByRole('button', { name: submit, exact: true }).click();
}

const chromium = findChromium();

describe.skipIf(chromium === undefined)('a passkey on the real exchange', () => {
  let exchange: ExchangeUnderTest;
  let program: Program;
  beforeAll(async () => {
    [exchange, program] = await Promise.all([startExchangeUnderTest(), launchBrowser(chromium ?? '')]);
  });
  afterAll(async () => {
    await program?.close();
    await exchange?.stop();
  });

  test('is added by the password, logs in without it, and is removed', async () => {
    onTestFailed(() => console.error(exchange.recentLogs()));
    const email = 'van.tay@example.vn';
    await createClient({ baseUrl: exchange.webUrl }).accounts.register.mutate({ email, password: PASSWORD });
    const { page, pageErrors, close } = await visit(program, byHostName(exchange.webUrl), PHONE);
    const authenticator = await addVirtualAuthenticator(page);
    await page.goto('/account', { waitUntil: 'networkidle' });
    await typePassword(page, email);

    await button(page, 'Thêm khóa truy cập').click();
    await confirm(page, '#add-passkey-password', 'Tiếp tục');
    await page.locator('#passkey-name').fill('Điện thoại của tôi');
    await button(page, 'Tạo khóa truy cập').click();
    await card(page).getByText('Điện thoại của tôi').waitFor();
    expect(await authenticator.count()).toBe(1);

    await button(page, 'Đăng xuất').click();
    await heading(page, 'Đăng nhập').waitFor();
    await page.goto('/login?next=/account', { waitUntil: 'networkidle' });
    await withPasskey(page).click();
    await heading(page, 'Tài khoản').waitFor();
    await card(page)
      .getByText(/dùng lần cuối/)
      .waitFor();

    await button(page, 'Xóa khóa Điện thoại của tôi').click();
    await confirm(page, '#remove-passkey-password', 'Xóa khóa truy cập');
    await card(page).getByText('Điện thoại của tôi').waitFor({ state: 'detached' });
    await button(page, 'Đăng xuất').click();
    await heading(page, 'Đăng nhập').waitFor();
    await page.goto('/login?next=/account', { waitUntil: 'networkidle' });
    await withPasskey(page).click();
    await page.getByText('Khóa truy cập (passkey) này không dùng được.').waitFor();
    expect(pageErrors.filter((text) => !text.includes('401'))).toEqual([]);
    await close();

    const subjects = await until('the mails', MAIL_MS_MAX, async () => {
      const mails = await readMails(exchange, email);
      return mails.length >= 3 ? mails.map(({ subject }) => subject.replace(' · Quy Đổi', '')) : false;
    });
    expect(subjects.toSorted()).toEqual(['Xác nhận email của bạn', 'Đã thêm khóa truy cập (passkey)', 'Đã xóa khóa truy cập (passkey)'].toSorted());
  });
});

describeOnMockSite('a passkey’s forms', ({ site }) => {
  let program: Program;
  beforeAll(async () => {
    program = await launchBrowser(chromium ?? '');
  });
  afterAll(() => program?.close());

  async function onPhone(use: (page: Page) => Promise<void>): Promise<void> {
    const { page, close } = await visit(program, byHostName(site().webUrl), PHONE);
    try {
      await use(page);
    } finally {
      await close();
    }
  }

  /** Logs in, and confirms by the password that a passkey is to be added. */
  async function beginPasskey(page: Page): Promise<void> {
    await page.goto('/account', { waitUntil: 'networkidle' });
    await typePassword(page, 'an@example.com');
    await button(page, 'Thêm khóa truy cập').click();
    await confirm(page, '#add-passkey-password', 'Tiếp tục');
  }

  test('a dialog that is cancelled is nothing bad, and can be opened again', () =>
    onPhone(async (page) => {
      const authenticator = await addVirtualAuthenticator(page);
      await authenticator.setUserVerified(false);
      await page.goto('/account', { waitUntil: 'networkidle' });
      await typePassword(page, 'an@example.com');
      await button(page, 'Thêm khóa truy cập').click();
      await confirm(page, '#add-passkey-password', 'Tiếp tục', 'wrong-password');
      await page.locator('#add-passkey-password-error', { hasText: 'Mật khẩu chưa đúng' }).waitFor();
      await confirm(page, '#add-passkey-password', 'Tiếp tục');
      await button(page, 'Tạo khóa truy cập').click();
      await card(page).getByText('Bạn đã hủy.').waitFor();
      await authenticator.setUserVerified(true);
      await button(page, 'Tạo khóa truy cập').click();
      await card(page).getByText('Chrome, Linux').waitFor();
      // Not a second one on the same device.
      await button(page, 'Thêm khóa truy cập').click();
      await confirm(page, '#add-passkey-password', 'Tiếp tục');
      await button(page, 'Tạo khóa truy cập').click();
      await card(page).getByText('Thiết bị này đã có khóa truy cập').waitFor();
    }));

  test('what the browser has made is sent again where no answer came, and is the one that it keeps', () =>
    onPhone(async (page) => {
      const authenticator = await addVirtualAuthenticator(page);
      await beginPasskey(page);
      await page.locator('#passkey-name').fill('Khóa gửi hai lần');
      await page.route('**/accounts.addPasskey*', async (route) => {
        await route.fetch();
        await route.abort('connectionreset');
      });
      await button(page, 'Tạo khóa truy cập').click();
      await card(page).getByText('Mất kết nối nên chưa có phản hồi.').waitFor();
      const made = await authenticator.ids();
      await page.unroute('**/accounts.addPasskey*');
      await button(page, 'Tạo khóa truy cập').click();
      await button(page, 'Thêm khóa truy cập').waitFor();
      expect(await authenticator.ids()).toEqual(made);
      expect(await card(page).getByText('Khóa gửi hai lần').count()).toBe(1);
    }));

  test('nothing is made for a challenge that has expired; the password is asked for again', () =>
    onPhone(async (page) => {
      const authenticator = await addVirtualAuthenticator(page);
      await beginPasskey(page);
      await button(page, 'Tạo khóa truy cập').waitFor();
      await page.evaluate((lateMs) => {
        const now = Date.now;
        Date.now = () => now() + lateMs;
      }, PASSKEY_SECONDS * 1_000);
      await button(page, 'Tạo khóa truy cập').click();
      await card(page).getByText('Đã quá thời gian chờ.').waitFor();
      expect(await authenticator.count()).toBe(0);
      await confirm(page, '#add-passkey-password', 'Tiếp tục');
      await button(page, 'Tạo khóa truy cập').click();
      await button(page, 'Thêm khóa truy cập').waitFor();
      expect(await authenticator.count()).toBe(1);
    }));

  test('a login that is cancelled says so beside its button, and the password still works', () =>
    onPhone(async (page) => {
      await addVirtualAuthenticator(page);
      await page.goto('/login?next=/account', { waitUntil: 'networkidle' });
      await withPasskey(page).click();
      await page.getByText('Bạn đã hủy.').waitFor();
      await typePassword(page, 'an@example.com');
      await heading(page, 'Tài khoản').waitFor();
    }));

  test('are not offered where the browser knows no passkeys; those that there are can be removed', () =>
    onPhone(async (page) => {
      await page.addInitScript('delete window.PublicKeyCredential');
      await page.goto('/login?next=/account', { waitUntil: 'networkidle' });
      await withPasskey(page).waitFor({ state: 'detached' });
      await typePassword(page, 'safe@example.com');
      await page.locator('#login-code').fill('123456');
      await button(page, 'Xác nhận').click();
      await card(page).getByText('Trình duyệt này chưa hỗ trợ khóa truy cập.').waitFor();
      await button(page, 'Xóa khóa Google Password Manager').click();
      await page.locator('#remove-passkey-code').fill('123456');
      await confirm(page, '#remove-passkey-password', 'Xóa khóa truy cập');
      await card(page).getByText('Google Password Manager').waitFor({ state: 'detached' });
    }));
});
