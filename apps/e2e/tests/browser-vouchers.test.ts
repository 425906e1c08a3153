import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { faultsOf } from '../src/browser/accessibility.ts';
import { type Device, overflowPx } from '../src/browser/device.ts';
import { describeOnMockSite } from '../src/browser/mock-visits.ts';
import { until } from '../src/until.ts';

/**
 * What the mock says of a voucher follows from how its code ends: `0000` is refused, after `9999` its issuer takes 20 seconds, with `5555` it pays four
 * fifths of the order, others are good.
 */
const NUMBER = '1234567890';
const REFUSED = '1111222233330000';
const SLOW = '1111222233339999';
const SMALL = '1111222233335555';
const GOOD = '1111222233334444';
/** The voucher that the mock pays out. */
const ISSUED = { number: '0123456789', code: '0011223344556677', shown: '0011 2233 4455 6677' } as const;
const USED_NUMBER = '9876543210';
const SILENT_NUMBER = '5555555555';
const SEND = 'Gửi voucher';
const CHECK = 'Kiểm tra';
const TELL_ME = 'Thông báo khi đơn có cập nhật';
const ASKING = 'Đang kiểm tra voucher với nhà phát hành';
const NOT_FOUND = 'Không tìm thấy thông tin!';
const SILENT = 'Nhà phát hành hiện không phản hồi';
const SUBMIT = '**/trpc/vouchers.submit**';
const READ_ORDER = '**/trpc/orders.get**';
const SMALL_PHONE = { widthPx: 360, heightPx: 640, isTouch: true };
/** Bottom of the header, which stays on top of the page. */
const HEADER_PX = 56;
const SUBMITTED_MS_MAX = 120_000;
/** Some waits of 15 seconds. */
const CHECKED_MS_MAX = 120_000;
/** For one press; after that it is looked at again. */
const ANSWERED_MS_MAX = 10_000;
/** All that a page keeps beyond itself. */
const KEPT = 'JSON.stringify([location.href, document.cookie, { ...localStorage }, { ...sessionStorage }, history.state])';

