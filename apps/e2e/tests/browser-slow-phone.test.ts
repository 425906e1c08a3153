import { createClient } from '@quydoi/client/client';
import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { holdRequests } from '../src/browser/hold-requests.ts';
import { describeOnMockSite } from '../src/browser/mock-visits.ts';
import { contentShown, readyToMeasure } from '../src/browser/page-ready.ts';
import { PHONE_WIDTH_PX } from '../src/browser/phone.ts';
import { BUYER_ACCOUNT, wordsOf } from '../src/browser/purchase-page.ts';
import { openBankList } from '../src/browser/purchase-steps.ts';
import { until } from '../src/until.ts';

const WORDS = wordsOf('vi');
/** The mock's key of every order. */
const KEY = 'k7Yw2mE0vQx5sT1uR9oPbA';
/** Shown in full only with the key. */
const WALLET = 'U7654321';
const WRONG_KEY = 'AbPo9Ru1Ts5xQv0Em2wY7k';
/** Cumulative layout shift below which users notice nothing; 0.1 is the limit of "good". */
const LAYOUT_SHIFT_MAX = 0.02;
const SHOWN_MS_MAX = 120_000;
const SCRIPTS = '**/assets/*.js';
const LOOK_UPS = '**/trpc/lookups.accountName*';

/** Records layout shifts, except those within 500 ms of the user's input. */
const RECORD_SHIFTS = `
  window.layoutShift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.layoutShift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
`;
/** Records when the largest content so far was painted, in milliseconds since the page began. */
const RECORD_PAINTS = `
  window.largestPaintMs = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.largestPaintMs = entry.startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
`;
/** Records when a module script was added to the page, in milliseconds since the page began. */
const RECORD_START = `
  new MutationObserver((changes) => {
    const added = changes.flatMap(({ addedNodes }) => [...addedNodes]);
    if (added.some(({ tagName, type }) => tagName === 'SCRIPT' && type === 'module')) window.startedMs ??= performance.now();
  }).observe(document, { childList: true, subtree: true });
`;
/** Number of the web font's faces that the page knows. */
const WEB_FONTS = "[...document.fonts].filter(({ family }) => family.includes('Be Vietnam Pro')).length";
/** Time within which an idle page would load the web font. */
const FONT_MS = 1_500;
/** Height of a screen that placeholders of a fixed size would not fill. */
const TALL_PX = 1_600;

