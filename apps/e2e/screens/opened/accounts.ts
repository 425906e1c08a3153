import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { alerted, fill, type OpenedPart, PASSWORD, press, RIGHT_CODE, said, submit, WRONG_CODE, WRONG_PASSWORD } from './opened-part.ts';

const NO_PICTURE = { name: 'a.txt', mimeType: 'image/png', buffer: Buffer.from('no picture') };
/** A file that is too large, by its path: Chromium reads it itself. */
const LARGE_PICTURE = join(tmpdir(), 'quydoi-large-picture.svg');
writeFileSync(LARGE_PICTURE, ' '.repeat(10_500_000));
const PICTURE = { name: 'a.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="8" height="5"/>') };

/** The withdrawal form after it was filled in with `texts` and submitted. @param answered waits until the answer is shown */
function withdrawal(name: string, texts: Readonly<Record<string, string>>, answered: (page: Page) => Promise<void>): OpenedPart {
  return {
    name,
    path: '/history/wallet',
    login: 'safe',
    open: async (page, say) => {
      // A reload keeps what was typed before, with the form open.
      const open = page.getByRole('button', { name: say('Rút tiền về tài khoản') });
      await open.or(page.locator('#withdraw-amount')).first().waitFor();
      if ((await open.count()) > 0) await open.click();
      await fill(page, texts);
      await page.locator('form:has(#withdraw-amount) [type=submit]').dispatchEvent('click');
      await answered(page);
    },
  };
}

