import type { Page, Route } from 'playwright-core';

/** Holds matching requests back. @returns releases them */
export async function holdRequests(page: Page, pattern: string | RegExp): Promise<() => Promise<void>> {
  const held: Route[] = [];
  let isHeld = true;
  await page.route(pattern, (route) => (isHeld ? void held.push(route) : route.continue()));
  return async () => {
    isHeld = false;
    await Promise.all(held.map((route) => route.continue()));
  };
}
