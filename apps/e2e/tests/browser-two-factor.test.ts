import { readFile } from 'node:fs/promises';
import { createClient } from '@quydoi/client/client';
import { Secret, TOTP, URI } from 'otpauth';
import type { Page, Browser as Program } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFailed, test } from 'vitest';
import { launchBrowser, visit } from '../src/browser/device.ts';
import { findChromium } from '../src/browser/find-chromium.ts';
import { holdRequests } from '../src/browser/hold-requests.ts';
import { describeOnMockSite } from '../src/browser/mock-visits.ts';
import { PHONE_WIDTH_PX } from '../src/browser/phone.ts';
import { readQrCode } from '../src/browser/qr-code.ts';
import { readMails } from '../src/customers/mails.ts';
import { type ExchangeUnderTest, startExchangeUnderTest } from '../src/system/exchange-under-test.ts';
import { until } from '../src/until.ts';

const PASSWORD = 'tra da 7 gio';
const NEW_PASSWORD = 'ca phe sua da 9';
const STEP_MS = 30_000;
const MAIL_MS_MAX = 120_000;

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

async function typePassword(page: Page, login: string, password = PASSWORD): Promise<void> {
  await page.locator('#login-name').fill(login);
  await page.locator('#login-password').fill(password);
  await button(page, 'Đăng nhập').click();
}

async function typeCode(page: Page, code: string): Promise<void> {
  await page.locator('#login-code').fill(code);
  await button(page, 'Xác nhận').click();
}

const chromium = findChromium();

describe.skipIf(chromium === undefined)('a second factor on the real exchange', () => {
  let exchange: ExchangeUnderTest;
  let program: Program;
  beforeAll(async () => {
    [exchange, program] = await Promise.all([startExchangeUnderTest(), launchBrowser(chromium ?? '')]);
  });
  afterAll(async () => {
    await program?.close();
    await exchange?.stop();
  });

  test('is switched on by the code on the page, wanted by the next login, replaced by a recovery code, and switched off', async () => {
    onTestFailed(() => console.error(exchange.recentLogs()));
    const email = 'hai.lop@example.vn';
    await createClient({ baseUrl: exchange.webUrl }).accounts.register.mutate({ email, password: PASSWORD });
    const { page, close } = await visit(program, exchange.webUrl, { widthPx: PHONE_WIDTH_PX, colorScheme: 'light', locale: 'vi' });
    await page.goto('/account', { waitUntil: 'networkidle' });
    await typePassword(page, email);

    await button(page, 'Bật xác thực hai lớp').click();
    await button(page, 'Ứng dụng xác thực (khuyên dùng)').click();
    await page.locator('#turn-on-password').fill(PASSWORD);
    await button(page, 'Tiếp tục').click();
    await page.locator('#two-factor-qr svg').waitFor();
    const app = URI.parse((await readQrCode(page.locator('#two-factor-qr'))) ?? '') as TOTP;
    expect([app.issuer, app.label]).toEqual(['Quy Đổi', email]);
    const shownSecret = await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText();
    expect(Secret.fromBase32(shownSecret).base32).toBe(app.secret.base32);
    /** A code whose step no earlier one was of. */
    let lastStep = 0;
    const freshCode = () =>
      until('a fresh code', 2 * STEP_MS, async () => {
        const step = TOTP.counter();
        if (step <= lastStep) return false;
        lastStep = step;
        return app.generate();
      });
    await page.locator('#first-code').fill(await freshCode());
    await button(page, 'Bật xác thực hai lớp').click();
    const codes = page.locator('main ul li', { hasText: /^[2-9A-Z]{5}-[2-9A-Z]{5}$/ });
    await codes.first().waitFor();
    const [recoveryCode = ''] = await codes.allInnerTexts();
    await button(page, 'Tôi đã lưu các mã').click();
    await page.getByText('Còn 10 mã khôi phục chưa dùng.').waitFor();

    await button(page, 'Đăng xuất').click();
    await heading(page, 'Đăng nhập').waitFor();
    await page.goto('/account', { waitUntil: 'networkidle' });
    await typePassword(page, email);
    await typeCode(page, await freshCode());
    await heading(page, 'Tài khoản').waitFor();
    await button(page, 'Đăng xuất').click();
    await heading(page, 'Đăng nhập').waitFor();

    await page.goto('/account', { waitUntil: 'networkidle' });
    await typePassword(page, email);
    await button(page, 'Dùng mã khôi phục').click();
    await typeCode(page, recoveryCode.toLowerCase());
    await page.getByText('Còn 9 mã khôi phục chưa dùng.').waitFor();

    await button(page, 'Tắt').click();
    await page.locator('#factor-password').fill(PASSWORD);
    await page.locator('#factor-code').fill(await freshCode());
    await button(page, 'Tắt xác thực hai lớp').click();
    await page.getByText('Chưa bật').waitFor();
    await page.context().clearCookies({ name: 'session' });
    await page.goto('/login?next=/account', { waitUntil: 'networkidle' });
    await typePassword(page, email);
    await heading(page, 'Tài khoản').waitFor();
    await close();

    const subjects = await until('the mails', MAIL_MS_MAX, async () => {
      const mails = await readMails(exchange, email);
      return mails.length >= 4 ? mails.map(({ subject }) => subject.replace(' · Quy Đổi', '')) : false;
    });
    expect(subjects.toSorted()).toEqual(
      ['Xác nhận email của bạn', 'Đã bật xác thực hai lớp', 'Một mã khôi phục vừa được dùng', 'Đã tắt xác thực hai lớp'].toSorted(),
    );
  });
});

