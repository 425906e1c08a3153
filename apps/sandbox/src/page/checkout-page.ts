import { html } from 'hono/html';
import { STYLE } from './style.ts';

/** The page's own field for the paying account. */
export const PAYER_FIELD = 'payer';

/** Fields of a form by name. */
export type FormFields = Readonly<Record<string, string>>;

/** The texts of a form; files are left out. */
export async function readForm(body: Promise<Record<string, unknown>>): Promise<FormFields> {
  const texts = Object.entries(await body).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return Object.fromEntries(texts);
}

/** What a provider's page for paying shows. */
export interface CheckoutPage {
  readonly provider: string;
  readonly amount: string;
  readonly memo: string;
  /** Address that the payer's form is posted to, with the shop's fields. */
  readonly action: string;
  readonly fields: FormFields;
  /** The paying account, and what it is called. */
  readonly payer: { readonly value: string; readonly vi: string; readonly en: string };
}

/** The page on which a payer confirms a payment to a shop. */
export function checkoutPage({ provider, amount, memo, action, fields, payer }: CheckoutPage) {
  const hidden = Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`);
  return page(
    provider,
    html`<section>
      <h2>${amount}<span class="en">${memo}</span></h2>
      <form method="post" action="${action}">
        ${hidden}
        <label>${payer.vi}<span class="en">${payer.en}</span><input name="${PAYER_FIELD}" value="${payer.value}" /></label>
        <button>Thanh toán / Pay</button>
      </form>
    </section>`,
  );
}

/** What came of a payment. */
export interface CheckoutResult {
  readonly isPaid: boolean;
  readonly text: string;
}

/** The page after a payment or a refusal. @param back address that leads back to the shop; none is shown without it */
export function resultPage(provider: string, { isPaid, text }: CheckoutResult, back?: string) {
  const link = back === undefined ? '' : html`<p><a href="${back}">Quay lại cửa hàng / Back to the shop</a></p>`;
  return page(provider, html`<section class="${isPaid ? 'said' : 'bad'}"><strong>${text}</strong>${link}</section>`);
}

function page(provider: string, content: ReturnType<typeof html>) {
  return html`<!doctype html>
    <html lang="vi">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${provider} (sandbox)</title>
        <style>
          ${STYLE}
        </style>
      </head>
      <body>
        <div class="tape"></div>
        <header><h1>${provider}<span class="en">Sandbox</span></h1></header>
        <main>${content}</main>
      </body>
    </html>`;
}
