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
 * Number and code in a text that was pasted as one, whatever stands between and around them, an amount included; null unless there is one of each
 * beyond doubt. Spaces and dashes may part the digits of either, but what stands alone goes before what has to be put together.
 */
export function readVoucher(text: string): VoucherText | null {
  const runs = digitRuns(text);
  const pair = onlyPair(likeliest(runs, VOUCHER_NUMBER_DIGITS), likeliest(runs, VOUCHER_CODE_DIGITS));
  if (pair) return pair;
  const joined = text.replace(/\D/g, '');
  if (joined.length !== VOUCHER_NUMBER_DIGITS + VOUCHER_CODE_DIGITS) return null;
  return { number: joined.slice(0, VOUCHER_NUMBER_DIGITS), code: joined.slice(VOUCHER_NUMBER_DIGITS) };
}

/** Digits of a text, put together of words that only spaces or dashes part. */
interface DigitRun {
  readonly digits: string;
  /** Its first word, and the one after its last, counted in the whole text. */
  readonly start: number;
  readonly end: number;
  /** How far it has to be put together: a word as it stands (0), all digits between two other texts (1), some of them (2). */
  readonly effort: 0 | 1 | 2;
}

/** Every run of digits in a text that is no longer than a code. */
function digitRuns(text: string): readonly DigitRun[] {
  const runs: DigitRun[] = [];
  let first = 0;
  for (const group of text.split(/[^\d\s-]+|[\r\n\t]+/)) {
    const words = group.match(/\d+/g) ?? [];
    for (const start of words.keys()) {
      let digits = '';
      for (let end = start + 1; end <= words.length; end++) {
        digits += words[end - 1];
        if (digits.length > VOUCHER_CODE_DIGITS) break;
        const effort = end - start === 1 ? 0 : end - start === words.length ? 1 : 2;
        runs.push({ digits, start: first + start, end: first + end, effort });
      }
    }
    first += words.length;
  }
  return runs;
}

/** The runs of this many digits that take the least putting together. */
function likeliest(runs: readonly DigitRun[], length: number): readonly DigitRun[] {
  const fitting = runs.filter(({ digits }) => digits.length === length);
  const least = Math.min(...fitting.map(({ effort }) => effort));
  return fitting.filter(({ effort }) => effort === least);
}

/** A number and a code that share no word; null unless there is exactly one such pair. */
function onlyPair(numbers: readonly DigitRun[], codes: readonly DigitRun[]): VoucherText | null {
  let only: VoucherText | null = null;
  for (const number of numbers) {
    for (const code of codes) {
      if (number.start < code.end && code.start < number.end) continue;
      if (only) return null;
      only = { number: number.digits, code: code.digits };
    }
  }
  return only;
}

function readDigits(text: string, length: number): string | null {
  const digits = text.replace(/\s/g, '');
  return digits.length === length && /^\d+$/.test(digits) ? digits : null;
}
