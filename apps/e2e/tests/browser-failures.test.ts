import type { Locator, Page, Route } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { requestsFor } from '../src/browser/built-files.ts';
import { describeOnMockSite } from '../src/browser/mock-visits.ts';
import { contentShown } from '../src/browser/page-ready.ts';
import { orderRefOf, PURCHASE_STEPS, type Step } from '../src/browser/purchase-steps.ts';
import { watchForWhitePages } from '../src/browser/white-pages.ts';
import { until } from '../src/until.ts';

/** The mock's key of every order. */
const KEY = 'k7Yw2mE0vQx5sT1uR9oPbA';
const HOME = '/';
const LOST = 'Mất kết nối';
const NOT_LOADED = 'Chưa tải được phần này';
const OLD_PRICE = 'Chưa cập nhật được giá';
const AGAIN = 'Thử lại';
/** Characters of a page with its menu and footer, at least. */
const TEXT_LENGTH_MIN = 100;
const DONE_MS_MAX = 120_000;
/** Time that a customer waits before pressing once more. */
const PATIENCE_MS = 9_000;
/** How long to try to press the retry button, which disappears when the page goes on by itself. */
const PRESS_MS_MAX = 2_000;

/** Modules that are loaded on demand between the home page and an order, by source file. */
const LOADED_LATER = [
  'src/locales/vi.po',
  '../../packages/messages/locales/vi.ts',
  'src/features/home/page.tsx',
  'src/features/trade/sell-page.tsx',
  'src/features/trade/buy-page.tsx',
  'src/features/trade/later/bank-dialog.tsx',
  'src/features/trade/address-tools.ts',
  '../../packages/client/src/links.ts',
  'src/load-next.ts',
  'src/features/order/page.tsx',
  'src/locales/order/vi.po',
  '../../packages/messages/locales/order/vi.ts',
  'src/features/order/payment/payment-qr.tsx',
];
/** How many requests for a file get 404: more than the page makes before and after it reloads itself. */
const MISSING_TIMES = 7;

/** Calls, each with the text that the page shows while it fails; null where the page carries on with the data that it has. */
const CALLS = [
  ['config.get', null],
  ['config.live', null],
  ['lookups.accountName', 'chưa tra được tên'],
  ['orders.create', 'Mất kết nối nên chưa có phản hồi'],
  ['orders.get', 'Mất kết nối, đang thử lại'],
] as const;

