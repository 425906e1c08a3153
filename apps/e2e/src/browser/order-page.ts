import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { readEnvironment } from '../system/env.ts';
import type { Device } from './device.ts';

type Locale = Device['locale'];

/** What stands on an order's page. Patterns of headlines leave the amounts out. */
export interface OrderWords {
  readonly pending: RegExp;
  readonly seen: RegExp;
  readonly underpaid: RegExp;
  readonly underpaidOver: RegExp;
  readonly overpaid: RegExp;
  readonly late: RegExp;
  readonly risk: RegExp;
  readonly abandoned: RegExp;
  readonly refunded: RegExp;
  readonly reversed: RegExp;
  readonly forged: RegExp;
  readonly delivered: RegExp;
  /** Buttons. */
  readonly topUp: string;
  readonly exchange: RegExp;
  readonly exchangeExcess: string;
  readonly exchangeLate: RegExp;
  readonly refundExcess: string;
  readonly refund: string;
  readonly refundAll: string;
  readonly cancel: string;
  readonly more: string;
  readonly agree: RegExp;
  /** Buttons that copy, beside what they copy. */
  readonly copyAccount: Readonly<Record<'bank' | 'perfect-money' | 'tron', string>>;
  readonly copyMemo: Readonly<Record<'bank' | 'perfect-money', string>>;
  readonly explorer: string;
  readonly extra: RegExp;
}

const WORDS: Readonly<Record<Locale, OrderWords>> = {
  vi: {
    pending: /^Chờ bạn chuyển /,
    seen: /^Đã thấy giao dịch, đang xác nhận/,
    underpaid: /^Nhận .+, còn thiếu /,
    underpaidOver: /^Nhận .+, ít hơn /,
    overpaid: /^Nhận dư /,
    late: /^Tiền đến sau khi hết hạn giá$/,
    risk: /^Tạm giữ để kiểm tra, chậm nhất /,
    abandoned: /^Đơn đã hủy$/,
    refunded: /^Đã hoàn /,
    reversed: /^Bên nhận đã trả lại tiền/,
    forged: /^Giao dịch không hợp lệ$/,
    delivered: /^Đã chuyển .+ tới /,
    topUp: 'Chuyển thêm',
    exchange: /^Đổi theo [\d.,]+/,
    exchangeExcess: 'Đổi cả phần dư',
    exchangeLate: /^Nhận theo giá [\d.,]+/,
    refundExcess: 'Hoàn phần dư',
    refund: 'Hoàn tiền',
    refundAll: 'Hoàn tất cả',
    cancel: 'Hủy đơn',
    more: 'Khác',
    agree: /^Đồng ý, nhận /,
    copyAccount: { bank: 'Sao chép số tài khoản', 'perfect-money': 'Sao chép ví nhận', tron: 'Sao chép địa chỉ' },
    copyMemo: { bank: 'Sao chép nội dung chuyển khoản', 'perfect-money': 'Sao chép nội dung (Memo)' },
    explorer: 'Xem giao dịch trên explorer',
    extra: /^Đơn này nhận thêm /,
  },
  en: {
    pending: /^Waiting for your /,
    seen: /^Payment seen, /,
    underpaid: /^Received .+ still missing$/,
    underpaidOver: /^Received .+ less than due$/,
    overpaid: /^Received .+ too much$/,
    late: /^The payment came after the price had expired$/,
    risk: /^Held for a check, until /,
    abandoned: /^The order was cancelled$/,
    refunded: / was refunded$/,
    reversed: /^The transfer was returned/,
    forged: /^The payment is not valid$/,
    delivered: / was sent to /,
    topUp: 'Send the rest',
    exchange: /^Exchange [\d.,]+/,
    exchangeExcess: 'Exchange the excess too',
    exchangeLate: /^Exchange at [\d.,]+/,
    refundExcess: 'Refund the excess',
    refund: 'Refund',
    refundAll: 'Refund everything',
    cancel: 'Cancel order',
    more: 'More',
    agree: /^Agree and receive /,
    copyAccount: { bank: 'Copy the account number', 'perfect-money': 'Copy the wallet', tron: 'Copy the address' },
    copyMemo: { bank: 'Copy the memo', 'perfect-money': 'Copy the memo' },
    explorer: 'View the transaction on the explorer',
    extra: /^This order received another /,
  },
};

/** The words of a language. */
export function orderWordsOf(locale: Locale): OrderWords {
  return WORDS[locale];
}

/** Opens an order with its full link. */
export async function openOrder(page: Page, { ref, key }: { readonly ref: string; readonly key: string }): Promise<void> {
  await page.goto(`/order/${ref}#k=${key}`);
  await page.locator('#order-headline').waitFor();
}

