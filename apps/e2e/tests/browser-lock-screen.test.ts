import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { faultsOf } from '../src/browser/accessibility.ts';
import { describeOnMockSite } from '../src/browser/mock-visits.ts';
import { contentShown } from '../src/browser/page-ready.ts';

const PASSWORD = 'tra da 7 gio';
const WRONG = 'wrong-password';

/** Logs a customer of the mock in. Each test has a customer of its own. */
async function logIn(page: Page, login: string): Promise<void> {
  await page.goto('/login?next=/account', { waitUntil: 'networkidle' });
  await contentShown(page);
  await page.locator('#login-name').fill(login);
  await page.locator('#login-password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Đăng nhập', exact: true }).click();
  await page.getByRole('button', { name: 'Sửa hồ sơ' }).waitFor();
}

const lockScreenOf = (page: Page) => page.getByRole('dialog', { name: 'Màn hình đang khóa' });

async function unlock(page: Page, password: string): Promise<void> {
  await page.locator('#unlock-password').fill(password);
  await page.getByRole('button', { name: 'Mở khóa' }).click();
}

describeOnMockSite('lock screen', ({ onPhone }) => {
  test('a browser that is left alone is covered, keeps what was typed, and goes on with the password', () =>
    onPhone(async (page) => {
      await page.clock.install();
      await logIn(page, 'an@example.com');
      await page.getByRole('button', { name: 'Bật khóa màn hình' }).click();
      await page.getByRole('button', { name: 'Tắt khóa màn hình' }).waitFor();
      await page.getByRole('button', { name: 'Sửa hồ sơ' }).click();
      await page.locator('#profile-city').fill('Đà Nẵng');

      // Use keeps it open.
      await page.clock.fastForward('10:00');
      await page.keyboard.press('Shift');
      await page.clock.fastForward('10:00');
      expect(await lockScreenOf(page).count()).toBe(0);
      await page.clock.fastForward('06:00');
      await lockScreenOf(page).getByText('Nguyễn Văn An').waitFor();
      expect(await faultsOf(page)).toEqual([]);
      // Nothing of the page is seen, read out or reached: not by the keyboard, and not on paper.
      expect(await page.locator('#profile-city').isVisible()).toBe(false);
      for (let presses = 0; presses < 12; presses += 1) {
        await page.keyboard.press('Tab');
        expect(await page.evaluate('document.activeElement.closest("[role=dialog]") !== null')).toBe(true);
      }
      await page.keyboard.press('Escape');
      expect(await lockScreenOf(page).count()).toBe(1);

      await unlock(page, WRONG);
      await page.getByText('Mật khẩu chưa đúng').waitFor();
      expect(await lockScreenOf(page).count()).toBe(1);
      await unlock(page, PASSWORD);
      await lockScreenOf(page).waitFor({ state: 'detached' });
      expect(await page.locator('#profile-city').inputValue()).toBe('Đà Nẵng');
    }));

  test('neither a reload, nor another tab, nor a cleared storage gets past it, and public pages go on', () =>
    onPhone(async (page) => {
      await logIn(page, 'new@example.com');
      await page.getByRole('button', { name: 'Bật khóa màn hình' }).click();
      await page.getByRole('button', { name: 'Khóa ngay' }).click();
      await lockScreenOf(page).waitFor();
      await page.evaluate('localStorage.removeItem("screen-locked")');
      const asked: string[] = [];
      page.on('request', (request) => asked.push(new URL(request.url()).pathname));
      await page.reload({ waitUntil: 'networkidle' });
      await lockScreenOf(page).waitFor();
      // The page does not repeat a query that is refused while the screen is locked.
      expect(asked.filter((path) => path === '/trpc/accounts.listPasskeys').length).toBeLessThanOrEqual(2);
      const other = await page.context().newPage();
      for (const path of ['/history/trade', '/history/wallet', '/account', '/verify']) {
        await other.goto(path, { waitUntil: 'networkidle' });
        await lockScreenOf(other).waitFor();
      }
      await other.goto('/buy/pm', { waitUntil: 'networkidle' });
      await contentShown(other);
      expect(await lockScreenOf(other).count()).toBe(0);
      // Unlocked in one tab, the others go on.
      await unlock(page, PASSWORD);
      await lockScreenOf(page).waitFor({ state: 'detached' });
      await other.goto('/history/trade', { waitUntil: 'networkidle' });
      expect(await lockScreenOf(other).count()).toBe(0);
      await other.close();
      // Who logs in as somebody else elsewhere sees nothing of the page below.
      await page.getByRole('button', { name: 'Khóa ngay' }).click();
      await lockScreenOf(page).waitFor();
      await page.evaluate('window.isBefore = true');
      const thief = await page.context().newPage();
      await logIn(thief, 'an@example.com');
      await page.waitForFunction('window.isBefore === undefined');
      await page.getByText('7KQ2M9XR').first().waitFor();
      await thief.close();
      // Nor does it keep anybody in.
      const on = page.getByRole('button', { name: 'Bật khóa màn hình' });
      if ((await on.count()) > 0) await on.click();
      await page.getByRole('button', { name: 'Khóa ngay' }).click();
      await lockScreenOf(page).getByRole('button', { name: 'Đăng xuất' }).click();
      await page.waitForURL('**/login');
    }));

  test('a page that slept while somebody else logged in is not uncovered for them, whatever it hears of first', () =>
    onPhone(async (page) => {
      await page.addInitScript(`addEventListener('storage', (event) => { if (window.isAsleep) event.stopImmediatePropagation(); });`);
      await logIn(page, 'new@example.com');
      await page.getByRole('button', { name: /^(Bật|Tắt) khóa màn hình$/ }).waitFor();
      const on = page.getByRole('button', { name: 'Bật khóa màn hình' });
      if ((await on.count()) > 0) await on.click();
      await page.getByRole('button', { name: 'Sửa hồ sơ' }).click();
      await page.locator('#profile-city').fill('Đà Nẵng');
      await page.getByRole('button', { name: 'Khóa ngay' }).click();
      await lockScreenOf(page).waitFor();
      await page.evaluate('window.isBefore = true; window.isAsleep = true');
      const thief = await page.context().newPage();
      await logIn(thief, 'an@example.com');
      // It wakes: whose account it is, it is told before it knows that the screen was unlocked.
      const isTold = Promise.withResolvers<void>();
      await page.route('**/trpc/accounts.screen*', async (route) => {
        await isTold.promise;
        await route.continue();
      });
      await page.evaluate('localStorage.setItem("screen-locked", "true")');
      await page.evaluate('document.dispatchEvent(new Event("visibilitychange", { bubbles: true }))');
      await page.getByText('nguyen.van.an@example.com').waitFor({ state: 'attached' });
      isTold.resolve();
      const isNew = () => page.evaluate('window.isBefore === undefined').catch(() => false);
      await expect.poll(isNew, { timeout: 20_000 }).toBe(true);
      await thief.close();
    }));

  test('forms of orders show nothing of the account while the screen is locked', () =>
    onPhone(async (page) => {
      await logIn(page, 'an@example.com');
      await page.getByRole('button', { name: /^(Bật|Tắt) khóa màn hình$/ }).waitFor();
      const on = page.getByRole('button', { name: 'Bật khóa màn hình' });
      if ((await on.count()) > 0) await on.click();
      await page.getByRole('button', { name: 'Tắt khóa màn hình' }).waitFor();
      const form = await page.context().newPage();
      await form.goto('/buy/pm', { waitUntil: 'networkidle' });
      const balance = form.getByText('Số dư của bạn').first();
      await balance.waitFor();
      await page.getByRole('button', { name: 'Khóa ngay' }).click();
      await lockScreenOf(page).waitFor();
      await balance.waitFor({ state: 'detached', timeout: 20_000 });
      await unlock(page, PASSWORD);
      await lockScreenOf(page).waitFor({ state: 'detached' });
      await balance.waitFor();
      await form.close();
    }));
});
