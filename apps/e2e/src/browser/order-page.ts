import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { readEnvironment } from '../system/env.ts';
import type { Device } from './device.ts';

type Locale = Device['locale'];

/** Networks that orders of these tests are paid on. */
export type PaidNetwork = 'bank' | 'perfect-money' | 'tron' | 'bsc' | 'ethereum' | 'bitcoin';

/** Texts of the order page in one language. Headline patterns match any amount. */
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
  /** Labels of copy buttons by network. */
  readonly copyAccount: Readonly<Record<PaidNetwork, string>>;
  readonly copyMemo: Readonly<Record<'bank' | 'perfect-money', string>>;
  /** How links to any explorer begin. */
  readonly explorer: string;
  readonly extra: RegExp;
}

const WORDS: Readonly<Record<Locale, OrderWords>> = {
  vi: {
    pending: /^Chờ bạn chuyển /,
    seen: /^Đã thấy giao dịch, đang xác nhận/,
    underpaid: /^Đã nhận .+, còn thiếu /,
    underpaidOver: /^Đã nhận .+, thiếu /,
    overpaid: /^Chúng tôi nhận dư /,
    late: /^Tiền đến sau khi giá hết hạn$/,
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
    refundAll: 'Hoàn lại toàn bộ',
    cancel: 'Hủy đơn',
    more: 'Khác',
    agree: /^Đồng ý, nhận /,
    copyAccount: {
      bank: 'Sao chép số tài khoản',
      'perfect-money': 'Sao chép ví nhận',
      tron: 'Sao chép địa chỉ',
      bsc: 'Sao chép địa chỉ',
      ethereum: 'Sao chép địa chỉ',
      bitcoin: 'Sao chép địa chỉ',
    },
    copyMemo: { bank: 'Sao chép nội dung chuyển khoản', 'perfect-money': 'Sao chép nội dung (Memo)' },
    explorer: 'Xem giao dịch trên',
    extra: /^Đơn này đã nhận thêm /,
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
    copyAccount: {
      bank: 'Copy the account number',
      'perfect-money': 'Copy the wallet',
      tron: 'Copy the address',
      bsc: 'Copy the address',
      ethereum: 'Copy the address',
      bitcoin: 'Copy the address',
    },
    copyMemo: { bank: 'Copy the memo', 'perfect-money': 'Copy the memo' },
    explorer: 'View the transaction on',
    extra: /^This order received another /,
  },
};

/** Texts in a language. */
export function orderWordsOf(locale: Locale): OrderWords {
  return WORDS[locale];
}

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
export async function readShown(page: Page, locale: Locale, network: PaidNetwork): Promise<ShownInstructions> {
  const { copyAccount, copyMemo } = WORDS[locale];
  const amount = await page.locator('#pay [data-amount]').textContent();
  return {
    amount: plainAmount(amount ?? '', locale),
    account: accountIn(await besideButton(page, copyAccount[network])),
    memo: network === 'bank' || network === 'perfect-money' ? await besideButton(page, copyMemo[network]) : '',
  };
}

/** The value shown next to its copy button. */
async function besideButton(page: Page, label: string): Promise<string> {
  const row = page.locator('#pay').getByRole('button', { name: label, exact: true }).locator('xpath=..');
  return ((await row.locator('div').first().locator('div').nth(1).textContent()) ?? '').trim();
}

/** Removes the grouping of addresses and the currency mark in front of wallets. */
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

/** The action with this name; unfolds "more" if it is hidden there. */
export async function choice(page: Page, locale: Locale, name: string | RegExp): Promise<Locator> {
  const button = page.getByRole('button', { name, exact: true });
  const fold = page.locator('details', { has: page.getByText(WORDS[locale].more, { exact: true }) });
  await button.or(fold).first().waitFor();
  if (!(await button.isVisible())) await fold.locator('summary').click();
  await button.waitFor();
  return button;
}

/** Opens the recalculated terms and accepts them. @returns the amount to be paid out, plain decimal text */
export async function agreeTo(page: Page, locale: Locale, name: string | RegExp, look: () => Promise<void>): Promise<string> {
  await (await choice(page, locale, name)).click();
  const agree = page.getByRole('dialog').getByRole('button', { name: WORDS[locale].agree });
  await agree.waitFor();
  await look();
  const acknowledged = plainAmount((await agree.textContent()) ?? '', locale);
  await agree.click();
  return acknowledged;
}

/** Cancels an unpaid order and confirms it. */
export async function cancelOrder(page: Page, locale: Locale): Promise<void> {
  const { cancel } = WORDS[locale];
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

/** Saves a screenshot in the folder that `E2E_PICTURES` names; does nothing without it. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  const { E2E_PICTURES } = readEnvironment();
  if (E2E_PICTURES) await page.screenshot({ path: join(E2E_PICTURES, `${name}.png`), fullPage: true });
}
