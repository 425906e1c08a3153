import { EMAIL_REPLY_HOURS } from '@quydoi/domain/constants';
import { expect, test } from 'vitest';
import { describeOnMockSite } from '../src/browser/mock-visits.ts';
import { contentShown } from '../src/browser/page-ready.ts';

const MESSAGE = 'Tôi đã chuyển 30 phút trước.\nCảm ơn';

describeOnMockSite('writing to support', ({ onDevice, onPhone }) => {
  test('the page of an order leads to the form with its reference, which says what is missing', () =>
    onPhone(async (page) => {
      await page.goto('/order/SAMPLE-PENDING#k=k7Yw2mE0vQx5sT1uR9oPbA');
      await page.getByRole('link', { name: 'Gửi tin nhắn' }).click();
      const subject = page.getByRole('textbox', { name: 'Tiêu đề' });
      await expect.poll(() => subject.inputValue()).toBe('Đơn hàng SAMPLE-PENDING');
      await page.getByRole('button', { name: 'Gửi tin nhắn' }).click();
      await expect.poll(() => page.getByRole('alert').allInnerTexts()).toEqual(['Vui lòng nhập email', 'Vui lòng nhập nội dung']);
      expect(await page.evaluate('document.activeElement?.id')).toBe('contact-email');
      await page.locator('#contact-message').fill('x'.repeat(1_001));
      await expect.poll(() => page.locator('#contact-message-error').innerText()).toBe('Tối đa 1000 ký tự');
      await page.reload();
      await expect.poll(() => subject.inputValue()).toBe('Đơn hàng SAMPLE-PENDING');
    }));

  test('a connection that is lost keeps what was written; sent once, it is answered where and when', () =>
    onDevice({ locale: 'en' }, async (page, pageErrors) => {
      await page.goto('/contact', { waitUntil: 'networkidle' });
      await contentShown(page);
      await page.locator('#contact-email').fill('lan@example.vn');
      await page.locator('#contact-subject').fill('Voucher');
      await page.locator('#contact-message').fill(MESSAGE);
      const sent: string[] = [];
      page.on('request', (request) => request.url().includes('/contact.send') && sent.push(request.postData() ?? ''));
      await page.context().setOffline(true);
      const send = page.getByRole('button', { name: 'Send message' });
      await send.click();
      await page.locator('form').getByRole('alert').waitFor();
      expect(await page.locator('#contact-message').inputValue()).toBe(MESSAGE);
      await page.context().setOffline(false);
      sent.length = 0;
      await send.dblclick();
      const told = page.getByText(`We answer to lan@example.vn within ${EMAIL_REPLY_HOURS} hours.`);
      await told.waitFor();
      expect(sent.map((body) => JSON.parse(body).json)).toEqual([{ email: 'lan@example.vn', subject: 'Voucher', message: MESSAGE }]);
      const said = await told.innerText();
      await expect.poll(() => page.evaluate<string>('document.activeElement.textContent')).toBe(said);
      await page.getByRole('button', { name: 'Send another message' }).click();
      expect(await page.locator('#contact-email').inputValue()).toBe('lan@example.vn');
      expect(await page.locator('#contact-message').inputValue()).toBe('');
      expect(pageErrors.filter((error) => !error.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
    }));
});
