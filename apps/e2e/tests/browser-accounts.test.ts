import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { faultsOf } from '../src/browser/accessibility.ts';
import { describeOnMockSite } from '../src/browser/mock-visits.ts';
import { contentShown } from '../src/browser/page-ready.ts';
import { readQrCode } from '../src/browser/qr-code.ts';

const PASSWORD = 'tra da 7 gio';
const TOAST_MS = 10_000;

async function logIn(page: Page, login: string): Promise<void> {
  await page.locator('#login-name').fill(login);
  await page.locator('#login-password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Đăng nhập', exact: true }).click();
}

describeOnMockSite('accounts', ({ onPhone }) => {
  test('an amount that needs an account leads to the login and back, and can be ordered then', () =>
    onPhone(async (page) => {
      await page.goto('/buy/pm', { waitUntil: 'networkidle' });
      await page.locator('#buy-quantity').fill('4500');
      await page.getByRole('link', { name: 'Đăng nhập', exact: true }).click();
      await logIn(page, 'an@example.com');
      await page.waitForURL('**/buy/pm');
      expect(await page.locator('#buy-quantity').inputValue()).toBe('4.500');
      await page.getByRole('button', { name: /^Tiếp tục/ }).waitFor();
      await page.getByRole('button', { name: 'Tối đa 5.000' }).waitFor();
    }));

  test('no script can read the session, and none is left after the logout', () =>
    onPhone(async (page) => {
      await page.goto('/', { waitUntil: 'networkidle' });
      await page.getByRole('link', { name: 'Tài khoản' }).click();
      await logIn(page, 'new@example.com');
      await page.getByText('new@example.com').waitFor();
      const session = async () => (await page.context().cookies()).find(({ name }) => name === 'session')?.value;
      expect(await session()).toBe('mock-new');
      expect(await page.evaluate('JSON.stringify([document.cookie, { ...localStorage }, { ...sessionStorage }])')).not.toContain('mock-new');
      await page.getByRole('button', { name: 'Đăng xuất' }).click();
      await page.getByRole('heading', { level: 1, name: 'Đăng nhập' }).waitFor();
      expect(await session()).toBeUndefined();
      await page.goto('/history/trade');
      await page.getByRole('heading', { level: 1, name: 'Đăng nhập' }).waitFor();
    }));

  test('a session that has ended asks for the login, after which the list is there again', () =>
    onPhone(async (page) => {
      await page.goto('/history/trade', { waitUntil: 'networkidle' });
      await logIn(page, 'an@example.com');
      await page.locator('main li a').first().waitFor();
      await page.context().clearCookies({ name: 'session' });
      await page.waitForURL('**/login?next=/history/trade');
      await logIn(page, 'an@example.com');
      await page.locator('main li a').first().waitFor();
      await page.waitForLoadState('networkidle');
      expect(new URL(page.url()).pathname).toBe('/history/trade');
    }));

  test('what a customer was shown of the balance is not there for the next one on the same device', () =>
    onPhone(async (page) => {
      await page.goto('/login?next=/history/wallet', { waitUntil: 'networkidle' });
      await logIn(page, 'an@example.com');
      const memo = page.getByText(/^DEPCV/);
      await memo.waitFor();
      // The session ends elsewhere, and the page is not loaded anew.
      await page.context().clearCookies({ name: 'session' });
      await page.waitForURL('**/login?next=/history/wallet');
      // Left without an answer, so that the page shows only its cached data.
      await page.route('**/trpc/wallet.get*', () => {});
      await logIn(page, 'new@example.com');
      await page.getByRole('heading', { level: 1, name: 'Ví của bạn' }).waitFor();
      expect(await memo.count()).toBe(0);
      expect(await page.locator('[data-balance]').count()).toBe(0);
    }));

  test('a password is masked until it is shown, and can be pasted', () =>
    onPhone(async (page) => {
      await page.goto('/register', { waitUntil: 'networkidle' });
      await contentShown(page);
      for (const field of ['#register-password', '#register-again']) {
        await page.locator(field).focus();
        await page.keyboard.insertText(PASSWORD);
        expect([await page.locator(field).getAttribute('type'), await page.locator(field).inputValue()]).toEqual(['password', PASSWORD]);
      }
      await page.getByRole('button', { name: 'Hiện mật khẩu' }).first().click();
      expect(await page.locator('#register-password').getAttribute('type')).toBe('text');
      expect(await page.locator('#register-again').getAttribute('type')).toBe('password');
    }));

  test('pages of the list are turned, and a kind of orders is chosen', () =>
    onPhone(async (page) => {
      await page.goto('/history/trade', { waitUntil: 'networkidle' });
      await logIn(page, 'an@example.com');
      await page.locator('main li a').first().waitFor();
      const first = await page.locator('main li a').allTextContents();
      await page.getByRole('button', { name: 'Trang sau' }).click();
      await page.locator('main ul[aria-busy=false]').waitFor();
      const second = await page.locator('main li a').allTextContents();
      expect(first.filter((text) => second.includes(text))).toEqual([]);
      await page.getByRole('button', { name: 'Bán', exact: true }).click();
      await page.locator('main li a', { hasText: 'Mua' }).first().waitFor({ state: 'detached' });
      expect(await page.getByRole('button', { name: 'Bán', exact: true }).getAttribute('aria-pressed')).toBe('true');
    }));

  test('what is done to an account is told by one toast at a time, for ten seconds, and to screen readers', () =>
    onPhone(async (page) => {
      await page.goto('/login?next=/account', { waitUntil: 'networkidle' });
      await logIn(page, 'an@example.com');
      const toasts = page.locator('main ~ * li[data-state=open], main li[data-state=open]');
      await page.getByText('Bỏ lưu', { exact: true }).first().click();
      await toasts.getByText('Đã bỏ lưu nơi nhận').waitFor();
      await page.locator('[role=status]', { hasText: 'Đã bỏ lưu nơi nhận' }).first().waitFor({ state: 'attached' });
      await page.getByRole('button', { name: 'Đăng xuất mọi thiết bị khác' }).click();
      await toasts.getByText('Mọi thiết bị khác đã được đăng xuất').waitFor();
      const shownAt = performance.now();
      expect(await toasts.count()).toBe(1);
      expect(await faultsOf(page)).toEqual([]);
      await toasts.waitFor({ state: 'detached' });
      // A busy machine may take it away later, and noticed it a little after it was there.
      expect(performance.now() - shownAt).toBeGreaterThan(0.9 * TOAST_MS);
    }));

  test('a customer’s referral link is shown, and its QR code says the same', () =>
    onPhone(async (page) => {
      await page.goto('/login?next=/account', { waitUntil: 'networkidle' });
      await logIn(page, 'an@example.com');
      const qr = page.locator('#referral-qr');
      await qr.scrollIntoViewIfNeeded();
      const id = await page.locator('p', { hasText: 'Mã khách hàng' }).locator('strong').innerText();
      const link = await readQrCode(qr);
      expect(link).toBe(`${new URL(page.url()).origin}/?ref=${id}`);
      await page.getByText(link ?? '').waitFor();
    }));
});
