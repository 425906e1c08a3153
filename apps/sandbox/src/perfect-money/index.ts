import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { minorUnits } from '../amount.ts';
import { passOnMemo } from '../memo.ts';
import { defineNetwork, type PaymentDraft, type Transfer, type VoucherCode } from '../network.ts';
import { Problem } from '../problem.ts';
import { openPerfectMoneyBook, type PerfectMoneyPayment, VOUCHERS } from './book.ts';
import { PERFECT_MONEY_FAULTS, SHOP_FAULTS } from './faults.ts';
import { DEFAULT_CUSTOMER, PAYER, perfectMoneyOptions } from './options.ts';
import { isWallet, perfectMoneyRoutes } from './routes.ts';
import { openStatusCalls } from './sci.ts';
import { CONFIRM_PATH, shopRoutes } from './sci-routes.ts';
import { DOLLAR, EURO, openVoucherBook } from './voucher-book.ts';

const CURRENCY = 'pm';
const VOUCHER_CURRENCY = 'e-voucher';
/** Pays instead of the customer under `payment-wrong-sender`. */
const THIRD_PARTY = 'U2999999';
const FIRST_CUSTOMER = 3_000_001;
const SERIES_SIZE = 1_000_000;
/** Wallets that end in 000 do not exist. */
const WALLETS_PER_THOUSAND = 999;
const PAYMENT_MAX_CENTS = 100_000_000_000n;
/** Opening balance of the exchange's wallet. */
const WALLET_OPENING_CENTS = 2_000_000n;

/** Perfect Money: wallets in dollars, payments with a memo, e-vouchers, a history as CSV, a page for paying shops. */
export const perfectMoney = defineNetwork({
  currencies: [CURRENCY, VOUCHER_CURRENCY],
  checkoutPath: CONFIRM_PATH,
  payerApp: { vi: 'Ví Perfect Money', en: 'Perfect Money wallet' },
  isAccount: (text) => PAYER.test(text),
  customerAccount: (series, n) => `U${FIRST_CUSTOMER + series * SERIES_SIZE + n + Math.floor(n / WALLETS_PER_THOUSAND)}`,
  faults: { 'perfect-money': PERFECT_MONEY_FAULTS, 'perfect-money-shop': SHOP_FAULTS },
  options: perfectMoneyOptions,
  open({ books, faults: allFaults, now }, options) {
    const faults = allFaults.of('perfect-money', PERFECT_MONEY_FAULTS);
    const { wallet, pace } = options;
    const book = openPerfectMoneyBook(books, wallet, WALLET_OPENING_CENTS);
    const vouchers = openVoucherBook(books, book);
    const settings = { ...options, now };
    const calls = openStatusCalls(allFaults.of('perfect-money-shop', SHOP_FAULTS), settings);
    const routes = new Hono<{ Bindings: HttpBindings }>();
    routes.route('/', perfectMoneyRoutes(book, vouchers, faults, settings));
    routes.route('/', shopRoutes(book, calls, settings));

    const payOnce = (draft: PaymentDraft, named: string, amount: bigint): Transfer => {
      const payer = faults.take('payment-wrong-sender') ? THIRD_PARTY : named;
      const at = draft.at ?? now();
      const visibleAt = new Date(at.getTime() + (faults.take('payment-delayed') ? pace.historyDelayMs : 0));
      const memo = passOnMemo(draft.memo, faults);
      const payment = book.pay({ at, visibleAt, payer, payee: draft.to, amount, paymentId: '', memo });
      if (!payment) throw new Problem(422, 'NOT_ENOUGH_MONEY', `${payer} is short of money`);
      return asTransfer(payment);
    };
    return {
      routes,
      ownAccounts: { payIn: wallet, payOut: wallet },
      pay(draft: PaymentDraft) {
        if (draft.currency === VOUCHER_CURRENCY) throw new Problem(422, 'NO_TRANSFER', 'an e-voucher is not transferred, but made and handed over');
        const amount = minorUnits(draft.amount, CURRENCY, PAYMENT_MAX_CENTS);
        const payer = draft.from ?? DEFAULT_CUSTOMER;
        if (!PAYER.test(payer) || !isWallet(draft.to) || payer === draft.to) throw new Problem(422, 'ACCOUNT_INVALID', 'no such wallet');
        return Array.from({ length: draft.times ?? 1 }, () => payOnce(draft, payer, amount));
      },
      vouchers: {
        make(amount: number | string, from: string = DEFAULT_CUSTOMER) {
          if (!PAYER.test(from) || from === wallet) throw new Problem(422, 'ACCOUNT_INVALID', 'no such wallet');
          const currency = faults.take('voucher-euro') ? EURO : DOLLAR;
          const at = now();
          const made = vouchers.create({
            issuer: from,
            amount: minorUnits(amount, VOUCHER_CURRENCY, PAYMENT_MAX_CENTS),
            currency,
            at,
            visibleAt: at,
          });
          if (!made) throw new Problem(422, 'NOT_ENOUGH_MONEY', `${from} is short of money`);
          return { voucher: { number: made.voucher.number, code: made.voucher.code }, transfer: asTransfer(made.payment) };
        },
        activate({ number, code }: VoucherCode, to: string = DEFAULT_CUSTOMER) {
          if (!PAYER.test(to) || to === wallet) throw new Problem(422, 'ACCOUNT_INVALID', 'no such wallet');
          const taken = vouchers.activate(number, code, to, now());
          if (typeof taken === 'string') throw new Problem(422, 'VOUCHER_INVALID', taken);
          return taken.voucher.amount;
        },
      },
      receivedBy(account: string) {
        if (account.toLowerCase() === VOUCHERS) {
          // Only vouchers bought from our wallet are payouts. Those that customers buy with their own money are not.
          const created = book.of(VOUCHERS, now()).filter(({ payer }) => payer === wallet);
          return created.reverse().map(asTransfer);
        }
        const payee = account.toUpperCase();
        const received = book.of(payee, now()).filter((payment) => payment.payee === payee);
        return received.reverse().map(asTransfer);
      },
      transfers: (limit: number) => book.newest(limit, now()).map(asTransfer),
      balances: () => [{ account: wallet, unit: CURRENCY, amount: book.balance(wallet, now()) }],
      close: () => calls.close(),
    };
  },
});

function asTransfer({ batch, payer, payee, amount, fee, memo, paymentId, at }: PerfectMoneyPayment): Transfer {
  const id = String(batch);
  const currency = payer === VOUCHERS || payee === VOUCHERS ? VOUCHER_CURRENCY : CURRENCY;
  return { currency, id, reference: id, from: payer, to: payee, amount, fee, memo, key: paymentId, at, state: 'completed' };
}
