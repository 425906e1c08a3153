import { type TOTP, URI } from 'otpauth';
import type { Page } from 'playwright-core';
import { type CodeGenerator, openCodeGenerator } from '../customers/code-generator.ts';
import { readQrCode } from './qr-code.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Types name and password on the login's page, and submits them. */
export async function typeLogin(page: Page, login: string, password: string): Promise<void> {
  await page.locator('#login-name').fill(login);
  await page.locator('#login-password').fill(password);
  await button(page, 'Đăng nhập').click();
}

/** Password of the mock's customers. */
export const MOCK_PASSWORD = 'tra da 7 gio';
/** Code that the mock takes for a second factor, which its customers have whose names begin with `safe`. */
export const MOCK_CODE = '123456';

/** Logs a customer of the mock in, from the login's page. */
export async function logInOnMock(page: Page, login: string): Promise<void> {
  await typeLogin(page, login, MOCK_PASSWORD);
  if (!login.startsWith('safe')) return;
  await page.locator('#login-code').fill(MOCK_CODE);
  await button(page, 'Xác nhận').click();
}

/** Switches the second factor on, on the account's page. @returns the authenticator app, which has given the code that it takes */
export async function turnOnTwoFactor(page: Page, password: string): Promise<CodeGenerator> {
  await button(page, 'Bật xác thực hai lớp').click();
  await button(page, 'Ứng dụng xác thực (khuyên dùng)').click();
  await page.locator('#turn-on-password').fill(password);
  await button(page, 'Tiếp tục').click();
  await page.locator('#two-factor-qr svg').waitFor();
  const app = URI.parse((await readQrCode(page.locator('#two-factor-qr'))) ?? '') as TOTP;
  const codes = openCodeGenerator(app.secret.base32);
  await page.locator('#first-code').fill(await codes.next());
  await button(page, 'Bật xác thực hai lớp').click();
  await button(page, 'Tôi đã lưu các mã').click();
  return codes;
}
