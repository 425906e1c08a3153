import type { Page, Route } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { laterScripts, requestsFor, stableName, startScripts } from '../src/browser/built-files.ts';
import { describeOnMockSite } from '../src/browser/mock-visits.ts';
import { contentShown } from '../src/browser/page-ready.ts';
import { openBankList } from '../src/browser/purchase-steps.ts';
import { CANNOT_START, NOT_LOADED, NOT_STARTED, NOT_STARTED_IN_ENGLISH, STILL_NOT_LOADED, type Way, wayTo } from '../src/browser/ways-to-files.ts';
import { watchForWhitePages } from '../src/browser/white-pages.ts';
import { createSeededRandom, readSeed, sample } from '../src/seeded-random.ts';
import { until } from '../src/until.ts';

const RELOAD = 'Tải lại trang';
/** Characters of the header at least: pages without menu and footer have little else while they load. */
const TEXT_LENGTH_MIN = 20;
const RELOADED_MS_MAX = 120_000;
/** Time that a customer waits before doing the same once more, and how often. */
const PATIENCE_MS = 9_000;
const TRIES_MAX = 20;
/** How many requests for a file that nothing is said of get 404. */
const MISSING_TIMES = 3;
/** Reloads by itself, at most. */
const RELOADS_MAX = 3;
/** Time within which a page that may reload has done so. */
const RELOAD_MS = 6_000;
const BANK_LIST = 'src/features/trade/later/bank-dialog.tsx';
const ENGLISH = 'src/locales/en.po';

/** Files tried per group: each costs seconds of processor time. `E2E_MISSING_FILES=all` tries every file. */
const SAMPLE_SIZE = process.env.E2E_MISSING_FILES === 'all' ? Number.POSITIVE_INFINITY : 5;
/** Of texts, which are many and load in one way. */
const TEXTS_SAMPLE_SIZE = Math.ceil(SAMPLE_SIZE / 4);
/** The key of a file of texts in one language. */
const TEXT = /\.(?:md|po)$|\/messages\/locales\//;
const seed = readSeed();
const random = createSeededRandom(`${seed} missing files`);

