import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeOnMockSite } from '../src/browser/mock-visits.ts';
import { contentShown } from '../src/browser/page-ready.ts';
import { wordsOf } from '../src/browser/purchase-page.ts';
import { PURCHASE_STEPS } from '../src/browser/purchase-steps.ts';

const WORDS = wordsOf('vi');
const OLD = 'Giá có thể đã cũ';
const DONE_MS_MAX = 120_000;
const HEADING = "document.activeElement?.tagName === 'H1' && document.activeElement.innerText";
/** What a server answers where an order needs a verified identity. */
const REFUSED_FOR_IDENTITY = {
  message: 'Đơn này cần xác minh danh tính.',
  code: -32_003,
  data: { code: 'KYC_TO_CONTINUE', message: 'Đơn này cần xác minh danh tính.', params: {} },
};

describeOnMockSite('a page that can be trusted', ({ onDevice }) => {
  test.each(['502', 'offline'])('prices that cannot be updated (%s) say that they are old, and nothing is ordered at them', async (how) => {
    await onDevice({ widthPx: 360 }, async (page) => {
      let created = 0;
      await page.route('**/trpc/orders.create*', (route) => {
        created += 1;
        return route.continue();
      });
      await page.goto('/buy/pm', { waitUntil: 'networkidle' });
      await fill(page);
      expect(await page.getByText(OLD).count()).toBe(0);
      if (how === 'offline') await page.context().setOffline(true);
      else await page.route('**/trpc/config.get*', (route) => route.fulfill({ status: 502, contentType: 'text/html', body: 'Bad Gateway' }));
      await page.getByText(OLD).waitFor();
      const submit = page.getByRole('button', { name: WORDS.submit });
      expect(await submit.getAttribute('aria-disabled')).toBe('true');
      expect(await page.locator('#trade-blocked').innerText()).toContain('Chưa cập nhật được giá');
      await submit.click({ force: true });
      expect(created).toBe(0);
      if (how === 'offline') await page.context().setOffline(false);
      else await page.unroute('**/trpc/config.get*');
      await page.getByText(OLD).waitFor({ state: 'detached' });
      await submit.click();
      await page.locator('#order-headline').waitFor();
      expect(created).toBe(1);
    });
  });

  test('an error stands once', async () => {
    await onDevice({ widthPx: 360 }, async (page) => {
      await page.goto('/buy/pm');
      await contentShown(page);
      await page.locator('#buy-quantity').fill('0,5');
      await page.locator('#buy-wallet').fill('X1');
      await page.locator('#buy-wallet').blur();
      await page.locator('#buy-quantity-error').waitFor();
      const error = await page.locator('#buy-quantity-error').innerText();
      expect((await page.locator('main').innerText()).split(error).length - 1).toBe(1);
      expect(await page.locator('#trade-blocked').innerText()).toBe('Vui lòng kiểm tra lại các ô báo lỗi ở trên.');
    });
  });

  test('an order that is made takes the quantity out of its form, and leaves the rest', async () => {
    await onDevice({ widthPx: 360 }, async (page) => {
      await page.goto('/buy/pm');
      await fillAndOrder(page);
      await page.locator('#order-headline').waitFor();
      await page.goBack();
      const wallet = page.locator('#buy-wallet');
      await expect.poll(() => wallet.inputValue()).toBe('U7654321');
      expect(await page.locator('#buy-quantity').inputValue()).toBe('');
    });
  });

  test('an order that is refused without a verified identity leads to the identity check, and its form keeps what was entered', async () => {
    await onDevice({ widthPx: 360 }, async (page) => {
      await page.route('**/trpc/orders.create*', (route) => route.fulfill({ status: 403, json: { error: { json: REFUSED_FOR_IDENTITY } } }));
      await page.goto('/buy/pm');
      await fillAndOrder(page);
      await page.waitForURL('**/verify');
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.goBack();
      const quantity = page.locator('#buy-quantity');
      await expect.poll(() => quantity.inputValue()).toBe('100');
      expect(await page.locator('#buy-wallet').inputValue()).toBe('U7654321');
    });
  });

  test('the focus moves to the heading after navigation, and is left alone by the first page', async () => {
    await onDevice({ widthPx: 1280 }, async (page) => {
      await page.goto('/', { waitUntil: 'networkidle' });
      await contentShown(page);
      expect(await page.evaluate('document.activeElement === document.body')).toBe(true);
      await page.locator('header').getByRole('link', { name: 'Bán', exact: true }).click();
      await expect.poll(() => page.evaluate(HEADING)).toMatch(/^Bán /);
      await page.getByRole('link', { name: 'Biểu phí' }).click();
      await page.getByRole('heading', { level: 1, name: 'Biểu phí' }).waitFor();
      await expect.poll(() => page.evaluate(HEADING)).toMatch(/^Biểu phí/);
      await page.evaluate("history.pushState(null, '', '/order/SAMPLE-PENDING')");
      await page.locator('#order-headline').waitFor();
      await expect.poll(() => page.evaluate(HEADING)).toContain('SAMPLE-PENDING');
    });
  });

  test.each(['viet tin', 'viettin', 'ICB', 'công thương', '970415'])('the bank list finds VietinBank for %s', async (typed) => {
    await onDevice({ widthPx: 360 }, async (page) => {
      await page.goto('/buy/pm');
      await contentShown(page);
      await page.getByRole('button', { name: WORDS.otherBank }).click();
      await page.getByRole('combobox', { name: WORDS.search }).fill(typed);
      await expect.poll(() => page.getByRole('option').first().innerText()).toMatch(/^VB\nVietinBank\n/);
    });
  });
});

/** Fills in the form of a purchase. */
async function fill(page: Page): Promise<void> {
  for (const step of PURCHASE_STEPS.slice(2, -1)) {
    await step.act(page);
    await step.done(page, DONE_MS_MAX);
  }
}

async function fillAndOrder(page: Page): Promise<void> {
  await fill(page);
  await page.getByRole('button', { name: WORDS.submit }).click();
}
