import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { type CheckoutResult, checkoutPage, type FormFields, PAYER_FIELD, readForm, resultPage } from '../page/checkout-page.ts';
import type { PerfectMoneyBook } from './book.ts';
import { centsOf } from './format.ts';
import { DEFAULT_CUSTOMER, MEMO_LENGTH_MAX, PAYER, PAYMENT_ID_LENGTH_MAX, type Settings } from './options.ts';
import type { StatusCalls } from './sci.ts';

const PROVIDER = 'Perfect Money';
const UNITS = 'USD';
/** What the page for paying posts its form to. */
export const CONFIRM_PATH = '/api/step2.asp';

/** The Shopping Cart Interface (SCI): a page for the payer, and what happens when they pay. */
export function shopRoutes(book: PerfectMoneyBook, calls: StatusCalls, settings: Settings): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.post('/api/step1.asp', async (c) => {
    const fields = await readForm(c.req.parseBody());
    const payer = { value: DEFAULT_CUSTOMER, vi: 'Ví trả tiền', en: 'Paying wallet' };
    const amount = `${fields.PAYMENT_AMOUNT ?? ''} ${UNITS}`;
    return c.html(checkoutPage({ provider: PROVIDER, amount, memo: fields.SUGGESTED_MEMO ?? '', action: CONFIRM_PATH, fields, payer }));
  });
  app.post(CONFIRM_PATH, async (c) => {
    const fields = await readForm(c.req.parseBody());
    const result = pay(fields, book, calls, settings);
    const back = webAddress(result.isPaid ? fields.PAYMENT_URL : fields.NOPAYMENT_URL);
    return c.html(resultPage(PROVIDER, result, back), result.isPaid ? 200 : 409);
  });
  return app;
}

/** Books the payment and tells the shop's status URL. */
function pay(fields: FormFields, book: PerfectMoneyBook, calls: StatusCalls, { wallet, now }: Settings): CheckoutResult {
  const refuse = (text: string): CheckoutResult => ({ isPaid: false, text });
  const payer = (fields[PAYER_FIELD] ?? '').trim().toUpperCase() || DEFAULT_CUSTOMER;
  const amount = centsOf(fields.PAYMENT_AMOUNT ?? '');
  if (fields.PAYEE_ACCOUNT !== wallet || fields.PAYMENT_UNITS !== UNITS || amount === null) return refuse('The shop or the amount is not valid.');
  if (!PAYER.test(payer) || payer === wallet) return refuse('There is no such wallet.');
  const at = now();
  const paymentId = (fields.PAYMENT_ID ?? '').slice(0, PAYMENT_ID_LENGTH_MAX);
  const memo = (fields.SUGGESTED_MEMO ?? '').slice(0, MEMO_LENGTH_MAX);
  const payment = book.pay({ at, visibleAt: at, payer, payee: wallet, amount, paymentId, memo });
  if (!payment) return refuse(`${payer} is short of money.`);
  const statusUrl = webAddress(fields.STATUS_URL);
  if (statusUrl !== undefined) {
    calls.send(statusUrl, {
      PAYEE_ACCOUNT: wallet,
      PAYMENT_ID: paymentId,
      PAYMENT_AMOUNT: fields.PAYMENT_AMOUNT ?? '',
      PAYMENT_UNITS: UNITS,
      PAYMENT_BATCH_NUM: String(payment.batch),
      PAYER_ACCOUNT: payer,
      TIMESTAMPGMT: String(Math.floor(at.getTime() / 1_000)),
    });
  }
  return { isPaid: true, text: `Paid: ${fields.PAYMENT_AMOUNT} ${UNITS}, batch ${payment.batch}.` };
}

/** An address of the web that a form names; undefined for anything else, such as a `mailto:`. */
function webAddress(text: string | undefined): string | undefined {
  return text !== undefined && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) ? text : undefined;
}
