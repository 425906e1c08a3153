import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { faultsOf } from '../src/browser/accessibility.ts';
import { MOCK_CODE as CODE, logInOnMock, MOCK_PASSWORD as PASSWORD } from '../src/browser/account-steps.ts';
import { holdRequests } from '../src/browser/hold-requests.ts';
import { describeOnMockSite } from '../src/browser/mock-visits.ts';
import { contentShown } from '../src/browser/page-ready.ts';

const REFERENCE = /\/([2-9A-HJ-NP-Z]{10})(?:[#?]|$)/;
const SCREEN_PX = 800;

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });

async function logIn(page: Page, login: string, next: string): Promise<void> {
  await page.goto(`/login?next=${next}`, { waitUntil: 'networkidle' });
  await logInOnMock(page, login);
  await page.waitForURL(({ pathname }) => pathname === next);
}

/** A purchase of Perfect Money that is to be paid from the balance, with everything but the proof that its owner pays. */
async function buyFromBalance(page: Page, login: string, quantity = '100'): Promise<void> {
  await logIn(page, login, '/buy/pm');
  await page.locator('#buy-quantity').fill(quantity);
  await page.locator('#buy-wallet').fill('U7654321');
  await page.locator('label', { has: page.locator('input[value=balance]') }).click();
  await page.locator('#balance-secret').waitFor();
}

/** Chooses the balance on a side of the trade. */
async function choose(page: Page, side: 'pay-by' | 'receive-by'): Promise<void> {
  await page.locator('label', { has: page.locator(`input[name=${side}][value=balance]`) }).click();
}

/** Of the order whose page is shown. */
async function refOf(page: Page): Promise<string> {
  await page.waitForURL(REFERENCE);
  return REFERENCE.exec(page.url())?.[1] ?? '';
}

