import { minorUnits } from '../amount.ts';
import { passOnMemo } from '../memo.ts';
import { defineNetwork, type PaymentDraft, type Transfer } from '../network.ts';
import { Problem } from '../problem.ts';
import { openPerfectMoneyBook, type PerfectMoneyPayment } from './book.ts';
import { PERFECT_MONEY_FAULTS } from './faults.ts';
import { perfectMoneyOptions } from './options.ts';
import { isWallet, perfectMoneyRoutes } from './routes.ts';

const CURRENCY = 'pm';
/** Pays when the request names no wallet. */
const DEFAULT_CUSTOMER = 'U2000001';
/** Pays instead of the customer under `payment-wrong-sender`. */
const THIRD_PARTY = 'U2999999';
/** Payers may give any number; name look-ups know fewer wallets. */
const PAYER = /^U\d{5,9}$/;
const FIRST_CUSTOMER = 3_000_001;
const SERIES_SIZE = 1_000_000;
/** Wallets that end in 000 do not exist. */
const WALLETS_PER_THOUSAND = 999;
const PAYMENT_MAX_CENTS = 100_000_000_000n;
/** Opening balance of the exchange's wallet. */
const WALLET_OPENING_CENTS = 2_000_000n;

/** Perfect Money: wallets in dollars, payments with a memo, a history as CSV. */
export const perfectMoney = defineNetwork({
  currencies: [CURRENCY],
  payerApp: { vi: 'Ví Perfect Money', en: 'Perfect Money wallet' },
  isAccount: (text) => PAYER.test(text),
  customerAccount: (series, n) => `U${FIRST_CUSTOMER + series * SERIES_SIZE + n + Math.floor(n / WALLETS_PER_THOUSAND)}`,
  faults: { 'perfect-money': PERFECT_MONEY_FAULTS },
  options: perfectMoneyOptions,
  open({ books, faults: allFaults, now }, options) {
    const faults = allFaults.of('perfect-money', PERFECT_MONEY_FAULTS);
    const { wallet, pace } = options;
    const book = openPerfectMoneyBook(books, wallet, WALLET_OPENING_CENTS);

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
      routes: perfectMoneyRoutes(book, faults, { ...options, now }),
      ownAccounts: { payIn: wallet, payOut: wallet },
      pay(draft: PaymentDraft) {
        const amount = minorUnits(draft.amount, CURRENCY, PAYMENT_MAX_CENTS);
        const payer = draft.from ?? DEFAULT_CUSTOMER;
        if (!PAYER.test(payer) || !isWallet(draft.to) || payer === draft.to) throw new Problem(422, 'ACCOUNT_INVALID', 'no such wallet');
        return Array.from({ length: draft.times ?? 1 }, () => payOnce(draft, payer, amount));
      },
      receivedBy(account: string) {
        const payee = account.toUpperCase();
        const received = book.of(payee, now()).filter((payment) => payment.payee === payee);
        return received.reverse().map(asTransfer);
      },
      transfers: (limit: number) => book.newest(limit, now()).map(asTransfer),
      balances: () => [{ account: wallet, unit: CURRENCY, amount: book.balance(wallet, now()) }],
      close: async () => {},
    };
  },
});

function asTransfer({ batch, payer, payee, amount, fee, memo, paymentId, at }: PerfectMoneyPayment): Transfer {
  const id = String(batch);
  return { currency: CURRENCY, id, reference: id, from: payer, to: payee, amount, fee, memo, key: paymentId, at, state: 'completed' };
}
