import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Device, WordsLocale } from '../src/browser/device.ts';
import { holdRequests } from '../src/browser/hold-requests.ts';
import { describeOnMockSite } from '../src/browser/mock-visits.ts';
import { readyToMeasure } from '../src/browser/page-ready.ts';
import { readQrCode } from '../src/browser/qr-code.ts';

const QR = '#payment-qr svg';
const SMALL_PHONE = { widthPx: 360, heightPx: 640, isTouch: true };
const DESKTOP = { widthPx: 1280, heightPx: 800 };
const ACCOUNT = '0011004567890';
const BITCOIN_ADDRESS = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';

/** Keeps the texts that the page draws on canvases, and the files that it shares. */
const RECORD = `
  window.drawn = [];
  window.shared = [];
  const { fillText } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.fillText = function (text, ...at) { window.drawn.push(text); return fillText.call(this, text, ...at); };
  navigator.canShare = ({ files }) => files.every(({ type }) => type === 'image/png');
  navigator.share = async ({ files }) => { window.shared.push(...files.map(({ name, size }) => ({ name, size }))); };
`;

describeOnMockSite('the page of an order', (visits) => {
  async function onDevice(device: Pick<Device, 'widthPx' | 'heightPx' | 'isTouch'>, use: (page: Page) => Promise<void>, locale: WordsLocale = 'vi') {
    await visits.onDevice({ locale, ...device }, async (page, pageErrors) => {
      await use(page);
      expect(pageErrors).toEqual([]);
    });
  }

  /** Expects the text of an element on a desktop, by order. @param as what is compared of the text */
  async function expectTexts(selector: string, texts: Readonly<Record<string, string>>, as = (text: string) => text) {
    await onDevice(DESKTOP, async (page) => {
      for (const [ref, text] of Object.entries(texts)) {
        await open(page, ref);
        expect(as(await page.locator(selector).innerText()), ref).toBe(text);
      }
    });
  }

  test.each(['SAMPLE-PENDING', 'SAMPLE-SELL', 'SAMPLE-BTC', 'SAMPLE-ETH'])(
    'shows the amount, then the whole QR code, on the first screen of a small phone: %s',
    async (ref) => {
      await onDevice(SMALL_PHONE, async (page) => {
        await open(page, ref);
        await readyToMeasure(page);
        const [amount, code] = [await boxOf(page.locator('#pay [data-amount]')), await boxOf(page.locator('#payment-qr'))];
        expect(code.bottom).toBeLessThanOrEqual(SMALL_PHONE.heightPx);
        expect(amount.bottom).toBeLessThanOrEqual(code.top);
        expect((await boxOf(page.getByRole('button', { name: 'Sao chép số tiền' }))).top).toBeLessThan(amount.bottom);
        // The order is older than a minute.
        const claim = await boxOf(page.getByText('Tôi đã chuyển, sao chưa thấy?'));
        expect(claim.top).toBeGreaterThanOrEqual(amount.bottom - 1);
        expect(claim.bottom).toBeLessThanOrEqual(code.top);
        expect(await fontSizes(page, 'main *')).toBe(await fontSizes(page, '#pay [data-amount]'));
        const above = await page.locator('main').innerText();
        expect(above.split('2.607.975').length - 1).toBeLessThanOrEqual(2);
        expect(code.right - code.left).toBeLessThan(200);
      });
    },
  );

  test.each([
    ['SAMPLE-BTC', 'Bán Bitcoin Bạn nhận 2.851.833 đ'],
    ['SAMPLE-ETH', 'Bán Ethereum Bạn nhận 11.172.838 đ'],
    ['SAMPLE-SELL', 'Bán USDT (TRC20) Bạn nhận 2.548.000 đ'],
    ['SAMPLE-ERC20', 'Bán USDT (ERC20) Bạn nhận 2.548.000 đ'],
  ])('%s: a small phone has the address right below the code, and with its copy, the time left and “%s” on the first screen', async (ref, trade) => {
    await onDevice(SMALL_PHONE, async (page) => {
      await open(page, ref);
      await readyToMeasure(page);
      const [code, address] = [await boxOf(page.locator('#payment-qr')), await boxOf(page.locator('#pay label', { hasText: 'Địa chỉ' }))];
      expect(address.top - code.bottom).toBeGreaterThanOrEqual(0);
      expect(address.top - code.bottom).toBeLessThanOrEqual(24);
      const copy = page.getByRole('button', { name: 'Sao chép địa chỉ' });
      const shown = page.locator('[data-clock]');
      for (const { bottom } of [address, await boxOf(copy), await boxOf(shown)]) expect(bottom).toBeLessThanOrEqual(SMALL_PHONE.heightPx);
      // The same clock once more, not another limit.
      expect(secondsOf(await shown.innerText()) - secondsOf(await page.getByRole('timer').innerText())).toBeLessThanOrEqual(1);
      expect(plain(await page.locator('h1 + div > p').innerText())).toBe(trade);
      expect(await page.locator('#pay').innerText()).not.toMatch(/^Mạng$/m);
    });
  });

  test('names beside the kind of an order what its customer gets, where that is settled', async () => {
    const kinds = {
      'SAMPLE-PENDING': 'Mua Perfect Money · Bạn nhận 100 USD',
      'SAMPLE-SWAP': 'Đổi Perfect Money sang USDT (TRC20) · Bạn nhận 96,2 USDT',
      'SAMPLE-SEEN': 'Bán USDT (TRC20) · Bạn nhận 2.548.000 đ',
      'SAMPLE-HANDMAKE': 'Mua Perfect Money · Bạn nhận 100 USD',
      'SAMPLE-UNDERPAID': 'Mua Perfect Money',
      'SAMPLE-TIMEROVER': 'Mua Perfect Money',
      'SAMPLE-REFUNDING': 'Mua Perfect Money',
      'SAMPLE-DELIVERED': 'Mua Perfect Money · Bạn nhận 100 USD',
    };
    await expectTexts('h1 + div > p', kinds, plain);
  });

  test.each([768, 1280, 1920])('draws the QR code at 220 to 260 px at %i px, from a drawing of 150', async (widthPx) => {
    await onDevice({ widthPx }, async (page) => {
      await open(page, 'SAMPLE-PENDING');
      const code = await boxOf(page.locator(QR));
      expect(code.right - code.left).toBeGreaterThanOrEqual(220);
      expect(code.right - code.left).toBeLessThanOrEqual(260);
      expect(await page.locator(QR).getAttribute('width')).toBe('150');
      expect(await readQrCode(page.locator('#payment-qr'))).toContain('7KQ2M9XR4B');
    });
  });

  test('puts clock and steps beside the payment on a desktop, below it on a phone', async () => {
    await onDevice(DESKTOP, async (page) => {
      await open(page, 'SAMPLE-PENDING');
      const pay = await boxOf(page.locator('#pay'));
      for (const part of [page.getByRole('timer'), page.getByRole('list', { name: 'Tiến trình đơn hàng' })]) {
        const box = await boxOf(part);
        expect(box.left).toBeGreaterThan(pay.right);
        expect(box.top).toBeLessThan(pay.bottom);
      }
      const [header, left] = [await boxOf(page.locator('header a').first()), await boxOf(page.locator('#pay'))];
      expect(Math.abs(header.left - left.left)).toBeLessThanOrEqual(1);
      const [controls, details] = [await boxOf(page.locator('header button').last()), await boxOf(page.locator('main section').last())];
      expect(Math.abs(controls.right - details.right)).toBeLessThanOrEqual(1);
    });
    await onDevice(SMALL_PHONE, async (page) => {
      await open(page, 'SAMPLE-PENDING');
      const tops: number[] = [];
      for (const part of ['[data-amount]', '#payment-qr', '#pay .text-warn', '[role=timer]', 'ol[aria-label]', 'main details:has(dl)'])
        tops.push((await boxOf(page.locator(part).first())).top);
      expect(tops).toEqual(tops.toSorted((a, b) => a - b));
    });
  });

  test('knows one time limit: the clock', async () => {
    for (const ref of ['SAMPLE-PENDING', 'SAMPLE-SELL', 'SAMPLE-SELLPM'])
      await onDevice(DESKTOP, async (page) => {
        await open(page, ref);
        expect(await page.locator('main').innerText()).not.toMatch(/\d+ phút/);
      });
  });

  test('has a badge that says what is needed', async () => {
    const badges = {
      'SAMPLE-UNDERPAID': 'Cần bạn chọn',
      'SAMPLE-UNDERPAIDOVER': 'Cần bạn chọn',
      'SAMPLE-OVERPAID': 'Cần bạn chọn',
      'SAMPLE-LATE': 'Cần bạn chọn',
      'SAMPLE-RISK': 'Tạm giữ',
      'SAMPLE-REFUNDING': 'Đang hoàn',
      'SAMPLE-REFUNDFAILED': 'Tạm giữ',
      'SAMPLE-REFUNDED': 'Đã hoàn',
    };
    await expectTexts('h1 + div > span', badges);
  });

  test('tells how many blocks have confirmed a payment, and the minute at which it is expected to be final', async () => {
    await onDevice(SMALL_PHONE, async (page) => {
      await open(page, 'SAMPLE-SEEN');
      expect(await page.locator('#order-headline').innerText()).toMatch(/\d+\/19/);
      const now = new Date(Date.now() + 7 * 3_600_000);
      const [hour = 0, minute = 0] = (/lúc (\d\d):(\d\d)/.exec(await page.locator('main').innerText()) ?? []).slice(1).map(Number);
      const ahead = (hour * 60 + minute - now.getUTCHours() * 60 - now.getUTCMinutes() + 1440) % 1440;
      // 19 blocks of 3 s last a minute.
      expect(ahead).toBeLessThanOrEqual(2);
    });
  });

  test('says on top that something is hidden', async () => {
    await onDevice(SMALL_PHONE, async (page) => {
      await open(page, 'SAMPLE-MASKED');
      const notice = await boxOf(page.getByText('Bạn đang xem bản rút gọn'));
      expect(notice.bottom).toBeLessThan((await boxOf(page.locator('#pay'))).top);
    });
  });

  test('saves and shares the QR code with what it says as text', async () => {
    await onDevice(SMALL_PHONE, async (page) => {
      await page.addInitScript(RECORD);
      await open(page, 'SAMPLE-PENDING');
      const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Lưu mã QR' }).click()]);
      expect(download.suggestedFilename()).toBe('quydoi-SAMPLE-PENDING.png');
      const picture = readFileSync((await download.path()) ?? '');
      const drawn = await page.evaluate<string[]>('window.drawn');
      expect(drawn.map((text) => text.replaceAll('\u00a0', ' '))).toEqual(
        expect.arrayContaining(['2.607.975 đ', 'Vietcombank', ACCOUNT, 'CONG TY QUY DOI', '7KQ2M9XR4B', 'SAMPLE-PENDING']),
      );
      await page.setContent(`<img alt="" src="data:image/png;base64,${picture.toString('base64')}">`);
      expect(await readQrCode(page.locator('img'))).toContain('7KQ2M9XR4B');
    });
    await onDevice(SMALL_PHONE, async (page) => {
      await page.addInitScript(RECORD);
      await open(page, 'SAMPLE-SELL');
      await page.getByRole('button', { name: 'Chia sẻ' }).click();
      await expect.poll(() => page.evaluate('window.shared.length')).toBe(1);
      expect(await page.evaluate('window.shared[0].name')).toBe('quydoi-SAMPLE-SELL.png');
      expect(await page.evaluate('window.shared[0].size')).toBeGreaterThan(1000);
    });
  });

  test("opens the app of the customer's bank on a phone, where it is known to fill in the transfer", async () => {
    await onDevice(SMALL_PHONE, async (page) => {
      await open(page, 'SAMPLE-APP');
      const href = await page.getByRole('link', { name: 'Mở ứng dụng MBBank' }).getAttribute('href');
      const { origin, searchParams } = new URL(href ?? '');
      expect(origin).toBe('https://dl.vietqr.io');
      expect(Object.fromEntries(searchParams)).toEqual({
        app: 'mb',
        ba: `${ACCOUNT}@vcb`,
        am: '2607975',
        tn: '7KQ2M9XR4B',
        bn: 'CONG TY QUY DOI',
        url: `${visits.site().webUrl}/order/SAMPLE-APP`,
      });
      await open(page, 'SAMPLE-PENDING');
      expect(await page.getByRole('link', { name: /^Mở ứng dụng/ }).count()).toBe(0);
    });
    await onDevice(DESKTOP, async (page) => {
      await open(page, 'SAMPLE-APP');
      expect(await page.getByRole('link', { name: /^Mở ứng dụng/ }).count()).toBe(0);
    });
  });

  test('opens a wallet on a phone by the payment link of a coin, of which the code holds the same', async () => {
    await onDevice(SMALL_PHONE, async (page) => {
      await open(page, 'SAMPLE-BTC');
      const wallet = page.getByRole('link', { name: 'Mở ví' });
      expect(await wallet.getAttribute('href')).toBe(`bitcoin:${BITCOIN_ADDRESS}?amount=0.00123456`);
      expect(await readQrCode(page.locator('#payment-qr'))).toBe(await wallet.getAttribute('href'));
      expect((await boxOf(wallet)).bottom).toBeLessThanOrEqual((await boxOf(page.locator('#payment-qr'))).bottom);
      await open(page, 'SAMPLE-ETH');
      expect(await wallet.getAttribute('href')).toMatch(/^ethereum:0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed@1\?value=123456780000000000$/);
      // The link of a token begins with its contract: a wallet that reads its first address would send there.
      for (const ref of ['SAMPLE-SELL', 'SAMPLE-ERC20', 'SAMPLE-PENDING']) {
        await open(page, ref);
        expect(await wallet.count(), ref).toBe(0);
      }
    });
    await onDevice(DESKTOP, async (page) => {
      await open(page, 'SAMPLE-BTC');
      expect(await page.getByRole('link', { name: 'Mở ví' }).count()).toBe(0);
    });
  });

  test.each([SMALL_PHONE, DESKTOP])('copies a value that is tapped, whose text can still be selected: %o', async (device) => {
    await onDevice(device, async (page) => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      const clipboard = () => page.evaluate<string>('navigator.clipboard.readText()');
      await open(page, 'SAMPLE-BTC');
      await page.locator('[data-amount]').click();
      await expect.poll(clipboard).toBe('0.00123456');
      const address = page.locator('#pay label', { hasText: 'Địa chỉ' });
      await address.locator('> span').last().click();
      await expect.poll(clipboard).toBe(BITCOIN_ADDRESS);
      await page.getByText('Đã sao chép').first().waitFor({ state: 'attached' });
      await open(page, 'SAMPLE-PENDING');
      await page.locator('#pay label', { hasText: 'Nội dung chuyển khoản' }).click({ position: { x: 4, y: 4 } });
      await expect.poll(clipboard).toBe('7KQ2M9XR4B');
      // One button each, by its own name alone: the value is no second one.
      await page.getByRole('button', { name: 'Sao chép số tài khoản', exact: true }).focus();
      await page.keyboard.press('Enter');
      await expect.poll(clipboard).toBe(ACCOUNT);
    });
  });

  test('selects what a mouse is drawn over, and copies nothing by it', async () => {
    await onDevice(DESKTOP, async (page) => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await open(page, 'SAMPLE-BTC');
      await page.evaluate("navigator.clipboard.writeText('untouched')");
      const line = await boxOf(page.locator('#pay label', { hasText: 'Địa chỉ' }).locator('> span').last());
      await page.mouse.move(line.left + 2, line.top + 12);
      await page.mouse.down();
      await page.mouse.move(line.left + 140, line.top + 12, { steps: 5 });
      await page.mouse.up();
      const selected = await page.evaluate<string>('getSelection().toString()');
      expect(selected.length).toBeGreaterThan(4);
      expect(BITCOIN_ADDRESS).toContain(selected);
      await page.waitForTimeout(200);
      expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe('untouched');
    });
  });

  test('has a clock whose digits do not move', async () => {
    await onDevice(DESKTOP, async (page) => {
      await page.clock.install();
      await open(page, 'SAMPLE-PENDING');
      await readyToMeasure(page);
      const places = () =>
        page.evaluate<number[]>("[...document.querySelectorAll('[role=timer] .text-title > span')].map((it) => it.getBoundingClientRect().left)");
      const before = [await page.getByRole('timer').innerText(), await places()];
      await page.clock.fastForward(71_000);
      await expect.poll(() => page.getByRole('timer').innerText()).not.toBe(before[0]);
      expect(await places()).toEqual(before[1]);
      expect(before[1]).toHaveLength(5);
    });
  });
  test('asks for nothing while a top-up is being confirmed', async () => {
    await onDevice(SMALL_PHONE, async (page) => {
      await open(page, 'SAMPLE-SELLTOPPEDUP');
      expect(plain(await page.locator('#order-headline').innerText())).toBe('Đã ghi nhận thêm 20 USDT, đang xác nhận');
      const text = await page.locator('main').innerText();
      expect(text).toContain('Đừng chuyển nữa');
      expect(text).not.toMatch(/Chuyển thêm|Đổi theo|Hoàn tiền|Cần bạn chọn|sao chưa thấy/);
      expect(await page.locator('#pay').count()).toBe(0);
    });
  });

  test('brings news into view, but not while a field is in use', async () => {
    for (const isWriting of [false, true])
      await onDevice(SMALL_PHONE, async (page) => {
        const turnInto = await otherAnswers(page, 'SAMPLE-PENDING');
        await open(page, 'SAMPLE-PENDING');
        const headline = page.locator('#order-headline');
        if (isWriting) await page.evaluate("document.body.append(document.createElement('input'))");
        await page.evaluate('scrollTo(0, document.body.scrollHeight)');
        if (isWriting) await page.locator('body > input').focus();
        expect((await boxOf(headline)).bottom).toBeLessThan(0);
        turnInto('SAMPLE-DELIVERED');
        await headline.filter({ hasText: /^Đã chuyển/ }).waitFor();
        if (isWriting) {
          expect((await boxOf(headline)).bottom).toBeLessThan(0);
          await page.locator('body > input').blur();
        }
        await expect.poll(async () => (await boxOf(headline)).top).toBeGreaterThanOrEqual(0);
        expect((await boxOf(headline)).bottom).toBeLessThanOrEqual(SMALL_PHONE.heightPx);
        // It is announced, and takes the focus from nothing.
        expect(await page.evaluate('document.activeElement.id')).not.toBe('order-headline');
      });
  });

  test.each([
    ['SAMPLE-PENDING', 'bank', 'Vietcombank', true],
    ['SAMPLE-SELL', 'tron', 'TRON', true],
    ['SAMPLE-CLAIMED', 'bank', 'Vietcombank', false],
  ])('%s, while payments on %s are noticed late: says that %s is slow, above the payment', async (ref, network, name, isDue) => {
    await onDevice(SMALL_PHONE, async (page) => {
      await page.route('**/trpc/config.get*', async (route) => {
        const answer = await route.fetch();
        const { version } = JSON.parse(await answer.text()).result.data;
        const body = (await answer.text()).replace('"delayedNetworks":[]', `"delayedNetworks":["${network}"]`);
        await route.fulfill({ response: answer, body: body.replace(`"version":"${version}"`, `"version":"${version}-late"`) });
      });
      await open(page, ref);
      const notice = page.getByText(`${name} đang báo tiền chậm`);
      await notice.waitFor();
      const text = await page.locator('main').innerText();
      expect(text).toContain('đừng chuyển lại: tiền không mất');
      expect(text.includes('Nếu chưa chuyển, bạn nên chờ.')).toBe(isDue);
      expect(text).not.toContain('trong vài giây');
      if (isDue) expect((await boxOf(notice)).bottom).toBeLessThanOrEqual((await boxOf(page.locator('#payment-qr'))).top);
    });
  });

  test('has a refund to somebody else than who was to pay confirmed by name and sum', async () => {
    await onDevice(SMALL_PHONE, async (page) => {
      await open(page, 'SAMPLE-LATE');
      await page.getByRole('button', { name: 'Hoàn tiền', exact: true }).click();
      await page.locator('form p[role=status] .uppercase', { hasText: 'NGUYEN VAN AN' }).waitFor();
      await page.locator('#refund-account').fill('0011001238888');
      await page.getByText('Tên này khác với tài khoản bạn đã khai (NGUYEN VAN AN)').waitFor();
      expect(await page.locator('form .text-ok').count()).toBe(0);
      const acts: string[] = [];
      page.on('request', (request) => request.url().includes('orders.act') && acts.push(request.url()));
      const send = page.getByRole('button', { name: /^Hoàn .+ về tài khoản này$/ });
      await send.click({ force: true });
      await page.getByText('Đánh dấu để xác nhận người nhận tiền hoàn.').waitFor();
      expect(acts).toEqual([]);
      const confirmation = page.getByRole('checkbox', { name: /^Tôi muốn hoàn 2\.607\.975.đ cho TRAN THI BINH\.$/ });
      await confirmation.check();
      await send.click();
      await page.locator('#order-headline', { hasText: 'Đang hoàn' }).waitFor();
      // The card names who gets it.
      await page.locator('dl', { hasText: 'Tài khoản nhận' }).getByText('TRAN THI BINH').waitFor();
    });
  });

  test('shows one thing to do in the form of a refund, and a button that leads there', async () => {
    await onDevice(SMALL_PHONE, async (page) => {
      await open(page, 'SAMPLE-UNDERPAID');
      expect(await page.locator('#pay').count()).toBe(1);
      // Not below "other choices".
      await page.getByRole('button', { name: 'Hoàn tiền', exact: true }).click();
      await page.getByRole('heading', { name: 'Nhận lại tiền' }).waitFor();
      expect(await page.locator('#pay').count()).toBe(0);
      await open(page, 'SAMPLE-OVERPAID');
      await page.getByRole('button', { name: 'Hoàn phần dư' }).click();
      await page.getByText(/Đơn được thực hiện đúng như ban đầu: bạn nhận 100.USD\./).waitFor();
    });
  });

  test('shows no sums of less money once more has come, until those of all are there', async () => {
    await onDevice(SMALL_PHONE, async (page) => {
      const show = await otherAnswers(page, 'SAMPLE-UNDERPAID', (body) => body.replace(/"version":\d+/, `"version":${Date.now()}`));
      await open(page, 'SAMPLE-UNDERPAID');
      const ofLess = page.locator('main').getByText('38,34');
      await ofLess.first().waitFor();
      const release = await holdRequests(page, '**/trpc/orders.decision*');
      show('SAMPLE-OVERPAID');
      await page.getByRole('heading', { name: /^Chúng tôi nhận dư/ }).waitFor();
      expect(await ofLess.count()).toBe(0);
      await release();
      await ofLess.first().waitFor();
    });
  });

  test('does not offer to cancel what was claimed to be paid, and tells when that was', async () => {
    await onDevice(SMALL_PHONE, async (page) => {
      await open(page, 'SAMPLE-CLAIMED');
      expect(await page.getByRole('button', { name: 'Hủy đơn' }).count()).toBe(0);
      expect(await page.getByText('Không muốn chuyển nữa?').count()).toBe(0);
      await open(page, 'SAMPLE-PENDING');
      await page.getByText('Tôi đã chuyển, sao chưa thấy?').click();
      await page.getByText('Ghi sai hoặc quên nội dung chuyển khoản? Báo ở đây').waitFor();
      await open(page, 'SAMPLE-SELL');
      await page.getByText('Tôi đã chuyển, sao chưa thấy?').click();
      await page.locator('#claim-reference').waitFor();
      expect(await page.getByText('quên nội dung chuyển khoản').count()).toBe(0);
    });
  });

  test('says to who sees it shortened where the whole is, and asks for no review there', async () => {
    await onDevice(SMALL_PHONE, async (page) => {
      await otherAnswers(page, 'SAMPLE-MASKED', (body) => body.replace('"actions":[]', '"actions":["review"]'));
      await open(page, 'SAMPLE-MASKED');
      await page.getByText('mở trang “Tra cứu đơn” ở đó rồi chọn đơn này').waitFor();
      expect(await page.locator('main').getByRole('link', { name: 'liên hệ hỗ trợ' }).first().getAttribute('href')).toContain(
        'subject=SAMPLE-MASKED',
      );
      expect(await page.locator('#review-content').count()).toBe(0);
      await open(page, 'SAMPLE-DELIVERED');
      await page.locator('#review-content').waitFor();
    });
  });

  test('a review says at its field what is missing or wrong, and thanks once it is sent', () =>
    onDevice(SMALL_PHONE, async (page) => {
      await open(page, 'SAMPLE-DELIVERED');
      const send = page.getByRole('button', { name: 'Gửi đánh giá' });
      const tries: readonly (readonly [field: 'content' | 'email', text: string, error: string])[] = [
        ['content', '', 'Vui lòng viết vài lời đánh giá.'],
        ['content', 'x'.repeat(301), 'Nội dung vượt quá 300 ký tự'],
        ['content', 'Nhanh', ''],
        ['email', '', 'Vui lòng nhập email.'],
        ['email', 'lan', 'Email chưa đúng.'],
        ['email', 'lan@example.vn', ''],
      ];
      for (const [field, text, error] of tries) {
        await page.locator(`#review-${field}`).fill(text);
        await send.click();
        if (error !== '') await expect.poll(() => page.locator(`#review-${field}-error`).innerText()).toBe(error);
      }
      await page.getByText('Cảm ơn đánh giá của bạn.').waitFor();
    }));
});