describeOnMockSite('a page that fails', ({ site, onDevice }) => {
  /** Runs `use` on a new device, and expects the page never to have been white after its first paint. */
  async function onPhone(use: (page: Page) => Promise<void>): Promise<void> {
    await onDevice({}, async (page) => {
      const white = await watchForWhitePages(page, TEXT_LENGTH_MIN);
      await use(page);
      expect(white).toEqual([]);
    });
  }

  describe.each(PURCHASE_STEPS.map((step, n) => [step.name, n] as const))('offline before: %s', (_name, n) => {
    test.concurrent('the page says so, and the order is made once the connection is back', () =>
      onPhone(async (page) => {
        // Nothing was loaded in advance.
        await page.route('**/load-next-*.js', (route) => route.abort());
        await page.goto(HOME, { waitUntil: 'networkidle' });
        await contentShown(page);
        await walk(page, PURCHASE_STEPS.slice(0, n));
        await page.context().setOffline(true);
        // Where prices grow old meanwhile, the button waits until the connection is back.
        const acted = PURCHASE_STEPS[n]?.act(page);
        await Promise.all([
          acted,
          page
            .getByText(LOST)
            .or(page.getByText(NOT_LOADED))
            .or(page.getByText(OLD_PRICE))
            .first()
            .waitFor()
            .then(() => page.context().setOffline(false)),
        ]);
        await finish(page, PURCHASE_STEPS[n]);
        await walk(page, PURCHASE_STEPS.slice(n + 1));
      }));
  });

  test.concurrent.each(LOADED_LATER)('%s missing: said, tried again, and the order is made', (source) =>
    onPhone(async (page) => {
      let missing = 0;
      if (source !== 'src/load-next.ts') await page.route('**/load-next-*.js', (route) => route.abort());
      await page.route(requestsFor(source), (route) => {
        missing += 1;
        return missing > MISSING_TIMES ? route.continue() : answer404(route);
      });
      // A customer presses the button that is offered, unless the page has gone on by itself meanwhile.
      const press = (button: Locator) => button.click({ timeout: PRESS_MS_MAX }).catch(() => {});
      await page.addLocatorHandler(page.getByRole('button', { name: AGAIN, exact: true }), press, { noWaitAfter: true });
      const start = source.endsWith('home/page.tsx') ? '/sell/pm' : HOME;
      await page.goto(start, { waitUntil: 'networkidle' });
      if (start !== HOME) await page.locator('header a[href="/"]').first().click();
      await walk(page, PURCHASE_STEPS);
      expect(missing).toBeGreaterThan(0);
    }),
  );

  test.concurrent.each(CALLS)('502 for %s: the page goes on, and the order is made', (call, said) =>
    onPhone(async (page) => {
      let isDown = false;
      await page.route(`**/trpc/${call}*`, (route) =>
        isDown ? route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }) : route.continue(),
      );
      await page.goto(HOME, { waitUntil: 'networkidle' });
      const failingStep =
        said === null ? 0 : PURCHASE_STEPS.findIndex(({ name }) => name === (call === 'lookups.accountName' ? 'quantity and wallet' : 'order'));
      await walk(page, PURCHASE_STEPS.slice(0, failingStep));
      isDown = true;
      await PURCHASE_STEPS[failingStep]?.act(page);
      if (call === 'lookups.accountName') await page.keyboard.press('Tab');
      if (said === null) await page.waitForTimeout(PATIENCE_MS);
      else await page.getByText(said).first().waitFor();
      isDown = false;
      await finish(page, PURCHASE_STEPS[failingStep]);
      await walk(page, PURCHASE_STEPS.slice(failingStep + 1));
    }),
  );

  test.concurrent('an order that was created shows its link when its page cannot be loaded', () =>
    onPhone(async (page) => {
      await page.route('**/load-next-*.js', (route) => route.abort());
      await page.goto(HOME, { waitUntil: 'networkidle' });
      await walk(page, PURCHASE_STEPS.slice(0, -1));
      const pattern = requestsFor('src/features/order/page.tsx');
      await page.route(pattern, answer404);
      // The page reloads itself once.
      await Promise.all([page.waitForEvent('load'), PURCHASE_STEPS.at(-1)?.act(page)]);
      await page.getByText(NOT_LOADED).waitFor();
      // The key would stand in the address bar, and in the history.
      expect(page.url()).not.toContain(KEY);
      const ref = orderRefOf(page) ?? '';
      await page.getByRole('link', { name: `${site().webUrl}/order/${ref}#k=${KEY}` }).waitFor();
      await page.unroute(pattern);
      await finish(page, PURCHASE_STEPS.at(-1));
    }));

  test.concurrent('a reload for a missing file keeps what was entered', () =>
    onPhone(async (page) => {
      await page.route('**/load-next-*.js', (route) => route.abort());
      await page.route(requestsFor('src/features/trade/later/bank-dialog.tsx'), answer404);
      await page.goto('/buy/pm', { waitUntil: 'networkidle' });
      await contentShown(page);
      await page.locator('#buy-quantity').fill('12,5');
      await page.locator('#buy-wallet').fill('U7654321');
      await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Ngân hàng khác' }).click()]);
      await until('the quantity', DONE_MS_MAX, async () => (await page.locator('#buy-quantity').inputValue()) === '12,5');
      expect(await page.locator('#buy-wallet').inputValue()).toBe('U7654321');
    }));

  test.concurrent('the code on the way to an order is there before it is needed', () =>
    onPhone(async (page) => {
      const pages: string[] = [];
      page.on('request', (request) => pages.push(request.url()));
      await page.goto(HOME);
      for (const source of ['src/features/order/page.tsx', 'src/features/order/payment/payment-qr.tsx', 'src/features/trade/buy-page.tsx']) {
        await until(source, DONE_MS_MAX, async () => pages.some((url) => url.endsWith(requestsFor(source).slice('**'.length))));
      }
    }));
});

async function walk(page: Page, steps: readonly Step[]): Promise<void> {
  for (const step of steps) {
    await step.act(page);
    await finish(page, step);
  }
}

/** Waits for a step's effect. Repeats the step once after a while, because the page may ask the customer to. */
async function finish(page: Page, step: Step | undefined): Promise<void> {
  if (!step) return;
  await step.done(page, PATIENCE_MS).catch(async () => {
    // A slow page may have gone on by itself, so that the button is gone.
    const again = orderRefOf(page) === null ? step.act(page) : Promise.resolve();
    await Promise.all([again.catch(() => {}), step.done(page, DONE_MS_MAX)]);
  });
}

function answer404(route: Route): Promise<void> {
  return route.fulfill({ status: 404, contentType: 'text/plain', body: 'Not found' });
}