/** How often somebody who waits turns back to the page. */
const TURN_BACK_MS = 700;

/** Waits for a headline. */
export function headlineBecomes(page: Page, headline: RegExp): Promise<void> {
  return turningBack(page, page.locator('#order-headline').filter({ hasText: headline }).waitFor());
}

/**
 * Turns to the page again and again until it shows what is waited for, as from the bank's app with which one has just paid: so it asks for news
 * at once, and not only in its own rhythm.
 */
export async function turningBack(page: Page, shown: Promise<void>): Promise<void> {
  const turning = setInterval(() => void page.evaluate(TURN_BACK).catch(() => {}), TURN_BACK_MS);
  try {
    await shown;
  } finally {
    clearInterval(turning);
  }
}

/** What a browser tells a page that is looked at again. */
const TURN_BACK = "document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))";

/** How the page says that it wants to be paid. The amount is plain decimal text. */
export interface ShownInstructions {
  readonly amount: string;
  readonly account: string;
  /** Empty where none is asked for. */
  readonly memo: string;
}

/** Reads how to pay, as a person does. */
export async function readShown(page: Page, locale: Locale, rail: 'bank' | 'perfect-money' | 'tron'): Promise<ShownInstructions> {
  const { copyAccount, copyMemo } = WORDS[locale];
  const amount = await page.locator('#pay p').nth(1).textContent();
  return {
    amount: plainAmount(amount ?? '', locale),
    account: accountIn(await besideButton(page, copyAccount[rail])),
    memo: rail === 'tron' ? '' : await besideButton(page, copyMemo[rail]),
  };
}

/** The value that a button copies, which stands beside it under its name. */
async function besideButton(page: Page, label: string): Promise<string> {
  const row = page.locator('#pay').getByRole('button', { name: label, exact: true }).locator('xpath=..');
  return ((await row.locator('div').first().locator('div').nth(1).textContent()) ?? '').trim();
}

/** Addresses are written in groups of four; before a wallet stands its currency's mark. */
function accountIn(text: string): string {
  const account = text.replaceAll(/\s/g, '');
  return /U\d+$/.exec(account)?.[0] ?? account;
}

/** The first amount in a text, as plain decimal text: `2.607.975 đ` in Vietnamese is 2607975. @throws Error when there is none */
export function plainAmount(text: string, locale: Locale): string {
  const found = /\d[\d.,]*/.exec(text)?.[0].replace(/[.,]$/, '');
  if (!found) throw new Error(`there is no amount in "${text}"`);
  return locale === 'vi' ? found.replaceAll('.', '').replace(',', '.') : found.replaceAll(',', '');
}

/** The choice with this name, out of "more" where it is folded away there. */
export async function choice(page: Page, locale: Locale, name: string | RegExp): Promise<Locator> {
  const button = page.getByRole('button', { name, exact: true });
  const fold = page.locator('details', { has: page.getByText(WORDS[locale].more, { exact: true }) });
  await button.or(fold).first().waitFor();
  if (!(await button.isVisible())) await fold.locator('summary').click();
  await button.waitFor();
  return button;
}

/** Opens the new terms and agrees to them. @returns what they promise, plain decimal text */
export async function agreeTo(page: Page, locale: Locale, name: string | RegExp, look: () => Promise<void>): Promise<string> {
  await (await choice(page, locale, name)).click();
  const agree = page.getByRole('dialog').getByRole('button', { name: WORDS[locale].agree });
  await agree.waitFor();
  await look();
  const acknowledged = plainAmount((await agree.textContent()) ?? '', locale);
  await agree.click();
  return acknowledged;
}

/** Cancels an order that nothing was paid for, and says so twice. */
export async function cancelOrder(page: Page, locale: Locale): Promise<void> {
  const { cancel } = WORDS[locale];
  await (await choice(page, locale, cancel)).click();
  await (await choice(page, locale, cancel)).click();
}

/** Where a refund goes. */
export interface RefundTo {
  readonly account: string;
  /** In dong: what to type into the search of banks. */
  readonly bank?: string;
}

/** Fills in where the money goes back to, and sends it. @returns what the button acknowledgedOrders, plain decimal text */
export async function sendBack(page: Page, locale: Locale, name: string, to: RefundTo, look: () => Promise<void>): Promise<string> {
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
  await send.waitFor();
  await look();
  const acknowledged = plainAmount((await send.textContent()) ?? '', locale);
  await send.click();
  return acknowledged;
}

/** Keeps a picture of the page as it is in the folder that `E2E_PICTURES` names, for people to look at; without it does nothing. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  const { E2E_PICTURES } = readEnvironment();
  if (E2E_PICTURES) await page.screenshot({ path: join(E2E_PICTURES, `${name}.png`), fullPage: true });
}
