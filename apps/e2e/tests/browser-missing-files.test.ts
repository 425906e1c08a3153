import type { Page, Route } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { readManifest, requestsFor } from '../src/browser/built-files.ts';
import { describeOnMockSite } from '../src/browser/mock-visits.ts';
import { openBankList } from '../src/browser/purchase-steps.ts';
import { watchForWhitePages } from '../src/browser/white-pages.ts';
import { until } from '../src/until.ts';

const NOT_LOADED = 'Chưa tải được phần này';
const NOT_STARTED = 'Trang chưa tải xong nên các nút chưa dùng được';
const NOT_STARTED_IN_ENGLISH = 'The page has not loaded completely';
const RELOAD = 'Tải lại trang';
const RELOADED_MS_MAX = 120_000;
const BANK_LIST = 'src/features/trade/later/bank-dialog.tsx';
const ENGLISH = 'src/locales/en.po';

describeOnMockSite('a file that is missing', ({ onDevice }) => {
  /** Runs `use` on a new device that loads nothing in advance, and expects the page never to have been white. */
  async function onPhone(use: (page: Page) => Promise<void>): Promise<void> {
    await onDevice({}, async (page) => {
      const white = await watchForWhitePages(page);
      await page.route(requestsFor('src/load-next.ts'), (route) => route.abort());
      await use(page);
      expect(white).toEqual([]);
    });
  }

  describe('before the page has started', () => {
    const { 'index.html': entry } = readManifest();

    test.concurrent.each(['index.html', ...(entry?.imports ?? [])])('%s: said, and the page starts when it is there', (source) =>
      onPhone(async (page) => {
        await page.route(requestsFor(source), answer404);
        await visitTwice(page, '/buy/pm');
        await page.getByText(NOT_STARTED).waitFor();
        await page.locator('#buy-quantity').fill('12,5');
        await page.unroute(requestsFor(source));
        await page.getByText(NOT_STARTED).waitFor({ state: 'detached' });
        await openBankList(page);
        expect(await page.locator('#buy-quantity').inputValue()).toBe('12,5');
      }),
    );

    test.concurrent('offline: the page stays, and starts when the connection is back', () =>
      onPhone(async (page) => {
        let isAway = true;
        // The document comes, and then nothing more: not even an answer to the page's question.
        await page.route('**/*', (route) => (isAway && !route.request().isNavigationRequest() ? route.abort() : route.fallback()));
        await page.goto('/buy/pm');
        await page.getByText(NOT_STARTED).waitFor();
        const loads: string[] = [];
        page.on('load', () => loads.push(page.url()));
        // Nothing is lost by asking for it.
        const asked = page.waitForEvent('requestfailed', (request) => request.method() === 'HEAD');
        await page.getByRole('button', { name: RELOAD }).click();
        await asked;
        expect(loads).toEqual([]);
        isAway = false;
        await page.getByText(NOT_STARTED).waitFor({ state: 'detached' });
        await openBankList(page);
      }));

    test.concurrent('the button reloads the page', () =>
      onPhone(async (page) => {
        await page.route(requestsFor('index.html'), answer404);
        await visitTwice(page, '/buy/pm');
        await page.getByText(NOT_STARTED).waitFor();
        await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: RELOAD }).click()]);
        await page.getByText(NOT_STARTED).waitFor();
      }));
  });

  test.concurrent('texts of another language, offline: said, and the page speaks it when the connection is back', () =>
    onPhone(async (page) => {
      await page.goto('/', { waitUntil: 'networkidle' });
      await page.context().setOffline(true);
      await page.getByRole('combobox', { name: 'Ngôn ngữ' }).selectOption('en');
      await page.getByText(NOT_LOADED).waitFor();
      await page.context().setOffline(false);
      await page.getByRole('combobox', { name: 'Language' }).waitFor();
      await page.getByText(NOT_LOADED).waitFor({ state: 'detached' });
    }));

  test.concurrent('texts of another language, missing: the page is reloaded in it, and starts when they are there', () =>
    onPhone(async (page) => {
      await page.route(requestsFor(ENGLISH), answer404);
      await page.goto('/', { waitUntil: 'networkidle' });
      await page.getByRole('combobox', { name: 'Ngôn ngữ' }).selectOption('en');
      await page.getByText(NOT_STARTED_IN_ENGLISH).waitFor();
      await page.unroute(requestsFor(ENGLISH));
      await page.getByText(NOT_STARTED_IN_ENGLISH).waitFor({ state: 'detached' });
      await page.getByRole('combobox', { name: 'Language' }).selectOption('vi');
      await page.getByRole('combobox', { name: 'Ngôn ngữ' }).waitFor();
    }));

  test.concurrent('a part that was asked for offline, and is of an older build, comes by a reload', () =>
    onPhone(async (page) => {
      await page.goto('/buy/pm', { waitUntil: 'networkidle' });
      await page.route(requestsFor(BANK_LIST), answer404);
      await page.context().setOffline(true);
      const asked = page.waitForEvent('requestfailed', (request) => request.method() === 'HEAD');
      await page.getByRole('button', { name: 'Ngân hàng khác' }).click();
      await page.getByText(NOT_LOADED).waitFor();
      await asked;
      const reloaded = page.waitForEvent('load');
      await page.context().setOffline(false);
      await reloaded;
      await page.unroute(requestsFor(BANK_LIST));
      await openBankList(page);
    }));
});

/** Opens a page that reloads itself once. Resolves in the second document. */
async function visitTwice(page: Page, path: string): Promise<void> {
  let documents = 0;
  page.on('framenavigated', () => {
    documents += 1;
  });
  await page.goto(path, { waitUntil: 'commit' });
  await until('the reload', RELOADED_MS_MAX, () => documents === 2);
}

function answer404(route: Route): Promise<void> {
  return route.fulfill({ status: 404, contentType: 'text/plain', body: 'Not found' });
}
