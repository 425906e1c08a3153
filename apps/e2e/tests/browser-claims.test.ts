import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { overflowPx } from '../src/browser/device.ts';
import { describeOnMockSite } from '../src/browser/mock-visits.ts';
import { contentShown } from '../src/browser/page-ready.ts';
import { until } from '../src/until.ts';

const WHY = 'Tôi đã chuyển, sao chưa thấy?';
const FORM = 'Báo khoản đã chuyển';
const SEND = 'Gửi cho nhân viên đối chiếu';
const JUST_NOW = 'Vừa xong';
const OPTIONAL = 'không bắt buộc';
const TAKEN = 'Đã nhận thông tin của bạn';
const LOST = 'Mất kết nối nên chưa có phản hồi';
const AGAIN = 'Thử lại';
const TYPED = { bank: 'Vietcombank', accountEnd: '4567', reference: 'FT24001234567' } as const;
const QR = '#payment-qr svg';
const CLAIMED = /^Bạn báo đã chuyển tiền lúc \d\d:\d\d/;
/** Asks for a payment that may have been made. */
const ASKS = /Chờ bạn chuyển|Lưu mã QR|Chuyển đúng số tiền|quét mã|[Ss]ao chép từng dòng|Bạn không cần làm gì|rời trang này để chuyển tiền/;
const ANSWERED_MS_MAX = 120_000;
/** How long a press may take: the page may have gone on by itself. */
const PRESS_MS_MAX = 2_000;
/** A transaction id as chains have it. */
const HASH = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
const CLAIMS = '**/trpc/claims.create**';
const SENT_CURRENCY = 'Bạn đã gửi loại tiền nào?';
const OTHER_CURRENCY = 'Đơn này nhận USDT. Loại tiền khác không được ghi nhận tự động';
/** The form's code, as it is built. */
const CODE = /claim-form.*\.js/;

