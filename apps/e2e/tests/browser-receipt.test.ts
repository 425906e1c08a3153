import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { overflowPx } from '../src/browser/device.ts';
import { describeOnMockSite } from '../src/browser/mock-visits.ts';
import { readQrCode } from '../src/browser/qr-code.ts';

/** On how many lines the word "order" of the receipt's link stands. */
const LINES_OF_WORD = `(() => {
  const link = [...document.querySelectorAll('article p')].find((it) => it.textContent.startsWith('https://'));
  const texts = document.createTreeWalker(link, NodeFilter.SHOW_TEXT);
  let text = texts.nextNode();
  while (!text.data.includes('order/')) text = texts.nextNode();
  const word = document.createRange();
  word.setStart(text, text.data.indexOf('order/'));
  word.setEnd(text, text.data.indexOf('order/') + 'order'.length);
  return word.getClientRects().length;
})()`;

/** Ground of the light theme. */
const LIGHT = 'rgb(243, 247, 247)';

const DENY_STORAGE = `
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, name, { get: () => { throw new DOMException('denied', 'SecurityError'); } });`;

describeOnMockSite('an order on paper, and without script', ({ onDevice, onPhone }) => {
  test('a receipt is shown and left where storage is denied', () =>
    onPhone(async (page, pageErrors) => {
      await page.addInitScript(DENY_STORAGE);
      await page.goto('/order/SAMPLE-SELLDELIVERED');
      await page.getByRole('link', { name: 'Biên nhận' }).click();
      await page.getByRole('heading', { name: 'Biên nhận giao dịch' }).waitFor();
      await page.getByRole('link', { name: 'Về đơn hàng' }).click();
      await page.locator('#order-headline').waitFor();
      await expect.poll(() => page.evaluate('document.documentElement.dataset.theme')).toBeUndefined();
      expect(pageErrors).toEqual([]);
    }));

  test.each([
    ['SAMPLE-SELLDELIVERED', ['2.548.000 đ', '100 USDT', 'NGUYEN VAN AN', 'FT26325081234567']],
    ['SAMPLE-EXCESSREFUNDED', ['3.000.000 đ', '100 USD', '392.025 đ']],
    ['SAMPLE-SELLREFUNDED', ['100 USDT', '99,2 USDT', '0,8 USDT']],
  ])('the receipt of %s is one light page with a code to check it', async (ref, texts) => {
    await onDevice({ colorScheme: 'dark' }, async (page) => {
      await page.goto(`/order/${ref}`);
      await page.getByRole('link', { name: 'Biên nhận' }).click();
      await page.getByRole('heading', { name: 'Biên nhận giao dịch' }).waitFor();
      const shown = (await page.locator('main').innerText()).replaceAll('\u00a0', ' ');
      for (const text of [ref, ...texts]) expect(shown).toContain(text);
      expect(shown).toMatch(/\d\d\/\d\d\/20\d\d/);
      await expect.poll(() => groundOf(page)).toBe(LIGHT);
      expect(await readQrCode(page.locator('article svg').last())).toBe(`https://quydoi.example/order/${ref}`);
      expect(await page.evaluate(LINES_OF_WORD)).toBe(1);
      expect(await overflowPx(page)).toBeLessThanOrEqual(0);
      expect((await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
      await page.getByRole('link', { name: 'Về đơn hàng' }).click();
      await page.getByRole('heading', { level: 1, name: ref }).waitFor();
      await expect.poll(() => groundOf(page)).not.toBe(LIGHT);
    });
  });

  test('a receipt in English names dong in English', async () => {
    await onDevice({ locale: 'en' }, async (page) => {
      await page.goto('/order/SAMPLE-SELLDELIVERED/receipt');
      await page.getByText('Vietnamese dong').waitFor();
      expect(await page.locator('article').innerText()).not.toContain('Việt Nam');
    });
  });

  test('an order that is not done has no receipt', async () => {
    await onPhone(async (page) => {
      await page.goto('/order/SAMPLE-PENDING/receipt');
      await page.getByText('Đơn chưa xong nên chưa có biên nhận.').waitFor();
      expect(await page.locator('article').count()).toBe(0);
    });
  });

  test('an order can be read without script', async () => {
    await onDevice({ hasScript: false }, async (page) => {
      await page.goto('/order/SAMPLE-SELLDELIVERED');
      const shown = (await page.locator('main').innerText()).replaceAll('\u00a0', ' ');
      for (const text of ['đang tắt JavaScript', 'SAMPLE-SELLDELIVERED', 'Đã chuyển 2.548.000 đ', 'Hoàn tất', 'Nhật ký đơn hàng'])
        expect(shown).toContain(text);
      expect(await page.locator('[aria-busy]').first().isVisible()).toBe(false);
      await page.goto('/order/SAMPLE-PENDING');
      expect(await page.locator('main').innerText()).toContain('0011004567890');
      await page.goto('/order/7KQ2M9XR4B');
      expect(await page.locator('main').innerText()).toContain('Không tìm thấy đơn hàng');
      await page.goto('/');
      expect(await page.locator('main').innerText()).toContain('đang tắt JavaScript');
    });
  });

  test('pages with a noscript element raise no error', async () => {
    await onPhone(async (page, pageErrors) => {
      for (const path of ['/', '/buy/pm', '/history', '/order/SAMPLE-DELIVERED', '/order/SAMPLE-DELIVERED/receipt']) {
        await page.goto(path, { waitUntil: 'networkidle' });
        expect(await page.locator('main').innerText()).not.toContain('JavaScript');
      }
      expect(pageErrors).toEqual([]);
    });
  });
});

function groundOf(page: Page): Promise<string> {
  return page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
}
