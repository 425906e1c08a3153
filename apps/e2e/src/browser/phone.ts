import type { Page, Browser as Program } from 'playwright-core';
import { expect } from 'vitest';
import type { ExchangeUnderTest } from '../system/exchange-under-test.ts';
import { type Device, overflowPx, visit } from './device.ts';

/** Smallest supported screen width. */
export const PHONE_WIDTH_PX = 360;

/**
 * Opens the site on a new phone for `use`, and expects no page errors and no horizontal overflow afterwards. On a failure, logs the page's text and
 * the recent logs of all processes.
 */
export async function withPhone(
  exchange: ExchangeUnderTest,
  program: Program,
  appearance: Pick<Device, 'colorScheme' | 'locale'>,
  use: (page: Page) => Promise<void>,
): Promise<void> {
  const { page, pageErrors, close } = await visit(program, exchange.webUrl, { widthPx: PHONE_WIDTH_PX, ...appearance });
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
