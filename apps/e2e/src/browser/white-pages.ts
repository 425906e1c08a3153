import type { Page } from 'playwright-core';

const WATCH_MS = 50;
/** A page with fewer characters counts as white. */
const TEXT_LENGTH_MIN = 100;

/** Watches a page from its next document on. @returns paths of the pages that were white after their first paint, so far */
export async function watchForWhitePages(page: Page): Promise<readonly string[]> {
  const white: string[] = [];
  await page.exposeFunction('reportWhitePage', (path: string) => void white.push(path));
  await page.addInitScript(
    `setInterval(() => {
      const isPage = document.readyState !== 'loading' && location.pathname.startsWith('/');
      if (isPage && document.body.innerText.trim().length < ${TEXT_LENGTH_MIN}) reportWhitePage(location.pathname);
    }, ${WATCH_MS})`,
  );
  return white;
}