async function open(page: Page, ref: string): Promise<void> {
  await page.goto(`/order/${ref}`);
  await page.getByRole('heading', { level: 1, name: ref }).waitFor();
  await page.locator('#order-headline').waitFor();
  if ((await page.locator('#pay [data-qr]').count()) > 0) await page.locator(QR).waitFor();
}

/**
 * Answers for an order what the exchange answers for another one, from the moment at which that is named.
 * @param change of the answer's text
 * @returns names the other order
 */
async function otherAnswers(page: Page, ref: string, change = (body: string) => body): Promise<(other: string) => void> {
  let shown = ref;
  await page.route(/orders\.get/, async (route) => {
    const answer = await route.fetch({ url: route.request().url().replace(ref, shown) });
    await route.fulfill({ response: answer, body: change((await answer.text()).replaceAll(shown, ref)) });
  });
  return (other) => {
    shown = other;
  };
}

/** Edges of an element in CSS pixels, from the top left of the first screen. */
async function boxOf(element: Locator) {
  const box = await element.boundingBox();
  if (!box) throw new Error(`not on the page: ${element}`);
  const { x, y, width, height } = box;
  return { left: x, top: y, right: x + width, bottom: y + height };
}

/** A text in one line, with plain spaces. */
function plain(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** The seconds of a clock in a text. */
function secondsOf(text: string): number {
  const [, minutes, seconds] = /(\d\d):(\d\d)/.exec(text.replaceAll(/\s/g, '')) ?? [];
  return Number(minutes) * 60 + Number(seconds);
}

/** The largest font size of the elements with text of their own. */
function fontSizes(page: Page, selector: string): Promise<number> {
  return page.evaluate<number>(`Math.max(...[...document.querySelectorAll(${JSON.stringify(selector)})]
    .filter((element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim() !== ''))
    .map((element) => Number.parseFloat(getComputedStyle(element).fontSize)))`);
}
