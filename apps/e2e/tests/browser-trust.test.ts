import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { overflowPx } from '../src/browser/device.ts';
import { describeOnMockSite } from '../src/browser/mock-visits.ts';
import { wordsOf } from '../src/browser/purchase-page.ts';
import { PURCHASE_STEPS } from '../src/browser/purchase-steps.ts';

const WORDS = wordsOf('vi');
const OLD = 'Giá có thể đã cũ';
const DONE_MS_MAX = 30_000;
const HEADING = "document.activeElement?.tagName === 'H1' && document.activeElement.innerText";
/** Pages with their forms, lists and texts. */
const PAGES = ['/', '/buy/trc20', '/sell/pm', '/exchange/trc20-pm', '/history', '/fee-transfer', '/contact', '/login'];
/** Samples with every kind of instructions, buttons and forms, and a name without a space. */
const ORDERS = ['PENDING', 'SELL', 'SELLPM', 'LONG', 'UNDERPAID', 'OVERPAID', 'SEEN', 'RISK', 'REFUNDED', 'DELIVERED', 'SWAPDELIVERED', 'TIMEROVER'];

describeOnMockSite('a page that can be trusted', ({ onDevice }) => {
  test.each(['502', 'offline'])('prices that cannot be updated (%s) say that they are old, and nothing is ordered at them', async (how) => {
    await onDevice({ widthPx: 360 }, async (page) => {
      let created = 0;
      await page.route('**/trpc/orders.create*', (route) => {
        created += 1;
        return route.continue();
      });
      await page.goto('/buy/pm', { waitUntil: 'networkidle' });
      for (const step of PURCHASE_STEPS.slice(2, -1)) {
        await step.act(page);
        await step.done(page, DONE_MS_MAX);
      }
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
      await page.locator('#buy-quantity').fill('0,5');
      await page.locator('#buy-wallet').fill('X1');
      await page.locator('#buy-wallet').blur();
      await page.locator('#buy-quantity-error').waitFor();
      const error = await page.locator('#buy-quantity-error').innerText();
      expect((await page.locator('main').innerText()).split(error).length - 1).toBe(1);
      expect(await page.locator('#trade-blocked').innerText()).toBe('Còn chỗ cần sửa ở phía trên.');
    });
  });

  test('the focus moves to the heading after navigation, and is left alone by the first page', async () => {
    await onDevice({ widthPx: 1280 }, async (page) => {
      await page.goto('/', { waitUntil: 'networkidle' });
      expect(await page.evaluate('document.activeElement === document.body')).toBe(true);
      await page.locator('header').getByRole('link', { name: 'Bán', exact: true }).click();
      await expect.poll(() => page.evaluate(HEADING)).toMatch(/^Bán /);
      await page.getByRole('link', { name: 'Biểu phí' }).click();
      await page.getByRole('heading', { level: 1, name: 'Biểu phí' }).waitFor();
      await expect.poll(() => page.evaluate(HEADING)).toMatch(/^Biểu phí/);
      await page.evaluate("history.pushState(null, '', '/order/SAMPLE-PENDING')");
      await page.locator('#order-headline').waitFor();
      expect(await page.evaluate(HEADING)).toContain('SAMPLE-PENDING');
    });
  });

  test('nothing overflows at 320 px', async () => {
    await onDevice({ widthPx: 320 }, async (page) => {
      const wide: string[] = [];
      for (const path of [...PAGES, ...ORDERS.map((name) => `/order/SAMPLE-${name}`)]) {
        if (page.url() === 'about:blank') await page.goto(path);
        else await page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)})`);
        await page.locator(path.startsWith('/order') ? '#order-headline' : 'main h1').waitFor();
        if (path.startsWith('/order')) await page.getByRole('heading', { level: 1, name: path.slice('/order/'.length) }).waitFor();
        if ((await page.locator('#pay [data-qr]').count()) > 0) await page.locator('#payment-qr svg').waitFor();
        const cut = await cutTexts(page);
        const overflow = await overflowPx(page);
        if (overflow > 0 || cut.length > 0) wide.push(`${path}: ${overflow} px ${cut.join(' | ')}`);
      }
      expect(wide).toEqual([]);
    });
  });

  test.each(['viet tin', 'viettin', 'ICB', 'công thương', '970415'])('the bank list finds VietinBank for %s', async (typed) => {
    await onDevice({ widthPx: 360 }, async (page) => {
      await page.goto('/buy/pm');
      await page.getByRole('button', { name: WORDS.otherBank }).click();
      await page.getByRole('combobox', { name: WORDS.search }).fill(typed);
      expect(await page.getByRole('option').first().innerText()).toMatch(/^VB\nVietinBank\n/);
    });
  });
});

/** Texts that reach beyond the screen, or beyond the box that cuts them off without saying so. */
function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`[...document.querySelectorAll('main *, header *, footer *')]
    .filter((element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim() !== ''))
    .filter((element) => element.checkVisibility() && !element.closest('.sr-only, option, svg'))
    .filter((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return range.getBoundingClientRect().right > document.documentElement.clientWidth + 1;
    })
    .map((element) => element.textContent.trim().slice(0, 40))`);
}
