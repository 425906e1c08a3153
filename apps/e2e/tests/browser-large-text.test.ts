import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { overflowPx } from '../src/browser/device.ts';
import { describeOnMockSite } from '../src/browser/mock-visits.ts';
import { holdWebFont, readyToMeasure } from '../src/browser/page-ready.ts';
import { startPiecemealSite } from '../src/browser/piecemeal-site.ts';

/** Pages with their forms, lists and texts. */
const PAGES = ['/', '/buy/trc20', '/buy/wmz', '/sell/pm', '/exchange/trc20-pm', '/history', '/fee-transfer', '/contact', '/login', '/nowhere'];
/** Samples with every kind of instructions, buttons and forms, and a name without a space. */
const ORDERS = [
  'PENDING',
  'SELL',
  'SELLPM',
  'LONG',
  'SWAP',
  'CLAIMED',
  'UNDERPAID',
  'UNDERPAIDOVER',
  'OVERPAID',
  'SELLLATE',
  'SEEN',
  'RISK',
  'REFUNDFAILED',
  'REFUNDED',
  'ERROR',
  'DELIVERED',
  'SWAPDELIVERED',
  'TIMEROVER',
  'EXPIRED',
];
const RECEIPTS = ['SELLDELIVERED', 'SWAPDELIVERED', 'EXCESSREFUNDED'];
const PATHS = [...PAGES, ...ORDERS.map((name) => `/order/SAMPLE-${name}`), ...RECEIPTS.map((name) => `/order/SAMPLE-${name}/receipt`)];
/** Pages that are opened with something to do at once. */
const STEADY = [
  '/',
  '/buy',
  '/buy/trc20',
  '/sell/pm',
  '/exchange',
  '/exchange/trc20-pm',
  '/exchange/pm-trc20',
  '/history',
  '/order/SAMPLE-PENDING',
  '/order/SAMPLE-SELL',
];
/** Pages of each layout: a form, a short page with its footer, an order. */
const ARRIVING = ['/buy/trc20', '/history', '/order/SAMPLE-SELL'];
/** A page's layout shift that is no more than the web font's letters, wider or narrower than the device's. A line that moves is 0.03 and more. */
const SHIFT_MAX = 0.004;
/** Sums the layout shift, and notes what moved from where to where. */
const NOTE_SHIFTS = `
  window.shifts = { sum: 0, moves: [] };
  const placeOf = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(' ');
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries()) {
      window.shifts.sum += value;
      for (const { node, previousRect, currentRect } of sources)
        window.shifts.moves.push(node?.nodeName + ' "' + node?.textContent.slice(0, 30) + '" ' + placeOf(previousRect) + ' to ' + placeOf(currentRect));
    }
  }).observe({ type: 'layout-shift', buffered: true });`;
/** A page's layout shift, and what moved. */
interface Shifts {
  readonly sum: number;
  readonly moves: readonly string[];
}
/** The names of currencies, on how many lines each stands in the table of rates. */
const LINES_OF_NAMES = `[...document.querySelectorAll('tbody th')].map((it) => {
  const name = it.querySelector(':scope > span > span:last-child').firstChild;
  const range = document.createRange();
  range.selectNode(name);
  return [name.data, range.getClientRects().length];
})`;
const TWICE_AS_LARGE = "document.documentElement.style.fontSize = '200%'";

