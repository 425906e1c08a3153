import type { Page, Route } from 'playwright-core';
import { until } from '../until.ts';

const FONT_MS_MAX = 120_000;
/** What a page's script takes away as it begins to listen: what stands there while the page has not started. */
const NOT_STARTED = '#failure';
/** What stands for a page, or for an order, while it loads. */
const PAGE_PLACEHOLDER = '.min-h-dvh[aria-busy=true]';
const FILES = '**/*.woff2';
/** Number of the web font's files; Turkish pages have more. */
const FILE_COUNT = 4;
const SHOWS_FONT = 'document.documentElement.dataset.webFont !== undefined';
/** What a file changes is laid out in the frame after next at the latest. */
const TWO_FRAMES = 'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))';

/**
 * Waits until a page that was loaded listens, and shows its content. On a busy machine both can be long after `load` and `networkidle`: the script
 * runs late, and the network is idle for a while before later files are asked for. Call it before pressing what the server has rendered.
 */
export async function contentShown(page: Page): Promise<void> {
  await page.locator(NOT_STARTED).waitFor({ state: 'detached' });
  // During navigation there can be two: React keeps the old page's placeholder in the document, hidden, until the new page has rendered.
  await page.locator(PAGE_PLACEHOLDER).first().waitFor({ state: 'detached' });
}

/**
 * Waits until the page shows its content, and that in the web font, which comes once the page is idle and has letters wider than those of most
 * devices. Call it before measuring text.
 */
export async function readyToMeasure(page: Page): Promise<void> {
  await contentShown(page);
  await until('the web font', FONT_MS_MAX, () => page.evaluate<boolean>(SHOWS_FONT));
  await page.evaluate(TWO_FRAMES);
}

/** Holds back the files of the web font. @returns lets them arrive one by one, each drawn before the next, once the page has asked for all */
export async function holdWebFont(page: Page): Promise<() => Promise<void>> {
  const held: Route[] = [];
  await page.route(FILES, (route) => void held.push(route));
  return async () => {
    await until('the requests of the web font', FONT_MS_MAX, () => held.length === FILE_COUNT);
    for (const route of held.splice(0)) {
      await route.continue();
      await (await route.request().response())?.finished();
      await page.evaluate(TWO_FRAMES);
    }
  };
}
