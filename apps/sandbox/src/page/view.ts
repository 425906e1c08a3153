import { CURRENCIES } from '@quydoi/domain/currencies';
import { formatGrouped } from '@quydoi/domain/money';
import { NETWORKS } from '@quydoi/domain/networks';
import { html } from 'hono/html';
import { isVoucher, type PaymentInstructions } from '../control/payment-instructions.ts';
import type { FaultState } from '../faults.ts';
import type { Transfer, VoucherCode } from '../network.ts';
import { NETWORK_LIST, SIMULATED_NETWORKS } from '../networks.ts';
import type { ReceivedSms } from '../sms/book.ts';
import { STYLE } from './style.ts';

const NETWORK_NAMES = NETWORK_LIST.map(([code]) => NETWORKS[code].name).join(', ');
const NOTES = NETWORK_LIST.flatMap(([, { note }]) => note ?? []);

/** Rendered HTML. */
export type Piece = ReturnType<typeof html>;

/** Content of the page. */
export interface PageContent {
  readonly ref: string;
  /** How to pay the order; null until a reference is given and found. */
  readonly order: PaymentInstructions | null;
  /** Why the order cannot be paid, or the last request was refused. */
  readonly problem: string | null;
  /** Transfers that the last request made. */
  readonly made: readonly Transfer[];
  /** E-voucher that the last request made. */
  readonly voucher: VoucherCode | null;
  readonly received: readonly Transfer[];
  /** Account filter of the list; empty for all. */
  readonly to: string;
  /** Newest first. */
  readonly sms: readonly ReceivedSms[];
  readonly faults: readonly FaultState[];
  readonly exchangeUrl: string;
}

/** The whole page. */
export function page(content: PageContent): Piece {
  return html`<!DOCTYPE html>
<html lang="vi">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<title>Thế giới mô phỏng · Simulated world</title><style>${STYLE}</style>
</head>
<body>
<div class="tape"></div>
<header>
<h1>Thế giới bên ngoài, mô phỏng ${en('The outside world, simulated')}</h1>
<p>${NETWORK_NAMES} ở đây là giả: không có tiền thật. ${NOTES.map(({ vi }) => vi).join(' ')} Hãy trả một đơn như khách hàng sẽ trả, hoặc bật một sự cố rồi xem sàn xử lý.
${en(`${NETWORK_NAMES} are not real here: there is no real money. ${NOTES.map((note) => note.en).join(' ')} Pay an order as a customer would, or switch a fault on and watch the exchange cope.`)}</p>
</header>
<main>
${content.problem === null ? '' : problemNote(content.problem)}${content.made.length === 0 ? '' : madeNote(content)}
${payForm(content)}${voucherForm(content)}${receivedList(content)}${smsList(content.sms)}${faultSwitches(content.faults)}
</main>
</body>
</html>`;
}

/** English text beneath the Vietnamese one. */
function en(text: string): Piece {
  return html`<span class="en" lang="en">${text}</span>`;
}

function problemNote(problem: string): Piece {
  return html`<section class="wide bad" role="alert"><strong>Không thực hiện được</strong> ${en(`Not done: ${problem}`)}</section>`;
}

function madeNote({ made, ref, exchangeUrl }: PageContent): Piece {
  const link = ref === '' ? '' : html` <a href="${new URL(`/order/${encodeURIComponent(ref)}`, exchangeUrl).href}">Xem đơn · See the order</a>`;
  const sums = made.map((one) => html`<li class="row"><span>${one.to}</span><span class="amount">${money(one)}</span></li>`);
  return html`<section class="wide said" role="status"><strong>Đã chuyển tiền</strong> ${en('The money is on its way')}<ul>${sums}</ul>${link}</section>`;
}

