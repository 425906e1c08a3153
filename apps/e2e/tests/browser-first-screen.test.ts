import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeOnMockSite } from '../src/browser/mock-visits.ts';
import { plainAmount } from '../src/browser/order-page.ts';
import { contentShown, readyToMeasure } from '../src/browser/page-ready.ts';

const PHONE = { widthPx: 360, heightPx: 640, isTouch: true } as const;
/** From this value on an order needs an account. */
const LOGIN_FROM_VND = 100_000_000;

/** By how much a place may move that is kept. */
const NEAR_PX = 2;

describeOnMockSite('the first screen of a small phone', ({ onDevice }) => {
  async function onPhone(use: (page: Page) => Promise<void>) {
    await onDevice(PHONE, async (page, pageErrors) => {
      await use(page);
      expect(pageErrors).toEqual([]);
    });
  }

  test('the mark of a currency has the size asked for', () =>
    onPhone(async (page) => {
      await page.goto('/buy/pm');
      expect((await page.locator('form div:has(> select) svg').boundingBox())?.width).toBe(24);
    }));

  test.each([
    ['/', '#buy-quantity'],
    ['/buy/trc20', '#buy-quantity'],
    ['/sell/pm', '#sell-quantity'],
    ['/exchange/trc20-pm', '#ex-quantity'],
  ])('%s: amount and currency are one row on it, and so is the result', async (path, quantity) => {
    await onPhone(async (page) => {
      await page.goto(path);
      // Elements may still move while the page loads.
      await page.waitForLoadState('networkidle');
      await readyToMeasure(page);
      const [amount, currency, result] = [
        await edges(page.locator(quantity)),
        await edges(page.locator('form select').first()),
        await edges(page.locator('form output')),
      ];
      expect(Math.abs(amount.middle - currency.middle)).toBeLessThanOrEqual(2);
      expect(amount.right).toBeLessThanOrEqual(currency.left);
      for (const { bottom } of [amount, currency, result]) expect(bottom).toBeLessThanOrEqual(PHONE.heightPx);
      const target = page.locator('form select').nth(1);
      if (path.startsWith('/exchange')) expect((await edges(target)).bottom).toBeLessThanOrEqual(PHONE.heightPx);
    });
  });

  // Texts load nothing ahead; the other pages may.
  test.each([
    ['/', true],
    ['/buy/pm', true],
    ['/history', true],
    ['/login', true],
    ['/blog', true],
    ['/blog/chon-mang-usdt', false],
    ['/fee-transfer', false],
  ])('%s: starts with the scripts that its document names, and its styles stand in it', (path, loadsAhead) =>
    onDevice(PHONE, async (page) => {
      const response = await page.request.get(path);
      const document = await response.text();
      const unnamed: string[] = [];
      await page.route('**/assets/*.js', (route) => {
        const { pathname } = new URL(route.request().url());
        if (document.includes(pathname)) return route.continue();
        unnamed.push(pathname);
        return route.abort();
      });
      const styles: string[] = [];
      page.on('request', (request) => void (request.resourceType() === 'stylesheet' && styles.push(request.url())));
      await page.goto(path);
      await contentShown(page);
      await page.locator('main h1').first().waitFor();
      expect(styles).toEqual([]);
      if (!loadsAhead) expect(unnamed).toEqual([]);
    }),
  );

  test('offers what works first, and folds what is under maintenance', async () => {
    await onPhone(async (page) => {
      await page.goto('/buy');
      const names = page.getByRole('combobox', { name: 'Chọn loại tiền' });
      expect(await names.locator('> option').allInnerTexts()).toEqual(['Perfect Money', 'PM e-Voucher', 'USDT']);
      expect(await names.locator('optgroup[label="Bảo trì"] option').allInnerTexts()).toEqual(['WebMoney WMZ']);
      await names.selectOption('USDT');
      await page.waitForURL('/buy/trc20');
      await expect
        .poll(() => page.evaluate<string[]>("[...document.querySelectorAll('input[name=network]')].map(({ value }) => value)"))
        .toEqual(['trc20', 'bep20', 'erc20']);
    });
  });

  test('keeps a currency that was chosen before the page had started', async () => {
    await onPhone(async (page) => {
      let start: () => void = () => {};
      const started = new Promise<void>((resolve) => {
        start = resolve;
      });
      await page.route('**/assets/*.js', async (route) => {
        await started;
        await route.continue();
      });
      await page.goto('/buy/pm', { waitUntil: 'commit' });
      await page.getByRole('combobox', { name: 'Chọn loại tiền' }).selectOption('USDT');
      start();
      await page.waitForURL('/buy/trc20');
      await page.getByRole('heading', { level: 1, name: /USDT/ }).waitFor();
    });
  });

  test('a swap is turned around, and both its sides are chosen beside their amounts', async () => {
    await onPhone(async (page) => {
      await page.goto('/exchange/trc20-pm');
      await page.getByRole('link', { name: 'Đổi chiều' }).click();
      await page.waitForURL('/exchange/pm-trc20');
      await page.getByRole('combobox', { name: 'Chọn loại tiền nhận' }).selectOption('PM e-Voucher');
      await page.waitForURL('/exchange/pm-e-voucher');
      await page.getByRole('combobox', { name: 'Chọn loại tiền gửi' }).selectOption('USDT');
      await page.waitForURL('/exchange/trc20-e-voucher');
    });
  });

  test('another network or currency leaves the customer where they are, with the focus; another page starts at its top, and Back returns to the place', async () => {
    await onPhone(async (page) => {
      await page.goto('/buy/trc20', { waitUntil: 'networkidle' });
      await readyToMeasure(page);
      const place = () => page.evaluate<number>('scrollY');
      const card = page.locator('label', { has: page.locator('input[name=network][value=bep20]') });
      await page.evaluate("document.querySelector('input[name=network][value=bep20]').closest('label').scrollIntoView({ block: 'center' })");
      const before = await edges(card);
      expect(await place()).toBeGreaterThan(100);
      await card.click();
      await page.getByRole('heading', { level: 1, name: 'BEP20' }).waitFor();
      await page.waitForLoadState('networkidle');
      expect(Math.abs((await edges(card)).middle - before.middle)).toBeLessThanOrEqual(NEAR_PX);
      expect(await page.evaluate('document.activeElement?.value')).toBe('bep20');

      await page.evaluate('scrollTo(0, 120)');
      await page.getByRole('combobox', { name: 'Chọn loại tiền' }).selectOption('Perfect Money');
      await page.getByRole('heading', { level: 1, name: 'Mua Perfect Money' }).waitFor();
      expect(await place()).toBe(120);

      const link = page.getByRole('link', { name: 'Biểu phí' });
      await link.scrollIntoViewIfNeeded();
      const left = await place();
      expect(left).toBeGreaterThan(500);
      await link.click();
      await page.getByRole('heading', { level: 1, name: 'Biểu phí' }).waitFor();
      await expect.poll(place).toBe(0);
      await page.goBack();
      await page.getByRole('heading', { level: 1, name: 'Mua Perfect Money' }).waitFor();
      await expect.poll(async () => Math.abs((await place()) - left)).toBeLessThanOrEqual(NEAR_PX);
    });
  });

  test('the most ends where an account is needed, and says so', async () => {
    await onPhone(async (page) => {
      await page.goto('/buy/pm');
      await contentShown(page);
      const most = page.getByRole('button', { name: /^Tối đa .* khi chưa đăng nhập$/ });
      await most.click();
      const dong = Number(plainAmount((await page.locator('form output').textContent()) ?? '', 'vi'));
      expect(dong).toBeLessThan(LOGIN_FROM_VND);
      expect(dong).toBeGreaterThan(LOGIN_FROM_VND - 26_000);
      await page.getByRole('button', { name: /^Tiếp tục/ }).waitFor();
      expect(await page.getByRole('link', { name: 'Đăng nhập' }).count()).toBe(0);
    });
  });

  test.each([
    ['/buy/trc20', 'Bạn muốn chuyển', '1.000.000', '#buy-quantity', (dong: number) => dong <= 1_000_000 && dong > 999_990],
    ['/sell/pm', 'Bạn muốn nhận', '1.000.000', '#sell-quantity', (dong: number) => dong >= 1_000_000 && dong < 1_000_300],
  ] as const)('%s: takes the amount of the other side', async (path, label, amount, quantity, isNear) => {
    await onPhone(async (page) => {
      await page.goto(path);
      await contentShown(page);
      await page.getByRole('button', { name: 'Nhập theo số tiền' }).click();
      const field = page.getByRole('textbox', { name: label });
      await field.waitFor();
      await expect.poll(() => page.evaluate("document.activeElement?.id.endsWith('-amount')")).toBe(true);
      await field.pressSequentially('1000000');
      expect(await field.inputValue()).toBe(amount);
      expect(await page.locator(quantity).inputValue()).not.toBe('');
      const dong = Number(plainAmount((await page.locator('form output').textContent()) ?? '', 'vi'));
      expect(isNear(dong), String(dong)).toBe(true);
      await page.locator(quantity).fill('50');
      expect(await field.inputValue()).toBe('');
    });
  });
});

/** Edges of an element in CSS pixels on the first screen. */
async function edges(element: Locator) {
  const { x = 0, y = 0, width = 0, height = 0 } = (await element.boundingBox()) ?? {};
  return { left: x, right: x + width, bottom: y + height, middle: y + height / 2 };
}
