import { DAY_MS, MINUTE_MS } from './durations.ts';

/*
 * Vouchers: prepaid money that whoever knows the number and the activation code can take.
 */

/** Digits of a voucher's number. */
export const VOUCHER_NUMBER_DIGITS = 10;
/** Digits of a voucher's activation code. */
export const VOUCHER_CODE_DIGITS = 16;
/** Vouchers of an order that its issuer may refuse; after the last one only an operator, or the end of the timer, ends the order. */
export const VOUCHER_REFUSALS_MAX = 5;
/** For how long a voucher that was bought here can be revealed and checked. It stays sealed in the database for good. */
export const VOUCHER_SHOWN_DAYS = 30;

/** How many vouchers of an order its issuer may still refuse. @param submissions all that were submitted for it */
export function refusalsLeft(submissions: readonly { readonly state: string }[]): number {
  return Math.max(VOUCHER_REFUSALS_MAX - submissions.filter(({ state }) => state === 'refused').length, 0);
}

/** How long it may stay open whether a voucher's money was taken, unless the signer is configured otherwise; afterwards an operator decides. */
export const VOUCHER_DOUBT_MS = 15 * MINUTE_MS;

/**
 * How long payments without a payer stay unmatched while the outcome of a voucher is unknown. Much longer than `VOUCHER_DOUBT_MS`, because the issuer may
 * be unreachable for days.
 */
export const VOUCHER_OUTAGE_MS = 7 * DAY_MS;

/** Number and activation code of a voucher. */
export interface VoucherText {
  readonly number: string;
  readonly code: string;
}

/** A voucher's number without the spaces that it was entered with; null when it is none. */
export function readVoucherNumber(text: string): string | null {
  return readDigits(text, VOUCHER_NUMBER_DIGITS);
}

/** A voucher's activation code without the spaces that it was entered with; null when it is none. */
export function readVoucherCode(text: string): string | null {
  return readDigits(text, VOUCHER_CODE_DIGITS);
}

/**
 * Number and code in a text that was pasted as one, whatever stands between and around them; null unless there is exactly one of each. Groups of
 * digits that only spaces or dashes part are one number.
 */
export function readVoucher(text: string): VoucherText | null {
  const groups = text.split(/[^\d\s-]+|\s*[\r\n\t]+\s*/).map((part) => part.replace(/\D/g, ''));
  const words = groups.some((digits) => digits.length === VOUCHER_NUMBER_DIGITS) ? groups : (text.match(/\d+/g) ?? []);
  const joined = text.replace(/\D/g, '');
  const numbers = words.filter((digits) => digits.length === VOUCHER_NUMBER_DIGITS);
  const codes = words.filter((digits) => digits.length === VOUCHER_CODE_DIGITS);
  if (numbers.length === 1 && codes.length === 1 && numbers[0] && codes[0]) return { number: numbers[0], code: codes[0] };
  if (joined.length !== VOUCHER_NUMBER_DIGITS + VOUCHER_CODE_DIGITS) return null;
  return { number: joined.slice(0, VOUCHER_NUMBER_DIGITS), code: joined.slice(VOUCHER_NUMBER_DIGITS) };
}

function readDigits(text: string, length: number): string | null {
  const digits = text.replace(/\s/g, '');
  return digits.length === length && /^\d+$/.test(digits) ? digits : null;
}