function payForm({ ref, order }: PageContent): Piece {
  const find = html`<form method="get" action="/">
<label>Mã đơn ${en('Order reference')}<input name="ref" value="${ref}" required maxlength="100" autocapitalize="characters" autocomplete="off" spellcheck="false"></label>
<button>Mở đơn · Open</button></form>`;
  if (!order) return html`<section><h2>Trả một đơn ${en('Pay an order')}</h2>${find}</section>`;
  const { payerApp } = SIMULATED_NETWORKS[order.rail];
  const { unit } = CURRENCIES[order.currency];
  return html`<section><h2>${payerApp.vi} ${en(payerApp.en)}</h2>
${isVoucher(order.currency) ? voucherNote() : html`<dl><dt>Đến · To</dt><dd>${order.account}</dd><dt>Nội dung · Memo</dt><dd>${order.memo}</dd></dl>`}
<form method="post" action="/page/pay">
<input type="hidden" name="ref" value="${ref}">
<label>Số tiền (${unit}) ${en('Amount; change it to pay too little or too much')}<input name="amount" inputmode="decimal" required value="${String(order.amount)}"></label>
<label>Số lần ${en('How many times, each a transfer of its own')}<input name="times" type="number" min="1" max="20" value="1" required></label>
<button>Chuyển tiền · Send</button></form>
<p class="note"><a href="/">Đơn khác · Another order</a></p></section>`;
}

function voucherNote(): Piece {
  return html`<p class="note">Một e-voucher mới được tạo và nộp cho sàn. ${en('A new e-voucher is made and submitted to the exchange; several times: the same one.')}</p>`;
}

function voucherForm({ voucher }: PageContent): Piece {
  const made =
    voucher === null
      ? ''
      : html`<dl role="status"><dt>Số · Number</dt><dd>${voucher.number}</dd><dt>Mã kích hoạt · Code</dt><dd>${voucher.code}</dd></dl>`;
  return html`<section><h2>Tạo e-voucher ${en('Make an e-voucher, as a customer who wants to sell one to the exchange')}</h2>${made}
<form method="post" action="/page/vouchers">
<label>Mệnh giá (USD) ${en('Face value')}<input name="amount" inputmode="decimal" required value="10"></label>
<button>Tạo · Make</button></form></section>`;
}

function receivedList({ received, to }: PageContent): Piece {
  const items = received.map(
    (one) => html`<li><div class="row"><strong>${one.to}</strong><span class="amount">${money(one)}</span></div>
<p class="note">${one.from} · ${one.memo === '' ? '–' : one.memo} · ${one.id} · ${timeOf(one.at)}</p></li>`,
  );
  const empty = html`<p class="note">Chưa có gì. ${en('Nothing yet.')}</p>`;
  return html`<section><h2>Tiền đã đến ${en('Money that arrived')}</h2>
<form method="get" action="/"><label>Ví hoặc tài khoản ${en('Wallet or account; empty for all')}<input name="to" value="${to}" maxlength="64" autocomplete="off" spellcheck="false"></label>
<button>Xem · Show</button></form>
${items.length === 0 ? empty : html`<ul>${items}</ul>`}</section>`;
}

function smsList(sms: readonly ReceivedSms[]): Piece {
  const items = sms.map(
    ({ from, to, text, at }) => html`<li><div class="row"><strong>${to}</strong><span class="note">${from}</span></div>
<p>${text}</p><p class="note">${timeOf(at)}</p></li>`,
  );
  const empty = html`<p class="note">Chưa có gì. ${en('Nothing yet.')}</p>`;
  return html`<section><h2>Tin nhắn SMS ${en('SMS to customers; mails are at /mails')}</h2>${items.length === 0 ? empty : html`<ul>${items}</ul>`}</section>`;
}

function timeOf(at: Date): Piece {
  return html`<time datetime="${at.toISOString()}">${at.toISOString().slice(0, 19).replace('T', ' ')} UTC</time>`;
}

function faultSwitches(faults: readonly FaultState[]): Piece {
  const items = faults.map(({ rail, kind, vi, en: english, remaining, hits }) => {
    const id = `${rail}-${kind}`;
    return html`<li class="${remaining > 0 ? 'on' : ''}"><form class="switch" method="post" action="/page/faults">
<div><label for="${id}">${vi} ${en(english)}</label><p class="note"><code>${rail} ${kind}</code> · đã xảy ra · hit ${hits}</p></div>
<input type="hidden" name="rail" value="${rail}"><input type="hidden" name="kind" value="${kind}">
<input id="${id}" name="count" type="number" min="0" max="1000" value="${remaining}" required><button>Đặt · Set</button></form></li>`;
  });
  return html`<section class="wide"><h2>Sự cố ${en('Faults: how often each is to happen from now on')}</h2><ul>${items}</ul></section>`;
}

function money({ currency, amount }: Transfer): string {
  const { scale, unit } = CURRENCIES[currency];
  return `${formatGrouped(amount, scale, 'vi')} ${unit}`;
}
