import type { VoucherCode } from '../voucher.ts';
import type { Page } from './page.ts';
import { CENTS_MAX, usdToCents } from './wire.ts';

/** Whether a text is a voucher's number: ten digits, of which the first may be zeros. */
export function isVoucherNumber(text: string): boolean {
  return /^\d{10}$/.test(text);
}

/** Whether a text is a voucher's activation code: sixteen digits. */
export function isActivationCode(text: string): boolean {
  return /^\d{16}$/.test(text);
}

/** Cents of a face value above zero, which is never written with a sign; null when it is none. */
export function faceValueToCents(text: string): bigint | null {
  const cents = /^\d/.test(text.trim()) ? usdToCents(text) : null;
  return cents !== null && cents > 0n && cents <= CENTS_MAX ? cents : null;
}

/** Whether a currency, as a name or as Perfect Money's number of it, is the US dollar. */
export function isDollar(text: string): boolean {
  return /^(1|usd)$/i.test(text.trim());
}

/** The voucher in a page's fields; null unless number and code are whole. */
export function voucherOf(page: Page): VoucherCode | null {
  const [number, code] = [page.field('VOUCHER_NUM') ?? '', page.field('VOUCHER_CODE') ?? ''];
  return isVoucherNumber(number) && isActivationCode(code) ? { number, code } : null;
}
