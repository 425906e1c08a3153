import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { overflowPx } from '../src/browser/device.ts';
import { holdRequests } from '../src/browser/hold-requests.ts';
import { describeOnMockSite } from '../src/browser/mock-visits.ts';
import { readyToMeasure } from '../src/browser/page-ready.ts';

/** Sample orders in the sequence in which they are opened. */
const OPENED = ['SAMPLE-DELIVERED', 'SAMPLE-DELIVERING', 'SAMPLE-LATE', 'SAMPLE-EXPIRED', 'SAMPLE-SELL'];
const ROWS = 'main li a[href^="/history/transaction/"]';

describeOnMockSite('the orders of a device', ({ onDevice }) => {
  async function onPhone(use: (page: Page) => Promise<void>): Promise<void> {
    await onDevice({}, async (page) => {
      for (const ref of OPENED) {
        await page.goto(`/order/${ref}`);
        await page.getByRole('heading', { level: 1, name: ref }).waitFor();
        await page.locator('[aria-live=polite] h2').waitFor();
      }
      await use(page);
    });
  }

  test('are listed with what needs the customer first, and can be filtered', () =>
    onPhone(async (page) => {
      await page.goto('/history');
      await expect.poll(() => refsOn(page)).toEqual(['SAMPLE-SELL', 'SAMPLE-LATE', 'SAMPLE-DELIVERING', 'SAMPLE-DELIVERED', 'SAMPLE-EXPIRED']);
      const first = (await page.locator(ROWS).first().innerText()).replaceAll('\u00a0', ' ');
      expect(first).toMatch(/Bán 100 USDT → 2\.548\.000 đ/);
      expect(first).toContain('Chờ thanh toán');
      expect(first).toMatch(/\d\d:\d\d/);
      await page.getByRole('button', { name: 'Đã xong (2)' }).click();
      expect(await refsOn(page)).toEqual(['SAMPLE-DELIVERED', 'SAMPLE-EXPIRED']);
      await page.getByRole('button', { name: 'Tất cả (5)' }).click();
      expect(await refsOn(page)).toHaveLength(OPENED.length);
      expect(await overflowPx(page)).toBeLessThanOrEqual(0);
    }));

  test('alarm nobody by what is remembered of them, before they were read', () =>
    onPhone(async (page) => {
      const release = await holdRequests(page, '**/trpc/orders.get*');
      const asked = page.waitForRequest('**/trpc/orders.get*');
      await page.goto('/');
      await asked;
      const link = page.getByRole('link', { name: 'Đơn của bạn trên thiết bị này' });
      expect(await wordsOf(link)).toBe('Đơn của bạn trên thiết bị này');
      await link.click();
      const badge = page.locator(ROWS).first().getByText('Chờ thanh toán');
      const colour = () => badge.getAttribute('class');
      const neutral = await colour();
      await release();
      await expect.poll(colour).not.toBe(neutral);
    }));

  test.each([360, 768, 1280])('are told on the home page, those that need the customer first, and nothing moves: %i px', (widthPx) =>
    onDevice({ widthPx, heightPx: 640 }, async (page) => {
      const form = page.locator('main form');
      await page.goto('/');
      await readyToMeasure(page);
      const before = await form.boundingBox();
      for (const ref of OPENED) {
        await page.goto(`/order/${ref}`);
        await page.locator('[aria-live=polite] h2').waitFor();
      }
      await page.goto('/');
      const link = page.getByRole('link', { name: 'Đơn của bạn trên thiết bị này' });
      await expect.poll(() => wordsOf(link)).toBe('Chờ bạn xử lý (2) · Đang xử lý (1) · Đơn của bạn trên thiết bị này');
      await readyToMeasure(page);
      expect(await form.boundingBox()).toEqual(before);
      const { height = 0 } = (await link.boundingBox()) ?? {};
      expect(height).toBeGreaterThanOrEqual(44);
      expect(await overflowPx(page)).toBeLessThanOrEqual(0);
      await link.click();
      await expect.poll(() => refsOn(page)).toHaveLength(OPENED.length);
    }),
  );

  test('the header names the way to them, in words where there is room', () =>
    onDevice({ widthPx: 600 }, async (page) => {
      await page.goto('/buy/pm');
      const link = page.locator('header').getByRole('link', { name: 'Tra cứu đơn' });
      expect(await link.innerText()).toBe('Tra cứu đơn');
      await page.setViewportSize({ width: 360, height: 640 });
      expect(await link.count()).toBe(1);
    }));

  test('are listed as last seen while the server does not answer', () =>
    onPhone(async (page) => {
      await page.route('**/trpc/orders.get*', (route) => route.abort());
      await page.goto('/history');
      await expect.poll(() => refsOn(page)).toHaveLength(OPENED.length);
    }));

  test('an order of which the device has only the key is asked for', () =>
    onPhone(async (page) => {
      await page.evaluate(
        'localStorage.removeItem("orderNotes"); localStorage.setItem("orderKeys", JSON.stringify({"SAMPLE-PAID": "k7Yw2mE0vQx5sT1uR9oPbA"}))',
      );
      await page.goto('/history');
      await expect.poll(() => refsOn(page)).toEqual(['SAMPLE-PAID']);
      expect(await page.locator(ROWS).first().innerText()).toContain('Đã nhận tiền');
    }));

  test('are forgotten when the customer says so: the finished ones, then all', () =>
    onPhone(async (page) => {
      await page.goto('/history');
      await page.getByRole('button', { name: 'Xóa danh sách này' }).click();
      await page.getByText('Hãy lưu đường dẫn của những đơn chưa xong').waitFor();
      await page.getByRole('button', { name: 'Không xóa' }).click();
      expect(await refsOn(page)).toHaveLength(OPENED.length);
      await page.getByRole('button', { name: 'Xóa danh sách này' }).click();
      await page.getByRole('button', { name: 'Xóa đơn đã xong (2)' }).click();
      await expect.poll(() => refsOn(page)).toEqual(['SAMPLE-SELL', 'SAMPLE-LATE', 'SAMPLE-DELIVERING']);
      await page.getByRole('button', { name: 'Xóa danh sách này' }).click();
      await page.getByRole('button', { name: 'Xóa tất cả (3)' }).click();
      await expect.poll(() => refsOn(page)).toEqual([]);
      await page.reload();
      await page.getByRole('textbox', { name: 'Mã đơn hàng' }).waitFor();
      expect(await page.evaluate('[localStorage.getItem("orderKeys"), localStorage.getItem("orderNotes")]')).toEqual(['{}', '{}']);
      expect(await refsOn(page)).toEqual([]);
    }));
});

/** References of the listed orders, from top to bottom. */
async function refsOn(page: Page): Promise<string[]> {
  const links = await page.locator(ROWS).all();
  return Promise.all(links.map(async (link) => (await link.getAttribute('href'))?.split('/').at(-1) ?? ''));
}

async function wordsOf(link: Locator): Promise<string> {
  return (await link.innerText()).replace(/\s+/g, ' ');
}
