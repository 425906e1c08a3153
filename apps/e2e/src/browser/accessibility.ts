import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { overflowPx } from './device.ts';

/** Collecting what passes takes most of the time. */
const VIOLATIONS_ONLY = { resultTypes: ['violations' as const] };
/** The dark theme differs from the light one in its colours alone (`ui/tokens.css`): these are the rules that look at colours. */
const COLOURS_ONLY = { ...VIOLATIONS_ONLY, runOnly: { type: 'rule' as const, values: ['color-contrast', 'link-in-text-block'] } };
/** Animations that end have ended. */
const STILL = `Promise.allSettled(document.getAnimations().filter((it) => Number.isFinite(it.effect.getComputedTiming().endTime)).map((it) => it.finished))`;
/** In place of axe's source where the document has it already: half a megabyte of script takes longer to load than most rules to run. */
const LOADED = 'undefined';

/** Violations of accessibility rules in the light and the dark theme, and whether the page is wider than the screen. */
export async function faultsOf(page: Page): Promise<string[]> {
  const faults = await violationsIn(page, 'light', VIOLATIONS_ONLY);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  faults.push(...(await violationsIn(page, 'dark', COLOURS_ONLY)));
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  const overflow = await overflowPx(page);
  return [...faults, ...(overflow > 0 ? [`${overflow} px wider than the screen`] : [])];
}

async function violationsIn(page: Page, theme: string, options: typeof VIOLATIONS_ONLY): Promise<string[]> {
  await page.evaluate(STILL);
  const isLoaded = await page.evaluate<boolean>("'axe' in window");
  const axe = new AxeBuilder({ page, ...(isLoaded ? { axeSource: LOADED } : {}) });
  const { violations } = await axe.setLegacyMode().options(options).analyze();
  return violations.map(({ id, nodes }) => `${theme}: ${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}