describeOnMockSite('the second step of a login', ({ onPhone, onDevice }) => {
  test('keeps what was typed when it is wrong, and Back leads to the name that was typed', () =>
    onPhone(async (page) => {
      await page.goto('/history', { waitUntil: 'networkidle' });
      await page.goto('/login?next=/account', { waitUntil: 'networkidle' });
      await typePassword(page, 'safe@example.com');
      const code = page.locator('#login-code');
      await code.waitFor();
      await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('login-code');
      expect([await code.getAttribute('autocomplete'), await code.getAttribute('inputmode')]).toEqual(['one-time-code', 'numeric']);
      await typeCode(page, '12');
      await page.getByText('Mã gồm 6 chữ số').waitFor();
      for (const [wrong, said] of [
        ['000000', 'Mã chưa đúng.'],
        ['111111', 'Mã này đã được dùng.'],
      ] as const) {
        await typeCode(page, wrong);
        await page.locator('#login-code-error', { hasText: said }).waitFor();
        expect(await code.inputValue()).toBe(wrong);
      }
      await page.goBack();
      expect(await page.locator('#login-name').inputValue()).toBe('safe@example.com');
      await page.goForward();
      await code.waitFor();
      await button(page, 'Quay lại đăng nhập').click();
      await page.locator('#login-password').fill(PASSWORD);
      await button(page, 'Đăng nhập').click();
      await typeCode(page, '123 456');
      await heading(page, 'Tài khoản').waitFor();
      // Neither step of the login is in the way back.
      await page.goBack();
      await heading(page, 'Tra cứu đơn hàng').waitFor();
    }));

  test.each([
    ['safe@example.com', 'App verwenden'],
    ['sms@example.com', 'SMS-Code verwenden'],
  ])('says within the width of its field that %s has another kind of code, in long words as well', (login, other) =>
    onDevice({ locale: 'ger' }, async (page) => {
      await page.goto('/login?next=/account', { waitUntil: 'networkidle' });
      await page.locator('#login-name').fill(login);
      await page.locator('#login-password').fill(PASSWORD);
      await button(page, 'Anmelden').click();
      await button(page, 'Wiederherstellungscode verwenden').click();
      const [words, field] = [await button(page, other).boundingBox(), await page.locator('div:has(> #login-code)').boundingBox()];
      expect((words?.x ?? 0) + (words?.width ?? 0)).toBeLessThanOrEqual((field?.x ?? 0) + (field?.width ?? 0) + 0.5);
    }),
  );

  test('takes a recovery code, and does not outlive a reload', () =>
    onPhone(async (page) => {
      await page.goto('/login?next=/account', { waitUntil: 'networkidle' });
      await typePassword(page, 'safe@example.com');
      await page.locator('#login-code').waitFor();
      await page.reload({ waitUntil: 'networkidle' });
      await typePassword(page, 'safe@example.com');
      await button(page, 'Dùng mã khôi phục').click();
      await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('login-code');
      expect(await page.locator('#login-code').getAttribute('inputmode')).toBeNull();
      await typeCode(page, 'abcde 23456');
      await heading(page, 'Tài khoản').waitFor();
    }));
});

