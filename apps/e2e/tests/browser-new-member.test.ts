import { readFile } from 'node:fs/promises';
import { createClient } from '@quydoi/client/client';
import { dbOf } from '@quydoi/database/orm';
import { addSetting, readSettings } from '@quydoi/database/repositories/settings';
import { pngOf } from '@quydoi/exchange/testing/png';
import type { Browser as Program } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFailed, test } from 'vitest';
import { turnOnTwoFactor, typeLogin } from '../src/browser/account-steps.ts';
import { launchBrowser, visit } from '../src/browser/device.ts';
import { findChromium } from '../src/browser/find-chromium.ts';
import { PHONE_WIDTH_PX } from '../src/browser/phone.ts';
import { orderByForm } from '../src/browser/trade-form.ts';
import { accountOf } from '../src/customers/accounts.ts';
import { readMails } from '../src/customers/mails.ts';
import { reconcileWithSandbox, waitUntilIdle } from '../src/reconciliation/wait-until-idle.ts';
import { presentTime } from '../src/system/clock.ts';
import { databaseOf } from '../src/system/database.ts';
import { type ExchangeUnderTest, startExchangeUnderTest } from '../src/system/exchange-under-test.ts';
import { payOrder, readReceived } from '../src/system/sandbox-client.ts';
import { until } from '../src/until.ts';

const PASSWORD = 'tra da 7 gio';
const EMAIL = 'moi.den@example.vn';
const SPONSOR = 'gioi.thieu@example.vn';
const CUSTOMER = 62;
const MAIL_MS_MAX = 120_000;
const DELIVERED_MS_MAX = 120_000;
/** Below the value of the order, in dong. */
const THRESHOLDS = { minOrderLogin: '1000000', minOrderKyc: '2000000' };
const WIDTH_PX = 640;
const HEIGHT_PX = 400;
/** A grey picture; each row begins with a byte for its filter, of which there is none. */
const PICTURE = pngOf(
  WIDTH_PX,
  HEIGHT_PX,
  Buffer.alloc((WIDTH_PX + 1) * HEIGHT_PX).map((_, at) => (at % (WIDTH_PX + 1) === 0 ? 0 : 0x80)),
);

const chromium = findChromium();

describe.skipIf(chromium === undefined)('a new member on the real exchange', () => {
  let exchange: ExchangeUnderTest;
  let program: Program;
  beforeAll(async () => {
    [exchange, program] = await Promise.all([startExchangeUnderTest(), launchBrowser(chromium ?? '')]);
    const orm = await databaseOf(exchange);
    const { site } = await readSettings(orm);
    await addSetting(orm, { kind: 'site', key: 'site', value: { ...site, ...THRESHOLDS }, author: 'tests', at: presentTime() });
  });
  afterAll(async () => {
    await program?.close();
    await exchange?.stop();
  });

  test('comes by a link, confirms the address, adds a second factor, is verified, and buys beyond both thresholds', async () => {
    onTestFailed(() => console.error(exchange.recentLogs()));
    const sponsor = createClient({ baseUrl: exchange.webUrl });
    await sponsor.accounts.register.mutate({ email: SPONSOR, password: PASSWORD });
    const db = dbOf(await databaseOf(exchange));
    const [{ id: sponsorId = '' } = {}] = await db.selectFrom('customer').select('id').execute();

    const { page, close } = await visit(program, exchange.webUrl, { widthPx: PHONE_WIDTH_PX, colorScheme: 'light', locale: 'vi' });
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    await page.goto(`/?ref=${sponsorId}`, { waitUntil: 'networkidle' });
    // Kept once the page has nothing more urgent to do.
    await expect.poll(() => page.evaluate<string | null>('localStorage.getItem("sponsor")')).toBe(JSON.stringify(sponsorId));
    await page.goto('/register', { waitUntil: 'networkidle' });
    await page.locator('#register-email').fill(EMAIL);
    await page.locator('#register-password').fill(PASSWORD);
    await page.locator('#register-again').fill(PASSWORD);
    await button('Tạo tài khoản').click();
    await page.getByText('Hãy kiểm tra hộp thư của bạn').waitFor();
    const [mail] = await until('the mail that asks for confirmation', MAIL_MS_MAX, async () => {
      const mails = await readMails(exchange, EMAIL);
      return mails.length > 0 && mails;
    });
    const link = new URL(/https?:\S+verify=\S+/.exec(mail?.text ?? '')?.[0] ?? '');
    await page.goto(`${link.pathname}${link.search}`, { waitUntil: 'networkidle' });
    await page.getByText('Email của bạn đã được xác nhận.').waitFor();

    await page.goto('/login?next=/account', { waitUntil: 'networkidle' });
    await typeLogin(page, EMAIL, PASSWORD);
    const codes = await turnOnTwoFactor(page, PASSWORD);
    await button('Đăng xuất').click();
    await page.getByRole('heading', { level: 1, name: 'Đăng nhập' }).waitFor();
    await page.goto('/login?next=/verify', { waitUntil: 'networkidle' });
    await typeLogin(page, EMAIL, PASSWORD);
    await page.locator('#login-code').fill(await codes.next());
    await button('Xác nhận').click();

    for (const part of ['front', 'back', 'selfie']) {
      await page.locator(`#identity-${part}`).setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: PICTURE });
      await page
        .locator('fieldset', { has: page.locator(`#identity-${part}`) })
        .getByText('Đã nhận')
        .waitFor();
    }
    await button('Gửi kiểm tra').click();
    await page.getByText('Chờ nhân viên kiểm tra').waitFor();
    const { items } = (await exchange.operate('listIdentities', {})) as { readonly items: readonly { customer: string; submission: number }[] };
    const [waiting] = items;
    expect(items.length).toBe(1);
    await exchange.operate('setDocStatus', { ...waiting, status: 'verify', note: 'the pictures are of one person' });

    const entries = { kind: 'buy', from: 'vnd', to: 'pm', quantity: '100' } as const;
    const ref = await orderByForm(page, { ...entries, wallet: accountOf('pm', 'destination', CUSTOMER), account: accountOf('vnd', 'own', CUSTOMER) });
    await payOrder(exchange, ref);
    await page.locator('#order-headline', { hasText: 'Đã chuyển 100 USD tới' }).waitFor({ timeout: DELIVERED_MS_MAX });
    expect(await readReceived(exchange, accountOf('pm', 'destination', CUSTOMER))).toMatchObject([{ currency: 'pm', amount: 100 }]);

    await page.goto('/history/trade', { waitUntil: 'networkidle' });
    await page.locator('main li a', { hasText: ref }).waitFor();
    const saving = page.waitForEvent('download');
    await button('Tải CSV').click();
    const rows = (await readFile(await (await saving).path(), 'utf8')).trim().split('\r\n').slice(1);
    expect(rows.map((row) => row.split(',')[0])).toEqual([ref]);
    await close();

    const members = await db.selectFrom('customer').select(['id', 'sponsor', 'docStatus']).where('id', '<>', sponsorId).execute();
    expect(members).toEqual([{ id: waiting?.customer, sponsor: sponsorId, docStatus: 'verify' }]);
    await waitUntilIdle(exchange, DELIVERED_MS_MAX);
    expect((await reconcileWithSandbox(exchange, [])).differences).toEqual([]);
  });
});
