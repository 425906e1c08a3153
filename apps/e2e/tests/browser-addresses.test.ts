import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeOnMockSite } from '../src/browser/mock-visits.ts';
import { contentShown, readyToMeasure } from '../src/browser/page-ready.ts';

/** The mock site's account for payments in dong. */
const OUR_ACCOUNT = '0011004567890';
const TRON = 'TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HC';
const EVM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

describeOnMockSite('addresses', ({ onPhone }) => {
  test.each([
    ['with blanks', 'TMVQ Gm1q AQYV detC eGRR kTWY YrLX uHK2 HC'],
    ['as a link', `tron:${TRON}?amount=10`],
  ])('are understood %s, and sent as they are', (_way, text) =>
    onPhone(async (page) => {
      await page.goto('/buy/trc20', { waitUntil: 'networkidle' });
      const wallet = page.locator('#buy-wallet');
      // Comes with the validation that reads links, which loads after the first paint.
      await page.getByRole('button', { name: 'Quét mã QR địa chỉ ví' }).waitFor();
      await wallet.fill(text);
      await wallet.blur();
      await expect.poll(() => wallet.inputValue()).toBe(TRON);
      expect(await page.locator('#buy-wallet-error').count()).toBe(0);
    }),
  );

  test('are shown in groups as soon as they are understood, in place of the example, and leaving the field moves nothing', () =>
    onPhone(async (page) => {
      await page.goto('/buy/trc20', { waitUntil: 'networkidle' });
      await page.getByRole('button', { name: 'Quét mã QR địa chỉ ví' }).waitFor();
      await readyToMeasure(page);
      const [wallet, hint] = [page.locator('#buy-wallet'), page.locator('#buy-wallet-hint')];
      await wallet.fill(TRON.slice(0, -1));
      expect(await hint.innerText()).toMatch(/^Ví\sdụ: /);
      await wallet.fill(TRON);
      await expect.poll(() => hint.innerText()).toMatch(/^Đối chiếu:/);
      // The layout must not shift while the customer taps the next control.
      const below = page.getByText('Vietcombank', { exact: true });
      const before = await below.boundingBox();
      await wallet.blur();
      await page.waitForTimeout(300);
      expect(await below.boundingBox()).toEqual(before);
      expect(await hint.locator('.font-mono > span').allInnerTexts()).toEqual(['TMVQ', 'Gm1q', 'AQYV', 'detC', 'eGRR', 'kTWY', 'YrLX', 'uHK2', 'HC']);
      await wallet.fill(`${TRON}x`);
      await wallet.blur();
      await page.locator('#buy-wallet-error').waitFor();
      expect(await hint.count()).toBe(0);
    }));

  test.each([
    ['a recovery phrase', `${'abandon '.repeat(11)}about`, 'Đây là cụm từ khôi phục'],
    ['a private key', 'L1aW4aubDFB7yfras2S1mN3bqg9nwySY8nkoLmJebSLD5BWv3ENZ', 'Đây là khóa riêng tư'],
  ])('are not what was entered: %s is named at once, and not kept', (_what, secret, words) =>
    onPhone(async (page) => {
      await page.goto('/buy/trc20', { waitUntil: 'networkidle' });
      const wallet = page.locator('#buy-wallet');
      await wallet.pressSequentially(secret);
      await page.locator('#buy-wallet-error').getByText(words).waitFor();
      await page.locator('#buy-quantity').fill('100');
      expect(await wallet.inputValue()).toBe(secret);
      const kept = await page.evaluate<string>('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])');
      expect(kept).toContain('quantity');
      expect(kept).not.toContain(secret.slice(0, 16));
      await page.reload({ waitUntil: 'networkidle' });
      expect(await wallet.inputValue()).toBe('');
    }),
  );

  test('shown in groups are copied without the gaps', () =>
    onPhone(async (page) => {
      await page.goto('/order/SAMPLE-SELL');
      await page.locator('#pay').getByText('TMVQ').first().waitFor();
      const selected = await page.evaluate<string>(`(() => {
        const group = [...document.querySelectorAll('#pay span')].find((it) => it.textContent === 'TMVQ');
        getSelection().selectAllChildren(group.parentElement);
        return getSelection().toString();
      })()`);
      expect(selected).toBe(TRON);
    }));

  test.each([
    ['the account of a buyer', '/buy/pm', { '#buy-wallet': 'U7654321', '#buy-account': OUR_ACCOUNT }, '#buy-account-error'],
    ['the account of a seller', '/sell/trc20', { '#sell-account': OUR_ACCOUNT }, '#sell-account-error'],
    ['the wallet of a buyer', '/buy/trc20', { '#buy-wallet': TRON, '#buy-account': '0011001234567' }, '#buy-wallet-error'],
  ])('of our own are called ours: %s', (_whose, path, entries, error) =>
    onPhone(async (page) => {
      await page.goto(path, { waitUntil: 'networkidle' });
      await page.locator('[id$=-quantity]').fill('100');
      await page.getByText('Vietcombank', { exact: true }).click();
      for (const [field, text] of Object.entries(entries)) await page.locator(field).fill(text);
      await page.getByText('NGUYEN VAN AN').first().waitFor();
      await page.getByRole('button', { name: /^Tiếp tục/ }).click();
      expect(await page.locator(error).innerText()).toMatch(/^Đây là (ví|tài khoản) của chính chúng tôi\. Hãy nhập/);
      expect(await page.locator('main [role=alert]').count()).toBe(1);
    }),
  );

  test('an error stays with its currency when another one is chosen in between', () =>
    onPhone(async (page) => {
      await page.goto('/buy/trc20', { waitUntil: 'networkidle' });
      const currency = page.getByRole('combobox', { name: 'Chọn loại tiền' });
      const [wallet, error] = [page.locator('#buy-wallet'), page.locator('#buy-wallet-error')];
      await fillPurchase(page, TRON);
      await page.getByRole('button', { name: /^Tiếp tục/ }).click();
      await error.waitFor();
      await currency.selectOption('/buy/pm');
      await page.waitForURL('/buy/pm');
      await expect.poll(() => wallet.inputValue()).toBe('');
      expect(await error.count()).toBe(0);
      await wallet.fill('U7654321');
      await currency.selectOption('/buy/trc20');
      await expect.poll(() => wallet.inputValue()).toBe(TRON);
      expect(await error.innerText()).toMatch(/^Đây là ví của chính chúng tôi/);
    }));

  test.each([
    ['opens the order', 'trc20', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', (page: Page) => page.waitForURL('**/history/transaction/*')],
    ['opens the order after the look-up of the holder', 'pm', 'U1234567', (page: Page) => page.waitForURL('**/history/transaction/*')],
    ['says what is wrong', 'trc20', EVM, (page: Page) => page.getByText('Đây là địa chỉ BEP20/ERC20, bạn đang chọn TRC20.').first().waitFor()],
  ])('are checked before they are sent, also when that takes a while: it %s', (_what, code, wallet, outcome) =>
    onPhone(async (page) => {
      const held: Route[] = [];
      const created: string[] = [];
      page.on('request', (request) => request.url().includes('orders.create') && created.push(request.url()));
      await page.route('**/address-tools-*.js', (route) => void held.push(route));
      await page.goto(`/buy/${code}`);
      await readyToMeasure(page);
      await fillPurchase(page, wallet);
      await page.getByRole('button', { name: /^Tiếp tục/ }).click();
      await page.locator('button[type=submit][aria-busy=true]').waitFor();
      expect(created).toEqual([]);
      await Promise.all(held.map((route) => route.continue()));
      await outcome(page);
    }),
  );

  test.each([
    ['/buy/bep20', `ethereum:${EVM}`, 'Đây là địa chỉ ERC20, bạn đang chọn BEP20.'],
    ['/buy/pm', 'U76540000', 'Không tìm thấy chủ ví. Vui lòng kiểm tra lại mã ví.'],
  ])('on %s, %s is refused with the reason', (path, text, words) =>
    onPhone(async (page) => {
      await page.goto(path, { waitUntil: 'networkidle' });
      await contentShown(page);
      await page.locator('#buy-wallet').fill(text);
      await page.locator('#buy-wallet').blur();
      await page.locator('#buy-wallet-error').getByText(words).waitFor();
    }),
  );

  test('of our own are called ours in the form of a refund', () =>
    onPhone(async (page) => {
      await page.goto('/order/SAMPLE-LATE#k=k7Yw2mE0vQx5sT1uR9oPbA');
      await page.getByRole('button', { name: 'Hoàn tiền', exact: true }).click();
      await page.locator('#refund-account').fill(OUR_ACCOUNT);
      await page.getByText('NGUYEN VAN AN').first().waitFor();
      await page.getByRole('button', { name: /về tài khoản này$/ }).click();
      const error = page.locator('#refund-account-error');
      expect(await error.innerText()).toBe('Đây là tài khoản của chính chúng tôi. Hãy nhập số tài khoản của bạn.');
    }));

  test.each(['pm', 'trc20', 'bep20'])('the example for %s cannot be paid to', (code) =>
    onPhone(async (page) => {
      await page.goto(`/buy/${code}`, { waitUntil: 'networkidle' });
      await contentShown(page);
      const hint = (await page.locator('#buy-wallet-hint').innerText()).replace(/^.*: /, '');
      expect(hint).toMatch(/^[0-9A-Za-z…]+$/);
      await page.locator('#buy-wallet').fill(hint);
      await page.locator('#buy-wallet').blur();
      await page.locator('#buy-wallet-error').waitFor();
    }),
  );
});

/** Fills in the form of a purchase. */
async function fillPurchase(page: Page, wallet: string): Promise<void> {
  await page.locator('#buy-quantity').fill('100');
  await page.locator('#buy-wallet').fill(wallet);
  await page.getByText('Vietcombank', { exact: true }).click();
  await page.locator('#buy-account').fill('0011001234567');
}