describeOnMockSite('the safety of an account', ({ onPhone }) => {
  const open = async (page: Page) => {
    await page.goto('/account', { waitUntil: 'networkidle' });
    await typePassword(page, 'an@example.com');
    await heading(page, 'Tài khoản').waitFor();
  };

  test('devices are told in words, and ended one by one or all at once', () =>
    onPhone(async (page) => {
      await open(page);
      const devices = page.locator('main section', { hasText: 'Thiết bị đang đăng nhập' }).locator('li');
      await devices.first().waitFor();
      expect(await devices.locator('span.font-semibold').allInnerTexts()).toEqual([
        'Chrome trên Android',
        'Thiết bị này',
        'Edge trên Windows',
        'Thiết bị không rõ',
      ]);
      await page.getByRole('button', { name: 'Đăng xuất Edge trên Windows' }).click();
      await devices.filter({ hasText: 'Windows' }).waitFor({ state: 'detached' });
      await button(page, 'Đăng xuất mọi thiết bị khác').click();
      await devices.filter({ hasText: 'không rõ' }).waitFor({ state: 'detached' });
      expect(await devices.count()).toBe(1);
      expect(await button(page, 'Đăng xuất mọi thiết bị khác').count()).toBe(0);
    }));

  test('the password is changed; what is wrong is said at its field, and stays there', () =>
    onPhone(async (page) => {
      await open(page);
      await button(page, 'Đổi mật khẩu').click();
      const type = async (current: string, next: string, again = next) => {
        await page.locator('#current-password').fill(current);
        await page.locator('#new-password').fill(next);
        await page.locator('#new-password-again').fill(again);
        await button(page, 'Đổi mật khẩu').click();
      };
      await type(PASSWORD, NEW_PASSWORD, `${NEW_PASSWORD}x`);
      await page.locator('#new-password-again-error').waitFor();
      await type(PASSWORD, 'password');
      await page.locator('#new-password-error', { hasText: 'quá phổ biến' }).waitFor();
      await type('wrong-password', NEW_PASSWORD);
      await page.locator('#current-password-error', { hasText: 'Mật khẩu chưa đúng' }).waitFor();
      expect(await page.locator('#new-password').inputValue()).toBe(NEW_PASSWORD);
      await type(PASSWORD, NEW_PASSWORD);
      await page.getByText('Đã đổi mật khẩu.').waitFor();
    }));

  test('recovery codes are shown once, can be copied and saved, and are not kept on the page', () =>
    onPhone(async (page) => {
      await open(page);
      await button(page, 'Bật xác thực hai lớp').click();
      await button(page, 'Ứng dụng xác thực (khuyên dùng)').click();
      await page.locator('#turn-on-password').fill('wrong-password');
      await button(page, 'Tiếp tục').click();
      await page.locator('#turn-on-password-error').waitFor();
      await page.locator('#turn-on-password').fill(PASSWORD);
      await button(page, 'Tiếp tục').click();
      await page.locator('#first-code').fill('000000');
      await button(page, 'Bật xác thực hai lớp').click();
      await page.locator('#first-code-error').getByText('Mã chưa đúng. Hãy nhập mã đang hiện trong ứng dụng.', { exact: true }).waitFor();
      await page.locator('#first-code').fill('123456');
      await button(page, 'Bật xác thực hai lớp').click();
      await page.getByText('ABCD2-23452').waitFor();
      const saving = page.waitForEvent('download');
      await button(page, 'Tải về').click();
      expect((await saving).suggestedFilename()).toBe('quydoi-ma-khoi-phuc.txt');
      await button(page, 'Tôi đã lưu các mã').click();
      await page.getByText('Đã bật').waitFor();
      expect(await page.getByText('ABCD2-23452').count()).toBe(0);
      await button(page, 'Tắt').click();
      await page.locator('#factor-password').fill(PASSWORD);
      await page.locator('#factor-code').fill('123456');
      await button(page, 'Tắt xác thực hai lớp').click();
      await page.getByText('Chưa bật').waitFor();
    }));
});

