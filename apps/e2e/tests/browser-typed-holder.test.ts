import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { holdRequests } from '../src/browser/hold-requests.ts';
import { describeOnMockSite } from '../src/browser/mock-visits.ts';
import { readyToMeasure } from '../src/browser/page-ready.ts';

/** An account whose holder cannot be looked up, and one whose holder can. */
const UNKNOWN = '0011001239999';
const KNOWN = '0011001234567';
const NAME = 'Tên chủ tài khoản';
const LOOK_UPS = '**/trpc/lookups.accountName*';

describeOnMockSite('a holder who cannot be looked up', ({ onPhone }) => {
  test('is typed in the form of a sale, and shown as not verified on the order', () =>
    onPhone(async (page) => {
      await page.goto('/sell/trc20');
      await page.locator('#sell-quantity').fill('100');
      await page.getByText('Vietcombank', { exact: true }).click();
      await page.locator('#sell-account').fill(UNKNOWN);
      const name = page.getByRole('textbox', { name: NAME });
      await name.waitFor();
      const submit = page.getByRole('button', { name: /^Tiếp tục/ });
      await submit.click({ force: true });
      await page.getByText('Nhập tên chủ tài khoản.').first().waitFor();
      expect(await page.evaluate('document.activeElement?.id')).toBe('sell-holder');
      await name.pressSequentially('Nguyễn Văn Đức');
      await name.blur();
      expect(await name.inputValue()).toBe('NGUYEN VAN DUC');
      await page.reload();
      await name.waitFor();
      expect(await name.inputValue()).toBe('NGUYEN VAN DUC');
      const sent = sentTo(page, 'orders.create');
      await submit.click();
      expect(await sent).toContain('"destinationName":"NGUYEN VAN DUC"');
      await page.getByText('Tên do bạn nhập, chưa được xác minh.').waitFor();
      expect(await page.locator('main').innerText()).toContain('NGUYEN VAN DUC');
    }));

  test('is asked for in the place of the name: nothing below moves until the field is used', () =>
    onPhone(async (page) => {
      await page.goto('/sell/pm', { waitUntil: 'networkidle' });
      await readyToMeasure(page);
      await page.getByText('Vietcombank', { exact: true }).click();
      const release = await holdRequests(page, LOOK_UPS);
      await page.locator('#sell-account').pressSequentially(UNKNOWN);
      await page.getByText('Đang tìm tên chủ tài khoản…').first().waitFor();
      const below = page.locator('#sell-wallet');
      const before = await below.boundingBox();
      await release();
      const name = page.getByRole('textbox', { name: NAME });
      await name.waitFor();
      expect((await below.boundingBox())?.y).toBe(before?.y);
      expect(await name.getAttribute('placeholder')).toBe('Chưa tra được tên, hãy nhập tên');
      await name.focus();
      await page.getByText('nếu sai tên, tiền có thể bị trả lại').waitFor();
    }));

  test('is not asked for once the account is one that is found, and no name is sent for it', () =>
    onPhone(async (page) => {
      await page.goto('/sell/trc20');
      await page.locator('#sell-quantity').fill('100');
      await page.getByText('Vietcombank', { exact: true }).click();
      await page.locator('#sell-account').fill(UNKNOWN);
      await page.getByRole('textbox', { name: NAME }).fill('TRAN THI B');
      await page.locator('#sell-account').fill(KNOWN);
      await page.getByText('NGUYEN VAN AN').waitFor();
      expect(await page.getByRole('textbox', { name: NAME }).count()).toBe(0);
      const sent = sentTo(page, 'orders.create');
      await page.getByRole('button', { name: /^Tiếp tục/ }).click();
      expect(await sent).not.toContain('destinationName');
    }));

  test('keeps the field and what is typed while the lookup is tried again', () =>
    onPhone(async (page) => {
      await page.goto('/sell/trc20');
      await page.getByText('Vietcombank', { exact: true }).click();
      await page.locator('#sell-account').fill(UNKNOWN);
      const name = page.getByRole('textbox', { name: NAME });
      await name.pressSequentially('NGUYEN VAN');
      const again = page.waitForResponse(LOOK_UPS);
      await page.route(LOOK_UPS, (route) => route.fulfill({ json: { result: { data: { json: { accountName: 'WAITING' } } } } }));
      await again;
      await page.waitForResponse(LOOK_UPS);
      await page.keyboard.type(' DUC');
      expect(await name.inputValue()).toBe('NGUYEN VAN DUC');
    }));

  test('is typed for a refund', () =>
    onPhone(async (page) => {
      await page.goto('/order/SAMPLE-LATE#k=k7Yw2mE0vQx5sT1uR9oPbA');
      await page.getByRole('button', { name: 'Hoàn tiền', exact: true }).click();
      const account = page.locator('#refund-account');
      await account.fill(UNKNOWN);
      const name = page.getByRole('textbox', { name: NAME });
      await name.fill('công ty tnhh an phú');
      // Another name than that of the account that the order declared.
      await page.locator('#refund-confirmation').check();
      const sent = sentTo(page, 'orders.act');
      await page.getByRole('button', { name: /về tài khoản này$/ }).click();
      expect(await sent).toContain('"destinationName":"CONG TY TNHH AN PHU"');
      await page.getByText('Đang chuẩn bị hoàn').waitFor();
    }));
});

/** Body of the next call of a procedure. */
async function sentTo(page: Page, procedure: string): Promise<string> {
  const request = await page.waitForRequest(`**/trpc/${procedure}*`);
  return request.postData() ?? '';
}
