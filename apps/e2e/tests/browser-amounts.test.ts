import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeOnMockSite } from '../src/browser/mock-visits.ts';
import { contentShown } from '../src/browser/page-ready.ts';

/** Ways in which a text reaches a field. */
const WAYS: Record<string, (page: Page, text: string) => Promise<void>> = {
  'typed key by key': (page, text) => page.keyboard.type(text),
  // Keyboards commit their clipboard and dictated text like this.
  'committed at once': (page, text) => page.keyboard.insertText(text),
  pasted: async (page, text) => {
    await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
    await page.keyboard.press('Control+V');
  },
  // Password managers and translators do this.
  'set by a script': async (page, text) => {
    await page.evaluate(`{
      const field = document.activeElement;
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, ${JSON.stringify(text)});
      field.dispatchEvent(new Event('input', { bubbles: true }));
    }`);
  },
};

/** Texts, what the field shows once it is left, and the sum to pay: 26 350 đ × (quantity + 0.8). */
const UNDERSTOOD = [
  ['12.5', '12,5', '350.455 đ'],
  ['12,5', '12,5', '350.455 đ'],
  ['1000.55', '1.000,55', '26.385.573 đ'],
  ['1.000,5', '1.000,5', '26.384.255 đ'],
  ['1,000.5', '1.000,5', '26.384.255 đ'],
  ['1.000', '1.000', '26.371.080 đ'],
] as const;

/** Texts and what they may mean. */
const REFUSED = [
  ['1.234', ['1234 USDT', '1,234 USDT']],
  ['10,000', ['10 USDT', '10000 USDT']],
  ['1.000.5', ['1000,5 USDT', '10005 USDT']],
  ['1e3', ['1000 USDT']],
  ['-50', ['50 USDT']],
] as const;

describeOnMockSite('amounts in the form', ({ onPhone }) => {
  async function onForm(use: (page: Page, enter: (text: string) => Promise<void>) => Promise<void>, way: keyof typeof WAYS): Promise<void> {
    await onPhone(async (page) => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.goto('/buy/trc20', { waitUntil: 'networkidle' });
      await contentShown(page);
      await use(page, async (text) => {
        await page.locator('#buy-quantity').click();
        await page.keyboard.press('Control+A');
        await WAYS[way]?.(page, text);
      });
    });
  }

  test.each(Object.keys(WAYS))('%s: one number, one meaning', (way) =>
    onForm(async (page, enter) => {
      for (const [text, shown, pays] of UNDERSTOOD) {
        await enter(text);
        await page.getByText(pays).first().waitFor();
        // What was understood stands under the field, if the field shows it differently.
        if (text !== shown) await page.getByText(`= ${shown} USDT`).waitFor();
        await page.keyboard.press('Tab');
        await expect.poll(() => page.locator('#buy-quantity').inputValue()).toBe(shown);
        expect(await page.locator('#buy-quantity-error').count()).toBe(0);
      }
    }, way),
  );

  test.each(Object.keys(WAYS))('%s: what can be read two ways is refused, and its readings can be tapped', (way) =>
    onForm(async (page, enter) => {
      for (const [text, readings] of REFUSED) {
        await enter(text);
        await page.getByRole('button', { name: readings[0], exact: true }).waitFor();
        for (const reading of readings) expect(await page.getByRole('button', { name: reading, exact: true }).count()).toBe(1);
        expect(await page.locator('#buy-quantity').inputValue()).toBe(text);
        expect(await page.locator('form output').innerText()).toMatch(/^–/);
        await page.getByRole('button', { name: readings[0], exact: true }).click();
        await expect.poll(() => page.locator('form output').innerText()).not.toMatch(/^–/);
      }
    }, way),
  );

  test('digits typed into a grouped number stay where they are typed', () =>
    onForm(async (page, enter) => {
      await enter('12345');
      for (let i = 0; i < 3; i += 1) await page.keyboard.press('ArrowLeft');
      await page.keyboard.type('9');
      expect(await page.locator('#buy-quantity').inputValue()).toBe('129.345');
      await page.keyboard.press('Backspace');
      await page.keyboard.press('Backspace');
      expect(await page.locator('#buy-quantity').inputValue()).toBe('1.345');
    }, 'typed key by key'));

  test('what was not understood survives a reload', () =>
    onForm(async (page, enter) => {
      await enter('1.234');
      await page.reload();
      await page.getByRole('button', { name: '1234 USDT', exact: true }).click();
      await expect.poll(() => page.locator('#buy-quantity').inputValue()).toBe('1.234');
      await page.getByText('32.536.980 đ').first().waitFor();
    }, 'pasted'));
});
