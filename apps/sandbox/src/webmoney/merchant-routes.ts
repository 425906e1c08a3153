import type { HttpBindings } from '@hono/node-server';
import { parseDecimal } from '@quydoi/domain/money';
import { Hono } from 'hono';
import { html } from 'hono/html';
import { STYLE } from '../page/style.ts';
import type { WebMoneyBook } from './book.ts';
import { isPurse, wmidOf } from './holders.ts';
import type { MerchantCalls } from './merchant.ts';
import type { WebMoneyOptions } from './options.ts';

type Fields = Readonly<Record<string, string>>;
type Settings = WebMoneyOptions & { readonly now: () => Date };

/** Pays when the form names no purse. */
const DEFAULT_PAYER = 'Z200000900001';
/** Own fields, which the interface passes on, do not begin so. */
const RESERVED = 'LMI_';
const PAYER_FIELD = 'payer';

/** The merchant interface: a page for the payer, and what happens when they pay. */
export function merchantRoutes(book: WebMoneyBook, calls: MerchantCalls, settings: Settings): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.post('/lmi/payment.asp', async (c) => c.html(paymentPage(await readForm(c.req.parseBody()))));
  app.post('/lmi/confirm.asp', async (c) => {
    const fields = await readForm(c.req.parseBody());
    const said = await pay(fields, book, calls, settings);
    return c.html(answerPage(said), said.isPaid ? 200 : 409);
  });
  return app;
}

interface Said {
  readonly isPaid: boolean;
  readonly text: string;
}

/** Asks the exchange, then books the payment and plans its notification. */
async function pay(fields: Fields, book: WebMoneyBook, calls: MerchantCalls, settings: Settings): Promise<Said> {
  const refuse = (text: string): Said => ({ isPaid: false, text });
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
  const booked = book.pay({ at, visibleAt: at, payer, payee: settings.purse, amount, tranId: 0, orderNo: Number(number), description });
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

async function readForm(body: Promise<Record<string, unknown>>): Promise<Fields> {
  const texts = Object.entries(await body).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return Object.fromEntries(texts);
}

function paymentPage(fields: Fields) {
  const hidden = Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`);
  return page(html`<section>
    <h2>${fields.LMI_PAYMENT_AMOUNT ?? ''} WMZ<span class="en">${fields.LMI_PAYMENT_DESC ?? ''}</span></h2>
    <form method="post" action="/lmi/confirm.asp">
      ${hidden}
      <label>Ví trả tiền<span class="en">Paying purse</span><input name="${PAYER_FIELD}" value="${DEFAULT_PAYER}" /></label>
      <button>Thanh toán / Pay</button>
    </form>
  </section>`);
}

function answerPage({ isPaid, text }: Said) {
  return page(html`<section class="${isPaid ? 'said' : 'bad'}"><strong>${text}</strong></section>`);
}

function page(content: ReturnType<typeof html>) {
  return html`<!doctype html>
    <html lang="vi">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>WebMoney (sandbox)</title>
        <style>
          ${STYLE}
        </style>
      </head>
      <body>
        <div class="tape"></div>
        <header><h1>WebMoney<span class="en">Sandbox</span></h1></header>
        <main>${content}</main>
      </body>
    </html>`;
}
