import { readFile } from 'node:fs/promises';
import { createClient } from '@quydoi/client/client';
import type { Page, Browser as Program } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFailed, test } from 'vitest';
import { launchBrowser, visit } from '../src/browser/device.ts';
import { findChromium } from '../src/browser/find-chromium.ts';
import { PHONE_WIDTH_PX } from '../src/browser/phone.ts';
import { orderByPointer, wordsOf } from '../src/browser/purchase-page.ts';
import { readQrCode } from '../src/browser/qr-code.ts';
import { accountOf } from '../src/customers/accounts.ts';
import { reconcileWithSandbox, waitUntilIdle } from '../src/reconciliation/wait-until-idle.ts';
import { type ExchangeUnderTest, startExchangeUnderTest } from '../src/system/exchange-under-test.ts';
import { payOrder } from '../src/system/sandbox-client.ts';

const PASSWORD = 'tra da 7 gio';
const SPONSOR = 'gioi.thieu@example.vn';
const FRIEND = 'ban.be@example.vn';
const CUSTOMER = 71;
const DELIVERED_MS_MAX = 120_000;
/** 20 % of the fee of 100 dollars: half a dollar, at 25 950 đ. */
const SHARE = 2_595n;

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const chromium = findChromium();

describe.skipIf(chromium === undefined)('a referral on the real exchange', () => {
  let exchange: ExchangeUnderTest;
  let program: Program;
  beforeAll(async () => {
    [exchange, program] = await Promise.all([startExchangeUnderTest(), launchBrowser(chromium ?? '')]);
  });
  afterAll(async () => {
    await program?.close();
    await exchange?.stop();
  });

  const phone = () => visit(program, exchange.webUrl, { widthPx: PHONE_WIDTH_PX, colorScheme: 'light', locale: 'vi' });

  test('who buys after following a customer’s link earns the customer a part of the fee, to the đồng', async () => {
    onTestFailed(() => console.error(exchange.recentLogs()));
    await createClient({ baseUrl: exchange.webUrl }).accounts.register.mutate({ email: SPONSOR, password: PASSWORD });
    const sponsor = await phone();
    await logIn(sponsor.page, SPONSOR);
    await sponsor.page.getByText('Hiện chưa trả hoa hồng cho đơn mới.').waitFor();
    const qr = sponsor.page.locator('#referral-qr');
    await qr.scrollIntoViewIfNeeded();
    const link = new URL((await readQrCode(qr)) ?? '');
    await exchange.operate('setSite', { referralPercent: '20' });

    const friend = await phone();
    await friend.page.goto(`/buy/pm${link.search}`, { waitUntil: 'networkidle' });
    await friend.page.goto('/register', { waitUntil: 'networkidle' });
    await friend.page.locator('#register-email').fill(FRIEND);
    for (const field of ['#register-password', '#register-again']) await friend.page.locator(field).fill(PASSWORD);
    await button(friend.page, 'Tạo tài khoản').click();
    await friend.page.getByText('Hãy kiểm tra hộp thư của bạn').waitFor();
    await logIn(friend.page, FRIEND);
    const ref = await orderByPointer(friend.page, wordsOf('vi'), accountOf('pm', 'destination', CUSTOMER));
    await payOrder(exchange, ref);
    await friend.page.locator('#order-headline', { hasText: 'Đã chuyển 100 USD tới' }).waitFor({ timeout: DELIVERED_MS_MAX });
    // A signer that dies now credits no less and no more once it is back.
    await exchange.kill('signer');
    await exchange.start('signer');
    await friend.close();

    const { page, close } = sponsor;
    await page.goto('/account', { waitUntil: 'networkidle' });
    await page.getByText('20% phí của đơn được cộng vào số dư VND của bạn', { exact: false }).waitFor();
    const card = page.locator('section', { has: page.locator('#referral-qr') });
    await card.locator('li').waitFor({ timeout: DELIVERED_MS_MAX });
    expect((await card.locator('dd').allInnerTexts()).map(dongOf)).toEqual([1n, SHARE]);
    const [credit, ...others] = await card.locator('li').allInnerTexts();
    expect([others, dongOf(/\+[\d.]+/.exec(credit ?? '')?.[0] ?? '')]).toEqual([[], SHARE]);
    expect(credit).toContain(`Đơn •••${ref.slice(-4)}`);

    await page.goto('/history/wallet', { waitUntil: 'networkidle' });
    expect(dongOf(await page.locator('[data-balance=vnd]').innerText())).toBe(SHARE);
    const [line, ...lines] = await page.locator('main section', { hasText: 'Sao kê' }).locator('li').allInnerTexts();
    expect([lines, dongOf(/\+[\d.]+/.exec(line ?? '')?.[0] ?? '')]).toEqual([[], SHARE]);
    expect(line).toContain(`Hoa hồng từ đơn •••${ref.slice(-4)}`);
    const saving = page.waitForEvent('download');
    await button(page, 'Tải CSV').click();
    const file = await readFile(await (await saving).path(), 'utf8');
    const rows = file.trim().split('\r\n').slice(1);
    expect(rows.map((row) => row.split(',').slice(2))).toEqual([['Hoa hồng giới thiệu', `•••${ref.slice(-4)}`, String(SHARE), String(SHARE)]]);
    // Nothing that the sponsor was shown names the order, which its reference alone would open.
    expect(file + (credit ?? '') + (line ?? '')).not.toContain(ref);

    await close();
    await waitUntilIdle(exchange, DELIVERED_MS_MAX);
    expect((await reconcileWithSandbox(exchange, [])).differences).toEqual([]);
  });
});

async function logIn(page: Page, email: string): Promise<void> {
  await page.goto('/login?next=/account', { waitUntil: 'networkidle' });
  await page.locator('#login-name').fill(email);
  await page.locator('#login-password').fill(PASSWORD);
  await button(page, 'Đăng nhập').click();
  await page.getByRole('heading', { level: 1, name: 'Tài khoản' }).waitFor();
}

/** Digits of a text like `+2.595 đ`. */
function dongOf(text: string): bigint {
  return BigInt(text.replaceAll(/[^\d]/g, '') || '0');
}
