import { join } from 'node:path';
import { NETWORKS, type NetworkCode } from '@quydoi/domain/networks';
import type { Locator, Page } from 'playwright-core';
import { readEnvironment } from '../system/env.ts';
import type { WordsLocale } from './device.ts';
import { orderWordsOf, type PaidAccount } from './order-words.ts';

/** Opens an order with its full link. */
export async function openOrder(page: Page, { ref, key }: { readonly ref: string; readonly key: string }): Promise<void> {
  await page.goto(`/order/${ref}#k=${key}`);
  await page.locator('#order-headline').waitFor();
}

/** Interval between simulated returns to the page. */
const TURN_BACK_MS = 700;

/** Waits for a headline. */
export function headlineBecomes(page: Page, headline: RegExp): Promise<void> {
  return turningBack(page, page.locator('#order-headline').filter({ hasText: headline }).waitFor());
}

/**
 * Simulates returning to the page until `shown` resolves, as from a banking app: on becoming visible the page polls at once instead of at its next
 * interval.
 */
export async function turningBack(page: Page, shown: Promise<void>): Promise<void> {
  const turning = setInterval(() => void page.evaluate(TURN_BACK).catch(() => {}), TURN_BACK_MS);
  try {
    await shown;
  } finally {
    clearInterval(turning);
  }
}

/** The event of a page that becomes visible again. */
const TURN_BACK = "document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))";

/** Payment instructions as shown. The amount is plain decimal text. */
export interface ShownInstructions {
  readonly amount: string;
  readonly account: string;
  /** Empty if the network uses none. */
  readonly memo: string;
}

/** Reads the payment instructions from the page. */
export async function readShown(page: Page, locale: WordsLocale, network: NetworkCode): Promise<ShownInstructions> {
  const { copyAccount, copyMemo } = orderWordsOf(locale);
  const kind = paidAccountOf(network);
  const amount = await page.locator('#pay [data-amount]').textContent();
  return {
    amount: plainAmount(amount ?? '', locale),
    account: accountIn(await besideButton(page, copyAccount[kind]), kind),
    memo: kind === 'address' ? '' : await besideButton(page, copyMemo[kind]),
  };
}

function paidAccountOf(network: NetworkCode): PaidAccount {
  const { address, attribution } = NETWORKS[network];
  if (attribution.by === 'address') return 'address';
  return address.family === 'bank' ? 'bank' : 'wallet';
}

/** The value shown next to its copy button. */
async function besideButton(page: Page, label: string): Promise<string> {
  const row = page.locator('#pay').getByRole('button', { name: label, exact: true }).locator('xpath=..');
  return ((await row.locator('label > span').nth(1).textContent()) ?? '').trim();
}

/** Removes the grouping of addresses and the currency mark in front of wallets. */
function accountIn(text: string, kind: PaidAccount): string {
  const account = text.replaceAll(/\s/g, '');
  return (kind === 'wallet' && /[A-Z]\d+$/.exec(account)?.[0]) || account;
}

/** The first amount in a text, as plain decimal text: `2.607.975 đ` in Vietnamese is 2607975. @throws Error when there is none */
export function plainAmount(text: string, locale: WordsLocale): string {
  const found = /\d[\d.,]*/.exec(text)?.[0].replace(/[.,]$/, '');
  if (!found) throw new Error(`there is no amount in "${text}"`);
  return locale === 'vi' ? found.replaceAll('.', '').replace(',', '.') : found.replaceAll(',', '');
}

/** The action with this name; unfolds "more" if it is hidden there. */
export async function choice(page: Page, locale: WordsLocale, name: string | RegExp): Promise<Locator> {
  const button = page.getByRole('button', { name, exact: true });
  const fold = page.locator('details', { has: page.getByText(orderWordsOf(locale).more) });
  await button.or(fold).first().waitFor();
  if (!(await button.isVisible())) await fold.locator('summary').click();
  await button.waitFor();
  return button;
}

/** Opens the recalculated terms and accepts them. @returns the amount to be paid out, plain decimal text */
export async function agreeTo(page: Page, locale: WordsLocale, name: string | RegExp, look: () => Promise<void>): Promise<string> {
  await (await choice(page, locale, name)).click();
  const agree = page.getByRole('dialog').getByRole('button', { name: orderWordsOf(locale).agree });
  await agree.waitFor();
  await look();
  const acknowledged = plainAmount((await agree.textContent()) ?? '', locale);
  await agree.click();
  return acknowledged;
}

/** Cancels an unpaid order and confirms it. */
export async function cancelOrder(page: Page, locale: WordsLocale): Promise<void> {
  const { cancel } = orderWordsOf(locale);
  await (await choice(page, locale, cancel)).click();
  await (await choice(page, locale, cancel)).click();
}

/** Destination of a refund. */
export interface RefundTo {
  readonly account: string;
  /** Text that finds the bank, for refunds in dong. */
  readonly bank?: string;
}

/** Fills in the destination of a refund and submits it. @returns the amount on the button, plain decimal text */
export async function sendBack(page: Page, locale: WordsLocale, name: string, to: RefundTo, look: () => Promise<void>): Promise<string> {
  await (await choice(page, locale, name)).click();
  if (to.bank) {
    await page.locator('#refund-bank').click();
    const search = page.locator('#bank-search');
    await search.fill(to.bank);
    await search.press('Enter');
    await search.waitFor({ state: 'detached' });
  }
  await page.locator(to.bank ? '#refund-account' : '#refund-wallet').fill(to.account);
  const send = page.locator('form button[type=submit]:not([aria-disabled=true])').filter({ hasText: /\d/ });
  // Somebody else's account is confirmed first.
  const confirmation = page.locator('#refund-confirmation');
  await send.or(confirmation).first().waitFor();
  if (await confirmation.isVisible()) await confirmation.check();
  await send.waitFor();
  await look();
  const acknowledged = plainAmount((await send.textContent()) ?? '', locale);
  await send.click();
  return acknowledged;
}

/** Saves a screenshot in the folder that `E2E_PICTURES` names; does nothing without it. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  const { E2E_PICTURES } = readEnvironment();
  if (E2E_PICTURES) await page.screenshot({ path: join(E2E_PICTURES, `${name}.png`), fullPage: true });
}
