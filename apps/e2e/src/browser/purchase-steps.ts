import type { Page } from 'playwright-core';
import { BUYER_ACCOUNT, wordsOf } from './purchase-page.ts';

const WORDS = wordsOf('vi');
/** An open list covers its button, which then cannot be pressed. */
const PRESS_MS_MAX = 10_000;
const PRESSES_MAX = 5;
const ORDER_PATH = /\/history\/transaction\/([2-9A-HJ-NP-Z]{10})/;

/** A step of a customer: the click or input, which can be repeated when the page is slow, and its visible effect. */
export interface Step {
  readonly name: string;
  readonly act: (page: Page) => Promise<void>;
  readonly done: (page: Page, timeoutMs: number) => Promise<void>;
}

/** Steps of a purchase of 100 dollars of Perfect Money, from the home page to the payment QR code, by way of the sell tab and the bank list. */
export const PURCHASE_STEPS: readonly Step[] = [
  {
    name: 'tab to sell',
    act: (page) => page.locator('nav').getByRole('link', { name: 'Bán', exact: true }).first().click(),
    done: (page, timeout) => page.locator('#sell-quantity').waitFor({ timeout }),
  },
  {
    name: 'tab to buy',
    act: (page) => page.locator('nav').getByRole('link', { name: 'Mua', exact: true }).first().click(),
    done: (page, timeout) => page.locator('#buy-quantity').waitFor({ timeout }),
  },
  {
    name: 'quantity and wallet',
    act: async (page) => {
      await page.locator('#buy-quantity').fill('100');
      await page.locator('#buy-wallet').fill('U7654321');
    },
    done: (page, timeout) => page.getByText(WORDS.dong).first().waitFor({ timeout }),
  },
  {
    name: 'list of banks',
    act: openBankList,
    done: (page, timeout) => page.getByRole('combobox', { name: WORDS.search }).waitFor({ timeout }),
  },
  {
    name: 'bank and account',
    act: async (page) => {
      const search = page.getByRole('combobox', { name: WORDS.search });
      if (await search.isVisible()) {
        await search.fill('vietcombank');
        await page.keyboard.press('Enter');
      }
      await page.locator('#buy-account').fill(BUYER_ACCOUNT);
    },
    done: (page, timeout) => page.locator('p[role=status] .uppercase').nth(1).waitFor({ timeout }),
  },
  {
    name: 'order',
    act: (page) => page.getByRole('button', { name: WORDS.submit }).click(),
    done: async (page, timeout) => {
      await page.waitForURL(ORDER_PATH, { timeout });
      await page.locator('#payment-qr svg').waitFor({ timeout });
    },
  },
];

/**
 * Presses the button of the bank list until the list is there. It may have opened by itself, where the page has loaded its code late; and a press
 * is lost between a page's `load` and its hydration, which on a busy machine are seconds apart.
 */
export async function openBankList(page: Page): Promise<void> {
  const search = page.getByRole('combobox', { name: WORDS.search });
  const open = page.getByRole('button', { name: WORDS.otherBank });
  for (let left = PRESSES_MAX; ; left -= 1) {
    const failure = await open.click({ timeout: PRESS_MS_MAX }).catch((error: unknown) => error);
    const isShown = await search.waitFor({ timeout: PRESS_MS_MAX }).then(
      () => true,
      () => false,
    );
    if (isShown) return;
    if (left === 1) throw failure ?? new Error('the list of banks did not open');
  }
}

/** Reference of the order that the page shows; null if it shows none. */
export function orderRefOf(page: Page): string | null {
  return ORDER_PATH.exec(page.url())?.[1] ?? null;
}
