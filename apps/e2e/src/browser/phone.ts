import type { Page, Browser as Program } from 'playwright-core';
import { expect } from 'vitest';
import type { ExchangeUnderTest } from '../system/exchange-under-test.ts';
import { type Device, overflowPx, visit } from './device.ts';

/** The smallest screen that pages are made for. */
export const PHONE_WIDTH_PX = 360;

/**
 * Lets somebody use the site with a phone of their own, and expects that nothing was complained of and nothing stood out over the screen's edge
 * by the time it is put away. When it fails, the last words of all programs are told.
 */
export async function withPhone(
  exchange: ExchangeUnderTest,
  program: Program,
  look: Pick<Device, 'colorScheme' | 'locale'>,
  use: (page: Page) => Promise<void>,
): Promise<void> {
  const { page, pageErrors, close } = await visit(program, exchange.webUrl, { widthPx: PHONE_WIDTH_PX, ...look });
  try {
    await use(page);
    expect(await overflowPx(page)).toBeLessThanOrEqual(0);
    expect(pageErrors).toEqual([]);
  } catch (error) {
    console.error(
      `${page.url()}\n${await page
        .locator('main')
        .innerText({ timeout: 1_000 })
        .catch(() => '')}\n${exchange.recentLogs()}`,
    );
    throw error;
  } finally {
    await close();
  }
}
