import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { CurrencyCode } from '@quydoi/domain/currencies';
import { leasesAddresses } from '@quydoi/domain/networks';
import type { OrderKind } from '@quydoi/domain/order-status';
import { DEFAULT_COLLECTION_ACCOUNT } from '@quydoi/sandbox/bank/options';
import type { Browser as Program } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Device, launchBrowser, type WordsLocale } from '../src/browser/device.ts';
import { findChromium } from '../src/browser/find-chromium.ts';
import { headlineBecomes, keepPicture, readShown } from '../src/browser/order-page.ts';
import { orderWordsOf } from '../src/browser/order-words.ts';
import { withPhone } from '../src/browser/phone.ts';
import { readQrCode } from '../src/browser/qr-code.ts';
import { orderByForm } from '../src/browser/trade-form.ts';
import { accountOf } from '../src/customers/accounts.ts';
import { minorOf, payFor, placeOrder } from '../src/customers/place-order.ts';
import { waitForStatus } from '../src/customers/purchase.ts';
import { type IncomingTransfer, incomingTransfers } from '../src/reconciliation/transfers.ts';
import { outstandingBalances, reconcileWithSandbox, waitUntilIdle } from '../src/reconciliation/wait-until-idle.ts';
import { type ExchangeUnderTest, startExchangeUnderTest } from '../src/system/exchange-under-test.ts';
import { payOrder, readReceived, readSandboxBooks } from '../src/system/sandbox-client.ts';
import { switchCurrencyOn } from '../src/system/switch-currency.ts';
import { until } from '../src/until.ts';

const BUILT = join(import.meta.dirname, '../../web/dist/client/manifest.json');
const SWITCHED_ON_MS_MAX = 120_000;
const DELIVERED_MS_MAX = 240_000;
const REST_MS_MAX = 180_000;
/** Customers at a browser and customers with an app have numbers of their own. */
const APP_FROM = 100;

/** One trade, seen by one of the devices. Amounts are decimal text, at the first prices. */
interface Case extends Pick<Device, 'colorScheme'> {
  readonly locale: WordsLocale;
  readonly kind: OrderKind;
  readonly from: CurrencyCode;
  readonly to: CurrencyCode;
  /** In the entered currency: the bought one of a purchase, else the sold one. */
  readonly quantity: string;
  readonly asks: string;
  readonly arrives: number;
}

const CASES: readonly Case[] = [
  // 26 350 × (100 + 0.8 fee)
  { kind: 'buy', from: 'vnd', to: 'trc20', quantity: '100', asks: '2656080', arrives: 100, locale: 'vi', colorScheme: 'light' },
  // 25 350 × 100
  { kind: 'sell', from: 'pm', to: 'vnd', quantity: '100', asks: '100', arrives: 2_535_000, locale: 'en', colorScheme: 'dark' },
  // 26 050 × 100
  { kind: 'sell', from: 'trc20', to: 'vnd', quantity: '100', asks: '100', arrives: 2_605_000, locale: 'vi', colorScheme: 'dark' },
  // 26 050 ÷ 25 950 less 0.3 %, × 100, less 0.5 % fee
  { kind: 'ex', from: 'trc20', to: 'pm', quantity: '100', asks: '100', arrives: 99.58, locale: 'en', colorScheme: 'light' },
  // 26 350 × (100 + 0.29 fee), rounded up
  { kind: 'buy', from: 'vnd', to: 'bep20', quantity: '100', asks: '2642642', arrives: 100, locale: 'en', colorScheme: 'light' },
  // 26 050 × 100
  { kind: 'sell', from: 'bep20', to: 'vnd', quantity: '100', asks: '100', arrives: 2_605_000, locale: 'vi', colorScheme: 'light' },
  // 25 350 ÷ 26 350 less 0.3 %, × 100, less 0.8 fee
  { kind: 'ex', from: 'pm', to: 'trc20', quantity: '100', asks: '100', arrives: 95.12, locale: 'vi', colorScheme: 'light' },
  // 25 900 × (100 + 0.8 fee)
  { kind: 'buy', from: 'vnd', to: 'wmz', quantity: '100', asks: '2610720', arrives: 100, locale: 'vi', colorScheme: 'light' },
  // 25 200 × 100
  { kind: 'sell', from: 'wmz', to: 'vnd', quantity: '100', asks: '100', arrives: 2_520_000, locale: 'vi', colorScheme: 'dark' },
  // 25 200 ÷ 26 350 less 0.3 %, × 100, less 0.8 fee
  { kind: 'ex', from: 'wmz', to: 'trc20', quantity: '100', asks: '100', arrives: 94.55, locale: 'en', colorScheme: 'light' },
  // 92 000 000 × (0.05 + 0.0005 fee)
  { kind: 'buy', from: 'vnd', to: 'eth', quantity: '0.05', asks: '4646000', arrives: 0.05, locale: 'vi', colorScheme: 'dark' },
  // 90 500 000 × 0.05
  { kind: 'sell', from: 'eth', to: 'vnd', quantity: '0.05', asks: '0.05', arrives: 4_525_000, locale: 'en', colorScheme: 'dark' },
  // 2 310 000 000 × 0.001
  { kind: 'sell', from: 'btc', to: 'vnd', quantity: '0.001', asks: '0.001', arrives: 2_310_000, locale: 'vi', colorScheme: 'light' },
];
const NUMBERED = CASES.map((one, n) => ({ ...one, customer: n + 1, name: `${one.kind} ${one.from} to ${one.to}` }));

