import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFailed, test } from 'vitest';
import { type Browser, findChromium, listen, openBrowser } from '../src/browser.ts';
import { type ExchangeUnderTest, startExchangeUnderTest } from '../src/exchange-under-test.ts';
import { comeToRest, reckonWith } from '../src/rest.ts';
import { payOrder, readReceived } from '../src/sandbox.ts';

const SHOWN_MS_MAX = 20_000;
const REST_MS_MAX = 20_000;
const WALLET = 'U7654321';
const CUSTOMER_ACCOUNT = '0071000000001';
const REFERENCE = /\/([2-9A-HJ-NP-Z]{10})(?:[#?]|$)/;
const BUILT = join(import.meta.dirname, '../../web/dist/client/manifest.json');

/** On a machine without a browser this is shown as skipped; `npm test` fails there in CI. */
const chromium = findChromium();

describe.skipIf(chromium === undefined)('a customer with a browser', () => {
  let exchange: ExchangeUnderTest;
  let browser: Browser;

  beforeAll(async () => {
    expect(existsSync(BUILT), 'the web app is built: npm run build -w apps/web').toBe(true);
    exchange = await startExchangeUnderTest();
    browser = await openBrowser(chromium ?? '');
  });
  afterAll(async () => {
    await browser?.close();
    await exchange?.stop();
  });

  test('buys 100 dollars, pays by bank and sees them arrive', async () => {
    onTestFailed(() => console.error(exchange.lastWords()));
    const page = await browser.context.newPage();
    page.setDefaultTimeout(SHOWN_MS_MAX);
    const complaints = listen(page);
    const ref = await order(page);
    await expectInstructions(page, ref);

    await payOrder(exchange, ref);
    await page.getByRole('heading', { name: `Đã chuyển 100 USD tới ${WALLET}` }).waitFor();
    await page.getByText('Đã nhận đủ tiền').waitFor();
    expect(await readReceived(exchange, WALLET)).toMatchObject([{ rail: 'perfect-money', currency: 'pm', amount: 100 }]);

    await page.reload();
    await page.getByRole('heading', { name: `Đã chuyển 100 USD tới ${WALLET}` }).waitFor();
    expect(complaints).toEqual([]);
    await comeToRest(exchange, REST_MS_MAX);
    const { findings, evidence } = await reckonWith(exchange, [{ ref, key: '', destination: WALLET, cents: 10_000n }]);
    expect(findings).toEqual([]);
    expect(evidence.books.orders.map(({ status }) => status)).toEqual(['delivered']);
  });

  /** Fills the form in as a customer does. @returns the new order's reference */
  async function order(page: Page): Promise<string> {
    await page.goto(`${exchange.webUrl}/buy/pm`);
    await page.getByRole('textbox', { name: 'Số lượng muốn mua' }).fill('100');
    await page.getByText('2.607.975 đ').first().waitFor();
    await page.getByRole('textbox', { name: 'Ví Perfect Money nhận tiền' }).fill(WALLET);
    await page.getByText('Nguyen Van Nam').waitFor();
    await page.getByText('Vietcombank', { exact: true }).click();
    await page.getByRole('textbox', { name: 'Số tài khoản của bạn' }).fill(CUSTOMER_ACCOUNT);
    await page.getByRole('button', { name: 'Tiếp tục' }).click();
    await page.waitForURL(REFERENCE);
    return REFERENCE.exec(page.url())?.[1] ?? '';
  }

  async function expectInstructions(page: Page, ref: string): Promise<void> {
    await page.getByRole('heading', { name: 'Chờ bạn chuyển 2.607.975 đ' }).waitFor();
    await page.getByRole('img', { name: `Mã QR thanh toán đơn ${ref}` }).waitFor();
    await page.getByRole('button', { name: 'Sao chép nội dung chuyển khoản' }).waitFor();
  }
});
