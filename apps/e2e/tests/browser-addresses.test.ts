import type { Page, Browser as Program } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findChromium, launchBrowser, visit } from '../src/browser/device.ts';
import { PHONE_WIDTH_PX } from '../src/browser/phone.ts';
import { type MockSite, startMockSite } from '../src/system/mock-site.ts';

const TRON = 'TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HC';

/** On a machine without a browser this is shown as skipped; `npm test` fails there in CI. */
const chromium = findChromium();

describe.skipIf(chromium === undefined)('addresses', () => {
  let site: MockSite;
  let program: Program;

  beforeAll(async () => {
    [site, program] = await Promise.all([startMockSite(), launchBrowser(chromium ?? '')]);
  });
  afterAll(async () => {
    await program?.close();
    await site?.stop();
  });

  async function onPhone(use: (page: Page) => Promise<void>): Promise<void> {
    const { page, close } = await visit(program, site.webUrl, { widthPx: PHONE_WIDTH_PX, colorScheme: 'light', locale: 'vi' });
    try {
      await use(page);
    } finally {
      await close();
    }
  }

  test.each([
    ['with blanks', 'TMVQ Gm1q AQYV detC eGRR kTWY YrLX uHK2 HC'],
    ['as a link', `tron:${TRON}?amount=10`],
  ])('are understood %s, and sent as they are', (_way, text) =>
    onPhone(async (page) => {
      await page.goto('/buy/trc20', { waitUntil: 'networkidle' });
      const wallet = page.locator('#buy-wallet');
      await wallet.fill(text);
      await wallet.blur();
      await expect.poll(() => wallet.inputValue()).toBe(TRON);
      expect(await page.locator('#buy-wallet-error').count()).toBe(0);
    }),
  );

  test('shown in groups are copied without the gaps', () =>
    onPhone(async (page) => {
      await page.goto('/order/SAMPLE-SELL');
      await page.locator('#pay').getByText('TMVQ').first().waitFor();
      const selected = await page.evaluate<string>(`(() => {
        const group = [...document.querySelectorAll('#pay span')].find((it) => it.textContent === 'TMVQ');
        getSelection().selectAllChildren(group.parentElement);
        return getSelection().toString();
      })()`);
      expect(selected).toBe(TRON);
    }));

  test.each(['pm', 'trc20', 'bep20'])('the example for %s cannot be paid to', (code) =>
    onPhone(async (page) => {
      await page.goto(`/buy/${code}`, { waitUntil: 'networkidle' });
      const hint = (await page.locator('#buy-wallet-hint').innerText()).replace(/^.*: /, '');
      expect(hint).toMatch(/^[0-9A-Za-z…]+$/);
      await page.locator('#buy-wallet').fill(hint);
      await page.locator('#buy-wallet').blur();
      await page.locator('#buy-wallet-error').waitFor();
    }),
  );
});
