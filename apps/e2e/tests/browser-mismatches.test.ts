import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { OrderStatus } from '@quydoi/domain/order-status';
import type { Page, Browser as Program } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser, overflowPx, type WordsLocale } from '../src/browser/device.ts';
import { findChromium } from '../src/browser/find-chromium.ts';
import { agreeTo, cancelOrder, headlineBecomes, keepPicture, openOrder, readShown, sendBack, turningBack } from '../src/browser/order-page.ts';
import { type OrderWords, orderWordsOf } from '../src/browser/order-words.ts';
import { withPhone } from '../src/browser/phone.ts';
import { configureExchange } from '../src/chaos/operator.ts';
import { accountOf } from '../src/customers/accounts.ts';
import { CUSTOMERS_BANK, type OrderRequest, type PlacedOrder, payFor, placeOrder } from '../src/customers/place-order.ts';
import { callRest } from '../src/customers/purchase.ts';
import { readExchangeBooks } from '../src/reconciliation/exchange-books.ts';
import { outstandingBalances, reconcileWithSandbox, waitUntilIdle } from '../src/reconciliation/wait-until-idle.ts';
import { presentTime } from '../src/system/clock.ts';
import { type ExchangeUnderTest, startExchangeUnderTest } from '../src/system/exchange-under-test.ts';
import { readFaults, readReceived, setFault } from '../src/system/sandbox-client.ts';
import { until } from '../src/until.ts';

const BUILT = join(import.meta.dirname, '../../web/dist/client/manifest.json');
const HAPPENS_MS_MAX = 240_000;
const REST_MS_MAX = 180_000;
const USUAL_TIMER_SECONDS = 1_800;
/** What orders of the late have time for: they are paid after it, or as of a moment within it, so nobody has to hurry. */
const SHORT_TIMER_SECONDS = 3;
/** Dong that is paid for a USDT, and for orders that are to be late. */
const USUAL_USDT_SELL_RATE = '26050';
const BETTER_USDT_SELL_RATE = '26100';
/** Banks tell the time in whole seconds. */
const AFTER_TIMER_MS = 1_500;
const INBOX_POLL_MS = 500;
const ALWAYS = 1_000_000;
/** Types of the search that find the customers' bank. */
const BANK_SEARCH = 'vietcom';

/** Dong of 100 dollars at the first price, with the fee of half a per cent. */
const DONG = 2_607_975;
/** Dong of 102. */
const DONG_OF_102 = 2_660_135;

const BUY_PM = { kind: 'buy', from: 'vnd', to: 'pm', quantity: '100' } as const;
const BUY_USDT = { kind: 'buy', from: 'vnd', to: 'trc20', quantity: '100' } as const;
const SELL_PM = { kind: 'sell', from: 'pm', to: 'vnd', quantity: '100' } as const;
const SELL_USDT = { kind: 'sell', from: 'trc20', to: 'vnd', quantity: '100' } as const;
const SWAP_USDT = { kind: 'ex', from: 'trc20', to: 'pm', quantity: '100' } as const;
const SWAP_PM = { kind: 'ex', from: 'pm', to: 'trc20', quantity: '100' } as const;

/** Orders that are paid when their time is over, or told of then. */
const OVERDUE = {
  underExchanged: SELL_PM,
  underBack: { ...BUY_PM, tellsSender: true },
  lateExchanged: SWAP_USDT,
  lateBack: SELL_USDT,
  lateAsGood: BUY_PM,
  toldLate: BUY_PM,
} as const satisfies Record<string, Omit<OrderRequest, 'customer'>>;

/** On a machine without a browser this is shown as skipped; `npm test` fails there in CI. */
const chromium = findChromium();

