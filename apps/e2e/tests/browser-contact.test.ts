import { EMAIL_REPLY_HOURS } from '@quydoi/domain/constants';
import { expect, test } from 'vitest';
import { describeOnMockSite } from '../src/browser/mock-visits.ts';
import { contentShown } from '../src/browser/page-ready.ts';

const MESSAGE = 'Tôi đã chuyển 30 phút trước.\nCảm ơn';

/** The questions of operators that the mock site has. */
const QUESTIONS = ['Tôi lấy biên nhận ở đâu?', 'Có xuất hóa đơn VAT không?'] as const;

describeOnMockSite('questions that operators have published', ({ onDevice, onPhone }) => {
  test.each([true, false])('stand after the page’s own and are in its document; with script: %s', (hasScript) =>
    onDevice({ hasScript }, async (page, pageErrors) => {
      const asked: string[] = [];
      page.on('request', (request) => request.url().includes('news.questions') && asked.push(request.url()));
      await page.goto('/contact', { waitUntil: 'networkidle' });
      if (hasScript) await contentShown(page);
      expect((await page.locator('article h4').allInnerTexts()).slice(-QUESTIONS.length)).toEqual(QUESTIONS);
      expect(asked).toEqual([]);
      expect(pageErrors).toEqual([]);
    }),
  );

  test('come after the page that a link leads to, in the language of the page', () =>
    onPhone(async (page) => {
      await page.goto('/');
      await contentShown(page);
      await page.locator('footer a[href="/contact"]').click();
      await page.getByRole('heading', { name: QUESTIONS[0] }).waitFor();
      await page.goto('/contact?lang=en');
      await page.getByRole('heading', { name: 'Where do I get a receipt?' }).waitFor();
      expect(await page.getByRole('heading', { name: QUESTIONS[1] }).getAttribute('lang')).toBe('vi');
    }));
});

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

  test('of money that came in addition begins with its amount, and leads back to the order', () =>
    onPhone(async (page) => {
      await page.goto('/contact?order=SAMPLE-DELIVERED&extra=999.898%20%C4%91#message');
      await contentShown(page);
      const message = page.locator('#contact-message');
      await expect.poll(() => message.inputValue()).toBe('Đơn này đã nhận thêm 999.898 đ. Vui lòng hoàn lại cho tôi.');
      await page.locator('#contact-email').fill('lan@example.vn');
      await page.getByRole('button', { name: 'Gửi tin nhắn' }).click();
      await page.getByRole('link', { name: 'Về đơn hàng SAMPLE-DELIVERED' }).click();
      await page.getByRole('heading', { level: 1, name: 'SAMPLE-DELIVERED' }).waitFor();
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
      const told = page.getByText(`We will reply to lan@example.vn within ${EMAIL_REPLY_HOURS} hours.`);
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
