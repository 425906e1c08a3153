import { walletHolderOf } from '@quydoi/sandbox/perfect-money/holder-name';
import type { Page } from 'playwright-core';
import type { WordsLocale } from './device.ts';

/** Texts of a purchase in one language. `dong` and `pending` are for 100 dollars at the initial rate. */
export interface Words {
  readonly quantity: string;
  readonly wallet: string;
  readonly account: string;
  readonly submit: RegExp;
  readonly dong: string;
  readonly pending: RegExp;
  readonly delivered: RegExp;
  readonly qr: (ref: string) => string;
  readonly copyMemo: string;
  readonly paid: string;
  readonly otherBank: string;
  readonly search: string;
  readonly review: string;
  readonly sendReview: string;
  readonly thanks: RegExp;
  readonly reviews: string;
}

const BUYER_WORDS: Readonly<Record<WordsLocale, Words>> = {
  vi: {
    quantity: 'Số lượng muốn mua',
    wallet: 'Ví Perfect Money nhận tiền',
    account: 'Số tài khoản của bạn',
    submit: /^Tiếp tục/,
    dong: '2.607.975 đ',
    pending: /^Chờ bạn chuyển 2\.607\.975 đ/,
    delivered: /^Đã chuyển 100 USD tới/,
    qr: (ref) => `Mã QR thanh toán đơn ${ref}`,
    copyMemo: 'Sao chép nội dung chuyển khoản',
    paid: 'Đã nhận đủ tiền',
    otherBank: 'Ngân hàng khác',
    search: 'Tìm theo tên, mã hoặc BIN',
    review: 'Đánh giá',
    sendReview: 'Gửi đánh giá',
    thanks: /^Cảm ơn đánh giá của bạn/,
    reviews: 'Đánh giá của khách hàng',
  },
  en: {
    quantity: 'Quantity to buy',
    wallet: 'Your Perfect Money wallet',
    account: 'Your account number',
    submit: /^Continue/,
    dong: '2,607,975 đ',
    pending: /^Waiting for your 2,607,975 đ/,
    delivered: /^100 USD was sent to/,
    qr: (ref) => `QR code to pay order ${ref}`,
    copyMemo: 'Copy the memo',
    paid: 'Payment received in full',
    otherBank: 'Another bank',
    search: 'Search by name, code or BIN',
    review: 'Review',
    sendReview: 'Send review',
    thanks: /^Thank you for your review/,
    reviews: 'Customer reviews',
  },
};

const REFERENCE = /\/([2-9A-HJ-NP-Z]{10})(?:[#?]|$)/;
/** The buyers' account at Vietcombank. */
export const BUYER_ACCOUNT = '0071000000001';

/** Texts in a language. */
export function wordsOf(locale: WordsLocale): Words {
  return BUYER_WORDS[locale];
}

/** Orders 100 dollars of Perfect Money by pointer. @returns the order's reference */
export async function orderByPointer(page: Page, words: Words, wallet: string): Promise<string> {
  await page.goto('/buy/pm');
  await page.getByRole('textbox', { name: words.quantity }).fill('100');
  await page.getByText(words.dong).first().waitFor();
  await page.getByRole('textbox', { name: words.wallet }).fill(wallet);
  await page.getByText(walletHolderOf(wallet)).first().waitFor();
  await page.getByText('Vietcombank', { exact: true }).click();
  await page.getByRole('textbox', { name: words.account }).fill(BUYER_ACCOUNT);
  await page.locator('p[role=status] .uppercase').nth(1).waitFor();
  await page.getByRole('button', { name: words.submit }).click();
  return orderShown(page, words);
}

/** Waits for the page of the order just placed. @returns its reference */
export async function orderShown(page: Page, words: Words): Promise<string> {
  await page.waitForURL(REFERENCE);
  await page.getByRole('heading', { name: words.pending }).waitFor();
  return REFERENCE.exec(page.url())?.[1] ?? '';
}

/** Submits a review on the page of a delivered order and waits for the thanks. */
export async function writeReview(page: Page, words: Words, content: string): Promise<void> {
  await page.getByRole('textbox', { name: words.review }).fill(content);
  await page.getByRole('textbox', { name: 'Email' }).fill('buyer@example.com');
  await page.getByRole('button', { name: words.sendReview }).click();
  await page.getByText(words.thanks).waitFor();
}
