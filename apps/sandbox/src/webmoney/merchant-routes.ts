import type { HttpBindings } from '@hono/node-server';
import { parseDecimal } from '@quydoi/domain/money';
import { Hono } from 'hono';
import { type CheckoutResult, checkoutPage, type FormFields, PAYER_FIELD, readForm, resultPage } from '../page/checkout-page.ts';
import type { WebMoneyBook } from './book.ts';
import { isPurse, wmidOf } from './holders.ts';
import type { MerchantCalls } from './merchant.ts';
import type { WebMoneyOptions } from './options.ts';

type Settings = WebMoneyOptions & { readonly now: () => Date };

/** Pays when the form names no purse. */
const DEFAULT_PAYER = 'Z200000900001';
/** Own fields, which the interface passes on, do not begin so. */
const RESERVED = 'LMI_';
const PROVIDER = 'WebMoney';
/** What the page for paying posts its form to. */
export const CONFIRM_PATH = '/lmi/confirm.asp';

/** The merchant interface: a page for the payer, and what happens when they pay. */
export function merchantRoutes(book: WebMoneyBook, calls: MerchantCalls, settings: Settings): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.post('/lmi/payment.asp', async (c) => {
    const fields = await readForm(c.req.parseBody());
    const payer = { value: DEFAULT_PAYER, vi: 'Ví trả tiền', en: 'Paying purse' };
    const amount = `${fields.LMI_PAYMENT_AMOUNT ?? ''} WMZ`;
    const memo = fields.LMI_PAYMENT_DESC ?? '';
    return c.html(checkoutPage({ provider: PROVIDER, amount, memo, action: CONFIRM_PATH, fields, payer }));
  });
  app.post(CONFIRM_PATH, async (c) => {
    const fields = await readForm(c.req.parseBody());
    const result = await pay(fields, book, calls, settings);
    return c.html(resultPage(PROVIDER, result), result.isPaid ? 200 : 409);
  });
  return app;
}

/** Asks the exchange, then books the payment and plans its notification. */
async function pay(fields: FormFields, book: WebMoneyBook, calls: MerchantCalls, settings: Settings): Promise<CheckoutResult> {
  const refuse = (text: string): CheckoutResult => ({ isPaid: false, text });
  const payer = (fields[PAYER_FIELD] ?? '').trim() || DEFAULT_PAYER;
  const amount = parseDecimal(fields.LMI_PAYMENT_AMOUNT ?? '', 2);
  const number = fields.LMI_PAYMENT_NO ?? '';
  if (fields.LMI_PAYEE_PURSE !== settings.purse || amount === null || amount <= 0n) return refuse('The shop or the amount is not valid.');
  if (!isPurse(payer) || payer === settings.purse || !/^\d{1,10}$/.test(number)) return refuse('There is no such purse.');
  const own = Object.fromEntries(Object.entries(fields).filter(([name]) => !name.startsWith(RESERVED) && name !== PAYER_FIELD));
  const asked = {
    LMI_PAYEE_PURSE: settings.purse,
    LMI_PAYMENT_AMOUNT: fields.LMI_PAYMENT_AMOUNT ?? '',
    LMI_PAYMENT_NO: number,
    LMI_MODE: '0',
    LMI_PAYER_PURSE: payer,
    LMI_PAYER_WM: wmidOf(payer),
    ...own,
  };
  const objection = await calls.ask(asked);
  if (objection !== null) return refuse(objection);
  const at = settings.now();
  const description = fields.LMI_PAYMENT_DESC ?? '';
  const booked = book.pay({
    at,
    visibleAt: at,
    payer,
    payee: settings.purse,
    amount,
    tranId: 0,
    orderNo: Number(number),
    description,
    protection: null,
  });
  if (typeof booked === 'string') return refuse(`${payer} is short of money.`);
  const id = String(booked.id);
  calls.plan(booked.id, { ...asked, LMI_SYS_INVS_NO: id, LMI_SYS_TRANS_NO: id, LMI_SYS_TRANS_DATE: moscowTime(at), LMI_PAYMENT_DESC: description });
  calls.kick();
  return { isPaid: true, text: `Paid: ${fields.LMI_PAYMENT_AMOUNT} WMZ, number ${id}.` };
}

/** A time as notifications write it, of Moscow. */
function moscowTime(at: Date): string {
  const iso = new Date(at.getTime() + 3 * 3_600_000).toISOString();
  return `${iso.slice(0, 10).replaceAll('-', '')} ${iso.slice(11, 19)}`;
}
