import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { faultsOf } from '../src/browser/accessibility.ts';
import { describeOnMockSite } from '../src/browser/mock-visits.ts';
import { BUYER_ACCOUNT, wordsOf } from '../src/browser/purchase-page.ts';

const SAMPLES_MIN = 20;
/** Tests that share the samples between them: all in one would last longer than a test may. */
const PARTS = [0, 1, 2, 3, 4, 5];
const WORDS = wordsOf('vi');
const BEP20_ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';

/** Looks at the page as it is, in both themes. */
type Look = (state: string) => Promise<void>;

describeOnMockSite('pages in every state', ({ site, onDevice }) => {
  /** Puts a phone to use. @returns what there is to say against its pages: their faults, and what they complained of */
  async function findingsOn(use: (page: Page, look: Look) => Promise<void>) {
    return onDevice({}, async (page, pageErrors) => {
      const differences: string[] = [];
      let seen = 0;
      const look = async (state: string) => {
        differences.push(...(await faultsOf(page)).map((fault) => `${state}: ${fault}`), ...pageErrors.splice(0).map((text) => `${state}: ${text}`));
        seen += 1;
      };
      await use(page, look);
      return { differences, seen };
    });
  }

  test.concurrent('home, form, history and what is not there have no fault', async () => {
    const { differences } = await findingsOn(async (page, look) => {
      await page.goto('/');
      await page.getByRole('button', { name: WORDS.submit }).waitFor();
      await look('home');
      await page.goto('/buy/pm');
      await look('empty form');
      await fillInWrongly(page);
      await look('form with errors');
      await fillIn(page);
      await look('filled form');
      await page.getByRole('button', { name: WORDS.otherBank }).click();
      await page.getByRole('combobox', { name: WORDS.search }).waitFor();
      await look('choice of a bank');
      await page.goto('/buy/wmz');
      await page.getByText('Tạm thời chưa mua được').waitFor();
      await look('maintenance');
      await page.goto('/history');
      await look('history');
    });
    expect(differences).toEqual([]);
  });

  test.concurrent('an address where nothing stands says so', async () => {
    const { differences } = await findingsOn(async (page, look) => {
      expect((await page.goto('/nowhere'))?.status()).toBe(404);
      await page.getByRole('heading', { name: 'Không tìm thấy trang này' }).waitFor();
      await look('nowhere');
    });
    // The browser itself tells of the answer 404 to the page.
    expect(differences).toEqual([expect.stringMatching(/^nowhere: Failed to load resource: .* 404/)]);
  });

  test.each(PARTS)('an order has no fault in any state, in either theme (%i)', async (part) => {
    const samples = site().samples.filter((_, n) => n % PARTS.length === part);
    const { differences, seen } = await findingsOn(async (page, look) => {
      for (const ref of samples) {
        await turnTo(page, `/order/${ref}`);
        await page.getByRole('heading', { level: 1, name: ref }).waitFor();
        await page.locator('[aria-live=polite] h2').waitFor();
        if ((await page.locator('#pay [data-qr]').count()) > 0) await page.locator('#payment-qr svg').waitFor();
        await look(ref);
      }
    });
    expect(differences).toEqual([]);
    expect(site().samples.length).toBeGreaterThanOrEqual(SAMPLES_MIN);
    expect(seen).toBe(samples.length);
  });

  test('names an address of another network in the field of TRC20, whose three networks stand to choose', async () => {
    const { differences } = await findingsOn(async (page, look) => {
      await page.goto('/buy/trc20');
      await page.getByRole('radio', { name: /^TRC20/ }).waitFor();
      expect(await page.locator('input[name=network]').count()).toBe(3);
      await page.locator('#buy-wallet').fill(BEP20_ADDRESS);
      await page.locator('#buy-wallet').blur();
      await page.getByText('Đây là địa chỉ BEP20/ERC20, bạn đang chọn TRC20.').waitFor();
      await look('address of another network');
      await page.getByRole('radio', { name: /^BEP20/ }).check({ force: true });
      await page.waitForURL('/buy/bep20');
      await page.locator('#buy-wallet').fill(BEP20_ADDRESS);
      await page.locator('#buy-wallet').blur();
      expect(await page.locator('#buy-wallet-error').count()).toBe(0);
    });
    expect(differences).toEqual([]);
  });
});

/** As a link within the site does: to load a page anew costs a second. */
async function turnTo(page: Page, path: string): Promise<void> {
  if (page.url() === 'about:blank') await page.goto(path);
  else await page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)})`);
}

async function fillIn(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: WORDS.quantity }).fill('100');
  await page.getByRole('textbox', { name: WORDS.wallet }).fill('U7654321');
  await page.getByText('Vietcombank', { exact: true }).click();
  await page.getByRole('textbox', { name: WORDS.account }).fill(BUYER_ACCOUNT);
  await page.locator('p[role=status] .uppercase').nth(1).waitFor();
}

/** The button looks disabled for as long as something is wrong, and says what when it is pressed. */
async function fillInWrongly(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: WORDS.quantity }).fill('99999999');
  await page.getByRole('textbox', { name: WORDS.wallet }).fill('X1');
  await page.getByText('Vietcombank', { exact: true }).click();
  await page.getByRole('textbox', { name: WORDS.account }).fill('1');
  await page.getByRole('button', { name: WORDS.submit }).click({ force: true });
  await page.locator('p[role=alert]').nth(2).waitFor();
}
