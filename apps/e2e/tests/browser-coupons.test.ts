import { dbOf } from '@quydoi/database/orm';
import type { Page, Browser as Program } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFailed, test } from 'vitest';
import { launchBrowser, visit } from '../src/browser/device.ts';
import { findChromium } from '../src/browser/find-chromium.ts';
import { PHONE_WIDTH_PX } from '../src/browser/phone.ts';
import { accountOf } from '../src/customers/accounts.ts';
import { reconcileWithSandbox, waitUntilIdle } from '../src/reconciliation/wait-until-idle.ts';
import { databaseOf } from '../src/system/database.ts';
import { type ExchangeUnderTest, startExchangeUnderTest } from '../src/system/exchange-under-test.ts';
import { payOrder, readReceived } from '../src/system/sandbox-client.ts';

const CUSTOMER = 71;
const DELIVERED_MS_MAX = 120_000;
const REFERENCE = /\/([2-9A-HJ-NP-Z]{10})(?:[#?]|$)/;
/** 100 pm at 25 950 đ with a fee of 0.5 %, of which half is taken off: 6 487 đ. */
const PRICE = '2.601.488';
const SAVED = '6.487';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const chromium = findChromium();

describe.skipIf(chromium === undefined)('a coupon on the real exchange', () => {
  let exchange: ExchangeUnderTest;
  let program: Program;
  beforeAll(async () => {
    [exchange, program] = await Promise.all([startExchangeUnderTest(), launchBrowser(chromium ?? '')]);
    await exchange.operate('setCoupon', { code: 'tet2027', percent: '50', kinds: ['buy'], uses: 1, note: 'new year' });
  });
  afterAll(async () => {
    await program?.close();
    await exchange?.stop();
  });

  test('is refused when mistyped, kept by the form, and takes half of the fee off an order, which is paid and delivered', async () => {
    onTestFailed(() => console.error(exchange.recentLogs()));
    const { page, close } = await visit(program, exchange.webUrl, { widthPx: PHONE_WIDTH_PX, colorScheme: 'light', locale: 'vi' });
    const to = accountOf('pm', 'destination', CUSTOMER);
    await page.goto('/buy/pm', { waitUntil: 'networkidle' });
    await page.locator('#buy-quantity').fill('100');
    await page.locator('#buy-wallet').fill(to);
    await page.getByText('Vietcombank', { exact: true }).click();
    await page.locator('#buy-account').fill(accountOf('vnd', 'own', CUSTOMER));
    await button(page, 'Có mã giảm giá?').click();
    await page.locator('#coupon').fill('TET2026');
    await page.keyboard.press('Enter');
    await page.getByText('Không có mã giảm giá này.').waitFor();
    expect(await page.locator('#buy-quantity').inputValue()).toBe('100');

    // An order with it is refused, too, and nothing is lost.
    const submit = page.getByRole('button', { name: /^Tiếp tục/ });
    await submit.click();
    await page.getByText('Mã lỗi: COUPON_UNKNOWN').waitFor();
    expect(await page.locator('#coupon').inputValue()).toBe('TET2026');

    await page.locator('#coupon').fill(' tet2027');
    await button(page, 'Áp dụng').click();
    await page.getByText(`Giảm ${SAVED} đ`).waitFor();
    await page.reload({ waitUntil: 'networkidle' });
    await page.getByText(`Giảm ${SAVED} đ`).waitFor();
    expect(await page.locator('form output').first().innerText()).toContain(PRICE);
    await page.getByRole('button', { name: `Tiếp tục · chuyển ${PRICE} đ` }).click();
    await page.waitForURL(REFERENCE);
    const ref = REFERENCE.exec(page.url())?.[1] ?? '';
    expect(await page.locator('main').innerText()).toContain(PRICE);
    await page.getByText('Chi tiết đơn').click();
    await page.getByText('Giảm giá (TET2027)').waitFor();
    expect(await page.locator('main').innerText()).toContain(SAVED);

    await payOrder(exchange, ref);
    await page.locator('#order-headline', { hasText: 'Đã chuyển 100 USD tới' }).waitFor({ timeout: DELIVERED_MS_MAX });
    expect(await readReceived(exchange, to)).toMatchObject([{ rail: 'perfect-money', amount: 100 }]);
    await page.getByRole('link', { name: 'Biên nhận' }).click();
    await page.getByRole('heading', { name: 'Biên nhận giao dịch' }).waitFor();
    expect(await page.locator('article').innerText()).toContain(SAVED);

    // The only use is gone.
    await page.goto('/buy/pm', { waitUntil: 'networkidle' });
    await button(page, 'Có mã giảm giá?').click();
    await page.locator('#coupon').fill('TET2027');
    await page.keyboard.press('Enter');
    await page.getByText('Mã giảm giá này đã hết lượt dùng.').waitFor();
    await close();

    await waitUntilIdle(exchange, DELIVERED_MS_MAX);
    expect((await reconcileWithSandbox(exchange, [])).differences).toEqual([]);
    const accounts = await dbOf(await databaseOf(exchange))
      .selectFrom('account')
      .select('balance')
      .where('name', '=', 'discount:vnd')
      .execute();
    expect(accounts.map(({ balance }) => BigInt(balance))).toEqual([6_487n]);
    expect(await exchange.operate('listCoupons', {})).toMatchObject({
      items: [{ code: 'TET2027', used: 1, given: [{ currency: 'vnd', amount: '6487' }] }],
    });
  });
});
