import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeOnMockSite } from '../src/browser/mock-visits.ts';

/** Records sounds and notifications instead of making them. The page believes to be out of view. */
const RECORDER = `
  window.told = { sounds: 0, notes: [] };
  OscillatorNode.prototype.start = () => { window.told.sounds += 1; };
  OscillatorNode.prototype.stop = () => {};
  window.Notification = class { static permission = 'granted'; constructor(title) { window.told.notes.push(title); } };
  Object.defineProperty(document, 'hidden', { get: () => true });
`;
const ASK = 'Báo khi đơn có tin mới';

describeOnMockSite('a customer who is away', ({ onPhone }) => {
  /** Opens a pending order; `deliver` has the server answer from then on that it is delivered. */
  async function onOrder(use: (page: Page, deliver: () => void) => Promise<void>): Promise<void> {
    await onPhone(async (page) => {
      let isDelivered = false;
      await page.addInitScript(RECORDER);
      await page.route('**/trpc/orders.get*', async (route) => {
        if (!isDelivered) return route.continue();
        const answer = await fetch(route.request().url().replace('SAMPLE-PENDING', 'SAMPLE-DELIVERED'));
        const body = (await answer.text()).replaceAll('SAMPLE-DELIVERED', 'SAMPLE-PENDING').replace('"version":1', '"version":2');
        return route.fulfill({ status: 200, contentType: 'application/json', body });
      });
      await page.goto('/order/SAMPLE-PENDING');
      await expect.poll(() => page.title()).toBe('Chờ thanh toán · SAMPLE-PENDING | Quy Đổi');
      await use(page, () => {
        isDelivered = true;
      });
    });
  }

  test('who asked for it is told by title, sound and notification', () =>
    onOrder(async (page, deliver) => {
      await page.getByRole('button', { name: ASK }).click();
      const { sounds } = await toldOn(page);
      expect(sounds).toBeGreaterThan(0);
      deliver();
      await expect.poll(() => page.title(), { timeout: 120_000 }).toBe('Hoàn tất · SAMPLE-PENDING | Quy Đổi');
      await expect
        .poll(async () => (await toldOn(page)).notes.map((note) => note.replaceAll('\u00a0', ' ')))
        .toEqual([expect.stringMatching(/^Đã chuyển 100 USD/)]);
      expect((await toldOn(page)).sounds).toBeGreaterThan(sounds);
      await page.reload();
      await page.getByRole('heading', { name: /Đã chuyển/ }).waitFor();
      expect(await toldOn(page)).toEqual({ sounds: 0, notes: [] });
    }));

  test('who did not ask sees the title alone', () =>
    onOrder(async (page, deliver) => {
      deliver();
      await expect.poll(() => page.title(), { timeout: 120_000 }).toBe('Hoàn tất · SAMPLE-PENDING | Quy Đổi');
      expect(await toldOn(page)).toEqual({ sounds: 0, notes: [] });
    }));

  test('the title is the route’s own again when the order is left', () =>
    onOrder(async (page) => {
      await page.locator('header a[href="/"]').first().click();
      await expect.poll(() => page.title()).toMatch(/^Mua bán Perfect Money/);
    }));
});

function toldOn(page: Page): Promise<{ sounds: number; notes: string[] }> {
  return page.evaluate('window.told');
}
