import { expect, test } from 'vitest';
import { describeOnMockSite } from '../src/browser/mock-visits.ts';

const SPONSOR = 'ABCD2345';

describeOnMockSite('finding an order, and what pages hand on', ({ onPhone }) => {
  test('the order search asks for a reference, says what one is made of, and takes it in any case', () =>
    onPhone(async (page) => {
      await page.goto('/history', { waitUntil: 'networkidle' });
      const error = page.locator('#history-ref-error');
      await page.getByRole('button', { name: 'Tìm đơn' }).click();
      await expect.poll(() => error.innerText()).toBe('Vui lòng nhập mã đơn hàng');
      await page.locator('#history-ref').fill('SAMPLE_SELL');
      await page.getByRole('button', { name: 'Tìm đơn' }).click();
      await expect.poll(() => error.innerText()).toContain('Mã đơn gồm 10 chữ và số viết liền');
      expect(await page.locator('#history-ref').inputValue()).toBe('SAMPLE_SELL');
      await page.locator('#history-ref').fill(' sample-sell ');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: 'SAMPLE-SELL' }).waitFor();
    }));

  test('/history/transaction opens the device’s last order, or the search if there is none', () =>
    onPhone(async (page) => {
      await page.goto('/history/transaction');
      await page.waitForURL('/history');
      await page.goto('/order/SAMPLE-SELL');
      await page.locator('[aria-live=polite] h2').waitFor();
      await page.goto('/history/transaction');
      await page.waitForURL('/history/transaction/SAMPLE-SELL');
      await page.getByRole('heading', { level: 1, name: 'SAMPLE-SELL' }).waitFor();
    }));

  test('/notice shows what a page has passed to it, never what its address says, also after a reload, and leads home without', () =>
    onPhone(async (page) => {
      await page.goto('/notice?notice=Hello');
      await page.waitForURL('/');
      await page.evaluate("history.pushState({ notice: 'Đơn đã được hủy' }, '', '/notice')");
      await page.getByText('Đơn đã được hủy').waitFor();
      await page.reload({ waitUntil: 'networkidle' });
      await page.getByText('Đơn đã được hủy').waitFor();
      expect(new URL(page.url()).pathname).toBe('/notice');
    }));

  test('who followed a customer’s link to any page registers for that customer, also after another’s link', () =>
    onPhone(async (page) => {
      const kept = () => page.evaluate<string | null>('localStorage.getItem("sponsor")');
      await page.goto(`/sell/pm?ref=${SPONSOR.toLowerCase()}`);
      await expect.poll(kept).toBe(JSON.stringify(SPONSOR));
      await page.goto('/register?ref=ZZZZ9999', { waitUntil: 'networkidle' });
      const sent: string[] = [];
      page.on('request', (request) => request.url().includes('/accounts.register') && sent.push(request.postData() ?? ''));
      await page.getByRole('textbox', { name: 'Email' }).fill('lan@example.vn');
      await page.locator('input[type=password]').first().fill('tra da via he 7');
      await page.locator('input[type=password]').last().fill('tra da via he 7');
      await page.getByRole('button', { name: 'Tạo tài khoản' }).click();
      await expect.poll(() => sent.map((body) => JSON.parse(body).json.ref)).toEqual([SPONSOR]);
    }));
});