describeOnMockSite('a payment that the order does not show', ({ onDevice }) => {
  async function onPhone(path: string, use: (page: Page) => Promise<void>): Promise<void> {
    await onDevice({}, async (page) => {
      await page.goto(path);
      // The server's preview of an order has its headline, but not all that the tests read.
      await contentShown(page);
      await use(page);
      expect(await overflowPx(page)).toBeLessThanOrEqual(0);
    });
  }

  async function type(page: Page): Promise<void> {
    for (const [name, text] of Object.entries(TYPED)) await page.locator(`#claim-${name}`).fill(text);
  }

  async function expectTyped(page: Page): Promise<void> {
    for (const [name, text] of Object.entries(TYPED)) expect(await page.locator(`#claim-${name}`).inputValue()).toBe(text);
  }

  test('can be told of again, where what was told waits and is wrong', async () => {
    await onPhone('/order/SAMPLE-CLAIMED', async (page) => {
      await page.locator('summary', { hasText: 'Thông tin đã báo chưa đúng? Báo lại' }).click();
      await page.getByRole('heading', { name: FORM }).waitFor();
      expect(await page.locator('#claim-accountEnd').inputValue()).not.toBe('');
    });
  });

  test('is told of by form, offline keeps what was typed, and the answer comes in the log', async () => {
    await onPhone('/order/SAMPLE-PENDING', async (page) => {
      await page.getByText(WHY).click();
      await page.getByRole('heading', { name: FORM }).waitFor();
      // The bank, and the transaction number unless the account's end is missing.
      const optional = page.getByText(OPTIONAL, { exact: true });
      await expect.poll(() => optional.count()).toBe(2);
      await page.getByRole('button', { name: SEND }).click();
      await page.getByText('Vui lòng chọn lúc bạn đã chuyển').waitFor();
      await page.getByRole('button', { name: JUST_NOW }).click();
      for (const name of Object.keys(TYPED)) await page.locator(`#claim-${name}`).fill('');
      await page.getByRole('button', { name: SEND }).click();
      await page.getByText('Vui lòng nhập mục này hoặc mã giao dịch').waitFor();
      expect(await optional.count()).toBe(1);
      await type(page);
      await page.locator('#claim-accountEnd').fill('4');
      await page.getByRole('button', { name: SEND }).click();
      await page.getByText('Nhập ít nhất 3 chữ số').waitFor();
      await page.locator('#claim-accountEnd').fill(TYPED.accountEnd);
      await page.locator('#claim-paidAt').fill('2020-01-01T08:00');
      await page.getByRole('button', { name: SEND }).click();
      await page.getByText('Lúc đó đơn chưa được tạo').waitFor();
      const now = new Date(Date.now() + 60_000);
      const local = await page.evaluate((ms) => {
        const moment = new Date(ms);
        return new Date(ms - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
      }, now.getTime());
      await page.locator('#claim-paidAt').fill(local);

      await page.route(CLAIMS, (route) => route.abort());
      await page.getByRole('button', { name: SEND }).click();
      await page.getByText(LOST).waitFor();
      await expectTyped(page);
      await page.unroute(CLAIMS);
      await page.getByRole('button', { name: SEND }).click();
      await page.getByText(TAKEN).waitFor();
      await page.getByText(`${TYPED.bank} · …${TYPED.accountEnd} · ${TYPED.reference}`).waitFor();
      expect(await page.getByRole('button', { name: SEND }).count()).toBe(0);
      expect(await page.evaluate('document.activeElement?.id')).toBe('order-headline');
      // At once, before the order's log tells of the claim.
      expect(await page.locator(QR).count()).toBe(0);
      await page.getByText('nhân viên sẽ tìm khoản này').waitFor({ timeout: ANSWERED_MS_MAX });
      await page.getByText('Chúng tôi chưa nhận được khoản nào như bạn báo').first().waitFor({ timeout: ANSWERED_MS_MAX });
      // What names another order is that order's.
      await page.getByRole('link', { name: 'Xem các đơn của bạn' }).click();
      await page.getByRole('heading', { level: 1, name: 'Tra cứu đơn' }).waitFor();
    });
  });

  test('says at once all that is wrong, at its field, and leads to the first', async () => {
    await onPhone('/order/SAMPLE-SELL', async (page) => {
      await page.getByText(WHY).click();
      await page.locator('#claim-accountEnd').fill('4');
      await page.locator('#claim-reference').fill('0x1234');
      await page.getByRole('button', { name: SEND }).click();
      const errors = page.locator('form [role=alert]');
      await expect.poll(() => errors.count()).toBe(3);
      expect(await errors.allInnerTexts()).toEqual([
        'Vui lòng chọn lúc bạn đã chuyển.',
        'Nhập ít nhất 3 chữ số hoặc chữ cái cuối cùng.',
        'Đây không phải mã giao dịch trên mạng TRON. Hãy sao chép đủ cả mã trong ví đã chuyển.',
      ]);
      expect(await page.evaluate('document.activeElement.id')).toBe('claim-paidAt');
      // Each is gone as soon as it is put right.
      await page.getByRole('button', { name: JUST_NOW }).click();
      await page.locator('#claim-accountEnd').fill('');
      await expect.poll(() => errors.count()).toBe(1);
      await page.locator('#claim-reference').fill(`https://tronscan.org/#/transaction/${HASH}`);
      await expect.poll(() => errors.count()).toBe(0);
      const [request] = await Promise.all([page.waitForRequest(CLAIMS), page.getByRole('button', { name: SEND }).click()]);
      expect(request.postData()).toContain(`"reference":"${HASH}"`);
      await page.getByText(TAKEN).waitFor();
    });
  });

  test('asks on which network it was sent where the address is valid on several, and which currency', async () => {
    await onPhone('/order/SAMPLE-ERC20', async (page) => {
      await page.getByText(WHY).click();
      const networks = page.getByRole('group', { name: 'Bạn đã gửi qua mạng nào?' });
      await networks.waitFor();
      expect(await optionsOf(networks)).toEqual(['Ethereum', 'BNB Smart Chain', 'Mạng khác']);
      const warning = page.getByText('Tiền gửi qua mạng khác không được ghi nhận tự động');
      await networks.getByText('Ethereum').click();
      expect(await warning.count()).toBe(0);
      const currencies = page.getByRole('group', { name: SENT_CURRENCY });
      expect(await optionsOf(currencies)).toEqual(['USDT', 'ETH', 'USDC', 'Loại khác']);
      await networks.getByText('BNB Smart Chain').click();
      await warning.waitFor();
      expect(await optionsOf(currencies)).toEqual(['USDT', 'BNB', 'USDC', 'Loại khác']);
      await currencies.getByText('USDT').click();
      expect(await page.getByText(OTHER_CURRENCY).count()).toBe(0);
      await currencies.getByText('USDC').click();
      await page.getByText(OTHER_CURRENCY).waitFor();
      await page.getByRole('button', { name: JUST_NOW }).click();
      await page.locator('#claim-reference').fill(`0x${HASH}`);
      const [request] = await Promise.all([page.waitForRequest(CLAIMS), page.getByRole('button', { name: SEND }).click()]);
      expect(request.postData()).toContain('"bank":"BNB Smart Chain, USDC"');
    });
  });

  test.each([
    ['SAMPLE-SWAPUSDT', ['USDT', 'TRX', 'USDC', 'Loại khác']],
    ['SAMPLE-ETH', ['ETH', 'USDT', 'USDC', 'Loại khác']],
    ['SAMPLE-BTC', []],
  ])('asks of %s which currency was sent where the network has several: %j', async (ref, currencies) => {
    await onPhone(`/order/${ref}`, async (page) => {
      await page.getByText(WHY).click();
      await page.locator('#claim-reference').waitFor();
      expect(await page.locator('#claim-bank').count()).toBe(0);
      expect(await optionsOf(page.getByRole('group', { name: SENT_CURRENCY }))).toEqual(currencies);
    });
  });

  test.each(['SAMPLE-CLAIMED', 'SAMPLE-CLAIMEDOVER', 'SAMPLE-CLAIMEDREST'])('is not asked for again while a claim waits: %s', async (ref) => {
    await onPhone(`/order/${ref}`, async (page) => {
      await page.getByRole('heading', { name: CLAIMED }).waitFor();
      expect(await page.locator('h1 + div > span').innerText()).toBe('Đã báo chuyển');
      const text = await page.locator('main').innerText();
      expect(text).toContain('Đừng chuyển lại');
      expect(text).toContain(TAKEN);
      expect(text).not.toMatch(ASKS);
      expect(await page.locator(QR).count()).toBe(0);
      expect(await page.getByText(WHY).count()).toBe(0);
      await page.goto('/history');
      await page.getByRole('link', { name: ref }).getByText('Đã báo chuyển').waitFor();
    });
  });

  test('can still be made by who claimed it too early', async () => {
    await onPhone('/order/SAMPLE-CLAIMED', async (page) => {
      await page.getByText('Tôi chưa chuyển, xem lại cách chuyển').click();
      await page.locator(QR).waitFor();
      expect(await page.locator('#pay [data-amount]').innerText()).toMatch(/^2\.607\.975/);
    });
    await onPhone('/order/SAMPLE-CLAIMEDOVER', async (page) => {
      await page.getByText('Thông tin chuyển tiền của đơn').click();
      await page.getByText('0011004567890').waitFor();
      expect(await page.locator(QR).count()).toBe(0);
    });
  });

  test('is told of below an expired price as well', async () => {
    await onPhone('/order/SAMPLE-TIMEROVER', async (page) => {
      await page.getByText('Tôi đã chuyển', { exact: true }).click();
      await page.getByRole('heading', { name: FORM }).waitFor();
      expect(await page.getByText(WHY).count()).toBe(0);
      await page.getByRole('button', { name: JUST_NOW }).click();
      await type(page);
      await page.getByRole('button', { name: SEND }).click();
      await page.getByText(TAKEN).waitFor();
    });
  });

  test('is asked for again when its form does not load at first', async () => {
    await onPhone('/order/SAMPLE-SELL', async (page) => {
      await page.route(CODE, (route) => route.abort());
      const again = page.getByRole('button', { name: AGAIN });
      // The page reloads itself once, which folds the form again.
      const opened = async () => {
        if ((await page.locator('details[open]', { hasText: WHY }).count()) === 0) await page.getByText(WHY).click();
      };
      await until('the page to ask', ANSWERED_MS_MAX, async () => {
        await opened();
        return again.isVisible();
      });
      await page.unroute(CODE);
      await until('the form', ANSWERED_MS_MAX, async () => {
        await opened();
        if (await again.isVisible()) await again.click({ timeout: PRESS_MS_MAX }).catch(() => {});
        return page.locator('#claim-paidAt').isVisible();
      });
    });
  });

  test('is not asked for where nothing is missing', async () => {
    await onPhone('/order/SAMPLE-DELIVERED', async (page) => {
      await page.getByText('Nhật ký đơn hàng').waitFor();
      expect(await page.getByText(WHY).count()).toBe(0);
    });
  });
});

/** Names to choose from in a radio group. */
async function optionsOf(group: Locator): Promise<string[]> {
  return (await group.locator('label').allInnerTexts()).map((text) => text.trim());
}
