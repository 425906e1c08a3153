import { readFile } from 'node:fs/promises';
import { createClient } from '@quydoi/client/client';
import { dbOf } from '@quydoi/database/orm';
import type { Page, Browser as Program } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFailed, test } from 'vitest';
import { turnOnTwoFactor, typeLogin } from '../src/browser/account-steps.ts';
import { launchBrowser, visit } from '../src/browser/device.ts';
import { findChromium } from '../src/browser/find-chromium.ts';
import { PHONE_WIDTH_PX } from '../src/browser/phone.ts';
import { accountOf } from '../src/customers/accounts.ts';
import { saveEarlier } from '../src/customers/save-earlier.ts';
import { reconcileWithSandbox, waitUntilIdle } from '../src/reconciliation/wait-until-idle.ts';
import { databaseOf } from '../src/system/database.ts';
import { type ExchangeUnderTest, startExchangeUnderTest } from '../src/system/exchange-under-test.ts';
import { makePayment, payOrder, readReceived } from '../src/system/sandbox-client.ts';

const PASSWORD = 'tra da 7 gio';
const EMAIL = 'vi.tien@example.vn';
const CUSTOMER = 61;
const DELIVERED_MS_MAX = 120_000;
const REFERENCE = /\/([2-9A-HJ-NP-Z]{10})(?:[#?]|$)/;
const DEPOSIT = 5_000_000n;

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const headline = (page: Page, hasText: string) => page.locator('#order-headline', { hasText }).waitFor({ timeout: DELIVERED_MS_MAX });
const chromium = findChromium();

describe.skipIf(chromium === undefined)('a balance on the real exchange', () => {
  let exchange: ExchangeUnderTest;
  let program: Program;
  beforeAll(async () => {
    [exchange, program] = await Promise.all([startExchangeUnderTest(), launchBrowser(chromium ?? '')]);
  });
  afterAll(async () => {
    await program?.close();
    await exchange?.stop();
  });

  test('is filled by a deposit, pays an order, takes a sale’s money, and is withdrawn; the statement says what the ledger says', async () => {
    onTestFailed(() => console.error(exchange.recentLogs()));
    await createClient({ baseUrl: exchange.webUrl }).accounts.register.mutate({ email: EMAIL, password: PASSWORD });
    const { page, close } = await visit(program, exchange.webUrl, { widthPx: PHONE_WIDTH_PX, colorScheme: 'light', locale: 'vi' });
    await page.goto('/account', { waitUntil: 'networkidle' });
    await typeLogin(page, EMAIL, PASSWORD);
    const codes = await turnOnTwoFactor(page, PASSWORD);
    const account = accountOf('vnd', 'own', CUSTOMER);
    await saveAccount(page, account);
    await saveEarlier(exchange, account);

    await page.goto('/history/wallet', { waitUntil: 'networkidle' });
    const balance = page.locator('[data-balance=vnd]');
    expect(dongOf(await balance.innerText())).toBe(0n);
    const copied = async (name: string) =>
      page
        .locator('dl, div')
        .filter({ has: button(page, name) })
        .last()
        .innerText();
    const memo = /DEPCV[2-9A-HJ-NP-Z]+/.exec(await copied('Sao chép nội dung chuyển khoản'))?.[0] ?? '';
    const [to = ''] = /\d{6,}/.exec((await copied('Sao chép số tài khoản')).replaceAll(' ', '')) ?? [];
    const payment = { rail: 'bank', currency: 'vnd', from: account, to, amount: String(DEPOSIT), memo: `${memo} nap tien` } as const;
    expect(await makePayment(exchange, payment)).toBe('made');
    await expect.poll(async () => dongOf(await balance.innerText()), { timeout: DELIVERED_MS_MAX }).toBe(DEPOSIT);

    await page.goto('/', { waitUntil: 'networkidle' });
    expect(dongOf(await page.getByText('Số dư của bạn').innerText())).toBe(DEPOSIT);
    await page.goto('/exchange/trc20-pm', { waitUntil: 'networkidle' });
    expect(dongOf(await page.locator('[data-balance-line]').innerText())).toBe(DEPOSIT);

    await page.goto('/buy/pm', { waitUntil: 'networkidle' });
    await page.locator('#buy-quantity').fill('100');
    await page.locator('#buy-wallet').fill(accountOf('pm', 'destination', CUSTOMER));
    await page.getByText('Số dư của bạn').click();
    expect(await page.locator('#buy-account').isVisible()).toBe(false);
    await page.locator('#balance-secret').fill(await codes.next());
    const bought = await orderByButton(page, /^Trả .* từ số dư$/);
    await headline(page, 'Đã chuyển 100 USD tới');
    expect(await readReceived(exchange, accountOf('pm', 'destination', CUSTOMER))).toMatchObject([{ rail: 'perfect-money', currency: 'pm' }]);

    await page.goto('/sell/pm', { waitUntil: 'networkidle' });
    await page.locator('#sell-quantity').fill('50');
    await page.locator('#sell-wallet').fill(accountOf('pm', 'own', CUSTOMER));
    await page.getByText('Số dư của bạn').click();
    const sold = await orderByButton(page, /^Tiếp tục · nhận .* vào số dư$/);
    await payOrder(exchange, sold);
    await headline(page, 'vào số dư');

    await page.goto('/history/wallet', { waitUntil: 'networkidle' });
    await button(page, 'Rút tiền về tài khoản').click();
    await page.locator('#withdraw-amount').fill('1.000.000');
    await page.locator('#withdraw-code').fill(await codes.next());
    await button(page, 'Rút tiền').click();
    await page.getByText('Đã chuyển', { exact: true }).waitFor({ timeout: DELIVERED_MS_MAX });
    expect(await readReceived(exchange, account)).toMatchObject([{ rail: 'bank', currency: 'vnd', amount: 1_000_000 }]);

    const lines = await linesOf(exchange);
    expect(lines.map(({ kind }) => kind)).toEqual(['deposit', 'charge', 'payout', 'withdrawal']);
    const amounts = lines.map(({ amount }) => amount);
    expect([amounts[0], amounts[3]]).toEqual([DEPOSIT, -1_000_000n]);
    const total = amounts.reduce((sum, amount) => sum + amount, 0n);
    await expect.poll(async () => dongOf(await balance.innerText())).toBe(total);
    const shown = await page.locator('main section', { hasText: 'Sao kê' }).locator('li').allInnerTexts();
    expect(shown.map((text) => dongOf(/[+−][\d.]+/.exec(text)?.[0] ?? ''))).toEqual(amounts.toReversed());
    expect(shown[1]).toContain(sold);
    expect(shown[2]).toContain(bought);
    const saving = page.waitForEvent('download');
    await button(page, 'Tải CSV').click();
    const rows = (await readFile(await (await saving).path(), 'utf8')).trim().split('\r\n').slice(1);
    expect(rows.map((row) => BigInt(row.split(',')[4] ?? ''))).toEqual(amounts.toReversed());
    expect(BigInt(rows[0]?.split(',')[5] ?? '')).toBe(total);

    await close();
    await waitUntilIdle(exchange, DELIVERED_MS_MAX);
    expect((await reconcileWithSandbox(exchange, [])).differences).toEqual([]);
  });
});

async function orderByButton(page: Page, name: RegExp): Promise<string> {
  await page.getByRole('button', { name }).click();
  await page.waitForURL(REFERENCE);
  return REFERENCE.exec(page.url())?.[1] ?? '';
}

async function saveAccount(page: Page, account: string): Promise<void> {
  await button(page, 'Thêm nơi nhận').click();
  await page.locator('#destination-bank').selectOption('vcb');
  await page.locator('#destination-account').fill(account);
  await page.locator('form p[role=status] .uppercase').waitFor();
  await page.locator('#destination-password').fill(PASSWORD);
  await button(page, 'Lưu nơi nhận').click();
  await page.getByText(account).first().waitFor();
}

interface Line {
  readonly kind: string;
  readonly amount: bigint;
}

/** What the ledger says of the only customer's balance, oldest first. Balances are liabilities: what adds to one is below zero. */
async function linesOf(exchange: ExchangeUnderTest): Promise<Line[]> {
  const db = dbOf(await databaseOf(exchange));
  const accounts = await db.selectFrom('account').select(['id', 'name']).execute();
  const account = accounts.find(({ name }) => name.startsWith('customer:'));
  const entries = await db
    .selectFrom('entry')
    .select(['postingId', 'amount'])
    .where('accountId', '=', account?.id ?? 0)
    .orderBy('id')
    .execute();
  const postings = new Map((await db.selectFrom('posting').select(['id', 'kind']).execute()).map(({ id, kind }) => [id, kind]));
  return entries.map(({ postingId, amount }) => ({ kind: postings.get(postingId) ?? '', amount: -amount }));
}

/** Dong of a text like `+2.607.975 đ`. */
function dongOf(text: string): bigint {
  const digits = text.replaceAll(/[^\d]/g, '');
  return /[−-]/.test(text) ? -BigInt(digits) : BigInt(digits || '0');
}