describeOnMockSite('pages on a narrow screen, and with large text', ({ site, onDevice }) => {
  test.each([
    [320, 100],
    [360, 200],
  ])('nothing overflows at %i px with text at %i per cent', (widthPx, percent) =>
    onDevice({ widthPx }, async (page) => {
      const faults: string[] = [];
      for (const path of PATHS) {
        await open(page, path, percent);
        const [overflow, cut] = [await overflowPx(page), await cutTexts(page)];
        if (overflow > 0 || cut.length > 0) faults.push(`${path}: ${overflow} px ${cut.join(' | ')}`);
      }
      expect(faults).toEqual([]);
    }),
  );

  test('choices stay within the form where large text meets a narrow column', () =>
    onDevice({ widthPx: 1280 }, async (page) => {
      await page.goto('/', { waitUntil: 'networkidle' });
      await readyToMeasure(page);
      await page.evaluate(TWICE_AS_LARGE);
      const overflows = await page.evaluate<number[]>("[...document.querySelectorAll('fieldset')].map((it) => it.scrollWidth - it.clientWidth)");
      expect(overflows.length).toBeGreaterThan(0);
      expect(overflows.filter((overflow) => overflow > 0)).toEqual([]);
    }));

  test('a desktop has the name of each rate on one line, and the edges of forms below those of the header', () =>
    onDevice({ widthPx: 1280 }, async (page) => {
      await page.goto('/', { waitUntil: 'networkidle' });
      await readyToMeasure(page);
      const names = await page.evaluate<[string, number][]>(LINES_OF_NAMES);
      expect(names).toContainEqual(['Perfect Money', 1]);
      expect(names.filter(([, lines]) => lines > 1)).toEqual([]);
      const edges = (parts: string) =>
        page.evaluate<number[]>(`[...document.querySelectorAll('${parts}')].map((it) => it.getBoundingClientRect().x)`);
      for (const path of ['/', '/buy/pm', '/exchange/pm-trc20']) {
        await page.goto(path, { waitUntil: 'networkidle' });
        await readyToMeasure(page);
        expect(await edges('main h1')).toEqual(await edges('header a[href="/"]'));
      }
    }));

  test.each([320, 360, 1280])('nothing moves while a page starts at %i px', (widthPx) =>
    onDevice({ widthPx }, async (page) => {
      expect(await movedPages(page, STEADY)).toEqual([]);
    }),
  );

  test('nothing moves while the files of the web font arrive one by one', () =>
    onDevice({ widthPx: 320 }, async (page) => {
      const release = await holdWebFont(page);
      expect(await movedPages(page, STEADY, release)).toEqual([]);
    }));

  test('nothing moves while a document arrives in pieces', () =>
    onDevice({ widthPx: 1280 }, async (page) => {
      const slow = await startPiecemealSite(site().webUrl);
      try {
        const moved = await movedPages(
          page,
          ARRIVING.map((path) => `${slow.url}${path}`),
        );
        expect(moved).toEqual([]);
      } finally {
        await slow.stop();
      }
    }));

  test('the header folds what does not fit into a menu, which a page that is opened from it closes', () =>
    onDevice({ widthPx: 360 }, async (page) => {
      await page.goto('/', { waitUntil: 'networkidle' });
      const menu = page.getByRole('button', { name: 'Menu' });
      expect(await menu.isVisible()).toBe(false);
      await readyToMeasure(page);
      await page.evaluate(TWICE_AS_LARGE);
      const language = page.getByRole('combobox', { name: 'Ngôn ngữ' });
      expect(await language.isVisible()).toBe(false);
      await menu.click();
      await page.locator('header').getByRole('button', { name: 'Menu', expanded: true }).waitFor();
      await language.waitFor();
      await page.locator('header').getByRole('link', { name: 'Tra cứu đơn' }).click();
      await page.waitForURL('/history');
      await language.waitFor({ state: 'hidden' });
    }));
});

/** Loads pages anew. @param onLoaded awaited on each page before its web font is @returns those of which something moved, and how much */
async function movedPages(page: Page, paths: readonly string[], onLoaded = async () => {}): Promise<string[]> {
  await page.addInitScript(NOTE_SHIFTS);
  const moved: string[] = [];
  for (const path of paths) {
    await page.goto(path, { waitUntil: 'load' });
    await onLoaded();
    await readyToMeasure(page);
    const { sum, moves } = await page.evaluate<Shifts>('shifts');
    if (sum > SHIFT_MAX) moved.push(`${path}: ${sum}: ${moves.join('; ')}`);
  }
  return moved;
}

/** Opens a page by its address, the first one from the server. */
async function open(page: Page, path: string, percent: number): Promise<void> {
  if (page.url() === 'about:blank') {
    await page.goto(path, { waitUntil: 'networkidle' });
    await readyToMeasure(page);
  } else await page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)})`);
  if (percent === 200) await page.evaluate(TWICE_AS_LARGE);
  const [, ref] = /^\/order\/([^/]+)$/.exec(path) ?? [];
  if (ref === undefined) await page.locator(path.startsWith('/order') ? 'article' : 'main h1').waitFor();
  else {
    await page.getByRole('heading', { level: 1, name: ref }).waitFor();
    await page.locator('#order-headline').waitFor();
  }
  if ((await page.locator('#pay [data-qr]').count()) > 0) await page.locator('#payment-qr svg').waitFor();
}

/** Texts that reach beyond the screen, or beyond the box that cuts them off without saying so; but in a table that scrolls. */
function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`[...document.querySelectorAll('main *, header *, footer *')]
    .filter((element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim() !== ''))
    .filter((element) => element.checkVisibility() && !element.closest('.sr-only, option, svg, .overflow-x-auto > table'))
    .filter((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return range.getBoundingClientRect().right > document.documentElement.clientWidth + 1;
    })
    .map((element) => element.textContent.trim().slice(0, 40))`);
}