/** Parts of pages that only a customer with an account sees. */
export const ACCOUNTS: readonly OpenedPart[] = [
  {
    name: 'profile-wrong',
    path: '/account',
    login: 'an',
    open: async (page, say) => {
      await press(page, say('Sửa hồ sơ'));
      await fill(page, { 'profile-birthday': '2999-12-31', 'profile-phoneNumber': '12' });
      await press(page, say('Lưu hồ sơ'));
      await said(page, 'profile-phoneNumber');
    },
  },
  {
    name: 'avatar-unreadable',
    path: '/account',
    login: 'an',
    open: async (page) => {
      await page.locator('#avatar').setInputFiles(NO_PICTURE);
      await alerted(page);
    },
  },
  {
    name: 'avatar-large',
    path: '/account',
    login: 'an',
    open: async (page) => {
      await page.locator('#avatar').setInputFiles(LARGE_PICTURE);
      await alerted(page);
    },
  },
  {
    name: 'password-wrong',
    path: '/account',
    login: 'an',
    open: async (page, say) => {
      await press(page, say('Đổi mật khẩu'));
      await fill(page, { 'current-password': WRONG_PASSWORD, 'new-password': 'ca phe sua da 9', 'new-password-again': 'ca phe sua da 9' });
      await press(page, say('Đổi mật khẩu'));
      await said(page, 'current-password');
    },
  },
  {
    name: 'password-common',
    path: '/account',
    login: 'an',
    open: async (page, say) => {
      await press(page, say('Đổi mật khẩu'));
      await fill(page, { 'current-password': PASSWORD, 'new-password': 'password', 'new-password-again': 'passwort' });
      await press(page, say('Đổi mật khẩu'));
      await said(page, 'new-password-again');
      await fill(page, { 'new-password-again': 'password' });
      await press(page, say('Đổi mật khẩu'));
      await said(page, 'new-password');
    },
  },
  {
    name: 'two-factor-choice',
    path: '/account',
    login: 'an',
    open: async (page, say) => {
      await press(page, say('Bật xác thực hai lớp'));
      await page.getByRole('button', { name: say('Ứng dụng xác thực (khuyên dùng)') }).waitFor();
    },
  },
  {
    name: 'two-factor-app',
    path: '/account',
    login: 'an',
    open: async (page, say) => {
      await press(page, say('Bật xác thực hai lớp'));
      await press(page, say('Ứng dụng xác thực (khuyên dùng)'));
      await fill(page, { 'turn-on-password': PASSWORD });
      await press(page, say('Tiếp tục'));
      await fill(page, { 'first-code': WRONG_CODE });
      await press(page, say('Bật xác thực hai lớp'));
      await said(page, 'first-code');
    },
  },
  {
    name: 'two-factor-codes',
    path: '/account',
    login: 'an',
    open: async (page, say) => {
      await press(page, say('Bật xác thực hai lớp'));
      await press(page, say('Ứng dụng xác thực (khuyên dùng)'));
      await fill(page, { 'turn-on-password': PASSWORD });
      await press(page, say('Tiếp tục'));
      await fill(page, { 'first-code': RIGHT_CODE });
      await press(page, say('Bật xác thực hai lớp'));
      await page.getByText('ABCD2-23452').waitFor();
    },
  },
  {
    name: 'two-factor-off',
    path: '/account',
    login: 'an',
    open: async (page, say) => {
      await press(page, say('Tắt'));
      await press(page, say('Tắt xác thực hai lớp'));
      await said(page, 'factor-code');
      await page.evaluate('window.scrollTo(0, 0)');
    },
  },
  {
    name: 'two-factor-off-done',
    path: '/account',
    login: 'an',
    open: async (page, say) => {
      await press(page, say('Tắt'));
      await fill(page, { 'factor-password': PASSWORD, 'factor-code': RIGHT_CODE });
      await press(page, say('Tắt xác thực hai lớp'));
      await page.getByText(say('Chưa bật')).first().waitFor();
    },
  },
  {
    name: 'two-factor-sms',
    path: '/account',
    login: 'an',
    open: async (page, say) => {
      await press(page, say('Bật xác thực hai lớp'));
      await press(page, say('Tin nhắn SMS'));
      await fill(page, { 'sms-phone': '12', 'turn-on-password': PASSWORD });
      await press(page, say('Gửi mã'));
      await said(page, 'sms-phone');
    },
  },
  {
    name: 'two-factor-sms-code',
    path: '/account',
    login: 'an',
    open: async (page, say) => {
      await press(page, say('Bật xác thực hai lớp'));
      await press(page, say('Tin nhắn SMS'));
      await fill(page, { 'sms-phone': '0912345678', 'turn-on-password': PASSWORD });
      await press(page, say('Gửi mã'));
      await fill(page, { 'first-code': WRONG_CODE });
      await press(page, say('Bật xác thực hai lớp'));
      await said(page, 'first-code');
    },
  },
  {
    name: 'delete-account',
    path: '/account',
    login: 'an',
    open: async (page, say) => {
      await press(page, say('Xóa tài khoản'));
      await fill(page, { 'delete-password': 'orders-open' });
      await press(page, say('Xóa vĩnh viễn tài khoản'));
      await alerted(page);
    },
  },
  {
    name: 'delete-account-wrong',
    path: '/account',
    login: 'an',
    open: async (page, say) => {
      await press(page, say('Xóa tài khoản'));
      await fill(page, { 'delete-password': WRONG_PASSWORD });
      await press(page, say('Xóa vĩnh viễn tài khoản'));
      await said(page, 'delete-password');
    },
  },
  {
    name: 'destination-empty',
    path: '/account',
    login: 'an',
    open: async (page, say) => {
      await press(page, say('Thêm nơi nhận'));
      await press(page, say('Lưu nơi nhận'));
      await said(page, 'destination-account');
    },
  },
  {
    name: 'passkey-add',
    path: '/account',
    login: 'an',
    open: async (page, say) => {
      await press(page, say('Thêm khóa truy cập'));
      await fill(page, { 'add-passkey-password': WRONG_PASSWORD });
      await press(page, say('Tiếp tục'));
      await said(page, 'add-passkey-password');
    },
  },
  {
    name: 'identity',
    path: '/verify',
    login: 'an',
    open: async (page) => {
      await page.locator('#identity-front').setInputFiles(NO_PICTURE);
      await alerted(page);
      await page.locator('#identity-back').setInputFiles(LARGE_PICTURE);
      await page.locator('main [role=alert]').nth(1).waitFor();
    },
  },
  {
    name: 'identity-refused',
    path: '/verify',
    login: 'an',
    open: async (page, say) => {
      for (const part of ['front', 'back', 'selfie']) {
        await page.locator(`#identity-${part}`).setInputFiles(PICTURE);
        await page.locator(`fieldset:has(#identity-${part}) .text-ok`).waitFor();
      }
      await press(page, say('Gửi kiểm tra'));
      await page.locator('main [role=status]', { hasText: say('Hãy thay ảnh rồi gửi lại.') }).waitFor();
    },
  },
  {
    name: 'lock',
    path: '/account',
    login: 'an',
    open: async (page, say) => {
      await page.getByRole('button', { name: say('Bật khóa màn hình') }).click();
      await page.getByRole('button', { name: say('Khóa ngay') }).click();
      await fill(page, { 'unlock-password': WRONG_PASSWORD });
      await page.getByRole('button', { name: say('Mở khóa') }).click();
      await said(page, 'unlock-password');
    },
  },
  {
    name: 'unlocked',
    path: '/account',
    login: 'an',
    open: async (page, say) => {
      await fill(page, { 'unlock-password': PASSWORD });
      await page.getByRole('button', { name: say('Mở khóa') }).click();
      await page.getByRole('button', { name: say('Tắt khóa màn hình') }).click();
      await page.getByRole('button', { name: say('Bật khóa màn hình') }).waitFor();
    },
  },
  { name: 'wallet', path: '/history/wallet', login: 'an', open: async () => {} },
  {
    name: 'buy-by-balance',
    path: '/buy/pm',
    login: 'an',
    open: async (page) => {
      await fill(page, { 'buy-quantity': '100000' });
      await page.locator('input[name=pay-by][value=balance]').check({ force: true });
      await submit(page);
    },
  },
  { name: 'safe-account', path: '/account', login: 'safe', open: async () => {} },
  {
    name: 'safe-replace-codes',
    path: '/account',
    login: 'safe',
    open: async (page, say) => {
      await press(page, say('Tạo mã khôi phục mới'));
      await page.locator('#factor-password').waitFor();
      await fill(page, { 'factor-password': PASSWORD, 'factor-code': '111111' });
      await page.locator('form:has(#factor-password) [type=submit]').click();
      await said(page, 'factor-code');
    },
  },
  {
    name: 'safe-passkey-remove',
    path: '/account',
    login: 'safe',
    open: async (page) => {
      await page.locator('button[aria-label*="Google Password Manager"]').first().click();
      await page.locator('#remove-passkey-password').waitFor();
    },
  },
  withdrawal('withdraw-empty', {}, (page) => said(page, 'withdraw-amount')),
  withdrawal('withdraw-wrong', { 'withdraw-amount': '99000000', 'withdraw-code': WRONG_CODE }, (page) =>
    page.locator('[id^=withdraw-][id$=-error]').first().waitFor(),
  ),
  withdrawal('withdraw-little', { 'withdraw-amount': '10000', 'withdraw-code': WRONG_CODE }, (page) => said(page, 'withdraw-amount')),
  withdrawal('withdraw-code', { 'withdraw-amount': '200000', 'withdraw-code': WRONG_CODE }, (page) => said(page, 'withdraw-code')),
  withdrawal('withdraw-failed', { 'withdraw-amount': '300000', 'withdraw-code': RIGHT_CODE }, (page) =>
    page.getByText('W7KQ2M9XR4').first().waitFor(),
  ),
  {
    name: 'safe-buy-by-balance',
    path: '/buy/pm',
    login: 'safe',
    open: async (page) => {
      await fill(page, { 'buy-quantity': '100' });
      await page.locator('input[name=pay-by][value=balance]').check({ force: true });
      await submit(page);
    },
  },
  { name: 'sms-account', path: '/account', login: 'sms', open: async () => {} },
  {
    name: 'sms-off',
    path: '/account',
    login: 'sms',
    open: async (page, say) => {
      await press(page, say('Tắt'));
      await page.locator('#factor-password').waitFor();
      await page.locator('form:has(#factor-password) button', { hasText: '678' }).click();
      await page.locator('form:has(#factor-password) [role=status]', { hasText: '678' }).waitFor();
    },
  },
];