describeOnMockSite('vouchers', ({ onDevice }) => {
  async function onPhone(path: string, use: (page: Page) => Promise<void>, device: Partial<Device> = {}): Promise<void> {
    await onDevice(device, async (page) => {
      await page.goto(path);
      await use(page);
      expect(await overflowPx(page)).toBeLessThanOrEqual(0);
      const kept = await page.evaluate<string>(KEPT);
      for (const code of [NUMBER, REFUSED, SLOW, SMALL, GOOD, ISSUED.number, ISSUED.code, ISSUED.shown]) expect(kept).not.toContain(code);
    });
  }

  const fields = (page: Page) => Promise.all([page.locator('#voucher-number').inputValue(), page.locator('#voucher-code').inputValue()]);

  test('one paste into either field fills both, and what was typed stays readable', async () => {
    await onPhone('/order/SAMPLE-VOUCHER', async (page) => {
      for (const id of ['#voucher-number', '#voucher-code']) {
        await page.locator('#voucher-number').fill('');
        await page.locator('#voucher-code').fill('');
        await paste(page, id, `E-Voucher number: ${NUMBER}\nActivation code: ${GOOD}\n`);
        expect(await fields(page)).toEqual([NUMBER, '1111 2222 3333 4444']);
      }
      // By a keyboard's own suggestion, which is no paste.
      await page.locator('#voucher-number').fill(`${NUMBER} ${GOOD}`);
      expect(await fields(page)).toEqual([NUMBER, '1111 2222 3333 4444']);
      await page.locator('#voucher-number').fill('12345 6789');
      await page.locator('#voucher-code').fill('1111-2222');
      await page.getByRole('button', { name: SEND }).click();
      await page.locator('form [role=alert]').nth(1).waitFor();
      expect(await page.locator('form [role=alert]').allInnerTexts()).toEqual(['Mã voucher không chính xác', 'Mã active voucher không chính xác']);
      expect(await fields(page)).toEqual(['12345 6789', '1111-2222']);
      expect(await page.evaluate('document.activeElement?.id')).toBe('voucher-number');
      expect(await faultsOf(page)).toEqual([]);
    });
  });

  test('a refused voucher keeps its text and says how many tries are left; a good one pays the order', async () => {
    await onPhone('/order/SAMPLE-VOUCHER', async (page) => {
      await page.locator('#voucher-number').fill(`${NUMBER} ${REFUSED}`);
      const sent = page.waitForRequest(SUBMIT);
      await page.getByRole('button', { name: SEND }).click();
      expect((await sent).postData()).toContain(`"code":"${REFUSED}"`);
      await page.getByText('bạn còn 4 lần thử').waitFor();
      expect(await fields(page)).toEqual([NUMBER, '1111 2222 3333 0000']);
      expect(await faultsOf(page)).toEqual([]);
      // The same on another device.
      await page.reload();
      await page.getByText('bạn còn 4 lần thử').waitFor();
      expect(await fields(page)).toEqual(['', '']);
      await page.locator('#voucher-number').fill(`${NUMBER} ${GOOD}`);
      await page.getByRole('button', { name: SEND }).click();
      await page.getByRole('heading', { name: 'Đã nhận tiền từ voucher, đang xác nhận' }).waitFor();
      await expect.poll(() => page.locator('#voucher-number').count()).toBe(0);
      await page.getByRole('heading', { name: 'Đã chuyển 2.500.000' }).waitFor({ timeout: SUBMITTED_MS_MAX });
    });
  });

  test('a refusal is shown at once and in view, and nothing is sent again while an answer is unknown', async () => {
    const refusedBy = (left: number) => `bạn còn ${left} lần thử`;
    await onPhone(
      '/order/SAMPLE-VOUCHERTRIES',
      async (page) => {
        const send = page.locator('form button[type=submit]');
        const alert = page.locator('form [role=alert]');
        let sent = 0;
        page.on('request', (request) => {
          if (request.url().includes('vouchers.submit')) sent++;
        });
        await page.locator('#voucher-number').fill(`${NUMBER} ${REFUSED}`);
        // The answer comes by itself: the order tells nothing of it.
        await page.route(READ_ORDER, (route) => route.abort());
        await send.click();
        await alert.filter({ hasText: refusedBy(4) }).waitFor();
        await expect.poll(() => isInView(alert)).toBe(true);
        expect(sent).toBe(1);
        expect(await fields(page)).toEqual([NUMBER, '1111 2222 3333 0000']);
        // The voucher is refused again, and the answer is lost.
        await page.route(SUBMIT, async (route) => {
          await route.fetch();
          await route.abort();
        });
        await send.click();
        await alert.filter({ hasText: 'chưa biết voucher đã được gửi hay chưa' }).waitFor();
        await expect.poll(() => isInView(alert)).toBe(true);
        await send.click();
        await send.click();
        expect(sent).toBe(2);
        await page.unroute(SUBMIT);
        await page.unroute(READ_ORDER);
        await alert.filter({ hasText: refusedBy(3) }).waitFor();
        await page.getByRole('button', { name: SEND }).click();
        await alert.filter({ hasText: refusedBy(2) }).waitFor();
        await expect.poll(() => isInView(alert)).toBe(true);
        expect(sent).toBe(3);
      },
      SMALL_PHONE,
    );
  });

  test('what is said of a voucher goes with it: the form for what is missing is a new one', async () => {
    await onPhone('/order/SAMPLE-VOUCHERTRIES', async (page) => {
      const send = page.getByRole('button', { name: SEND });
      const errors = page.locator('form [aria-invalid=true]');
      await page.locator('#voucher-number').fill('12345');
      await send.click();
      await expect.poll(() => errors.count()).toBe(2);
      await page.locator('#voucher-number').fill('123456');
      await expect.poll(() => errors.count()).toBe(1);
      await page.locator('#voucher-number').fill(`E-Voucher: ${NUMBER} / Activation code: ${SMALL} 80 USD`);
      expect(await fields(page)).toEqual([NUMBER, '1111 2222 3333 5555']);
      await send.click();
      await page.getByText('Nhập thêm voucher, còn thiếu 20').waitFor();
      await expect.poll(() => fields(page)).toEqual(['', '']);
      expect(await page.locator('form [role=alert]').allInnerTexts()).toEqual([]);
      expect(await errors.count()).toBe(0);
    });
  });

  test('an order that is paid by a voucher speaks of no transfer', async () => {
    await onPhone('/order/SAMPLE-VOUCHERREFUSED', async (page) => {
      const leave = page.getByText('rời trang này để chuyển tiền');
      await page.getByText('Giữ giá trong').waitFor();
      expect(await leave.count()).toBe(0);
      await page.goto('/order/SAMPLE-SELL');
      await leave.waitFor();
    });
  });

  test('while the issuer is asked the page says so, after a reload as well, and asks for nothing', async () => {
    await onPhone('/order/SAMPLE-VOUCHERREFUSED', async (page) => {
      await page.locator('#voucher-number').fill(`${NUMBER} ${SLOW}`);
      await page.getByRole('button', { name: SEND }).click();
      await page.getByRole('heading', { name: ASKING }).waitFor();
      await expect.poll(() => page.locator('#voucher-number').count()).toBe(0);
      // The issuer is asked for 20 seconds only.
      await page.reload({ waitUntil: 'commit' });
      await page.getByRole('heading', { name: ASKING }).waitFor();
      await page.getByText('Bạn có thể đóng trang này').waitFor();
      expect(await page.locator('#voucher-number').count()).toBe(0);
      expect(await page.getByText('Giữ giá trong').count()).toBe(0);
      await page.getByRole('heading', { name: 'Đã nhận tiền từ voucher, đang xác nhận' }).waitFor({ timeout: SUBMITTED_MS_MAX });
    });
  });

  test('a connection that is lost while sending is told of, and keeps what was typed', async () => {
    await onPhone('/order/SAMPLE-VOUCHERUNDERPAID', async (page) => {
      await page.getByText('Nhập thêm voucher, còn thiếu 20').waitFor();
      await page.route(SUBMIT, (route) => route.abort());
      await page.locator('#voucher-number').fill(`${NUMBER} ${GOOD}`);
      await page.getByRole('button', { name: SEND }).click();
      await page.getByText('chưa biết voucher đã được gửi hay chưa').waitFor();
      expect(await fields(page)).toEqual([NUMBER, '1111 2222 3333 4444']);
      await page.unroute(SUBMIT);
      // Once the order has been read again.
      await page.locator('form button[aria-busy=false]').waitFor();
      await page.getByRole('button', { name: SEND }).click();
      await page.getByRole('heading', { name: 'Đã nhận tiền từ voucher, đang xác nhận' }).waitFor();
    });
  });

  test('an order that takes no voucher, or may have taken one, says what happens next', async () => {
    await onPhone('/order/SAMPLE-VOUCHERENDED', async (page) => {
      await page.getByText('Chưa voucher nào bị trừ tiền').waitFor();
      await page.getByRole('button', { name: 'Tạo đơn mới' }).waitFor();
      expect(await page.getByRole('button', { name: TELL_ME }).count()).toBe(0);
      await page.goto('/order/SAMPLE-VOUCHERUNKNOWN');
      await page.getByText('đừng dùng voucher này ở nơi khác').waitFor();
      await page.getByRole('link', { name: 'Liên hệ hỗ trợ' }).waitFor();
      await page.getByRole('button', { name: TELL_ME }).waitFor();
      await page.goto('/order/SAMPLE-VOUCHEROVER');
      await page.getByText('Đơn này không nhận voucher nữa').waitFor();
      expect(await page.locator('#voucher-number').count()).toBe(0);
    });
  });

  test('a bought voucher comes with a tap, goes with the next, and is nowhere in the page before', async () => {
    await onPhone('/order/SAMPLE-VOUCHERDELIVERED', async (page) => {
      const reveal = page.getByRole('button', { name: 'Hiện mã' });
      await reveal.waitFor();
      const isShown = async () => {
        const html = await page.content();
        return [ISSUED.number, ISSUED.code, ISSUED.shown].map((text) => html.includes(text));
      };
      expect(await isShown()).toEqual([false, false, false]);
      await reveal.click();
      await page.getByText(ISSUED.shown).waitFor();
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      for (const [name, value] of [
        ['Sao chép số voucher', ISSUED.number],
        ['Sao chép mã kích hoạt', ISSUED.code],
      ] as const) {
        await page.getByRole('button', { name }).click();
        await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe(value);
      }
      expect(await faultsOf(page)).toEqual([]);
      await page.getByRole('button', { name: 'Ẩn mã' }).click();
      await reveal.waitFor();
      expect(await isShown()).toEqual([false, false, false]);
      // Left, and come back to.
      await reveal.click();
      await page.getByText(ISSUED.shown).waitFor();
      // The page listens for it a moment after it shows the codes.
      const leave = async () => {
        await page.evaluate("dispatchEvent(new Event('pagehide'))");
        return reveal.isVisible();
      };
      await expect.poll(leave).toBe(true);
      expect(await isShown()).toEqual([false, false, false]);
      await page.goto('/order/SAMPLE-VOUCHERDELIVERED/receipt');
      await page.getByText('Giao dịch đã hoàn tất').waitFor();
      expect(await isShown()).toEqual([false, false, false]);
    });
  });

  test('a refund by voucher can be revealed; without the key the page says where the key is', async () => {
    await onPhone('/order/SAMPLE-VOUCHERREFUNDED', async (page) => {
      await page.getByRole('button', { name: 'Hiện mã' }).click();
      await page.getByText(ISSUED.shown).waitFor();
      await page.goto('/order/SAMPLE-VOUCHERMASKED');
      await page.getByText('Chỉ xem được mã trên trình duyệt đã tạo đơn').waitFor();
      expect(await page.getByText('ngay bên dưới').count()).toBe(0);
      expect(await page.getByRole('button', { name: 'Hiện mã' }).count()).toBe(0);
    });
  });

  test('/listing tells whether a voucher is used, makes wait between checks, and tells nothing of others', async () => {
    await onPhone('/listing.html', async (page) => {
      await page.waitForURL('**/listing');
      const check = page.getByRole('button', { name: CHECK, exact: true });
      await check.click();
      await page.getByText('Mã voucher không chính xác').waitFor();
      expect(await page.getByText(NOT_FOUND).count()).toBe(0);
      await page.locator('#voucher-number').fill(`${ISSUED.number} ${ISSUED.code}`);
      await check.click();
      await page.getByRole('heading', { name: 'Voucher này chưa được dùng' }).waitFor();
      expect(await page.locator('main').innerText()).toMatch(/100\sUSD[\s\S]*\d\d:\d\d \d\d\/\d\d\/\d{4} GMT\+0[\s\S]*giờ Việt Nam/);
      expect(await faultsOf(page)).toEqual([]);
      const other = page.getByRole('button', { name: 'Kiểm tra voucher khác' });
      await other.click();
      expect(await fields(page)).toEqual(['', '']);
      const wait = page.getByRole('button', { name: /^Kiểm tra lại sau \d+ giây$/ });
      const tooSoon = page.getByText('Vui lòng thử lại sau 15 giây.');
      const isToldToWait = async () => (await wait.isVisible()) && (await tooSoon.isVisible());
      const used = page.getByRole('heading', { name: 'Voucher này đã được dùng' });
      // A slow machine may have waited already.
      await until('the wait between checks', CHECKED_MS_MAX, async () => {
        if (await isToldToWait()) return true;
        if (await other.isVisible()) await other.click();
        await page.locator('#voucher-number').fill(`${USED_NUMBER} ${ISSUED.code}`);
        await check.click();
        await used.or(wait).waitFor({ timeout: ANSWERED_MS_MAX });
        return isToldToWait();
      });
      expect(await page.getByText(NOT_FOUND).count()).toBe(0);
      await check.waitFor();
      await tooSoon.waitFor({ state: 'detached' });
      await check.click();
      await used.waitFor();
      await page.getByText('U7654321').waitFor();
      await other.click();
      await page.locator('#voucher-number').fill(`${NUMBER} ${GOOD}`);
      await until('the answer', CHECKED_MS_MAX, async () => {
        // Another check would take its answer away.
        if (await check.isVisible()) await check.click();
        // The wait may have ended between the look and the press.
        await page.getByText(NOT_FOUND).or(wait).waitFor({ timeout: ANSWERED_MS_MAX });
        return page.getByText(NOT_FOUND).isVisible();
      });
      await page.getByText('trong vòng 30 ngày').waitFor();
      expect(await fields(page)).toEqual([NUMBER, '1111 2222 3333 4444']);
      expect(await faultsOf(page)).toEqual([]);
      await page.locator('#voucher-number').fill(`${SILENT_NUMBER} ${ISSUED.code}`);
      await until('the answer about a silent issuer', CHECKED_MS_MAX, async () => {
        if (await check.isVisible()) await check.click();
        await page.getByText(SILENT).or(wait).waitFor({ timeout: ANSWERED_MS_MAX });
        return page.getByText(SILENT).isVisible();
      });
      expect(await page.getByText(NOT_FOUND).count(), 'a right voucher is not called unknown').toBe(0);
      expect(await faultsOf(page)).toEqual([]);
    });
  });
});

/** Whether the whole element is on the screen, below the header. */
async function isInView(element: Locator): Promise<boolean> {
  const box = await element.boundingBox();
  return box !== null && box.y >= HEADER_PX && box.y + box.height <= SMALL_PHONE.heightPx;
}

/** As a browser pastes: with line breaks, which a field of one line would lose. */
async function paste(page: Page, selector: string, text: string): Promise<void> {
  await page.locator(selector).focus();
  await page.evaluate(`{
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', ${JSON.stringify(text)});
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }`);
}