describeOnMockSite('a slow phone with a bad connection', ({ site, onDevice }) => {
  async function onPhone(use: (page: Page) => Promise<void>): Promise<void> {
    await onDevice({}, async (page) => {
      await page.addInitScript(RECORD_SHIFTS);
      await use(page);
    });
  }

  test.concurrent('what is entered and pressed before hydration neither leaves the page nor is lost', () =>
    onPhone(async (page) => {
      const release = await holdRequests(page, SCRIPTS);
      await page.goto('/buy/pm', { waitUntil: 'commit' });
      await page.getByRole('textbox', { name: WORDS.quantity }).fill('100');
      await page.getByText('Vietcombank', { exact: true }).click();
      await page.getByRole('textbox', { name: WORDS.account }).fill(BUYER_ACCOUNT);
      await page.getByRole('button', { name: WORDS.submit }).click({ force: true });
      await page.getByRole('textbox', { name: WORDS.account }).press('Enter');
      await release();
      await page.getByText(WORDS.dong).first().waitFor();
      expect(new URL(page.url()).search).toBe('');
      expect(await page.getByRole('textbox', { name: WORDS.account }).inputValue()).toBe(BUYER_ACCOUNT);
      expect(await page.getByRole('radio', { name: 'Vietcombank' }).isChecked()).toBe(true);
      // The form was submitted again after hydration, and so names the field that is missing.
      await page.locator('#buy-wallet-error').waitFor();
    }));

  test.concurrent('a network that is chosen before hydration stays chosen', () =>
    onPhone(async (page) => {
      const release = await holdRequests(page, SCRIPTS);
      await page.goto('/buy/trc20', { waitUntil: 'commit' });
      await page.locator('input[name=network][value=bep20]').check({ force: true });
      await release();
      await page.waitForURL('**/buy/bep20');
      expect(await page.locator('input[name=network][value=bep20]').isChecked()).toBe(true);
    }));

  test.concurrent('an order that is searched for before hydration is found', () =>
    onPhone(async (page) => {
      const release = await holdRequests(page, SCRIPTS);
      await page.goto('/history', { waitUntil: 'commit' });
      await page.locator('#history-ref').fill('sample-sell');
      await page.getByRole('button', { name: 'Tìm đơn' }).click();
      await release();
      await page.waitForURL('**/history/transaction/SAMPLE-SELL');
    }));

  test.concurrent('a language that is chosen before hydration is spoken', () =>
    onPhone(async (page) => {
      const release = await holdRequests(page, SCRIPTS);
      await page.goto('/history', { waitUntil: 'commit' });
      await page.locator('header select').first().selectOption('en', { force: true });
      await release();
      await page.getByRole('heading', { level: 1, name: 'Find an order' }).waitFor();
    }));

  test.concurrent('a voucher that is typed before hydration can be checked', () =>
    onPhone(async (page) => {
      const release = await holdRequests(page, SCRIPTS);
      await page.goto('/listing', { waitUntil: 'commit' });
      const fields = page.locator('main form input');
      await fields.first().fill('1234567890');
      await fields.nth(1).fill('1234567890123456');
      await release();
      await contentShown(page);
      // Drawing the form anew must not take away what stands there.
      await page.getByRole('combobox', { name: 'Ngôn ngữ' }).selectOption('en', { force: true });
      await page.getByRole('heading', { level: 1, name: 'Check a PM e-Voucher' }).waitFor();
      expect([await fields.first().inputValue(), await fields.nth(1).inputValue()]).toEqual(['1234567890', '1234567890123456']);
    }));

  test.concurrent('a login that is pressed before hydration logs in', () =>
    onPhone(async (page) => {
      const release = await holdRequests(page, SCRIPTS);
      await page.goto('/login', { waitUntil: 'commit' });
      await page.locator('#login-name').fill('an@example.com');
      await page.locator('#login-password').fill('tra da 7 gio');
      await page.locator('main form button[type=submit]').click();
      await release();
      await page.locator('main li a').first().waitFor();
      expect(new URL(page.url()).search).toBe('');
    }));

  test.concurrent('a new password that is pressed before hydration is set', () =>
    onPhone(async (page) => {
      const release = await holdRequests(page, SCRIPTS);
      await page.goto('/reset?token=good', { waitUntil: 'commit' });
      for (const field of ['#reset-password', '#reset-again']) await page.locator(field).fill('tra da 8 gio');
      await page.locator('main form button[type=submit]').click();
      await release();
      await page.getByRole('heading', { name: 'Đã đặt mật khẩu mới' }).waitFor();
    }));

  test.concurrent('a quantity of an earlier visit never joins what is typed: neither before hydration', () =>
    onPhone(async (page) => {
      const quantity = page.getByRole('textbox', { name: WORDS.quantity });
      await page.goto('/buy/pm', { waitUntil: 'networkidle' });
      // The form stores what it shows once it is hydrated.
      await contentShown(page);
      await quantity.fill('100');
      const wallet = page.getByRole('textbox', { name: WORDS.wallet });
      await wallet.fill(WALLET);
      const release = await holdRequests(page, SCRIPTS);
      await page.goto('/buy/pm', { waitUntil: 'commit' });
      await quantity.click();
      await release();
      // The draft comes with hydration, into the fields without focus.
      await until('the draft', SHOWN_MS_MAX, async () => (await wallet.inputValue()) === WALLET);
      await page.keyboard.type('50');
      expect(await quantity.inputValue()).toBe('50');
    }));

  test.concurrent('nor when it comes under the finger', () =>
    onPhone(async (page) => {
      const quantity = page.getByRole('textbox', { name: WORDS.quantity });
      await page.goto('/buy/pm');
      await contentShown(page);
      await page.getByRole('textbox', { name: WORDS.wallet }).fill(WALLET);
      // The form stores what it shows once it is hydrated, which a busy machine does long after the last request.
      await until('hydration', SHOWN_MS_MAX, () => page.evaluate<boolean>(`(sessionStorage.getItem('draft') ?? '').includes('${WALLET}')`));
      await quantity.focus();
      await page.evaluate("sessionStorage.setItem('draft', '{\"quantity\":\"100\"}'); dispatchEvent(new StorageEvent('storage'))");
      await until('the draft', SHOWN_MS_MAX, async () => (await quantity.inputValue()) === '100');
      await page.keyboard.type('50');
      expect(await quantity.inputValue()).toBe('50');
    }));

  test.concurrent('an action pressed offline fails at once and is not executed on reconnect', () =>
    onPhone(async (page) => {
      await page.goto('/order/SAMPLE-PENDING');
      await page.getByText('Không muốn chuyển nữa?').click();
      await page.getByRole('button', { name: 'Hủy đơn' }).click();
      await page.getByRole('button', { name: 'Không hủy' }).waitFor();
      await page.context().setOffline(true);
      await page.getByRole('button', { name: 'Hủy đơn' }).click();
      await page.getByText('Mất kết nối nên chưa có phản hồi').waitFor();
      await page.getByRole('button', { name: 'Không hủy' }).click();
      const acts: string[] = [];
      page.on('request', (request) => request.url().includes('orders.act') && acts.push(request.url()));
      await page.context().setOffline(false);
      await page.waitForResponse((response) => response.url().includes('orders.get'));
      expect(acts).toEqual([]);
    }));

  test.concurrent('the notice of a lost connection stays and moves nothing', () =>
    onPhone(async (page) => {
      await page.goto('/order/SAMPLE-PENDING');
      await page.locator('#payment-qr svg').waitFor();
      await page.waitForLoadState('networkidle');
      await readyToMeasure(page);
      const before = await page.locator('#pay').boundingBox();
      await page.route('**/trpc/**', (route) => route.abort('connectionreset'));
      const notice = page.getByText('Mất kết nối, đang thử lại');
      await notice.waitFor();
      const hidden: string[] = [];
      for (let i = 0; i < 20; i += 1) {
        await page.waitForTimeout(400);
        if (!(await notice.isVisible())) hidden.push(`after ${i * 400} ms`);
      }
      expect(hidden).toEqual([]);
      expect(await page.locator('#pay').boundingBox()).toEqual(before);
    }));

  test.concurrent('Back closes the dialog of the banks and stays on the form', () =>
    onPhone(async (page) => {
      await page.goto('/buy/pm');
      await contentShown(page);
      const open = page.getByRole('button', { name: WORDS.otherBank });
      const search = page.getByRole('combobox', { name: WORDS.search });
      await open.click();
      await search.waitFor();
      await until('the entry of the dialog', SHOWN_MS_MAX, () => page.evaluate<boolean>('history.state?.isDialog === true'));
      await page.goBack();
      await search.waitFor({ state: 'detached' });
      expect(new URL(page.url()).pathname).toBe('/buy/pm');
      // Closed otherwise, its history entry is gone too.
      await open.click();
      await search.press('Escape');
      await search.waitFor({ state: 'detached' });
      await until('the entry to be gone', SHOWN_MS_MAX, () => page.evaluate<boolean>('!history.state?.isDialog'));
      await page.goBack();
      expect(page.url()).toBe('about:blank');
    }));

  test.concurrent('a dialog whose code failed to load opens with the next press', () =>
    onPhone(async (page) => {
      await page.route('**/load-next-*.js', (route) => route.abort('connectionreset'));
      await page.route('**/bank-dialog-*.js', (route) => route.abort('connectionreset'));
      await page.goto('/buy/pm', { waitUntil: 'networkidle' });
      await contentShown(page);
      const open = page.getByRole('button', { name: WORDS.otherBank });
      // The page reloads itself once, as the file could be of an earlier build.
      await Promise.all([page.waitForEvent('load'), open.click()]);
      await page.unroute('**/bank-dialog-*.js');
      await openBankList(page);
      await page.getByRole('combobox', { name: WORDS.search }).waitFor();
    }));

  test.concurrent('a mistyped link keeps the key of this device, a full link repairs a wrong one', () =>
    onPhone(async (page) => {
      const ref = await createOrder(site().webUrl);
      await page.goto(`/order/${ref}#k=${KEY}`);
      await page.getByText(WALLET).first().waitFor();
      await page.goto('about:blank');
      await page.goto(`/order/${ref}?k=${WRONG_KEY}`);
      await page.getByText(WALLET).first().waitFor();
      expect(await storedKey(page, ref)).toBe(KEY);
      await page.evaluate(`localStorage.setItem('orderKeys', JSON.stringify({ ${JSON.stringify(ref)}: '${WRONG_KEY}' }))`);
      await page.goto('about:blank');
      await page.goto(`/order/${ref}#k=${KEY}`);
      await page.getByText(WALLET).first().waitFor();
      expect(await storedKey(page, ref)).toBe(KEY);
    }));

  test.concurrent('the key of a link is stored once the server has accepted it, and shows the order in full at once', () =>
    onPhone(async (page) => {
      const ref = await createOrder(site().webUrl);
      const release = await holdRequests(page, '**/trpc/orders.get*');
      await page.goto(`/order/${ref}?k=${KEY}`);
      await page.waitForURL(`**/order/${ref}#k=${KEY}`);
      expect(await storedKey(page, ref)).toBeUndefined();
      await release();
      await page.locator('#order-headline').waitFor();
      expect(await page.getByText('Bạn đang xem bản rút gọn').count()).toBe(0);
      await until('the key', SHOWN_MS_MAX, async () => (await storedKey(page, ref)) === KEY);
    }));

  test.concurrent('a made-up key is sent once and never stored, and the order of a stranger is not listed', () =>
    onPhone(async (page) => {
      const ref = await createOrder(site().webUrl);
      const sent: (string | undefined)[] = [];
      page.on('request', (request) => request.url().includes('orders.get') && sent.push(request.headers()['x-order-key']));
      await page.goto(`/order/${ref}#k=${WRONG_KEY}`);
      await page.getByText('Bạn đang xem bản rút gọn').waitFor();
      await until('the next poll', SHOWN_MS_MAX, () => sent.length > 1);
      expect(sent.slice(0, 2)).toEqual([WRONG_KEY, undefined]);
      expect(await storedKey(page, ref)).toBeUndefined();
      await page.goto('/history', { waitUntil: 'networkidle' });
      expect(await page.locator('main li a').count()).toBe(0);
      expect(await page.evaluate('localStorage.getItem("lastRef")')).toBeNull();
    }));

  test.concurrent('an order that does not exist is asked for no more once its link has been refused', () =>
    onPhone(async (page) => {
      await page.goto(`/order/NOSUCHREF2#k=${KEY}`);
      await page.waitForURL('/history?missing=NOSUCHREF2');
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url()));
      await page.goto('/history', { waitUntil: 'networkidle' });
      expect(asked.filter((url) => url.includes('orders.get'))).toEqual([]);
      expect(await storedKey(page, 'NOSUCHREF2')).toBeUndefined();
    }));

  test.concurrent('a text keeps its lines while it is read; the web font comes with the next page', () =>
    onPhone(async (page) => {
      await page.goto('/about-us', { waitUntil: 'networkidle' });
      await contentShown(page);
      await page.waitForTimeout(FONT_MS);
      expect(await page.evaluate<number>(WEB_FONTS)).toBe(0);
      await page.getByRole('link', { name: 'Biểu phí' }).click();
      await until('the web font', SHOWN_MS_MAX, () => page.evaluate<boolean>(`${WEB_FONTS} > 0`));
    }));

  test.concurrent('a heading is in the web font, each of its letters, in its own weight', () =>
    onPhone(async (page) => {
      await page.goto('/');
      await readyToMeasure(page);
      const devTools = await page.context().newCDPSession(page);
      await devTools.send('DOM.enable');
      await devTools.send('CSS.enable');
      const { root } = await devTools.send('DOM.getDocument');
      const { nodeId } = await devTools.send('DOM.querySelector', { nodeId: root.nodeId, selector: 'h1' });
      const { fonts } = await devTools.send('CSS.getPlatformFontsForNode', { nodeId });
      expect(new Set(fonts.map(({ postScriptName }) => postScriptName))).toEqual(new Set(['BeVietnamPro-SemiBold']));
    }));

  test.concurrent('the footer stays below the screen while an order loads', () =>
    onPhone(async (page) => {
      await page.setViewportSize({ width: PHONE_WIDTH_PX, height: TALL_PX });
      await page.route('**/trpc/orders.get*', () => {});
      await page.goto('/order/SAMPLE-PENDING');
      await page.locator('main [aria-busy=true]').waitFor();
      expect((await page.locator('footer').boundingBox())?.y).toBeGreaterThanOrEqual(TALL_PX);
    }));

  test.concurrent.each([
    ['is found', BUYER_ACCOUNT, 'NGUYEN VAN AN'],
    ['is not found', `${BUYER_ACCOUNT.slice(0, -4)}0000`, 'Không tìm thấy chủ tài khoản'],
  ])('what is below an account stays where it is when its holder %s', (_, account, answer) =>
    onPhone(async (page) => {
      await page.goto('/sell/pm', { waitUntil: 'networkidle' });
      await readyToMeasure(page);
      await page.getByText('Vietcombank', { exact: true }).click();
      const release = await holdRequests(page, LOOK_UPS);
      await page.locator('#sell-account').pressSequentially(account);
      await page.getByText('Đang tìm tên chủ tài khoản…').first().waitFor();
      const below = page.locator('#sell-wallet');
      const before = await below.boundingBox();
      await release();
      await page.locator('#sell-account').locator('xpath=ancestor::div[3]').getByText(answer).waitFor();
      expect((await below.boundingBox())?.y).toBe(before?.y);
    }),
  );

  test.concurrent('the order follows its form without jumps', () =>
    onPhone(async (page) => {
      await page.goto('/buy/pm', { waitUntil: 'networkidle' });
      await page.getByRole('textbox', { name: WORDS.quantity }).fill('100');
      await page.getByRole('textbox', { name: WORDS.wallet }).fill(WALLET);
      await page.getByText('Vietcombank', { exact: true }).click();
      await page.getByRole('textbox', { name: WORDS.account }).fill(BUYER_ACCOUNT);
      await page.locator('p[role=status] .uppercase').nth(1).waitFor();
      await readyToMeasure(page);
      await page.evaluate('window.layoutShift = 0');
      await page.route(SCRIPTS, afterMs(1_000));
      await page.getByRole('button', { name: WORDS.submit }).click();
      await page.locator('#payment-qr svg').waitFor();
      expect(await page.evaluate<number>('window.layoutShift')).toBeLessThan(LAYOUT_SHIFT_MAX);
    }));

  test.concurrent.each([
    ['SAMPLE-PENDING', 'Chờ bạn chuyển 2.607.975'],
    ['SAMPLE-SELL', 'Chờ bạn chuyển 100 USDT'],
    ['SAMPLE-UNDERPAID', 'Đã nhận 1.000.000'],
    ['SAMPLE-DELIVERED', 'Đã chuyển 100 USD'],
  ])('%s is read before its script has loaded, which paints nothing larger', (ref, headline) =>
    onDevice({ heightPx: 640, isTouch: true }, async (page, pageErrors) => {
      await page.addInitScript(RECORD_SHIFTS + RECORD_PAINTS);
      const release = await holdRequests(page, SCRIPTS);
      await page.goto(`/order/${ref}`, { waitUntil: 'commit' });
      await page.getByRole('heading', { level: 2, name: headline }).waitFor();
      await until('the paint', SHOWN_MS_MAX, () => page.evaluate<boolean>('window.largestPaintMs > 0'));
      const releasedMs = await page.evaluate<number>('performance.now()');
      await release();
      await page.locator('[aria-live=polite] h2').waitFor();
      expect(await page.evaluate<number>('window.layoutShift')).toBeLessThan(LAYOUT_SHIFT_MAX);
      if ((await page.locator('[data-qr]').count()) > 0) await page.locator('#payment-qr svg').waitFor();
      // The last thing that is painted anew.
      await readyToMeasure(page);
      expect(await page.evaluate<number>('window.largestPaintMs')).toBeLessThan(releasedMs);
      expect(pageErrors).toEqual([]);
    }),
  );

  test.concurrent.each(['/', '/order/SAMPLE-PENDING'])('%s is painted before its script starts', (path) =>
    onPhone(async (page) => {
      await page.addInitScript(RECORD_START);
      await page.goto(path);
      await contentShown(page);
      const [paintedMs, startedMs] = await page.evaluate<[number, number]>(
        "[performance.getEntriesByName('first-contentful-paint')[0].startTime, window.startedMs]",
      );
      expect(startedMs).toBeGreaterThanOrEqual(paintedMs);
    }),
  );

  test.concurrent('an order is asked for before what may be needed next', () =>
    onPhone(async (page) => {
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url()));
      await page.route('**/assets/*links-*.js', afterMs(1_500));
      await page.goto('/order/SAMPLE-PENDING');
      await until('what is needed next', SHOWN_MS_MAX, async () => asked.some((url) => url.includes('/load-next-')));
      const firstOf = (part: string) => asked.findIndex((url) => url.includes(part));
      expect(firstOf('orders.get')).toBeGreaterThanOrEqual(0);
      expect(firstOf('orders.get')).toBeLessThan(firstOf('/load-next-'));
    }));

  test.concurrent('a refund answers the tap before its form has loaded', () =>
    onPhone(async (page) => {
      const release = await holdRequests(page, '**/refund-form-*.js');
      await page.goto('/order/SAMPLE-UNDERPAID');
      const button = page.getByRole('button', { name: 'Hoàn tiền' });
      const more = page.getByText('Lựa chọn khác');
      await button.or(more).first().waitFor();
      if (!(await button.isVisible())) await more.click();
      await button.click();
      await page.locator('main .h-96.animate-pulse').waitFor();
      await release();
      await page.getByRole('heading', { name: 'Nhận lại tiền' }).waitFor();
    }));
});

/** Answers requests after a delay. */
function afterMs(delayMs: number) {
  return async (route: Route) => {
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    await route.continue().catch(() => {});
  };
}

function storedKey(page: Page, ref: string): Promise<string | undefined> {
  return page.evaluate<string | undefined>(`JSON.parse(localStorage.getItem('orderKeys') ?? '{}')[${JSON.stringify(ref)}]`);
}

/** Creates an order at the mock exchange. @returns its reference */
async function createOrder(webUrl: string): Promise<string> {
  const client = createClient({ baseUrl: webUrl, csrfToken: () => null });
  const { rates } = await client.config.get.query();
  const rate = rates.find(({ kind, code }) => kind === 'buy' && code === 'pm');
  const input = { kind: 'buy', from: 'vnd', to: 'pm', quantity: '10', destination: WALLET, sender: BUYER_ACCOUNT, senderBank: 'vcb' } as const;
  const order = await client.orders.create.mutate({ ...input, rateVersion: rate?.version ?? 0 });
  return order.ref;
}
