import type { CurrencyCode } from '@quydoi/domain/currencies';
import type { OrderKind } from '@quydoi/domain/order-status';
import type { Page } from 'playwright-core';

/** Input of a trade form. */
export interface FormEntries {
  readonly kind: OrderKind;
  readonly from: CurrencyCode;
  readonly to: CurrencyCode;
  readonly quantity: string;
  /** Destination wallet, or the payer's wallet of a sale; omitted if the form does not ask for it. */
  readonly wallet?: string;
  /** The customer's account at Vietcombank: payer of a purchase, destination of a sale. */
  readonly account?: string;
}

const REFERENCE = /\/([2-9A-HJ-NP-Z]{10})(?:[#?]|$)/;

/** Fills in and submits a trade form, and waits for the order page. @returns the order's reference */
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
