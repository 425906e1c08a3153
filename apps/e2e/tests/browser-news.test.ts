import { expect, test } from 'vitest';
import { faultsOf } from '../src/browser/accessibility.ts';
import { describeOnMockSite } from '../src/browser/mock-visits.ts';
import { contentShown } from '../src/browser/page-ready.ts';

describeOnMockSite('news', ({ onPhone }) => {
  test('an article’s picture is shown in the list and on its page, in a place that is kept for it', () =>
    onPhone(async (page) => {
      await page.goto('/blog', { waitUntil: 'networkidle' });
      await contentShown(page);
      const picture = page.locator('main img');
      expect(await picture.count()).toBe(1);
      expect(await picture.getAttribute('alt')).toBe('Chọn mạng nào khi nhận USDT?');
      expect(await picture.getAttribute('loading')).toBe('lazy');
      await picture.scrollIntoViewIfNeeded();
      await page.waitForFunction('document.querySelector("main img").naturalWidth > 0');
      const box = await picture.boundingBox();
      expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(960 / 504, 1);
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      expect(await faultsOf(page)).toEqual([]);
      await page.getByRole('link', { name: 'Chọn mạng nào khi nhận USDT?' }).click();
      await page.getByRole('heading', { level: 1, name: 'Chọn mạng nào khi nhận USDT?' }).waitFor();
      await page.waitForFunction('document.querySelector("article img").naturalWidth > 0');
      expect(await faultsOf(page)).toEqual([]);
    }));
});