describeOnMockSite('the profile', ({ onPhone }) => {
  test('is changed; what is wrong is said at its field; unsaved edits are not called saved', () =>
    onPhone(async (page) => {
      await page.goto('/account', { waitUntil: 'networkidle' });
      await typePassword(page, 'an@example.com');
      await button(page, 'Sửa hồ sơ').click();
      const save = button(page, 'Lưu hồ sơ');
      const saved = page.getByText('Đã lưu hồ sơ.');
      await page.locator('#profile-birthday').fill('2999-12-31');
      await page.locator('#profile-phoneNumber').fill('12');
      await save.click();
      await page.locator('#profile-birthday-error').waitFor();
      await page.locator('#profile-phoneNumber-error').waitFor();
      await page.locator('#profile-birthday').fill('1991-01-31');
      await page.locator('#profile-phoneNumber').fill('0912345679');
      await save.click();
      await saved.waitFor();
      await page.locator('#profile-city').fill('Huế');
      await saved.waitFor({ state: 'detached' });
      const answered = page.waitForResponse(/updateProfile/);
      await save.click();
      await page.locator('#profile-streetAddress1').fill('34 Trần Phú');
      await answered;
      await page.locator('form button[type=submit][aria-busy=false]').waitFor();
      expect(await page.locator('#profile-streetAddress1').inputValue()).toBe('34 Trần Phú');
    }));

  test('leads to the identity check where an order needs one', () =>
    onPhone(async (page) => {
      await page.goto('/login?next=/buy/trc20', { waitUntil: 'networkidle' });
      await typePassword(page, 'an@example.com');
      await page.locator('#buy-quantity').fill('12000');
      // At the amount, and at the button.
      await expect.poll(() => page.locator('a[href="/verify"]').count()).toBe(2);
      await page.getByText(/Đơn từ 300\.000\.000.* cần tài khoản đã xác minh danh tính/).waitFor();
      await page.locator('#buy-quantity').fill('100');
      await expect.poll(() => page.locator('a[href="/verify"]').count()).toBe(0);
    }));
});

describeOnMockSite('the data of a customer', ({ onPhone }) => {
  const open = async (page: Page, login = 'an@example.com') => {
    await page.goto('/account', { waitUntil: 'networkidle' });
    await typePassword(page, login);
    if (login.startsWith('safe')) await typeCode(page, '123456');
    await button(page, 'Xóa tài khoản').waitFor();
  };

  test('are saved as a file', () =>
    onPhone(async (page) => {
      await open(page);
      const saving = page.waitForEvent('download');
      await button(page, 'Tải dữ liệu').click();
      const saved = await saving;
      expect(saved.suggestedFilename()).toBe('quydoi.json');
      expect(JSON.parse(await readFile(await saved.path(), 'utf8'))).toMatchObject({ customer: { email: 'nguyen.van.an@example.com' }, orders: [] });
    }));

  test('are deleted with the account by the password, which open orders keep; then the login is over', () =>
    onPhone(async (page) => {
      await open(page);
      await button(page, 'Xóa tài khoản').click();
      const remove = button(page, 'Xóa vĩnh viễn tài khoản');
      await page.locator('#delete-password').fill('orders-open');
      await remove.click();
      await page.getByText(/còn đơn chưa hoàn tất/).waitFor();
      await page.locator('#delete-password').fill('wrong-password');
      await remove.click();
      await page.locator('#delete-password-error').waitFor();
      await page.locator('#delete-password').fill(PASSWORD);
      await remove.click();
      await heading(page, 'Đã xóa tài khoản').waitFor();
      await page.goto('/account', { waitUntil: 'networkidle' });
      await heading(page, 'Đăng nhập').waitFor();
    }));

  test('are deleted by a code of the second factor, too', () =>
    onPhone(async (page) => {
      await open(page, 'safe@example.com');
      await button(page, 'Xóa tài khoản').click();
      await page.locator('#delete-password').fill(PASSWORD);
      await page.locator('#delete-code').fill('654321');
      await button(page, 'Xóa vĩnh viễn tài khoản').click();
      await page.locator('#delete-code-error').waitFor();
      await page.locator('#delete-code').fill('123456');
      await button(page, 'Xóa vĩnh viễn tài khoản').click();
      await heading(page, 'Đã xóa tài khoản').waitFor();
    }));
});

