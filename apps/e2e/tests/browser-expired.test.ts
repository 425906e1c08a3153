import { expect, test } from 'vitest';
import { logInOnMock } from '../src/browser/account-steps.ts';
import { describeOnMockSite } from '../src/browser/mock-visits.ts';

const WAITS = /Chờ bạn chuyển|Chờ thanh toán\s+Chờ/;
/** Asks for the payment: who has paid would pay again. */
const ASKS = /Lưu mã QR|Chuyển đúng số tiền|quét mã|[Ss]ao chép từng dòng|Bạn không cần làm gì/;
const CLAIM = 'Báo khoản đã chuyển';
const QR = '#payment-qr svg';
const ACCOUNT = '0011004567890';
/** A sample order's time until its price expires, and more. */
const UNTIL_EXPIRED_MS = 31 * 60_000;

describeOnMockSite('an order whose price has expired', ({ onDevice, onPhone }) => {
  test('says so, offers a new price, and folds what to pay to', async () => {
    await onPhone(async (page) => {
      await page.goto('/order/SAMPLE-TIMEROVER');
      await page.getByRole('heading', { name: 'Giá đã hết hạn' }).waitFor();
      await page.locator('main').getByRole('button', { name: 'Lấy giá mới' }).waitFor();
      expect(await page.locator('main').innerText()).not.toMatch(WAITS);
      expect(await page.locator(QR).count()).toBe(0);
      expect(await page.getByText(ACCOUNT).count()).toBe(0);
      await page.getByText('Tôi đã chuyển', { exact: true }).click();
      await page.getByText(ACCOUNT).first().waitFor();
      await page.getByRole('heading', { name: CLAIM }).waitFor();
      const text = await page.locator('main').innerText();
      expect(text).not.toMatch(ASKS);
      expect(text.indexOf(CLAIM)).toBeLessThan(text.indexOf(ACCOUNT));
      expect(await page.locator(QR).count()).toBe(0);
      await page.getByRole('button', { name: 'Lấy giá mới' }).click();
      await page.waitForURL('**/buy/pm');
      expect(await page.locator('#buy-quantity').inputValue()).toBe('100');
    });
  });

  test('asks for no payment in its customer’s list either', async () => {
    await onPhone(async (page) => {
      await page.goto('/login?next=/history/trade', { waitUntil: 'networkidle' });
      await logInOnMock(page, 'an@example.com');
      await page.getByRole('link', { name: 'SAMPLE-TIMEROVER' }).getByText('Giá hết hạn').waitFor();
      await page.getByRole('link', { name: 'SAMPLE-PENDING' }).getByText('Chờ thanh toán').waitFor();
    });
  });

  test('stops showing its QR code at the moment it expires', async () => {
    await onDevice({ colorScheme: 'dark' }, async (page) => {
      await page.clock.install();
      await page.goto('/order/SAMPLE-PENDING');
      await page.locator(QR).waitFor();
      // The server's time goes with the page's: nothing is answered any more.
      await page.route('**/trpc/**', () => {});
      await page.clock.fastForward(UNTIL_EXPIRED_MS);
      await page.getByRole('heading', { name: 'Giá đã hết hạn' }).waitFor();
      expect(await page.locator(QR).count()).toBe(0);
      expect(await page.getByRole('timer').count()).toBe(0);
    });
  });
});
