import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseVietQr } from '@quydoi/domain/bank/vietqr';
import { DEFAULT_COLLECTION_ACCOUNT } from '@quydoi/sandbox/bank/options';
import type { Page, Browser as Program } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Device, launchBrowser, overflowPx, type Visit, visit, type WordsLocale } from '../src/browser/device.ts';
import { findChromium } from '../src/browser/find-chromium.ts';
import { contentShown } from '../src/browser/page-ready.ts';
import { BUYER_ACCOUNT, orderByPointer, orderShown, type Words, wordsOf, writeReview } from '../src/browser/purchase-page.ts';
import { readQrCode } from '../src/browser/qr-code.ts';
import { reconcileWithSandbox, waitUntilIdle } from '../src/reconciliation/wait-until-idle.ts';
import { type ExchangeUnderTest, startExchangeUnderTest } from '../src/system/exchange-under-test.ts';
import { payOrder, readReceived } from '../src/system/sandbox-client.ts';
import { until } from '../src/until.ts';

/** Vietcombank, where money is collected. */
const COLLECTION_BIN = '970436';
const DONG = 2_607_975n;
const REVIEW = 'Nhanh & rõ ràng <3, ';
const REVIEW_SHOWN_MS_MAX = 180_000;
const TAB_STEPS_MAX = 60;
const MOVED_MS_MAX = 120_000;
const REST_MS_MAX = 180_000;
/** 100 dollars. */
const CENTS = 10_000n;
const KEYBOARD_WALLET = 'U7654329';
const BUILT = join(import.meta.dirname, '../../web/dist/client/manifest.json');

/** A device in a language that this test can read. */
type WordedDevice = Device & { readonly locale: WordsLocale };

/** Every value of each meets every value of the two others. */
const DEVICES: readonly WordedDevice[] = [
  { widthPx: 360, colorScheme: 'light', locale: 'vi' },
  { widthPx: 360, colorScheme: 'dark', locale: 'en' },
  { widthPx: 1280, colorScheme: 'dark', locale: 'vi' },
  { widthPx: 1280, colorScheme: 'light', locale: 'en' },
];
const [PHONE, , , DESK] = DEVICES as [WordedDevice, WordedDevice, WordedDevice, WordedDevice];
const WALLETS = DEVICES.map((_, n) => `U765432${n + 1}`);

/** On a machine without a browser this is shown as skipped; `npm test` fails there in CI. */
const chromium = findChromium();