describeOnMockSite('the balance', ({ site, onPhone }) => {
  test('Enter pays from the balance, also where a bank account was typed before', () =>
    onPhone(async (page) => {
      await logIn(page, 'an@example.com', '/buy/pm');
      await page.locator('#buy-quantity').fill('100');
      await page.locator('#buy-wallet').fill('U7654321');
      await page.getByText('Vietcombank', { exact: true }).click();
      await page.locator('#buy-account').fill('0011001234567');
      await page.getByText('NGUYEN VAN AN').first().waitFor();
      await page.locator('label', { has: page.locator('input[value=balance]') }).click();
      await page.locator('#balance-secret').fill(PASSWORD);
      await page.keyboard.press('Enter');
      await page.waitForURL(REFERENCE);
      await page.locator('#order-headline', { hasText: 'từ số dư của bạn' }).waitFor();
      await page.getByText('Trừ từ số dư của bạn').waitFor();
    }));

  test('an order whose answer was lost is not made twice, though the code that pays it was typed anew', () =>
    onPhone(async (page) => {
      await buyFromBalance(page, 'safe@example.com');
      await page.locator('#balance-secret').fill(CODE);
      // The order is made, and the phone is told nothing of it.
      let made = '';
      await page.route('**/trpc/orders.create*', async (route) => {
        made = /"ref":"([2-9A-HJ-NP-Z]{10})"/.exec(await (await route.fetch()).text())?.[1] ?? '';
        await route.abort();
      });
      await button(page, /^Trả .* từ số dư$/).click();
      await page.getByText('đơn không bị tạo hai lần').waitFor();
      expect(made).not.toBe('');
      await page.unroute('**/trpc/orders.create*');
      // The app shows another code by now.
      await page.locator('#balance-secret').fill('123 456');
      await button(page, /^Trả .* từ số dư$/).click();
      expect(await refOf(page)).toBe(made);
    }));

  test('what proves the payer is kept nowhere on the device', () =>
    onPhone(async (page) => {
      await buyFromBalance(page, 'an@example.com');
      await page.locator('#balance-secret').fill(PASSWORD);
      await page.route('**/trpc/orders.create*', (route) => route.abort());
      await button(page, /^Trả .* từ số dư$/).click();
      await page.getByText('đơn không bị tạo hai lần').waitFor();
      expect(await page.evaluate('JSON.stringify([document.cookie, { ...localStorage }, { ...sessionStorage }])')).not.toContain(PASSWORD);
    }));

  test('a missing password is asked for at its field, and no more once it is typed', () =>
    onPhone(async (page) => {
      await buyFromBalance(page, 'an@example.com');
      await button(page, /^Trả .* từ số dư$/).click({ force: true });
      await page.locator('#balance-secret-error', { hasText: 'Vui lòng nhập mật khẩu' }).waitFor();
      expect(await page.evaluate('document.activeElement.id')).toBe('balance-secret');
      expect(await faultsOf(page)).toEqual([]);
      await page.locator('#balance-secret').fill('x');
      await page.locator('#balance-secret-error').waitFor({ state: 'detached' });
      expect(await page.getByText('Vui lòng nhập mật khẩu').count()).toBe(0);
    }));

  test('says what a balance lacks for an order, and leads to where it is deposited', () =>
    onPhone(async (page) => {
      await buyFromBalance(page, 'an@example.com', '300');
      await page.getByText('còn thiếu 2.896.900 đ').waitFor();
      expect(await button(page, /^Trả .* từ số dư$/).isDisabled()).toBe(true);
      await page.getByRole('link', { name: 'Nạp tiền vào ví' }).click();
      await page.getByRole('heading', { level: 1, name: 'Ví của bạn' }).waitFor();
    }));

  test('a coupon that was applied or removed by keyboard leaves the focus beside it', () =>
    onPhone(async (page) => {
      await page.goto('/buy/pm', { waitUntil: 'networkidle' });
      await page.locator('#buy-quantity').fill('100');
      await button(page, 'Có mã giảm giá?').click();
      await page.locator('#coupon').fill('tet2027');
      await page.keyboard.press('Enter');
      await page.getByText('Giảm 5.000 đ').waitFor();
      await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Bỏ mã');
      await page.keyboard.press('Enter');
      await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('coupon');
    }));

  test('a withdrawal tells its fee and what arrives, groups the amount, and never asks for more than there is', () =>
    onPhone(async (page) => {
      await logIn(page, 'safe@example.com', '/history/wallet');
      await button(page, 'Rút tiền về tài khoản').click();
      const amount = page.locator('#withdraw-amount');
      await amount.pressSequentially('50000');
      expect(await amount.inputValue()).toBe('50.000');
      await page.locator('#withdraw-code').fill(CODE);
      await button(page, 'Rút tiền').click();
      await page.locator('#withdraw-amount-error', { hasText: 'Tối thiểu: 100.000 đ' }).waitFor();
      await button(page, 'Rút hết').click();
      expect(await amount.inputValue()).toBe('4.927.025');
      const facts = page.locator('[data-withdrawal-facts]');
      expect(await facts.innerText()).toMatch(/Phí chuyển\s+0\sđ/);
      expect(await facts.innerText()).toMatch(/Bạn nhận\s+4\.927\.025\sđ/);
      await amount.fill('9000000');
      await button(page, 'Rút tiền').click();
      await page.locator('#withdraw-amount-error', { hasText: 'hiện có 4.927.025 đ' }).waitFor();
      expect(await faultsOf(page)).toEqual([]);
    }));

  test('a withdrawal whose answer was lost is sent again with its key, and kept over a reload until then', () =>
    onPhone(async (page) => {
      await logIn(page, 'safe@example.com', '/history/wallet');
      await button(page, 'Rút tiền về tài khoản').click();
      await page.locator('#withdraw-amount').fill('200000');
      await page.locator('#withdraw-code').fill(CODE);
      const keys: (string | undefined)[] = [];
      await page.route(/\/trpc\/wallet\.withdraw(\?|$)/, (route) => {
        keys.push(route.request().headers()['idempotency-key']);
        return route.abort();
      });
      await button(page, 'Rút tiền').click();
      await page.getByText('Bấm lại để gửi tiếp; tiền không bị rút hai lần.').waitFor();
      await page.reload();
      expect(await page.locator('#withdraw-amount').inputValue()).toBe('200.000');
      expect(await page.locator('#withdraw-code').inputValue()).toBe('');
      await page.locator('#withdraw-code').fill(CODE);
      await button(page, 'Rút tiền').click();
      await expect.poll(() => keys.length).toBe(2);
      expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
      expect(keys[1]).toBe(keys[0]);
      await button(page, 'Quay lại').click();
      await page.reload();
      await button(page, 'Rút tiền về tài khoản').waitFor();
    }));

  test('an order whose reserve others hold offers the quantity that can be ordered, and keeps the proof', () =>
    onPhone(async (page) => {
      await buyFromBalance(page, 'an@example.com');
      await page.locator('#balance-secret').fill(PASSWORD);
      const data = {
        code: 'RESERVE_BUSY',
        message: 'Dự trữ đang được giữ cho đơn khác.',
        httpStatus: 409,
        params: { share: 'all', n: '40', unit: 'USD', room: 'some' },
      };
      await page.route(/\/trpc\/orders\.create(\?|$)/, (route) =>
        route.fulfill({
          status: 409,
          contentType: 'application/json',
          body: JSON.stringify({ error: { json: { message: data.message, code: -32009, data } } }),
        }),
      );
      await page.keyboard.press('Enter');
      await page.getByText(data.message).waitFor();
      await button(page, /Chọn 40.USD/).click();
      expect(await page.locator('#buy-quantity').inputValue()).toBe('40');
      expect(await page.locator('#balance-secret').inputValue()).toBe(PASSWORD);
    }));

  test('a withdrawal that was not sent stays on no device whose customer has logged out', () =>
    onPhone(async (page) => {
      await logIn(page, 'safe@example.com', '/history/wallet');
      await button(page, 'Rút tiền về tài khoản').click();
      await page.locator('#withdraw-amount').fill('200000');
      const draft = () => page.evaluate<string | null>('sessionStorage.getItem("withdrawal")');
      expect(await draft()).toContain('200000');
      await button(page, 'Đăng xuất').click();
      await page.waitForURL(({ pathname }) => pathname === '/login');
      await page.locator('#login-name').waitFor();
      await expect.poll(draft).not.toContain('200000');
    }));

  test('the wallet takes its room before it is there, so that nothing on the screen jumps', () =>
    onPhone(async (page) => {
      await logIn(page, 'an@example.com', '/history/trade');
      const release = await holdRequests(page, /\/trpc\/(wallet|accounts)\./);
      await page.goto('/history/wallet');
      await page.getByRole('heading', { level: 1, name: 'Ví của bạn' }).waitFor();
      await contentShown(page);
      const top = async (selector: string) => (await page.locator(selector).boundingBox())?.y;
      const end = () =>
        page.evaluate<number>("Math.max(...[...document.querySelectorAll('main section')].map((card) => card.getBoundingClientRect().bottom))");
      expect(await end()).toBeGreaterThan(SCREEN_PX);
      const before = await top('main nav');
      await release();
      await page.locator('[data-balance=vnd]').waitFor();
      await page.getByText('nguyen.van.an@example.com').waitFor();
      expect(await top('main nav')).toBe(before);
      expect(await end()).toBeGreaterThan(SCREEN_PX);
    }));

  test('coins that are on their way are told where they are expected', () =>
    onPhone(async (page) => {
      await logIn(page, 'an@example.com', '/history/wallet');
      await button(page, 'ETH').click();
      await page.getByText('Mạng xác nhận trong khoảng 13 phút.').waitFor();
      const coming = page.locator('[data-coming]');
      expect(await coming.innerText()).toMatch(/^0,25\sETH\s+Chờ mạng xác nhận/);
      expect(await faultsOf(page)).toEqual([]);
    }));

  test('coins are sold from their balance, and the dong goes into another', () =>
    onPhone(async (page) => {
      await fetch(`${site().webUrl}/mock/coins`);
      await logIn(page, 'safe@example.com', '/sell/eth');
      await page.locator('#sell-quantity').fill('0.1');
      await choose(page, 'pay-by');
      expect(await page.locator('#sell-wallet').isVisible()).toBe(false);
      expect(await page.locator('#sell-account').isVisible()).toBe(true);
      await choose(page, 'receive-by');
      expect(await page.locator('#sell-account').isVisible()).toBe(false);
      await page.locator('#balance-secret').fill(CODE);
      expect(await faultsOf(page)).toEqual([]);
      await button(page, /^Trả 0,1 ETH từ số dư$/).click();
      await refOf(page);
      await page.getByText('Trừ từ số dư của bạn').waitFor();
      await page.getByText('Cộng vào số dư của bạn').waitFor();
    }));

  test('coins that are bought by bank transfer go into their balance, and the account that pays is still asked for', () =>
    onPhone(async (page) => {
      await fetch(`${site().webUrl}/mock/coins`);
      await logIn(page, 'an@example.com', '/buy/eth');
      await page.locator('#buy-quantity').fill('0.1');
      await choose(page, 'receive-by');
      expect(await page.locator('#buy-wallet').isVisible()).toBe(false);
      const submit = button(page, /^Tiếp tục · nhận 0,1 ETH vào số dư$/);
      await submit.click({ force: true });
      await page.locator('#balance-blocked', { hasText: 'Chọn ngân hàng' }).waitFor();
      await page.getByText('Vietcombank', { exact: true }).click();
      await page.locator('#buy-account').fill('0011001234567');
      await page.getByText('NGUYEN VAN AN').first().waitFor();
      expect(await faultsOf(page)).toEqual([]);
      await submit.click();
      await refOf(page);
      await page.getByText('Cộng vào số dư của bạn').waitFor();
      await page.locator('[data-qr]').or(page.getByText('Nội dung')).first().waitFor();
    }));
});
