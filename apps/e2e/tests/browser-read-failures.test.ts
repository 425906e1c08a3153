import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { faultsOf } from '../src/browser/accessibility.ts';
import { logInOnMock, MOCK_PASSWORD as PASSWORD } from '../src/browser/account-steps.ts';
import { describeOnMockSite } from '../src/browser/mock-visits.ts';
import { contentShown } from '../src/browser/page-ready.ts';

const REFERENCE = /\/[2-9A-HJ-NP-Z]{10}(?:[#?]|$)/;

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const failure = (page: Page) => page.getByRole('alert').filter({ hasText: 'Mất kết nối nên chưa có phản hồi.' });

/** What the page knows once a button was pressed. */
const NOTE_PRESS = 'document.addEventListener("click", () => { document.documentElement.dataset.pressed = ""; }, { capture: true })';
const WAS_PRESSED = '"pressed" in document.documentElement.dataset';

/**
 * Logs in, and breaks a procedure on the way to the page.
 * @returns asks to read again, and mends it with that press: what some pages read by themselves every few seconds would be there before
 */
async function openBroken(page: Page, login: string, path: string, procedure: string): Promise<() => Promise<void>> {
  await page.goto(`/login?next=${path}`, { waitUntil: 'networkidle' });
  await contentShown(page);
  const broken = new RegExp(`/trpc/[^?]*${procedure.replace('.', '\\.')}([,?]|$)`);
  await page.route(broken, async (route) =>
    (await page.evaluate(WAS_PRESSED)) ? route.fallback() : route.fulfill({ status: 502, body: 'Bad Gateway' }),
  );
  await logInOnMock(page, login);
  await page.waitForURL(({ pathname }) => pathname === path);
  return async () => {
    await page.evaluate(NOTE_PRESS);
    await button(page, 'Thử lại').click();
  };
}

describeOnMockSite('what pages of an account read', ({ onPhone }) => {
  test.concurrent.each([
    ['/account', 'accounts.me', 'h2:has-text("Hồ sơ")'],
    ['/account', 'destinations.list', 'h2:has-text("Nơi nhận tiền đã lưu")'],
    ['/account', 'accounts.twoFactor', 'h2:has-text("Xác thực hai lớp")'],
    ['/account', 'accounts.listPasskeys', 'h2:has-text("Khóa truy cập (passkey)")'],
    ['/account', 'accounts.listSessions', 'h2:has-text("Thiết bị đang đăng nhập")'],
    ['/verify', 'identity.get', '#identity-front'],
    ['/history/wallet', 'wallet.get', 'h2:has-text("Sao kê")'],
    ['/history/wallet', 'wallet.statement', 'button:has-text("CSV")'],
  ])('%s without an answer of %s says so, and reads it again when it is asked to', (path, procedure, content) =>
    onPhone(async (page) => {
      const retryMended = await openBroken(page, 'an@example.com', path, procedure);
      await failure(page).waitFor();
      expect(await page.locator(content).count()).toBe(0);
      expect(await faultsOf(page)).toEqual([]);
      await retryMended();
      await page.locator(content).first().waitFor({ state: 'attached' });
      await failure(page).waitFor({ state: 'detached' });
    }),
  );

  test.concurrent.each(['destinations.list', 'accounts.twoFactor'])(
    'a withdrawal that cannot be begun without an answer of %s says so, and begins when it is asked to',
    (procedure) =>
      onPhone(async (page) => {
        const retryMended = await openBroken(page, 'safe@example.com', '/history/wallet', procedure);
        await button(page, 'Rút tiền về tài khoản').click();
        await failure(page).waitFor();
        await button(page, 'Thử lại').click();
        await failure(page).waitFor();
        await retryMended();
        await page.locator('#withdraw-amount').waitFor();
        await failure(page).waitFor({ state: 'detached' });
      }),
  );

  test.concurrent('an order that a balance pays asks for its proof once it is known which', () =>
    onPhone(async (page) => {
      const retryMended = await openBroken(page, 'an@example.com', '/buy/pm', 'accounts.twoFactor');
      await page.locator('#buy-quantity').fill('100');
      await page.locator('#buy-wallet').fill('U7654321');
      await page.locator('label', { has: page.locator('input[value=balance]') }).click();
      await failure(page).waitFor();
      expect(await page.locator('button[type=submit]').isDisabled()).toBe(true);
      await retryMended();
      await page.locator('#balance-secret').fill(PASSWORD);
      await page.locator('button[type=submit]').click();
      await page.waitForURL(REFERENCE);
    }));
});