describe.skipIf(chromium === undefined)('money that does not match, settled by its customer at a phone or by an operator', () => {
  let exchange: ExchangeUnderTest;
  let program: Program;
  let customers = 0;

  /** How each order is to end. */
  const ends = new Map<string, OrderStatus>();

  beforeAll(async () => {
    expect(existsSync(BUILT), 'the web app is built: npm run build -w apps/web').toBe(true);
    const env = {
      worker: { TRON_SCAN_MS: '700', RECONCILE_MS: '1500', TRON_VANISHED_MS: '1000' },
      // Deposits stay where they are: no test waits for sweeps.
      signer: { PM_LIST_MS: '1000', TRON_SWEEP_MIN: '1000' },
      sandbox: { SANDBOX_TRON_BLOCK_MS: '300' },
    };
    [exchange, program] = await Promise.all([startExchangeUnderTest({ env }), launchBrowser(chromium ?? '')]);
  });
  afterAll(async () => {
    await program?.close();
    await exchange?.stop();
  });

  /** A customer's own phone, in front of the order. */
  interface At {
    readonly page: Page;
    readonly order: PlacedOrder;
    readonly words: OrderWords;
    readonly locale: WordsLocale;
    /** Looks at the page as it is: it fits the screen. */
    look(name: string): Promise<void>;
    /** Waits for what the page is to say by itself. */
    says(headline: RegExp): Promise<void>;
    /** Waits until the page tells of money beside the order, or does no more. */
    tellsOfExtra(state?: 'visible' | 'detached'): Promise<void>;
    /** What arrived where the order pays to. */
    arrived(): Promise<number[]>;
    /** Where the customer wants a refund, and what arrived there. */
    readonly refundTo: { readonly account: string; readonly bank?: string };
    givenBack(): Promise<number[]>;
  }

  /** Orders as a new customer. */
  function ordered(wish: Omit<OrderRequest, 'customer'>): Promise<PlacedOrder> {
    customers += 1;
    return placeOrder(exchange, { ...wish, customer: customers });
  }

  /** Orders, or takes an order, and opens its page on a phone: every second customer's is dark and in English. */
  async function atPhone(wished: Omit<OrderRequest, 'customer'> | PlacedOrder, end: OrderStatus, use: (at: At) => Promise<void>): Promise<void> {
    const order = 'ref' in wished ? wished : await ordered(wished);
    ends.set(order.ref, end);
    const device = order.customer % 2 === 0 ? ({ colorScheme: 'dark', locale: 'en' } as const) : ({ colorScheme: 'light', locale: 'vi' } as const);
    const words = orderWordsOf(device.locale);
    const account = accountOf(order.from, 'refund', order.customer);
    const amounts = async (to: string) => (await readReceived(exchange, to)).map(({ amount }) => amount);
    await withPhone(exchange, program, device, async (page) => {
      await openOrder(page, order);
      await use({
        page,
        order,
        words,
        locale: device.locale,
        refundTo: order.from === 'vnd' ? { account, bank: BANK_SEARCH } : { account },
        says: (headline) => headlineBecomes(page, headline),
        tellsOfExtra: (state = 'visible') => turningBack(page, page.getByText(words.extra).waitFor({ state })),
        arrived: () => amounts(order.destination),
        givenBack: () => amounts(account),
        look: async (name) => {
          expect(await overflowPx(page)).toBeLessThanOrEqual(0);
          await keepPicture(page, name);
        },
      });
    });
  }

  /** Agrees to new terms. @returns the amount that the page acknowledgedOrders */
  const agrees = (at: At, choice: string | RegExp, name: string) => agreeTo(at.page, at.locale, choice, () => at.look(name)).then(Number);

  /** Has money sent back. @returns the amount that the page acknowledgedOrders */
  const refunds = (at: At, choice: string, name: string) => sendBack(at.page, at.locale, choice, at.refundTo, () => at.look(name)).then(Number);

  /** Expects that a page ends at `delivered`, with this much at the order's own destination, once. */
  async function endsDelivered(at: At, amount: number): Promise<void> {
    await at.says(at.words.delivered);
    expect(await at.arrived()).toEqual([amount]);
  }

  /** Expects that a page ends with everything given back: this much, once, and nothing paid out. */
  async function endsRefunded(at: At, amount: number, name: string): Promise<void> {
    await at.says(at.words.refunded);
    await at.look(name);
    expect(await at.givenBack()).toEqual([amount]);
    expect(await at.arrived()).toEqual([]);
  }

  /** The id of a payment in the operators' inbox: beside the order, or, where nobody knows whose it is, by its amount. */
  async function inInbox(order: PlacedOrder, isBeside: boolean): Promise<string> {
    const ask = async () => {
      const { payments, orders } = await readExchangeBooks(exchange);
      const cases = payments.filter(({ state, amount }) => state === 'case' && amount === order.asks);
      return cases.find(({ orderId }) => orders.find(({ id }) => id === orderId)?.ref === (isBeside ? order.ref : undefined))?.id;
    };
    return until('the payment in the inbox', HAPPENS_MS_MAX, ask, INBOX_POLL_MS);
  }

  describe('with a fault outside', () => {
    test.concurrent('deposits that vanish from the chain are waited for again, or no more', async () => {
      await setFault(exchange, 'tron', 'deposit-vanishes', 2);
      // While the irreversible side stands still, nothing is decided about what was seen.
      await setFault(exchange, 'tron', 'delay-solidity', ALWAYS);
      const [seen, letVanish] = [barrier(2), barrier(2)];
      const vanishes = async (at: At) => {
        await payFor(exchange, at.order);
        await at.says(at.words.seen);
        await at.look(`seen-tron-${at.locale}`);
        await seen();
        await setFault(exchange, 'tron', 'delay-solidity', 0);
        await letVanish();
        await at.says(at.words.pending);
        await at.look(`vanished-tron-${at.locale}`);
        expect(await at.arrived()).toEqual([]);
      };
      await Promise.all([
        atPhone(SWAP_USDT, 'delivered', async (at) => {
          await vanishes(at);
          expect(await readShown(at.page, at.locale, 'tron')).toEqual({ amount: '100', account: at.order.account, memo: '' });
          await payFor(exchange, at.order);
          await endsDelivered(at, 99.58);
        }),
        atPhone(SELL_USDT, 'cancelled', async (at) => {
          await vanishes(at);
          await cancels(at, 'vanished-cancelled');
        }),
      ]);
    });

    test.concurrent('a transfer in dong that its bank gives back: an operator sends it again', async () => {
      await atPhone(SELL_PM, 'delivered', async (at) => {
        await setFault(exchange, 'pay-os', 'payout-reversed', 1);
        await payFor(exchange, at.order);
        await at.says(at.words.reversed);
        await at.look('reversed-payos');
        expect((await readFaults(exchange)).find(({ rail, kind }) => rail === 'pay-os' && kind === 'payout-reversed')?.hits).toBe(1);
        expect(await at.arrived()).toEqual([]);
        await exchange.operate('resolveError', { ref: at.order.ref, decision: 'retry', note: 'the account is open again' });
        await endsDelivered(at, 2_535_000);
      });
    });
  });

  describe('by the customer’s doing', () => {
    let overdue: Readonly<Record<keyof typeof OVERDUE, PlacedOrder>>;

    beforeAll(async () => {
      // The late are asked only because USDT is worth less when they pay than when they ordered.
      await setUsdtSellRate(BETTER_USDT_SELL_RATE);
      await setTimer(SHORT_TIMER_SECONDS);
      const made = await Promise.all(Object.entries(OVERDUE).map(async ([name, wish]) => [name, await ordered(wish)] as const));
      overdue = Object.fromEntries(made) as typeof overdue;
      await setTimer(USUAL_TIMER_SECONDS);
      await setUsdtSellRate(USUAL_USDT_SELL_RATE);
    });

    test.concurrent('too little in time, exchanged after it', async () => {
      await atPhone(overdue.underExchanged, 'delivered', async (at) => {
        await payFor(exchange, at.order, { amount: '60', at: at.order.createdAt });
        await at.says(at.words.underpaidOver);
        await at.look('underpaid-over-pm');
        expect(await agrees(at, at.words.exchange, 'underpaid-over-agree')).toBe(1_521_000);
        await endsDelivered(at, 1_521_000);
      });
    });

    test.concurrent('too little in time, given back after it', async () => {
      await atPhone(overdue.underBack, 'cancelled', async (at) => {
        await payFor(exchange, at.order, { amount: '2000000', at: at.order.createdAt });
        await at.says(at.words.underpaidOver);
        await at.look('underpaid-over-bank');
        expect(await refunds(at, at.words.refund, 'underpaid-over-refund')).toBe(2_000_000);
        await endsRefunded(at, 2_000_000, 'underpaid-over-refunded');
      });
    });

    test.concurrent('late, exchanged at the price of the day', async () => {
      await atPhone(overdue.lateExchanged, 'delivered', async (at) => {
        await timeIsOver(at.order);
        await payFor(exchange, at.order);
        await at.says(at.words.late);
        await at.look('late-tron');
        expect(await agrees(at, at.words.exchangeLate, 'late-agree')).toBe(99.58);
        await endsDelivered(at, 99.58);
      });
    });

    test.concurrent('late, and the price no worse: it goes on by itself', async () => {
      await atPhone(overdue.lateAsGood, 'delivered', async (at) => {
        await timeIsOver(at.order);
        await payFor(exchange, at.order);
        await endsDelivered(at, 100);
      });
    });

    test.concurrent('late, given back', async () => {
      await atPhone(overdue.lateBack, 'cancelled', async (at) => {
        await timeIsOver(at.order);
        await payFor(exchange, at.order);
        await at.says(at.words.late);
        expect(await refunds(at, at.words.refund, 'late-refund')).toBe(99.2);
        await endsRefunded(at, 99.2, 'late-refunded');
      });
    });

    test.concurrent('in time, and told late', async () => {
      await atPhone(overdue.toldLate, 'delivered', async (at) => {
        await timeIsOver(at.order);
        await at.look('over-pending');
        await payFor(exchange, at.order, { at: at.order.createdAt });
        await endsDelivered(at, 100);
      });
    });

    test.concurrent('too little in time, the rest sent after it', async () => {
      await atPhone(BUY_PM, 'delivered', async (at) => {
        await payFor(exchange, at.order, { amount: '2000000' });
        await at.says(at.words.underpaid);
        await at.look('underpaid-running-bank');
        await at.page.getByRole('button', { name: at.words.topUp }).click();
        const shown = await readShown(at.page, at.locale, 'bank');
        expect(shown).toEqual({ amount: String(DONG - 2_000_000), account: at.order.account, memo: at.order.ref });
        await payFor(exchange, at.order, shown);
        await endsDelivered(at, 100);
      });
    });

    test.concurrent('a memo that the bank mangles', async () => {
      await atPhone(BUY_PM, 'delivered', async (at) => {
        const { memo } = at.order;
        await payFor(exchange, at.order, { memo: `MBVCB.6034.${memo.slice(0, 5).toLowerCase()} ${memo.slice(5)}.CT tu 0071000` });
        await endsDelivered(at, 100);
      });
    });

    test.concurrent('no memo, from the wallet that the order names', async () => {
      // An amount that no other order asks for: another customer's swap of it could be meant as well.
      await atPhone({ ...SELL_PM, quantity: '103' }, 'delivered', async (at) => {
        await payFor(exchange, at.order, { memo: '' });
        await endsDelivered(at, 2_611_050);
      });
    });

    test.concurrent('no memo, by a bank that does not tell who pays: an operator finds its order', async () => {
      await atPhone({ ...BUY_PM, quantity: '101' }, 'delivered', async (at) => {
        await payFor(exchange, at.order, { memo: '' });
        const id = await inInbox(at.order, false);
        await at.says(at.words.pending);
        await exchange.operate('attachPayment', { id, ref: at.order.ref, note: 'sum, time and name fit' });
        await endsDelivered(at, 101);
      });
    });

    test.concurrent('no memo, and the order cancelled: an operator finds it and gives it back', async () => {
      await atPhone({ ...BUY_PM, quantity: '102' }, 'cancelled', async (at) => {
        await payFor(exchange, at.order, { memo: '' });
        const id = await inInbox(at.order, false);
        await cancels(at, 'cancelled-bank');
        await exchange.operate('attachPayment', { id, ref: at.order.ref, note: 'sum, time and name fit' });
        await at.tellsOfExtra();
        await exchange.operate('refundPayment', { id, destination: at.refundTo.account, destinationBank: CUSTOMERS_BANK, note: 'asked for' });
        await until('the refund', HAPPENS_MS_MAX, async () => (await at.givenBack()).length > 0);
        await at.tellsOfExtra('detached');
        await at.look('cancelled-bank-back');
        expect(await at.givenBack()).toEqual([DONG_OF_102]);
      });
    });

    test.concurrent('too little, exchanged as it is', async () => {
      await atPhone(SELL_PM, 'delivered', async (at) => {
        await payFor(exchange, at.order, { amount: '60' });
        await at.says(at.words.underpaid);
        await at.look('underpaid-running-pm');
        expect(await agrees(at, at.words.exchange, 'underpaid-running-agree')).toBe(1_521_000);
        await endsDelivered(at, 1_521_000);
      });
    });

    test.concurrent('too little, given back', async () => {
      await atPhone(SELL_USDT, 'cancelled', async (at) => {
        await payFor(exchange, at.order, { amount: '60' });
        await at.says(at.words.underpaid);
        await at.look('underpaid-running-tron');
        expect(await refunds(at, at.words.refund, 'refund-form-tron')).toBe(59.2);
        await endsRefunded(at, 59.2, 'refunded-tron');
      });
    });

    test.concurrent('too much, all of it exchanged', async () => {
      await atPhone(BUY_USDT, 'delivered', async (at) => {
        await payFor(exchange, at.order, { amount: '3000000' });
        await at.says(at.words.overpaid);
        await at.look('overpaid-bank');
        expect(await agrees(at, at.words.exchangeExcess, 'overpaid-agree')).toBe(113.051992);
        await endsDelivered(at, 113.051992);
      });
    });

    test.concurrent('too much, the excess given back', async () => {
      await atPhone(SWAP_PM, 'delivered', async (at) => {
        await payFor(exchange, at.order, { amount: '150' });
        await at.says(at.words.overpaid);
        await at.look('overpaid-pm');
        expect(await refunds(at, at.words.refundExcess, 'refund-form-pm')).toBe(49.75);
        await endsDelivered(at, 95.12);
        await until('the refund', HAPPENS_MS_MAX, async () => (await at.givenBack()).length > 0);
        await at.look('delivered-excess-back');
        expect(await at.givenBack()).toEqual([49.75]);
      });
    });

    test.concurrent('too much, all of it given back', async () => {
      await atPhone(BUY_PM, 'cancelled', async (at) => {
        await payFor(exchange, at.order, { amount: '3000000' });
        await at.says(at.words.overpaid);
        expect(await refunds(at, at.words.refundAll, 'refund-form-bank')).toBe(3_000_000);
        await endsRefunded(at, 3_000_000, 'refunded-bank');
      });
    });

    test.concurrent('a second payment, which an operator gives back', async () => {
      await atPhone({ ...BUY_PM, tellsSender: true }, 'delivered', async (at) => {
        await payFor(exchange, at.order);
        await endsDelivered(at, 100);
        await payFor(exchange, at.order);
        const id = await inInbox(at.order, true);
        await at.tellsOfExtra();
        await at.look('second-payment');
        await endsDelivered(at, 100);
        await exchange.operate('refundPayment', { id, destination: at.refundTo.account, destinationBank: CUSTOMERS_BANK, note: 'paid twice' });
        await until('the refund', HAPPENS_MS_MAX, async () => (await at.givenBack()).length > 0);
        expect(await at.givenBack()).toEqual([DONG]);
        await at.tellsOfExtra('detached');
        await endsDelivered(at, 100);
        await at.look('second-payment-back');
      });
    });

    test.concurrent('from another wallet, which an operator finds to be in order', async () => {
      await atPhone(SELL_PM, 'delivered', async (at) => {
        await payStrangely(at);
        await at.look('risk-pm');
        await exchange.operate('clearRisk', { ref: at.order.ref, note: 'both wallets are theirs' });
        await endsDelivered(at, 2_535_000);
      });
    });

    test.concurrent('from another wallet, which an operator gives back', async () => {
      await atPhone(SELL_PM, 'cancelled', async (at) => {
        await payStrangely(at);
        await exchange.operate('refundOrder', { ref: at.order.ref, destination: at.refundTo.account, note: 'not theirs' });
        await endsRefunded(at, 99.5, 'refunded-by-operator');
      });
    });

    test.concurrent('from another wallet, with false money', async () => {
      await atPhone(SELL_PM, 'forged', async (at) => {
        await payStrangely(at);
        await exchange.operate('markForged', { ref: at.order.ref, note: 'taken back by the provider' });
        await at.says(at.words.forged);
        await at.look('forged');
        expect([...(await at.arrived()), ...(await at.givenBack())]).toEqual([]);
      });
    });
  });

  test('nothing is lost, paid twice or owed', async () => {
    await waitUntilIdle(exchange, REST_MS_MAX);
    const { differences, evidence } = await reconcileWithSandbox(exchange, []);
    expect(differences).toEqual([]);
    expect(evidence.books.ledgerDifferences).toEqual([]);
    expect(new Map(evidence.books.orders.map(({ ref, status }) => [ref, status]))).toEqual(ends);
    expect(evidence.books.orders.filter(({ holding }) => holding !== 0n)).toEqual([]);
    expect(outstandingBalances(evidence.books)).toEqual({});
  });

  /** Pays from a wallet that the order does not name, and waits for the page to tell. */
  async function payStrangely(at: At): Promise<void> {
    await payFor(exchange, at.order, { from: accountOf('pm', 'third-party', at.order.customer) });
    await at.says(at.words.risk);
  }

  /** Waits for the end of an order's timer. */
  async function timeIsOver({ expiresAt }: PlacedOrder): Promise<void> {
    await until('the end of the timer', HAPPENS_MS_MAX, () => presentTime().getTime() > expiresAt.getTime() + AFTER_TIMER_MS);
  }

  /** Drops an order that nothing was paid for, as far as the page knows. */
  async function cancels(at: At, name: string): Promise<void> {
    await cancelOrder(at.page, at.locale);
    await at.says(at.words.abandoned);
    await at.look(name);
    expect(await at.arrived()).toEqual([]);
  }

  /** Sets what a USDT is bought for, and waits until the web knows. */
  async function setUsdtSellRate(value: string): Promise<void> {
    await exchange.operate('setRate', { kind: 'sell', code: 'trc20', value });
    await until('the rate', HAPPENS_MS_MAX, async () => {
      const { body } = await callRest(exchange, 'config-web', { isGetAll: 'true' });
      const rates = (body.data?.rateBuySells ?? []) as readonly { BankCode: string; Type: string; Value: number }[];
      return rates.some((rate) => rate.BankCode === 'trc20' && rate.Type === 'sell' && rate.Value === Number(value));
    });
  }

  /** Gives new orders another timer, and waits until the web knows. */
  async function setTimer(seconds: number): Promise<void> {
    await configureExchange(exchange, seconds);
    await until('the timer', HAPPENS_MS_MAX, async () => {
      const { body } = await callRest(exchange, 'config-web', { isGetAll: 'true' });
      return (body.data?.siteInfo as { Timer?: number } | undefined)?.Timer === seconds;
    });
  }
});

/** Lets nobody through before this many have come. */
function barrier(count: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let waiting = 0;
  return () => {
    waiting += 1;
    if (waiting >= count) resolve();
    return promise;
  };
}
