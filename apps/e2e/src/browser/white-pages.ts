import type { Page } from 'playwright-core';

const WATCH_MS = 50;
/**
 * Watches a page from its next document on. @param textLengthMin a page with fewer characters counts as white
 * @returns paths of the pages that were white after their first paint, so far */
export async function watchForWhitePages(page: Page, textLengthMin: number): Promise<readonly string[]> {
  const white: string[] = [];
  await page.exposeFunction('reportWhitePage', (path: string) => void white.push(path));
  await page.addInitScript(
    `setInterval(() => {
      const isPage = document.readyState !== 'loading' && location.pathname.startsWith('/');
      if (isPage && document.body.innerText.trim().length < ${textLengthMin}) reportWhitePage(location.pathname);
    }, ${WATCH_MS})`,
  );
  return white;
}
