import { expect, test } from 'vitest';
import { describeOnMockSite } from '../src/browser/mock-visits.ts';
import { contentShown } from '../src/browser/page-ready.ts';

const BEP20_ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';
const ZONE = '(giờ Việt Nam)';
/** Time of day. */
const TIME = '\\d\\d:\\d\\d';
/** Until when something can be done: a countdown, a time of day, hours from now. */
const LIMITS = new RegExp(`Giữ giá trong|(trước|đến) ${TIME}|giờ bạn vẫn chưa chọn`, 'g');

/** Pause after which an entry counts as complete. */
const PAUSE_MS = 2_000;
const HOUR_MS = 3_600_000;

describeOnMockSite('what a first-time customer reads', ({ onPhone }) => {
  test.each(['/', '/sell/pm', '/exchange/pm-trc20'])('%s names no amount before it can reckon one', async (path) => {
    await onPhone(async (page) => {
      await page.route('**/assets/*.js', () => {});
      await page.goto(path, { waitUntil: 'commit' });
      await page.locator('input[id$=-quantity]').fill('100');
      expect(await page.locator('form output').innerText()).toBe('–');
      expect(await page.locator('form dl').innerText()).not.toMatch(/(^|\s)0\s/);
    });
  });

  test.each([
    ['#buy-quantity', '1', ',5', 'Tối thiểu'],
    ['#buy-account', '0071', '0', 'phải gồm 13 chữ số'],
    ['#buy-wallet', 'TXYZ', 'a', 'Ví dụ'],
  ])('%s: says its error once typing has paused, though the keyboard was closed without leaving the field', async (field, typed, more, says) => {
    await onPhone(async (page) => {
      await page.clock.install();
      await page.goto('/buy/trc20', { waitUntil: 'networkidle' });
      await contentShown(page);
      await page.getByText('Vietcombank', { exact: true }).click();
      await page.clock.pauseAt(Date.now() + HOUR_MS);
      await page.locator(field).focus();
      const error = page.locator(`${field}-error`);
      for (const keys of [typed, more]) {
        await page.keyboard.type(keys);
        await page.clock.runFor(PAUSE_MS - 200);
        expect(await error.count()).toBe(0);
      }
      await page.clock.runFor(300);
      expect(await error.innerText()).toContain(says);
      expect(await page.evaluate('`#${document.activeElement?.id}`')).toBe(field);
      await page.keyboard.type('0');
      await error.waitFor({ state: 'detached' });
    });
  });

  test('the button says what comes next: nothing is promised that does not', async () => {
    await onPhone(async (page) => {
      await page.goto('/sell/e-voucher');
      await page.locator('#sell-quantity').fill('50');
      await page.getByText('Vietcombank', { exact: true }).click();
      await page.locator('#sell-account').fill('0071000000001');
      const next = page.locator('#trade-blocked');
      await expect.poll(() => next.innerText()).toBe('Trang sau là chỗ nhập voucher. Không nhập thì đơn tự hủy, bạn không mất gì.');
      await page.goto('/sell/trc20');
      await page.locator('#sell-quantity').fill('50');
      await expect.poll(() => next.innerText()).toBe('Trang sau cho biết số tiền và nơi chuyển. Không chuyển thì đơn tự hủy, bạn không mất gì.');
    });
  });

  test('the fee is told in dong, too: with the rate it adds up to what is paid', async () => {
    await onPhone(async (page) => {
      await page.goto('/buy/trc20');
      await page.locator('#buy-quantity').fill('20');
      const fee = page.locator('form dl > div', { hasText: /^Phí/ });
      await expect.poll(async () => (await fee.locator('dd').innerText()).replaceAll('\u00a0', ' ')).toMatch(/^0,8 USDT ≈ 21\.080 đ, đã gồm/);
      // 20 × 26.350 + 21.080
      expect(await page.locator('form output').innerText()).toContain('548.080');
    });
  });

  test('a refused amount names the maximum that stands below it, and no other', async () => {
    await onPhone(async (page) => {
      await page.goto('/buy/trc20');
      await page.locator('#buy-quantity').fill('25000');
      await page.locator('#buy-quantity-error').waitFor();
      const text = await page.locator('main form').innerText();
      const maxima = [...text.matchAll(/Tối đa\s([\d.,]+)/g)].map(([, maximum]) => maximum);
      expect(maxima).toHaveLength(2);
      expect(maxima[0]).toBe(maxima[1]);
      expect(text).toContain('khi chưa đăng nhập');
    });
  });

  test('every page names the same time for which a price is held', async () => {
    await onPhone(async (page) => {
      for (const path of ['/', '/sell/pm', '/exchange/pm-trc20', '/payment', '/contact']) {
        await page.goto(path);
        const text = await page.locator('main').innerText();
        expect(text, path).toMatch(/30 phút/);
        expect(text, path).not.toMatch(/15 phút/);
      }
    });
  });

  test.each([
    ['SAMPLE-UNDERPAID', ['Trong lúc giá còn được giữ', 'đã trừ phí', 'không mất phí']],
    ['SAMPLE-UNDERPAIDOVER', ['sau 24 giờ', 'giá hiện tại', 'đã trừ phí', 'không mất phí']],
    ['SAMPLE-OVERPAID', [`Giá của đơn được giữ đến ${TIME}`, 'đã trừ phí', 'không mất phí']],
    ['SAMPLE-SELLLATE', ['sau 24 giờ', 'giá hiện tại', 'đã trừ phí hoàn 0,8\\sUSDT']],
  ])('%s: a choice says that the money is safe, until when it can be made, and its fee', async (ref, says) => {
    await onPhone(async (page) => {
      await page.goto(`/order/${ref}`);
      await page.getByText('Hoàn lại toàn bộ, bạn nhận').waitFor();
      const text = await page.locator('main section').first().innerText();
      for (const part of ['Tiền của bạn an toàn', 'cho đến khi bạn chọn', ...says]) expect(text).toMatch(new RegExp(part));
    });
  });

  test.each([
    ['SAMPLE-PENDING', 'Giữ giá trong'],
    ['SAMPLE-UNDERPAID', 'cho đến khi bạn chọn'],
    ['SAMPLE-UNDERPAIDOVER', 'cho đến khi bạn chọn'],
    ['SAMPLE-OVERPAID', 'cho đến khi bạn chọn'],
    ['SAMPLE-CLAIMED', 'Đã nhận thông tin của bạn'],
    ['SAMPLE-CLAIMEDOVER', 'Đã nhận thông tin của bạn'],
  ])('%s: one time limit stands on the page', async (ref, shown) => {
    await onPhone(async (page) => {
      await page.goto(`/order/${ref}`);
      await page.getByText(shown).waitFor();
      const text = await page.locator('main').innerText();
      expect(text.match(LIMITS), text).toHaveLength(1);
    });
  });

  test.each([
    ['/buy/pm', 'Số tài khoản của bạn', 'Để nhận ra khoản chuyển của bạn, và hoàn tiền về đây khi cần.'],
    ['/sell/trc20', 'Ví USDT (TRC20) bạn dùng để gửi', 'được điền sẵn khi bạn cần nhận lại tiền'],
  ])('%s says what “%s” is asked for', async (path, label, use) => {
    await onPhone(async (page) => {
      await page.goto(path, { waitUntil: 'networkidle' });
      const field = page.getByRole('textbox', { name: label });
      const hint = await field.getAttribute('aria-describedby');
      expect(await page.locator(`#${hint}`).innerText()).toContain(use);
    });
  });

  test('a refund below what banks transfer says before it is asked for that it waits for staff', async () => {
    await onPhone(async (page) => {
      for (const [ref, isSmall] of [
        ['SAMPLE-UNDERPAIDTINY', true],
        ['SAMPLE-UNDERPAIDOVER', false],
      ] as const) {
        await page.goto(`/order/${ref}`);
        await page.getByRole('button', { name: 'Hoàn tiền' }).click();
        await page.getByRole('button', { name: /^Hoàn \d.* về tài khoản này$/ }).waitFor();
        expect(await page.getByText('Khoản hoàn dưới 50.000\u00a0đ cần nhân viên duyệt trước khi chuyển').count(), ref).toBe(isSmall ? 1 : 0);
      }
    });
  });

  test('an address of other networks in the refund form is told by their names', async () => {
    await onPhone(async (page) => {
      await page.goto('/order/SAMPLE-SELLUNDERPAIDOVER');
      await page.getByRole('button', { name: 'Hoàn tiền' }).click();
      await page.locator('#refund-wallet').fill(BEP20_ADDRESS);
      await page.getByText('Đây là địa chỉ BEP20/ERC20.').waitFor();
    });
  });

  test('a receipt has one order of date and time', async () => {
    await onPhone(async (page) => {
      await page.goto('/order/SAMPLE-SELLDELIVERED/receipt');
      await page.getByText('Tạo lúc').waitFor();
      const text = await page.locator('article').innerText();
      expect(text.match(new RegExp(`\\d\\d/\\d\\d/\\d{4} ${TIME}`, 'g'))).toHaveLength(2);
      expect(text).not.toMatch(new RegExp(`${TIME} \\d\\d/\\d\\d`));
    });
  });

  test.each([
    ['Asia/Ho_Chi_Minh', false],
    ['Europe/Berlin', true],
  ])('times name Vietnam’s zone on a device of another one only: %s', async (timezoneId, isNamed) => {
    await onPhone(async (page) => {
      await (await page.context().newCDPSession(page)).send('Emulation.setTimezoneOverride', { timezoneId });
      for (const [ref, time] of [
        ['SAMPLE-SEEN', 'Dự kiến xong lúc'],
        ['SAMPLE-DELIVERING', 'Cập nhật gần nhất lúc'],
        ['SAMPLE-OVERPAID', 'Giá của đơn được giữ đến'],
      ] as const) {
        await page.goto(`/order/${ref}`);
        // The server renders the top of the page in its own time zone; wait until the browser has replaced it.
        await contentShown(page);
        const text = await page.getByText(time).innerText();
        expect(text.includes(ZONE), text).toBe(isNamed);
        expect(await page.getByText('Theo giờ Việt Nam').count()).toBe(isNamed ? 1 : 0);
        const created = await page.locator('dl > div', { hasText: 'Tạo lúc' }).textContent();
        expect(created?.includes(ZONE), created ?? '').toBe(isNamed);
      }
      await page.goto('/history');
      await page.locator('main li a').first().waitFor();
      expect(await page.getByText('Theo giờ Việt Nam').count()).toBe(isNamed ? 1 : 0);
    });
  });
});
