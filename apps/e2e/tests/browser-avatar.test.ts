import { pngOf } from '@quydoi/exchange/testing/png';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { faultsOf } from '../src/browser/accessibility.ts';
import { describeOnMockSite } from '../src/browser/mock-visits.ts';
import { contentShown } from '../src/browser/page-ready.ts';

const PASSWORD = 'tra da 7 gio';
/** A grey square. */
const SQUARE = { name: 'a.png', mimeType: 'image/png', buffer: pngOf(64, 64, Buffer.alloc(65 * 64)) };

async function openAccount(page: Page): Promise<void> {
  await page.goto('/login?next=/account', { waitUntil: 'networkidle' });
  await contentShown(page);
  await page.locator('#login-name').fill('an@example.com');
  await page.locator('#login-password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Đăng nhập', exact: true }).click();
  await page.locator('#avatar').waitFor({ state: 'attached' });
}

describeOnMockSite('avatars', ({ onPhone }) => {
  test('a picture is chosen, shown, changed and removed; a refused one leaves it as it was', () =>
    onPhone(async (page) => {
      await openAccount(page);
      const picture = page.getByRole('img', { name: 'Ảnh đại diện của bạn' });
      expect(await picture.count()).toBe(0);
      await page.locator('#avatar').setInputFiles(SQUARE);
      await picture.waitFor();
      await page.getByText('Đã lưu ảnh đại diện').waitFor();
      await page.waitForFunction('document.querySelector("img[src^=\\"/avatars/\\"]")?.naturalWidth === 64');
      expect(await faultsOf(page)).toEqual([]);

      const address = await picture.getAttribute('src');
      await page.locator('#avatar').setInputFiles({ ...SQUARE, buffer: Buffer.from('no picture') });
      await page.getByText('Không đọc được ảnh.').waitFor();
      expect(await picture.getAttribute('src')).toBe(address);
      await page.reload({ waitUntil: 'networkidle' });
      await picture.waitFor();

      await page.getByRole('button', { name: 'Xóa ảnh đại diện' }).click();
      await page.getByText('Đã xóa ảnh đại diện.').waitFor();
      expect(await picture.count()).toBe(0);
      expect((await page.request.get(address ?? '')).status()).toBe(404);
    }));
});
