import { expect, test } from 'vitest';
import { describeOnMockSite } from '../src/browser/mock-visits.ts';

const TRON = 'TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HC';

describeOnMockSite('addresses', ({ onPhone }) => {
  test.each([
    ['with blanks', 'TMVQ Gm1q AQYV detC eGRR kTWY YrLX uHK2 HC'],
    ['as a link', `tron:${TRON}?amount=10`],
  ])('are understood %s, and sent as they are', (_way, text) =>
    onPhone(async (page) => {
      await page.goto('/buy/trc20', { waitUntil: 'networkidle' });
      const wallet = page.locator('#buy-wallet');
      await wallet.fill(text);
      await wallet.blur();
      await expect.poll(() => wallet.inputValue()).toBe(TRON);
      expect(await page.locator('#buy-wallet-error').count()).toBe(0);
    }),
  );

  test('shown in groups are copied without the gaps', () =>
    onPhone(async (page) => {
      await page.goto('/order/SAMPLE-SELL');
      await page.locator('#pay').getByText('TMVQ').first().waitFor();
      const selected = await page.evaluate<string>(`(() => {
        const group = [...document.querySelectorAll('#pay span')].find((it) => it.textContent === 'TMVQ');
        getSelection().selectAllChildren(group.parentElement);
        return getSelection().toString();
      })()`);
      expect(selected).toBe(TRON);
    }));

  test.each(['pm', 'trc20', 'bep20'])('the example for %s cannot be paid to', (code) =>
    onPhone(async (page) => {
      await page.goto(`/buy/${code}`, { waitUntil: 'networkidle' });
      const hint = (await page.locator('#buy-wallet-hint').innerText()).replace(/^.*: /, '');
      expect(hint).toMatch(/^[0-9A-Za-z…]+$/);
      await page.locator('#buy-wallet').fill(hint);
      await page.locator('#buy-wallet').blur();
      await page.locator('#buy-wallet-error').waitFor();
    }),
  );
});
