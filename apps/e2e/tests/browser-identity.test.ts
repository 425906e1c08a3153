import { pngOf } from '@quydoi/exchange/testing/png';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { faultsOf } from '../src/browser/accessibility.ts';
import { describeOnMockSite } from '../src/browser/mock-visits.ts';
import { contentShown } from '../src/browser/page-ready.ts';

const PASSWORD = 'tra da 7 gio';
/** A white pixel. */
const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGP4DwABAQEAsTDSPgAAAABJRU5ErkJggg==', 'base64');

/** Opens the page of a customer of the mock. Each test has a customer of its own. */
async function openAs(page: Page, login: string): Promise<void> {
  await page.goto('/login?next=/verify', { waitUntil: 'networkidle' });
  await contentShown(page);
  await page.locator('#login-name').fill(login);
  await page.locator('#login-password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Đăng nhập', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Xác minh danh tính' }).waitFor();
  await page.locator('#identity-front').waitFor({ state: 'attached' });
}

async function choose(page: Page, part: string, file = { name: 'a.png', mimeType: 'image/png', buffer: PNG }): Promise<void> {
  await page.locator(`#identity-${part}`).setInputFiles(file);
}

describeOnMockSite('identities', ({ onPhone }) => {
  test('an identity is shown by three pictures, refused with a reason, and handed in again', () =>
    onPhone(async (page) => {
      await openAs(page, 'an@example.com');
      const submit = page.getByRole('button', { name: 'Gửi kiểm tra' });
      await submit.click();
      await page.getByText('Cần đủ ba ảnh').waitFor();
      for (const part of ['front', 'back', 'selfie']) {
        await choose(page, part);
        await page
          .locator('fieldset', { has: page.locator(`#identity-${part}`) })
          .getByText('Đã nhận')
          .waitFor();
      }
      expect(await page.locator('fieldset img').count()).toBe(3);
      expect(await faultsOf(page)).toEqual([]);
      await submit.click();
      await page.getByText('Ảnh mờ hoặc không đọc được. Hãy thay ảnh rồi gửi lại.').waitFor();
      const states = page.locator('fieldset').getByRole('status');
      expect(await states.allInnerTexts()).toEqual(['Ảnh lần trước', 'Ảnh lần trước', 'Ảnh lần trước']);
      await choose(page, 'back');
      await page.getByText('Đang gửi ảnh…').waitFor();
      await page.getByText('Đang gửi ảnh…').waitFor({ state: 'detached' });
      expect(await states.allInnerTexts()).toEqual(['Ảnh lần trước', 'Đã nhận', 'Ảnh lần trước']);
      await submit.click();
      await page.getByText('Chờ nhân viên kiểm tra').waitFor();
      expect(await page.locator('main input[type=file]').count()).toBe(0);
    }));

  test('a large picture is made small before it is sent, and what is no picture is named', () =>
    onPhone(async (page) => {
      await openAs(page, 'new@example.com');
      const sizes: number[] = [];
      page.on('request', (request) => {
        if (request.url().includes('identity.uploadPart')) sizes.push(request.postDataBuffer()?.length ?? 0);
      });
      const large = noisePng(2_600, 900);
      await choose(page, 'front', { name: 'photo.png', mimeType: 'image/png', buffer: large });
      await page.getByText('Đã nhận').waitFor();
      expect(large.length).toBeGreaterThan(2_000_000);
      expect(sizes[0]).toBeLessThan(large.length / 2);
      await choose(page, 'back', { name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
      await page.getByText('Không đọc được ảnh.').waitFor();
      expect(await page.getByText('Đã nhận').count()).toBe(1);
    }));

  test('who is not logged in reads what is needed, and is led to the login and back', () =>
    onPhone(async (page) => {
      await page.goto('/verify', { waitUntil: 'networkidle' });
      await contentShown(page);
      await page.getByRole('link', { name: 'Đăng nhập để xác minh' }).click();
      await page.waitForURL('**/login?next=/verify');
    }));
});

/** A grey PNG of noise, which no compression makes small. */
function noisePng(width: number, height: number): Buffer<ArrayBuffer> {
  let state = 1;
  const rows = Buffer.alloc((width + 1) * height);
  for (let at = 0; at < rows.length; at += 1) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    rows[at] = at % (width + 1) === 0 ? 0 : state >>> 24;
  }
  return pngOf(width, height, rows);
}
