import type { CurrencyCode } from '@quydoi/domain/currencies';
import type { OrderKind } from '@quydoi/domain/order-status';
import type { Page } from 'playwright-core';

/** What is typed into a form. */
export interface FormEntries {
  readonly kind: OrderKind;
  readonly from: CurrencyCode;
  readonly to: CurrencyCode;
  readonly quantity: string;
  /** Where the currency goes to, or, of a sale, where it comes from; left out where it need not be told. */
  readonly wallet?: string;
  /** The customer's account at Vietcombank: what pays for a purchase, what a sale pays to. */
  readonly account?: string;
}

const REFERENCE = /\/([2-9A-HJ-NP-Z]{10})(?:[#?]|$)/;

/** Fills in the form of a trade and sends it, as a person does. @returns the order's reference, when its page is there */
export async function orderByForm(page: Page, { kind, from, to, quantity, wallet, account }: FormEntries): Promise<string> {
  await page.goto(kind === 'ex' ? `/exchange/${from}-${to}` : `/${kind}/${kind === 'buy' ? to : from}`);
  await page.locator('input[id$=-quantity]').fill(quantity);
  if (wallet) await page.locator('input[id$=-wallet]').fill(wallet);
  if (account) {
    await page.getByText('Vietcombank', { exact: true }).click();
    await page.locator('input[id$=-account]').fill(account);
  }
  await page.locator('form button[type=submit]:not([aria-disabled=true])').click();
  await page.waitForURL(REFERENCE);
  await page.locator('#order-headline').waitFor();
  return REFERENCE.exec(page.url())?.[1] ?? '';
}