const NETWORK_CODES = { vnd: 'bank', pm: 'perfect-money', wmz: 'webmoney', trc20: 'tron', bep20: 'bsc', eth: 'ethereum', btc: 'bitcoin' } as const;
/** Currencies that start switched off. */
const COINS = ['eth', 'btc'] as const;
type PaidIn = keyof typeof NETWORK_CODES;

/** On a machine without a browser this is shown as skipped; `npm test` fails there in CI. */
const chromium = findChromium();

describe.skipIf(chromium === undefined)('trades among dong, wallets, USDT and coins', () => {
  let exchange: ExchangeUnderTest;
  let program: Program;

  beforeAll(async () => {
    expect(existsSync(BUILT), 'the web app is built: npm run build -w apps/web').toBe(true);
    // Deposits stay where they are: no test waits for sweeps.
    const signer = { PM_LIST_MS: '1000', TRON_SWEEP_MIN: '1000', BSC_SWEEP_MIN: '1000' };
    const sandbox = { SANDBOX_TRON_BLOCK_MS: '300', SANDBOX_EVM_BLOCK_MS: '300', SANDBOX_BITCOIN_BLOCK_MS: '300' };
    const worker = { TRON_SCAN_MS: '700', BSC_SCAN_MS: '700', ETHEREUM_SCAN_MS: '700', BITCOIN_SCAN_MS: '700' };
    const env = { worker, signer, sandbox };
    [exchange, program] = await Promise.all([startExchangeUnderTest({ env }), launchBrowser(chromium ?? '')]);
    for (const code of COINS) await switchCurrencyOn(exchange, code, SWITCHED_ON_MS_MAX);
  });
  afterAll(async () => {
    await program?.close();
    await exchange?.stop();
  });

  test.concurrent.each(NUMBERED)('$name at a phone, $colorScheme, in $locale: from the form to the arrival', async (one) => {
    const words = orderWordsOf(one.locale);
    const network = NETWORK_CODES[one.from as PaidIn];
    const destination = accountOf(one.to, 'destination', one.customer);
    await withPhone(exchange, program, one, async (page) => {
      const ref = await orderByForm(page, { ...one, ...entriesOf(one) });
      await headlineBecomes(page, words.pending);
      const shown = await readShown(page, one.locale, network);
      expect(shown).toEqual({ amount: one.asks, account: expect.stringMatching(ACCOUNTS[network]), memo: leasesAddresses(network) ? '' : ref });
      const qr = QR_CODES.get(one.from);
      if (qr) expect(await readQrCode(page.locator('#payment-qr'))).toBe(qr(shown.account));
      await keepPicture(page, `pay-${one.kind}-${one.from}-${one.to}`);

      await payOrder(exchange, ref);
      expect(await paidTo(shown)).toMatchObject([{ network, amount: minorOf(one.asks, one.from), memo: shown.memo }]);

      await headlineBecomes(page, words.delivered);
      const received = await readReceived(exchange, destination);
      expect(received).toMatchObject([{ rail: NETWORK_CODES[one.to as PaidIn], currency: one.to, amount: one.arrives }]);
      const links = await page.getByRole('link', { name: words.explorer }).all();
      const hrefs = await Promise.all(links.map((link) => link.getAttribute('href')));
      const explorer = EXPLORERS.get(one.to);
      expect(hrefs).toEqual(explorer === undefined ? [] : [`${explorer}${received[0]?.id}`]);
      await keepPicture(page, `delivered-${one.kind}-${one.from}-${one.to}`);
    });
  });

  test.concurrent('each of them over REST', async () => {
    await Promise.all(
      NUMBERED.map(async (one) => {
        const order = await placeOrder(exchange, { ...one, customer: APP_FROM + one.customer });
        expect(order.asks).toBe(minorOf(one.asks, one.from));
        await payFor(exchange, order);
        await waitForStatus(exchange, order, ['delivered'], DELIVERED_MS_MAX);
        expect(await readReceived(exchange, order.destination)).toMatchObject([{ currency: one.to, amount: one.arrives }]);
      }),
    );
  });

  test('everybody got what they paid for, once, and nothing is held any more', async () => {
    await waitUntilIdle(exchange, REST_MS_MAX);
    const { differences, evidence } = await reconcileWithSandbox(exchange, []);
    expect(differences).toEqual([]);
    expect(evidence.books.ledgerDifferences).toEqual([]);
    expect(evidence.books.orders.map(({ status }) => status)).toEqual([...NUMBERED, ...NUMBERED].map(() => 'delivered'));
    expect(outstandingBalances(evidence.books)).toEqual({});
  });

  /** What reached the account that a page names, with the memo that it asks for. A chain's transfer is in the books with its block, others at once. */
  async function paidTo({ account, memo }: { readonly account: string; readonly memo: string }): Promise<readonly IncomingTransfer[]> {
    return until(`a payment to ${account}`, DELIVERED_MS_MAX, async () => {
      const paid = incomingTransfers(await readSandboxBooks(exchange), { depositAddresses: [account] });
      const found = paid.filter((one) => one.account === account && one.memo === memo);
      return found.length > 0 && found;
    });
  }
});