describe.skipIf(chromium === undefined)('customers with browsers of all kinds', () => {
  let exchange: ExchangeUnderTest;
  let program: Program;

  const bought: { readonly ref: string; readonly wallet: string }[] = [];

  beforeAll(async () => {
    expect(existsSync(BUILT), 'the web app is built: npm run build -w apps/web').toBe(true);
    [exchange, program] = await Promise.all([startExchangeUnderTest(), launchBrowser(chromium ?? '')]);
  });
  afterAll(async () => {
    await program?.close();
    await exchange?.stop();
  });

  /** Opens a device, and expects that nothing was complained of by the time it is put away. */
  async function on(device: WordedDevice, use: (page: Page, words: Words) => Promise<void>): Promise<void> {
    const opened: Visit = await visit(program, exchange.webUrl, device);
    try {
      await use(opened.page, wordsOf(device.locale));
      expect(opened.pageErrors).toEqual([]);
    } catch (error) {
      console.error(`${opened.page.url()}\n${exchange.recentLogs()}`);
      throw error;
    } finally {
      await opened.close();
    }
  }

  test.concurrent.each(DEVICES.map((device, n) => ({ ...device, wallet: WALLETS[n] ?? '' })))(
    'one of $widthPx px, $colorScheme, in $locale: from the form to thanks for the review',
    async ({ wallet, ...device }) => {
      await on(device, async (page, words) => {
        const ref = await orderByPointer(page, words, wallet);
        bought.push({ ref, wallet });
        await page.getByRole('img', { name: words.qr(ref) }).waitFor();
        await page.getByRole('button', { name: words.copyMemo }).waitFor();
        expect(await isDark(page)).toBe(device.colorScheme === 'dark');
        expect(await page.locator('html').getAttribute('lang')).toBe(device.locale);
        expect(await overflowPx(page)).toBeLessThanOrEqual(0);
        const text = await readQrCode(page.locator('#payment-qr'));
        expect(parseVietQr(text ?? ''), `the QR code says ${text}`).toMatchObject({
          bin: COLLECTION_BIN,
          account: DEFAULT_COLLECTION_ACCOUNT,
          amount: DONG,
          memo: ref,
          service: 'account',
          dynamic: true,
        });
        await payOrder(exchange, ref);
        await page.getByRole('heading', { name: words.delivered }).waitFor();
        await page.getByText(words.paid).waitFor();
        expect(await readReceived(exchange, wallet)).toMatchObject([{ rail: 'perfect-money', currency: 'pm', amount: 100 }]);
        await page.reload();
        await page.getByRole('heading', { name: words.delivered }).waitFor();
        await writeReview(page, words, REVIEW + ref);
        expect(await page.getByRole('button', { name: words.sendReview }).count()).toBe(0);
        expect(await overflowPx(page)).toBeLessThanOrEqual(0);
      });
    },
  );

  test.concurrent('buys with the keyboard alone', async () => {
    await on(DESK, async (page, words) => {
      await page.goto('/buy/pm');
      await contentShown(page);
      await tabTo(page, '#buy-quantity');
      await page.keyboard.type('100');
      await tabTo(page, '#buy-wallet');
      await page.keyboard.type(KEYBOARD_WALLET);
      await tabTo(page, 'input[name=bank]');
      await page.keyboard.press('Space');
      await page.keyboard.press('ArrowDown');
      expect(await isFocused(page, 'input[name=bank]:checked')).toBe(true);
      await chooseBankByKeyboard(page, words);
      await tabTo(page, '#buy-account');
      await page.keyboard.type(BUYER_ACCOUNT);
      await page.locator('p[role=status] .uppercase').nth(1).waitFor();
      await tabTo(page, '#buy-wallet', 'Shift+Tab');
      await tabTo(page, 'button[type=submit]');
      await page.keyboard.press('Enter');
      const ref = await orderShown(page, words);
      bought.push({ ref, wallet: KEYBOARD_WALLET });
      await payOrder(exchange, ref);
      await page.getByRole('heading', { name: words.delivered }).waitFor();
      await tabTo(page, '#review-content');
      await page.keyboard.type('No mouse');
      await tabTo(page, '#review-email');
      await page.keyboard.type('keys@example.com');
      await page.keyboard.press('Enter');
      await page.getByText(words.thanks).waitFor();
    });
  });

  test('shows a review to everybody once an operator has approved it, and no other', async () => {
    const { items } = (await exchange.operate('listReviews', { limit: 10 })) as { items: { id: string; content: string; status: string }[] };
    expect(items.map(({ status }) => status)).toEqual([...DEVICES, 'keyboard'].map(() => 'pending'));
    const [approved] = items;
    await exchange.operate('moderateReview', { id: approved?.id, decision: 'approve', note: 'fine' });
    await on(PHONE, async (page, words) => {
      await until('the review on the home page', REVIEW_SHOWN_MS_MAX, async () => {
        await page.goto('/');
        return (await page.getByRole('heading', { name: words.reviews }).count()) > 0;
      });
      expect(await page.getByRole('blockquote').allTextContents()).toEqual([approved?.content]);
    });
  });

  test('everybody got what they paid for, once', async () => {
    await waitUntilIdle(exchange, REST_MS_MAX);
    const acknowledged = bought.map(({ ref, wallet }) => ({ ref, key: '', destination: wallet, arrives: CENTS }));
    const { differences, evidence } = await reconcileWithSandbox(exchange, acknowledged);
    expect(differences).toEqual([]);
    expect(evidence.books.orders.map(({ status }) => status)).toEqual([...DEVICES, 'keyboard'].map(() => 'delivered'));
    expect(new Set(bought.map(({ wallet }) => wallet))).toEqual(new Set([...WALLETS, KEYBOARD_WALLET]));
  });

  /** Opens the dialog, leaves it by Escape, opens it again and takes Vietcombank with search, arrows and Enter. */
  async function chooseBankByKeyboard(page: Page, words: Words): Promise<void> {
    const search = page.getByRole('combobox', { name: words.search });
    await tabTo(page, '#buy-bank');
    await page.keyboard.press('Enter');
    await focusComesTo(page, '#bank-search');
    await page.keyboard.press('Escape');
    await search.waitFor({ state: 'detached' });
    await focusComesTo(page, '#buy-bank');
    // Its entry in the history, which is left a moment later, would take the next dialog with it.
    await until('the entry to be gone', MOVED_MS_MAX, () => page.evaluate<boolean>('!history.state?.isDialog'));

    await page.keyboard.press('Space');
    await focusComesTo(page, '#bank-search');
    await page.keyboard.press('ArrowDown');
    expect(await page.getByRole('option', { selected: true }).getAttribute('id')).toBe('bank-option-1');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.type('vietcom');
    expect(await page.getByRole('option', { selected: true }).textContent()).toContain('Vietcombank');
    await page.keyboard.press('Enter');
    await search.waitFor({ state: 'detached' });
    await focusComesTo(page, '#buy-bank');
    expect(await page.locator('input[name=bank]:checked').getAttribute('value')).toBe('vcb');
  }
});

/** Presses Tab, or its like, until the focus is on what the selector names. */
async function tabTo(page: Page, selector: string, key = 'Tab'): Promise<void> {
  for (let step = 0; step < TAB_STEPS_MAX; step += 1) {
    await page.keyboard.press(key);
    if (await isFocused(page, selector)) return;
  }
  throw new Error(`${key} does not come to ${selector}`);
}

/** Waits for the focus, which a dialog moves a moment after it is drawn or gone. */
async function focusComesTo(page: Page, selector: string): Promise<void> {
  await until(`the focus on ${selector}`, MOVED_MS_MAX, () => isFocused(page, selector));
}

function isFocused(page: Page, selector: string): Promise<boolean> {
  return page.evaluate<boolean>(`document.activeElement?.matches(${JSON.stringify(selector)}) ?? false`);
}

/** Whether the page's ground is darker than its text. */
function isDark(page: Page): Promise<boolean> {
  const brightness = (property: string) =>
    `getComputedStyle(document.body).${property}.match(/[\\d.]+/g).slice(0, 3).reduce((a, b) => a + Number(b), 0)`;
  return page.evaluate<boolean>(`${brightness('backgroundColor')} < ${brightness('color')}`);
}