describeOnMockSite('a file that is missing', ({ onDevice }) => {
  beforeAll(() => console.info(`seed ${seed}`));

  /** Runs `use` on a new device that loads nothing in advance, and expects the page never to have been white. */
  async function onPhone(use: (page: Page) => Promise<void>): Promise<void> {
    await onDevice({}, async (page) => {
      const white = await watchForWhitePages(page, TEXT_LENGTH_MIN);
      await page.route(requestsFor('src/load-next.ts'), (route) => route.abort());
      await use(page);
      expect(white).toEqual([]);
    });
  }

  describe('before the page has started', () => {
    test.concurrent.each(sample(random, [...startScripts()], SAMPLE_SIZE))('%s: said, and the page starts when it is there', (source) =>
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

  describe('for good', () => {
    test.concurrent('the entry script: the page reloads a few times in all, and then says what else may help', () =>
      onPhone(async (page) => {
        await page.route(requestsFor('index.html'), answer404);
        const documents = countDocuments(page);
        await page.goto('/buy/pm', { waitUntil: 'commit' });
        for (let reloads = 1; reloads <= RELOADS_MAX; reloads += 1) {
          await until(`reload ${reloads}`, RELOADED_MS_MAX, () => documents() === 1 + reloads);
          await page.getByText(NOT_STARTED).or(page.getByText(CANNOT_START)).first().waitFor();
          await forgetFailures(page);
        }
        await page.getByText(CANNOT_START).waitFor();
        await page.waitForTimeout(RELOAD_MS);
        expect(documents()).toBe(1 + RELOADS_MAX);
        // The customer may ask for more.
        await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: RELOAD }).click()]);
        await page.unroute(requestsFor('index.html'));
        await openBankList(page);
      }));

    test.concurrent('a part: the page reloads a few times in all, stays, and says what else may help', () =>
      onPhone(async (page) => {
        await page.route(requestsFor(BANK_LIST), answer404);
        const documents = countDocuments(page);
        await page.goto('/buy/pm', { waitUntil: 'networkidle' });
        await contentShown(page);
        for (let reloads = 1; reloads <= RELOADS_MAX; reloads += 1) {
          await page.getByRole('button', { name: 'Ngân hàng khác' }).click();
          await until(`reload ${reloads}`, RELOADED_MS_MAX, () => documents() === 1 + reloads);
          await page.waitForLoadState('networkidle');
          await contentShown(page);
          await forgetFailures(page);
        }
        await page.getByRole('button', { name: 'Ngân hàng khác' }).click();
        await page.getByText(STILL_NOT_LOADED).waitFor();
        expect(documents()).toBe(1 + RELOADS_MAX);
        await page.unroute(requestsFor(BANK_LIST));
        await page.getByRole('combobox', { name: 'Tìm theo tên' }).waitFor();
      }));
  });

  describe('a script that throws', () => {
    test.concurrent.each(sample(random, [...startScripts()], SAMPLE_SIZE))(
      '%s: the page says what may help, and starts when the script runs',
      (source) =>
        onPhone(async (page) => {
          await page.route(requestsFor(source), (route) => route.fulfill({ contentType: 'text/javascript', body: 'throw new Error("broken");' }));
          await visitTwice(page, '/buy/pm');
          await page.getByText(CANNOT_START).waitFor();
          await page.unroute(requestsFor(source));
          await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: RELOAD }).click()]);
          await openBankList(page);
        }),
    );

    test.concurrent('on a page that runs, and takes it away: said', () =>
      onPhone(async (page) => {
        await page.goto('/buy/pm', { waitUntil: 'networkidle' });
        // Settings of a kind that the header cannot show.
        await page.route('**/trpc/config.get*', async (route) => {
          const answer = await (await fetch(route.request().url())).text();
          await route.fulfill({ status: 200, contentType: 'application/json', body: answer.replace('"site":{', '"site":null,"was":{') });
        });
        await page.getByText(CANNOT_START).waitFor();
      }));
  });

  describe('loaded later', () => {
    const ways = laterScripts().map((source) => [stableName(source), source, wayTo(source)] as const);

    test('each has a way to it, or a reason why it needs none', () => {
      expect(ways.filter(([, , way]) => way === null).map(([name]) => name)).toEqual([]);
    });

    const reached = ways.flatMap(([name, source, way]) => (way === null || typeof way === 'string' ? [] : [[name, source, way] as const]));
    const [texts = [], code = []] = [true, false].map((isText) => reached.filter(([, source]) => TEXT.test(source) === isText));
    test.concurrent.each([...sample(random, code, SAMPLE_SIZE), ...sample(random, texts, TEXTS_SAMPLE_SIZE)])(
      '%s: said, and there as soon as it can be',
      (_name, source, way) =>
        onPhone(async (page) => {
          let missing = 0;
          if (way.said !== null) await noteText(page, way.said);
          await page.route(requestsFor(source), (route) => {
            missing += 1;
            return way.said === null && missing > MISSING_TIMES ? route.fallback() : answer404(route);
          });
          await page.goto(way.path, { waitUntil: 'commit' });
          page.setDefaultTimeout(PATIENCE_MS);
          if (way.said !== null) {
            await follow(way, page, () => until('what the page says', PATIENCE_MS, () => isNoted(page)));
            await page.unroute(requestsFor(source));
          }
          await follow(way, page, () => way.done(page, PATIENCE_MS));
          await until('a request for the file', RELOADED_MS_MAX, () => missing > 0);
        }),
    );
  });

  test.concurrent('texts of another language, offline: said, and the page speaks it when the connection is back', () =>
    onPhone(async (page) => {
      await page.goto('/', { waitUntil: 'networkidle' });
      await contentShown(page);
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
      await contentShown(page);
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

/** Does what leads to an effect, again when it does not come: the page may be slow, or have been reloaded since. */
async function follow(way: Way, page: Page, effect: () => Promise<unknown>): Promise<void> {
  for (let left = TRIES_MAX; ; left -= 1) {
    // What leads there may be missing as well.
    await way.act(page).catch(() => {});
    const failure = await effect().then(
      () => null,
      (error: unknown) => error,
    );
    if (failure === null) return;
    if (left === 1) throw failure;
  }
}

/** Notes when a text is on the page, also if the page is reloaded at once. */
async function noteText(page: Page, text: string): Promise<void> {
  await page.addInitScript(
    `new MutationObserver(() => {
      if (document.body?.textContent.includes(${JSON.stringify(text)})) sessionStorage.setItem('noted', 'yes');
    }).observe(document, { childList: true, subtree: true })`,
  );
}

function isNoted(page: Page): Promise<boolean> {
  return page.evaluate<boolean>("sessionStorage.getItem('noted') === 'yes'");
}

/** Opens a page that reloads itself once. Resolves in the second document. */
async function visitTwice(page: Page, path: string): Promise<void> {
  const documents = countDocuments(page);
  await page.goto(path, { waitUntil: 'commit' });
  await until('the reload', RELOADED_MS_MAX, () => documents() === 2);
}

/** Counts the documents that a page shows from now on. */
function countDocuments(page: Page): () => number {
  let documents = 0;
  page.on('framenavigated', () => {
    documents += 1;
  });
  return () => documents;
}

/** As minutes without a failure would: lets the page reload by itself again. */
function forgetFailures(page: Page): Promise<void> {
  return page.evaluate("sessionStorage.removeItem('failedAt')");
}

function answer404(route: Route): Promise<void> {
  return route.fulfill({ status: 404, contentType: 'text/plain', body: 'Not found' });
}
