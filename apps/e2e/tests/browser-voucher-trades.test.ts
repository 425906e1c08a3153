import type { Page, Browser as Program } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser } from '../src/browser/device.ts';
import { findChromium } from '../src/browser/find-chromium.ts';
import { keepPicture } from '../src/browser/order-page.ts';
import { withPhone } from '../src/browser/phone.ts';
import { orderByForm } from '../src/browser/trade-form.ts';
import { accountOf } from '../src/customers/accounts.ts';
import { outstandingBalances, reconcileWithSandbox, waitUntilIdle } from '../src/reconciliation/wait-until-idle.ts';
import { type ExchangeUnderTest, startExchangeUnderTest } from '../src/system/exchange-under-test.ts';
import { activateVoucher, makeVoucher, payOrder, readReceived } from '../src/system/sandbox-client.ts';
import { until } from '../src/until.ts';

const DELIVERED_MS_MAX = 240_000;
const COPIED_MS_MAX = 60_000;
const REST_MS_MAX = 180_000;
const PHONE = { locale: 'vi', colorScheme: 'light' } as const;

/** On a machine without a browser this is shown as skipped; `npm test` fails there in CI. */
const chromium = findChromium();

describe.skipIf(chromium === undefined)('e-vouchers at a phone, from the form to the arrival', () => {
  let exchange: ExchangeUnderTest;
  let program: Program;

  beforeAll(async () => {
    const env = {
      signer: { PM_LIST_MS: '1000', TRON_SWEEP_MIN: '1000' },
      worker: { TRON_SCAN_MS: '700' },
      sandbox: { SANDBOX_TRON_BLOCK_MS: '300' },
    };
    [exchange, program] = await Promise.all([startExchangeUnderTest({ env }), launchBrowser(chromium ?? '')]);
  });
  afterAll(async () => {
    await program?.close();
    await exchange?.stop();
  });

  const delivered = (page: Page) =>
    page
      .locator('#order-headline')
      .filter({ hasText: /^(Đã chuyển|Voucher .+ đã sẵn sàng)/ })
      .waitFor({ timeout: DELIVERED_MS_MAX });
  /** Submits a voucher of 100 dollars, by one paste of what its seller sent. */
  const submitVoucher = async (page: Page) => {
    const { number, code } = await makeVoucher(exchange, '100');
    await page.locator('#voucher-number').fill(`${number} ${code}`);
    await page.getByRole('button', { name: 'Gửi voucher' }).click();
  };
  /** Reveals the order's voucher, and uses it. @returns its amount */
  const useVoucher = async (page: Page) => {
    await page.getByRole('button', { name: 'Hiện mã' }).click();
    await page.getByRole('button', { name: 'Ẩn mã' }).waitFor();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const copied = async (name: string) => {
      await page.evaluate("navigator.clipboard.writeText('')");
      await page.getByRole('button', { name }).click();
      return until(name, COPIED_MS_MAX, async () => (await page.evaluate<string>('navigator.clipboard.readText()')) || null);
    };
    return activateVoucher(exchange, { number: await copied('Sao chép số voucher'), code: await copied('Sao chép mã kích hoạt') });
  };

  test('sold for dong', async () => {
    await withPhone(exchange, program, PHONE, async (page) => {
      const account = accountOf('vnd', 'destination', 1);
      await orderByForm(page, { kind: 'sell', from: 'e-voucher', to: 'vnd', quantity: '100', account });
      await submitVoucher(page);
      await delivered(page);
      // 25 250 × 100
      expect(await readReceived(exchange, account)).toMatchObject([{ currency: 'vnd', amount: 2_525_000 }]);
      await keepPicture(page, 'delivered-sell-e-voucher');
    });
  });

  test('swapped for USDT', async () => {
    await withPhone(exchange, program, PHONE, async (page) => {
      const wallet = accountOf('trc20', 'destination', 2);
      await orderByForm(page, { kind: 'ex', from: 'e-voucher', to: 'trc20', quantity: '100', wallet });
      await submitVoucher(page);
      await delivered(page);
      // 25 250 ÷ 26 350 less 0.3 %, × 100, less 0.8 fee
      expect(await readReceived(exchange, wallet)).toMatchObject([{ currency: 'trc20', amount: 94.74 }]);
    });
  });

  test('bought for dong, revealed by a tap, and worth what was paid for', async () => {
    await withPhone(exchange, program, PHONE, async (page) => {
      await payOrder(
        exchange,
        await orderByForm(page, { kind: 'buy', from: 'vnd', to: 'e-voucher', quantity: '100', account: accountOf('vnd', 'own', 3) }),
      );
      await delivered(page);
      expect(await useVoucher(page)).toBe(100);
      await keepPicture(page, 'delivered-buy-e-voucher');
    });
  });

  test('taken for Perfect Money', async () => {
    await withPhone(exchange, program, PHONE, async (page) => {
      await payOrder(exchange, await orderByForm(page, { kind: 'ex', from: 'pm', to: 'e-voucher', quantity: '100' }));
      await delivered(page);
      // 25 350 ÷ 26 050 less 0.3 %, × 100, less 0.5 % fee
      expect(await useVoucher(page)).toBe(96.54);
    });
  });

  test('everybody got what they paid for, once, and nothing is held any more', async () => {
    await waitUntilIdle(exchange, REST_MS_MAX);
    const { differences, evidence } = await reconcileWithSandbox(exchange, []);
    expect(differences).toEqual([]);
    expect(evidence.books.orders.map(({ status }) => status)).toEqual(Array.from({ length: 4 }, () => 'delivered'));
    expect(outstandingBalances(evidence.books)).toEqual({});
  });
});
