import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { holdRequests } from '../src/browser/hold-requests.ts';
import { describeOnMockSite } from '../src/browser/mock-visits.ts';
import { contentShown } from '../src/browser/page-ready.ts';

const SMALL_PHONE = { widthPx: 360, heightPx: 640, isTouch: true } as const;
const PASSWORD = 'tra da 7 gio';

describeOnMockSite('where a customer would hesitate', ({ onPhone, onDevice }) => {
  test.each([
    ['SAMPLE-SELL', 'Vietcombank 0011001234567', 'NGUYEN VAN AN', '#payment-qr'],
    // Nothing to scan.
    ['SAMPLE-SWAP', '…', '', '#pay [data-amount]'],
  ])('%s: the first screen says where the money goes, above the amount and the whole QR code', (ref, account, holder, lowest) =>
    onDevice(SMALL_PHONE, async (page) => {
      await page.goto(`/order/${ref}`, { waitUntil: 'networkidle' });
      await contentShown(page);
      const line = page.locator('[data-destination]');
      for (const words of [account, holder]) expect(await line.innerText()).toContain(words);
      expect(await bottomOf(line)).toBeLessThan(await topOf(page.locator('#pay [data-amount]')));
      expect(await bottomOf(page.locator(lowest))).toBeLessThanOrEqual(SMALL_PHONE.heightPx);
    }),
  );

  test('what is folded is as high as its summary, so that the QR code stays where it is when a question takes a sentence’s place', () =>
    onDevice(SMALL_PHONE, async (page) => {
      await page.goto('/order/SAMPLE-PENDING', { waitUntil: 'networkidle' });
      await contentShown(page);
      const question = page.locator('#pay details', { hasText: 'Tôi đã chuyển, sao chưa thấy?' });
      expect((await question.boundingBox())?.height).toBe((await question.locator('summary').boundingBox())?.height);
    }));

  test('letters in an account’s number are pointed out where the bank allows them', () =>
    onPhone(async (page) => {
      await page.goto('/sell/pm', { waitUntil: 'networkidle' });
      await page.locator('label', { has: page.locator('input[name=bank][value=tcb]') }).click();
      const warning = page.getByText('Số tài khoản này có chữ cái.');
      await page.locator('#sell-account').fill('1903A456789012');
      await warning.waitFor();
      await page.locator('#sell-account').fill('19034456789012');
      await warning.waitFor({ state: 'detached' });
    }));

  test('the holder of a wallet is told as such, to be compared, and a number alone is not taken for a wallet', () =>
    onPhone(async (page) => {
      await page.goto('/buy/pm', { waitUntil: 'networkidle' });
      await page.locator('#buy-wallet').fill('10203041');
      await page.getByRole('alert').filter({ hasText: 'số đăng nhập (Member ID, WMID), không phải mã ví' }).waitFor();
      await page.locator('#buy-wallet').fill('U10203041');
      await page.getByText('Đối chiếu tên chủ ví trước khi tiếp tục.').waitFor();
      await page.getByRole('status').filter({ hasText: 'Chủ ví:NGUYEN VAN AN' }).waitFor();
    }));

  test('saving the QR code as a picture is confirmed, and moves nothing', () =>
    onDevice(SMALL_PHONE, async (page) => {
      await page.goto('/order/SAMPLE-PENDING', { waitUntil: 'networkidle' });
      await contentShown(page);
      const button = page.locator('#pay button', { hasText: 'Lưu mã QR' });
      const before = await button.boundingBox();
      const saved = page.waitForEvent('download');
      await button.click();
      await saved;
      await page.getByRole('status').filter({ hasText: 'Đã lưu ảnh' }).waitFor();
      expect(await button.boundingBox()).toEqual(before);
    }));

  test('a form that is sent empty says at each field what is missing, and none before', () =>
    onPhone(async (page) => {
      await page.goto('/buy/pm', { waitUntil: 'networkidle' });
      const form = page.locator('form').filter({ has: page.locator('#buy-quantity') });
      const missing = ['Nhập số lượng.', 'Nhập ví nhận.', 'Chọn ngân hàng bạn dùng để chuyển.', 'Nhập số tài khoản bạn dùng để chuyển.'];
      await page.locator('#buy-account').focus();
      await page.locator('#buy-account').blur();
      for (const words of missing.slice(1)) expect(await form.getByText(words).count()).toBe(0);
      // It says why it is disabled, and still takes presses.
      await form.locator('button[type=submit]').click({ force: true });
      for (const words of missing) await form.getByText(words).waitFor();
      await page.locator('#buy-quantity:focus').waitFor();
      await page.locator('#buy-account').fill('0011001234567');
      await form.getByText('Nhập số tài khoản bạn dùng để chuyển.').waitFor({ state: 'detached' });
    }));

  test('who goes back from an unpaid order is told of it below the form, before another is made', () =>
    onPhone(async (page) => {
      await page.goto('/order/SAMPLE-PENDING', { waitUntil: 'networkidle' });
      await contentShown(page);
      await page.goto('/buy/pm', { waitUntil: 'networkidle' });
      const link = page.getByRole('link', { name: 'Bạn còn đơn chờ chuyển tiền: Mua 100 USD bằng 2.607.975 đ' });
      await link.waitFor();
      expect(await topOf(link)).toBeGreaterThan(await bottomOf(page.locator('button[type=submit]')));
      await link.click();
      await page.waitForURL('**/SAMPLE-PENDING');
    }));

  test('dong that do not come out even are said to be less, and what can be read needs no help', () =>
    onPhone(async (page) => {
      await page.goto('/buy/pm', { waitUntil: 'networkidle' });
      await page.getByRole('button', { name: 'Nhập theo số tiền' }).click();
      await page.locator('#buy-amount').fill('500000');
      await page.getByText('Bạn chuyển đúng 499.949 đ: phần lẻ không đủ mua thêm 0,01 USD.').waitFor();
      expect(await page.getByText('Chỉ nhập chữ số').count()).toBe(0);
      await page.locator('#buy-amount').fill('499949');
      await page.getByText('Bạn chuyển đúng').waitFor({ state: 'detached' });
    }));

  test('an amount that needs an account says so beneath it', () =>
    onDevice(SMALL_PHONE, async (page) => {
      await page.goto('/buy/pm', { waitUntil: 'networkidle' });
      await page.locator('#buy-quantity').fill('4500');
      const line = page.getByRole('status').filter({ hasText: 'Đơn từ 100.000.000\u00a0đ: cần đăng nhập' });
      await line.waitFor();
      expect(await bottomOf(line)).toBeLessThanOrEqual(SMALL_PHONE.heightPx);
      expect(await line.getByRole('link').getAttribute('href')).toBe('/login?next=%2Fbuy%2Fpm');
      await page.locator('#buy-quantity').fill('45');
      await line.waitFor({ state: 'detached' });
    }));

  test('who logs in from an order’s page is led back to it, once', () =>
    onPhone(async (page) => {
      await page.goto('/order/SAMPLE-PENDING', { waitUntil: 'networkidle' });
      await contentShown(page);
      await page.locator('header').getByRole('link', { name: 'Tài khoản' }).click();
      await page.getByRole('link', { name: 'Tạo tài khoản' }).click();
      await page.getByRole('link', { name: 'Đã có tài khoản? Đăng nhập' }).click();
      await logIn(page);
      await page.waitForURL('/history/transaction/SAMPLE-PENDING');
      // Left for another page.
      await page.locator('header').getByRole('link', { name: 'Quy Đổi' }).click();
      await page.locator('#buy-quantity').waitFor();
      await page.evaluate('localStorage.setItem("member", "false")');
      await page.goto('/login', { waitUntil: 'networkidle' });
      await logIn(page);
      await page.waitForURL('/history/trade');
    }));

  test('the steps beside the form are those of a balance that pays', () =>
    onPhone(async (page) => {
      await page.goto('/login?next=/buy/pm', { waitUntil: 'networkidle' });
      await logIn(page);
      await page.waitForURL('/buy/pm');
      const steps = page.locator('main ol');
      expect(await steps.innerText()).toContain('quét mã VietQR');
      await page.locator('label', { has: page.locator('input[name=pay-by][value=balance]') }).click();
      await steps.filter({ hasText: 'số dư bị trừ ngay, bạn không cần chuyển khoản' }).waitFor();
      expect(await steps.innerText()).not.toContain('VietQR');
      await page.locator('label', { has: page.locator('input[name=pay-by][value=other]') }).click();
      await steps.filter({ hasText: 'quét mã VietQR' }).waitFor();
    }));

  test('the page of an account does not jump while it loads', () =>
    onPhone(async (page) => {
      await page.goto('/login?next=/history/trade', { waitUntil: 'networkidle' });
      await logIn(page);
      await page.waitForURL('/history/trade');
      await page.addInitScript(WATCH_SHIFTS);
      const release = await holdRequests(page, /\/trpc\/(accounts|destinations)\./);
      await page.goto('/account');
      await page.locator('main h1').waitFor();
      await release();
      await page.getByRole('heading', { name: 'Hồ sơ' }).waitFor();
      await page.waitForLoadState('networkidle');
      expect(await page.evaluate<number>('globalThis.shifted')).toBeLessThan(0.01);
    }));
});

/** Sums up how much the page has moved by itself. */
const WATCH_SHIFTS = `globalThis.shifted = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) globalThis.shifted += entry.value;
}).observe({ type: 'layout-shift', buffered: true });`;

async function logIn(page: Page): Promise<void> {
  await page.locator('#login-name').fill('an@example.com');
  await page.locator('#login-password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Đăng nhập', exact: true }).click();
}

async function topOf(element: Locator): Promise<number> {
  return (await element.boundingBox())?.y ?? Number.NaN;
}

async function bottomOf(element: Locator): Promise<number> {
  const { y = Number.NaN, height = 0 } = (await element.boundingBox()) ?? {};
  return y + height;
}
