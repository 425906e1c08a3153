import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { overflowPx } from './device.ts';

/** Reports violations only: collecting what passes takes most of the time. */
const VIOLATIONS_ONLY = { resultTypes: ['violations' as const] };
/** Animations that end have ended. */
const STILL = `Promise.allSettled(document.getAnimations().filter((it) => Number.isFinite(it.effect.getComputedTiming().endTime)).map((it) => it.finished))`;

/** Violations of accessibility rules in the light and the dark theme, and whether the page is wider than the screen. */
export async function faultsOf(page: Page): Promise<string[]> {
  const faults = await violationsIn(page, 'light');
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  faults.push(...(await violationsIn(page, 'dark')));
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  const overflow = await overflowPx(page);
  return [...faults, ...(overflow > 0 ? [`${overflow} px wider than the screen`] : [])];
}

async function violationsIn(page: Page, theme: string): Promise<string[]> {
  await page.evaluate(STILL);
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().options(VIOLATIONS_ONLY).analyze();
  return violations.map(({ id, nodes }) => `${theme}: ${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}
