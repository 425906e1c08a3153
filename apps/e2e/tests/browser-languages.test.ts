import { LOCALE_CODES, LOCALES, type Locale } from '@quydoi/domain/locales';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { faultsOf } from '../src/browser/accessibility.ts';
import { overflowPx } from '../src/browser/device.ts';
import { describeOnMockSite } from '../src/browser/mock-visits.ts';
import { contentShown } from '../src/browser/page-ready.ts';
import { TEXT_PATHS } from '../src/browser/text-paths.ts';

/** The two that differ most: the longest words, and a script without spaces. */
const LOOKED_AT_CLOSELY: readonly Locale[] = ['ger', 'jp'];
const NARROW_PX = 320;
/** One address per page. Those of members and of the last order lead elsewhere. */
const PATHS = [
  '/',
  '/buy',
  '/buy/trc20',
  '/sell/pm',
  '/exchange/trc20-pm',
  '/history',
  '/history/trade',
  '/history/wallet',
  '/history/transaction',
  '/listing',
  '/status',
  '/blog',
  '/notice',
  '/account',
  '/login',
  '/register',
  '/forgot',
  '/reset',
  ...TEXT_PATHS,
  '/order/SAMPLE-PENDING#k=k7Yw2mE0vQx5sT1uR9oPbA',
  '/order/SAMPLE-SELLDELIVERED/receipt',
];
/** Where those lead that have no page of their own for a visitor. */
const LEADS_TO: Readonly<Record<string, string>> = {
  '/history/trade': '/login?next=/history/trade',
  '/history/wallet': '/login?next=/history/wallet',
  '/history/transaction': '/history',
  '/notice': '/',
  '/account': '/login?next=/account',
};
/** Headings of orders are their references. */
const SAME_HEADING = /^\/order/;

const headings = new Map<string, Promise<string>>();

describeOnMockSite('languages', ({ onDevice }) => {
  /** Opens a page. @returns its heading, and what there is to say against it */
  async function look(path: string, locale: Locale): Promise<{ readonly heading: string; readonly faults: readonly string[] }> {
    return onDevice({ locale }, async (page, pageErrors) => {
      await page.goto(path, { waitUntil: 'networkidle' });
      const end = LEADS_TO[path];
      if (end !== undefined) await page.waitForURL(end);
      await contentShown(page);
      const heading = await headingOf(page);
      expect(await page.locator('html').getAttribute('lang')).toBe(LOCALES[locale].tag);
      const overflow = await overflowPx(page);
      const faults = LOOKED_AT_CLOSELY.includes(locale) ? await faultsOf(page) : overflow > 0 ? [`${overflow} px wider than the screen`] : [];
      return { heading, faults: [...faults, ...pageErrors] };
    });
  }

  function vietnameseHeading(path: string): Promise<string> {
    const known = headings.get(path) ?? look(path, 'vi').then(({ heading }) => heading);
    headings.set(path, known);
    return known;
  }

  describe.each(LOCALE_CODES)('%s', (locale) => {
    test.each(PATHS)('%s has a heading of its own, no error, and fits a phone', async (path) => {
      const { heading, faults } = await look(path, locale);
      expect(faults).toEqual([]);
      expect(heading).not.toBe('');
      if (locale !== 'vi' && !SAME_HEADING.test(path)) expect(heading).not.toBe(await vietnameseHeading(path));
    });
  });

  test.each(LOCALE_CODES)('a page is in the language that its address asks for, before any script: ?lang=%s', (locale) =>
    onDevice({ locale: locale === 'vi' ? 'en' : 'vi' }, async (page) => {
      const answer = await page.request.get(`/tos?lang=${locale}`);
      expect(await answer.text()).toMatch(new RegExp(`^<!doctype html>\\s*<html[^>]* lang="${LOCALES[locale].tag}"`, 'i'));
      await page.goto(`/tos?lang=${locale}`, { waitUntil: 'networkidle' });
      expect(await page.locator('html').getAttribute('lang')).toBe(LOCALES[locale].tag);
      expect(await page.title()).toContain(await headingOf(page));
    }),
  );

  test('each language is chosen by its own name on a narrow phone, and stays chosen', () =>
    onDevice({ widthPx: NARROW_PX }, async (page, pageErrors) => {
      await page.goto('/tos', { waitUntil: 'networkidle' });
      await contentShown(page);
      for (const locale of [...LOCALE_CODES].reverse()) {
        const before = await headingOf(page);
        const menu = page.locator('header button[aria-expanded=false]');
        if (await menu.isVisible()) await menu.click();
        await page.locator('header select').selectOption({ label: LOCALES[locale].name });
        await page.locator(`html[lang=${LOCALES[locale].tag}]`).waitFor();
        await expect.poll(() => headingOf(page)).not.toBe(before);
        expect(await overflowPx(page)).toBeLessThanOrEqual(0);
        const heading = await headingOf(page);
        await page.reload({ waitUntil: 'networkidle' });
        await contentShown(page);
        expect(await headingOf(page)).toBe(heading);
        expect(await page.title()).toContain(heading);
      }
      expect(pageErrors).toEqual([]);
    }));
});

async function headingOf(page: Page): Promise<string> {
  const heading = page.locator('main h1').first();
  await heading.waitFor();
  return (await heading.innerText()).trim();
}
