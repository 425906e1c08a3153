import { createClient } from '@quydoi/client/client';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeOnMockSite } from '../src/browser/mock-visits.ts';

const REF = 'SAMPLE-PENDING';
const MINUTE_MS = 60_000;
const SLEEP_MINUTES = 4;
/** A clock rounds up, and an answer is under way. */
const TOLERANCE_SECONDS = 3;
/** Keeps every text of the countdown, and every headline, in the order in which they are shown. */
const RECORD = `
  window.shown = [];
  new MutationObserver(() => {
    const text = document.querySelector('[role=timer] .text-title')?.textContent ?? document.querySelector('#order-headline')?.textContent;
    if (text && window.shown.at(-1) !== text) window.shown.push(text);
  }).observe(document, { subtree: true, childList: true, characterData: true });`;

describeOnMockSite('the clock of an order', ({ site, onDevice }) => {
  /** Seconds that the order's price is still valid for, by the server. */
  async function leftSeconds(): Promise<number> {
    const { expiresAt } = await createClient({ baseUrl: site().webUrl, csrfToken: () => null }).orders.get.query({ ref: REF });
    return (expiresAt.getTime() - Date.now()) / 1_000;
  }

  test.each([45, -45])('shows the time of the server from the first on a device whose own is %i minutes off', (minutes) =>
    onDevice({}, async (page) => {
      await page.clock.install({ time: Date.now() + minutes * MINUTE_MS });
      await page.addInitScript(RECORD);
      const atMost = await leftSeconds();
      await page.goto(`/order/${REF}`);
      await page.getByRole('timer').waitFor();
      const [first = ''] = await page.evaluate<string[]>('window.shown');
      const atLeast = await leftSeconds();
      expect(secondsOf(first)).toBeLessThanOrEqual(atMost + TOLERANCE_SECONDS);
      expect(secondsOf(first)).toBeGreaterThanOrEqual(atLeast - TOLERANCE_SECONDS);
    }),
  );

  test('shows it again as soon as the page is opened anew, also after a while', () =>
    onDevice({}, async (page) => {
      let aheadMs = 0;
      await page.route('**/trpc/orders.get*', async (route) => {
        const answer = await route.fetch();
        await route.fulfill({ response: answer, body: later(await answer.text(), aheadMs) });
      });
      await page.clock.install();
      await page.goto(`/order/${REF}`);
      await page.getByRole('timer').waitFor();
      // Right after a first answer that was long under way the clock is behind, until one comes faster.
      await expect.poll(async () => (await shownSeconds(page)) - (await leftSeconds())).toBeLessThanOrEqual(TOLERANCE_SECONDS - 1);
      await page.locator('header').getByRole('link', { name: 'Tra cứu đơn' }).click();
      await page.waitForURL('/history');
      aheadMs = SLEEP_MINUTES * MINUTE_MS;
      await page.clock.fastForward(aheadMs);
      await page.evaluate(RECORD);
      const atMost = (await leftSeconds()) - SLEEP_MINUTES * 60;
      await page.goBack();
      await page.getByRole('timer').waitFor();
      const shown = await page.evaluate<string[]>('window.shown');
      expect(secondsOf(shown[0] ?? '')).toBeLessThanOrEqual(atMost + TOLERANCE_SECONDS);
      // It stays so once the server has answered.
      await answered(page);
      expect(await shownSeconds(page)).toBeLessThanOrEqual(atMost + TOLERANCE_SECONDS);
    }));
});

async function answered(page: Page): Promise<void> {
  await page.waitForResponse((response) => response.url().includes('orders.get'));
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
}

async function shownSeconds(page: Page): Promise<number> {
  return secondsOf((await page.getByRole('timer').locator('.text-title').textContent()) ?? '');
}

/** The seconds of a countdown's text; NaN for any other. */
function secondsOf(text: string): number {
  const [, minutes, seconds] = /^(\d\d):(\d\d)$/.exec(text) ?? [];
  return Number(minutes) * 60 + Number(seconds);
}

/** An answer with the server's time so much later. */
function later(text: string, ms: number): string {
  return text.replace(/("serverTime":")([^"]+)/, (_, name: string, time: string) => name + new Date(Date.parse(time) + ms).toISOString());
}
