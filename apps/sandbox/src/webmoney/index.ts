import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { minorUnits } from '../amount.ts';
import { passOnMemo } from '../memo.ts';
import { defineNetwork, type PaymentDraft, type Transfer } from '../network.ts';
import { Problem } from '../problem.ts';
import { openWebMoneyBook, type WebMoneyOperation } from './book.ts';
import { MERCHANT_FAULTS, WEBMONEY_FAULTS } from './faults.ts';
import { customerPurse, isPurse } from './holders.ts';
import { jsonRoutes } from './json-routes.ts';
import { openMerchantCalls } from './merchant.ts';
import { CONFIRM_PATH, merchantRoutes } from './merchant-routes.ts';
import { webMoneyOptions } from './options.ts';
import { xmlRoutes } from './xml-routes.ts';

const CURRENCY = 'wmz';
/** Pays when the request names no purse. */
const DEFAULT_CUSTOMER = 'Z200000900001';
/** Pays instead of the customer under `payment-wrong-sender`. */
const THIRD_PARTY = 'Z200000900002';
const PAYMENT_MAX = 100_000_000_000n;
/** Longest time of a protected payment. */
const PROTECTION_DAYS = 30;
/** Opening balance of the exchange's purse, in hundredths of a WMZ. */
const PURSE_OPENING = 1_200_000n;

/** WebMoney: purses in WMZ, transfers with a description, a list of operations, the merchant interface. */
export const webMoney = defineNetwork({
  currencies: [CURRENCY],
  checkoutPath: CONFIRM_PATH,
  payerApp: { vi: 'Ví WebMoney', en: 'WebMoney Keeper' },
  isAccount: (text) => /^Z\d{12}$/.test(text),
  customerAccount: customerPurse,
  faults: { webmoney: WEBMONEY_FAULTS, 'webmoney-merchant': MERCHANT_FAULTS },
  options: webMoneyOptions,
  open({ books, faults: allFaults, now }, options) {
    const faults = allFaults.of('webmoney', WEBMONEY_FAULTS);
    const { purse, pace } = options;
    const settings = { ...options, now };
    const book = openWebMoneyBook(books, purse, PURSE_OPENING);
    const calls = openMerchantCalls(book, allFaults.of('webmoney-merchant', MERCHANT_FAULTS), settings);
    const routes = new Hono<{ Bindings: HttpBindings }>();
    routes.route('/', jsonRoutes(book, faults, settings));
    routes.route('/', xmlRoutes(faults, settings));
    routes.route('/', merchantRoutes(book, calls, settings));
    calls.kick();

    const payOnce = (draft: PaymentDraft, named: string, amount: bigint): Transfer => {
      const payer = faults.take('payment-wrong-sender') ? THIRD_PARTY : named;
      const at = draft.at ?? now();
      const visibleAt = new Date(at.getTime() + (faults.take('payment-delayed') ? pace.listDelayMs : 0));
      const description = passOnMemo(draft.memo, faults);
      const doneAt = new Date(at.getTime() + pace.protectedMs);
      const protection = faults.take('payment-protected') ? { days: PROTECTION_DAYS, doneAt } : null;
      const back = faults.take('payment-returned') ? { returnedAt: doneAt } : {};
      const operation = book.pay({ at, visibleAt, payer, payee: draft.to, amount, tranId: 0, orderNo: 0, description, protection, ...back });
      if (typeof operation === 'string') throw new Problem(422, 'NOT_ENOUGH_MONEY', `${payer} is short of money`);
      return asTransfer(operation);
    };
    return {
      routes,
      ownAccounts: { payIn: purse, payOut: purse },
      pay(draft: PaymentDraft) {
        const amount = minorUnits(draft.amount, CURRENCY, PAYMENT_MAX);
        const payer = draft.from ?? DEFAULT_CUSTOMER;
        if (!isPurse(payer) || !isPurse(draft.to) || payer === draft.to) throw new Problem(422, 'ACCOUNT_INVALID', 'no such purse');
        return Array.from({ length: draft.times ?? 1 }, () => payOnce(draft, payer, amount));
      },
      receivedBy(account: string) {
        const payee = account.toUpperCase();
        return book
          .of(payee, now())
          .filter((operation) => operation.payee === payee)
          .map(asTransfer);
      },
      transfers: (limit: number) => book.newest(limit, now()).map(asTransfer),
      balances: () => [{ account: purse, unit: CURRENCY, amount: book.balance(purse, now()) }],
      close: () => calls.close(),
    };
  },
});

function asTransfer({ id, payer, payee, amount, fee, description, tranId, at }: WebMoneyOperation): Transfer {
  const text = String(id);
  const key = tranId === 0 ? '' : String(tranId);
  return { currency: CURRENCY, id: text, reference: text, from: payer, to: payee, amount, fee, memo: description, key, at, state: 'completed' };
}
