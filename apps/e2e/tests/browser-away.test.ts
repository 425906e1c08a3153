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
/** After the recorder: pages may show no notification of their own, workers may. */
const WITHOUT_OWN_NOTIFICATIONS = `
  window.Notification = class { static permission = 'granted'; constructor() { throw new TypeError('Illegal constructor'); } };
  ServiceWorkerRegistration.prototype.showNotification = async function (title, { data }) {
    if (this.active?.state !== 'activated') throw new TypeError('no active worker');
    window.told.notes.push(title);
    window.told.data = data;
  };
`;
/** After the recorder: the customer has refused notifications. */
const REFUSED = `window.Notification.permission = 'denied';`;
/** The site's workers, and how far they are. */
const WORKERS = `navigator.serviceWorker.getRegistrations().then((all) =>
  all.map(({ active }) => new URL(active.scriptURL).pathname + ' ' + active.state))`;
const ASK = 'Thông báo khi đơn có cập nhật';

describeOnMockSite('a customer who is away', ({ onPhone }) => {
  /** Opens a pending order on a device that `device`, a script, changes; `deliver` has the server answer from then on that it is delivered. */
  async function onOrder(use: (page: Page, deliver: () => void) => Promise<void>, device = ''): Promise<void> {
    await onPhone(async (page) => {
      let isDelivered = false;
      await page.addInitScript(RECORDER + device);
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

  test('on a browser that lets pages show none, as Chrome on Android, a worker notifies', () =>
    onOrder(async (page, deliver) => {
      await page.getByRole('button', { name: ASK }).click();
      await page.getByText('Thông báo hiện cả khi').waitFor();
      deliver();
      await expect
        .poll(async () => (await toldOn(page)).notes.map((note) => note.replaceAll('\u00a0', ' ')), { timeout: 120_000 })
        .toEqual([expect.stringMatching(/^Đã chuyển 100 USD/)]);
      expect(await page.evaluate('window.told.data')).toBe('/order/SAMPLE-PENDING');
      // The page is not the worker's: its files load as before.
      await page.reload();
      await page.getByRole('heading', { name: /Đã chuyển/ }).waitFor();
      expect(await page.evaluate<string[]>(WORKERS)).toEqual(['/notification-worker.js activated']);
    }, WITHOUT_OWN_NOTIFICATIONS));

  test('who cannot be notified is told that there is only a sound', () =>
    onOrder(async (page) => {
      await page.getByRole('button', { name: ASK }).click();
      const turnOff = page.getByRole('button', { name: 'Đã bật tiếng báo' });
      await page.getByText('Trình duyệt không cho hiện thông báo').waitFor();
      expect(await turnOff.getAttribute('aria-describedby')).toBe(await page.getByText('Trình duyệt không cho hiện thông báo').getAttribute('id'));
      // So also after a reload.
      await page.reload();
      await page.getByText('Trình duyệt không cho hiện thông báo').waitFor();
      await turnOff.click();
      await page.getByRole('button', { name: ASK }).waitFor();
      expect(await page.getByText('Trình duyệt không cho hiện thông báo').count()).toBe(0);
      expect(await page.evaluate<string[]>(WORKERS)).toEqual([]);
    }, REFUSED));

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