describeOnMockSite('saved destinations', ({ onPhone }) => {
  test('are offered in the forms, removed and added on the account’s page, by the password', () =>
    onPhone(async (page) => {
      await page.goto('/login?next=/buy/trc20', { waitUntil: 'networkidle' });
      await typePassword(page, 'an@example.com');
      const wallets = page.getByRole('group', { name: 'Ví của bạn' });
      await wallets.getByRole('button').click();
      expect(await page.locator('#buy-wallet').inputValue()).toBe('TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE');
      await page.goto('/sell/trc20', { waitUntil: 'networkidle' });
      await page.getByRole('group', { name: 'Tài khoản của bạn' }).getByRole('button').click();
      expect(await page.locator('#sell-account').inputValue()).toBe('0011001234567');
      expect(await page.locator('input[name=bank]:checked').getAttribute('value')).toBe('vcb');

      await page.goto('/account', { waitUntil: 'networkidle' });
      await button(page, 'Bỏ lưu USDT (TRC20) TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE').click();
      await page.getByText('TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE').waitFor({ state: 'detached' });
      await button(page, 'Thêm nơi nhận').click();
      await page.locator('#destination-account').fill('12');
      await page.locator('#destination-password').fill('wrong-password');
      const save = button(page, 'Lưu nơi nhận');
      await save.click();
      // None is preselected.
      await page.locator('#destination-bank-error').waitFor();
      await page.locator('#destination-bank').selectOption('vcb');
      await save.click();
      await page.locator('#destination-account-error').waitFor();
      await page.locator('#destination-account').fill('0011007654321');
      // Whose account it is, before it is saved.
      await page.locator('form p[role=status] .uppercase').waitFor();
      await save.click();
      await page.locator('#destination-password-error').waitFor();
      await page.locator('#destination-password').fill(PASSWORD);
      await save.click();
      await page.getByText('0011007654321').waitFor();
      await page.goto('/buy/trc20', { waitUntil: 'networkidle' });
      await page.locator('#buy-quantity').waitFor();
      expect(await wallets.count()).toBe(0);
    }));

  test('who saves before the holder’s name is known is shown it once it is', () =>
    onPhone(async (page) => {
      await page.goto('/login?next=/account', { waitUntil: 'networkidle' });
      await typePassword(page, 'an@example.com');
      await button(page, 'Thêm nơi nhận').click();
      const release = await holdRequests(page, /\/trpc\/lookups\./);
      await page.locator('#destination-bank').selectOption('vcb');
      await page.locator('#destination-account').fill('0011007654321');
      await page.locator('#destination-password').fill(PASSWORD);
      await button(page, 'Lưu nơi nhận').click();
      await page.locator('#destination-account-error', { hasText: 'Đang tìm tên chủ tài khoản' }).waitFor();
      await release();
      await page.locator('form p[role=status] .uppercase').waitFor();
      expect(await page.locator('#destination-account-error').count()).toBe(0);
    }));
});