/** What the addresses of transactions in explorers begin with. */
const EXPLORERS: ReadonlyMap<CurrencyCode, string> = new Map([
  ['trc20', 'https://tronscan.org/#/transaction/'],
  ['bep20', 'https://bscscan.com/tx/'],
  ['eth', 'https://etherscan.io/tx/'],
]);

/** What QR codes of the cases' amounts say, by the account to pay into: EIP-681 and BIP 21, where wallets understand it. */
const QR_CODES: ReadonlyMap<CurrencyCode, (account: string) => string> = new Map([
  ['trc20', (account) => account],
  ['bep20', (account) => account],
  ['eth', (account) => `ethereum:${account}@1?value=50000000000000000`],
  ['btc', (account) => `bitcoin:${account}?amount=0.001`],
]);

/** How accounts to pay into are written. */
const ACCOUNTS = {
  bank: new RegExp(`^${DEFAULT_COLLECTION_ACCOUNT}$`),
  'perfect-money': /^U\d{7}$/,
  webmoney: /^Z\d{12}$/,
  tron: /^T[1-9A-HJ-NP-Za-km-z]{33}$/,
  bsc: /^0x[0-9a-fA-F]{40}$/,
  ethereum: /^0x[0-9a-fA-F]{40}$/,
  bitcoin: /^bc1q[02-9ac-hj-np-z]{38}$/,
} as const;

function entriesOf({ kind, from, to, customer }: (typeof NUMBERED)[number]): { wallet?: string; account?: string } {
  if (kind === 'buy') return { wallet: accountOf(to, 'destination', customer), account: accountOf('vnd', 'own', customer) };
  if (kind === 'ex') return { wallet: accountOf(to, 'destination', customer) };
  return {
    account: accountOf('vnd', 'destination', customer),
    ...(from === 'pm' || from === 'wmz' ? { wallet: accountOf(from, 'own', customer) } : {}),
  };
}
