import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { faultsOf } from '../src/browser/accessibility.ts';
import { describeOnMockSite } from '../src/browser/mock-visits.ts';
import { contentShown } from '../src/browser/page-ready.ts';
import { BUYER_ACCOUNT } from '../src/browser/purchase-page.ts';

const BITCOIN_ADDRESS = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
const EVM_ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';

describeOnMockSite('coins that operators switch on', ({ site, onDevice }) => {
  async function onSmallPhone(path: string, use: (page: Page) => Promise<void>): Promise<void> {
    await fetch(`${site().webUrl}/mock/coins`);
    await onDevice({ widthPx: 320 }, async (page, pageErrors) => {
      await page.goto(path, { waitUntil: 'networkidle' });
      await contentShown(page);
      await use(page);
      expect(await faultsOf(page)).toEqual([]);
      expect(pageErrors).toEqual([]);
    });
  }

  async function submit(page: Page): Promise<void> {
    await page.locator('form button[type=submit]:not([aria-disabled=true])').click();
    await page.locator('#order-headline').waitFor();
  }

  async function payFromVietcombank(page: Page): Promise<void> {
    await page.getByText('Vietcombank', { exact: true }).click();
    await page.locator('input[id$=-account]').fill(BUYER_ACCOUNT);
  }

  test.each(['/buy/btc', '/buy/eth', '/sell/btc', '/sell/eth', '/exchange/btc-eth', '/exchange/eth-trc20'])('%s has a form without faults', (path) =>
    onSmallPhone(path, async (page) => {
      await page.locator('input[id$=-quantity]').fill('0,0123');
      await page.locator('form output').filter({ hasText: /[1-9]/ }).waitFor();
    }),
  );

  test.each([
    ['/buy/btc', 'Mạng nhận BTC', /^Bitcoin\s+Phí 0,00005\sBTC · khoảng 20 phút$/, 'Bitcoin'],
    ['/sell/eth', 'Mạng gửi ETH', /^Ethereum\s+khoảng 13 phút$/, 'Ethereum'],
    ['/exchange/btc-eth', 'Mạng nhận ETH', /^Ethereum\s+Phí 0,0005\sETH · khoảng 13 phút$/, 'Ethereum'],
  ])('%s names the network, its fee and its time, and the network again beside the address', (path, legend, facts, badge) =>
    onSmallPhone(path, async (page) => {
      const network = page.getByRole('group', { name: legend });
      expect(await network.locator('div').innerText()).toMatch(facts);
      expect(await network.getByRole('radio').count()).toBe(0);
      // A line, at 320 px two: a card with its legend above takes 80 and more.
      expect((await network.boundingBox())?.height).toBeLessThanOrEqual(64);
      expect(await page.locator('div:has(> label[for$=-wallet])').innerText()).toMatch(new RegExp(`\\s${badge}$`));
    }),
  );

  test('Bitcoin is bought by dong, for an address of its own network only', () =>
    onSmallPhone('/buy/btc', async (page) => {
      await page.locator('#buy-quantity').fill('0,0123');
      await payFromVietcombank(page);
      await page.locator('#buy-wallet').fill(EVM_ADDRESS);
      await page.locator('#buy-wallet').blur();
      await page.locator('#buy-wallet-error').waitFor();
      await page.locator('#buy-wallet').fill(BITCOIN_ADDRESS);
      await submit(page);
      await page.getByText('0,0123 BTC').first().waitFor();
    }));

  test('ETH is sold for dong, by a code that holds address and amount', () =>
    onSmallPhone('/sell/eth', async (page) => {
      await page.locator('#sell-quantity').fill('0,12345678');
      await payFromVietcombank(page);
      await submit(page);
      expect(await page.locator('[data-amount]').first().innerText()).toContain('0,12345678');
      await page.locator('#payment-qr svg').waitFor();
    }));
});
