import { REF_BYTES, refFromBytes } from '@quydoi/domain/order/ref';
import type { SeededRandom } from '../seeded-random.ts';

/** A call of the REST API. */
export interface Guess {
  readonly path: string;
  readonly body: Readonly<Record<string, string>>;
}

/** What a guesser may know, or try to find out. */
export interface GuessTargets {
  /** A voucher that was bought here and is not used. */
  readonly voucher: { readonly number: string; readonly code: string };
  /** References of orders that wait for a voucher. */
  readonly orders: readonly [string, ...string[]];
}

/**
 * Guesses by what is right in them. Answers to those with a true number or code must be the same as to those without, and whatever an order's reference
 * is worth, no voucher comes of it.
 */
export const GUESSES = {
  'check: nothing right': (random) => check(digits(random, 10), digits(random, 16)),
  'check: right number': (random, { voucher }) => check(voucher.number, digits(random, 16)),
  'check: right code': (random, { voucher }) => check(digits(random, 10), voucher.code),
  'check: right but for the last digit': (_, { voucher }) =>
    check(voucher.number, `${voucher.code.slice(0, -1)}${(Number(voucher.code.at(-1)) + 1) % 10}`),
  'submit: to an order': (random, { orders }) => submit(random.pick(orders), digits(random, 10), digits(random, 16)),
  'submit: to no order': (random) => submit(reference(random), digits(random, 10), digits(random, 16)),
} as const satisfies Readonly<Record<string, (random: SeededRandom, targets: GuessTargets) => Guess>>;

/** A kind of guess. */
export type GuessKind = keyof typeof GUESSES;
export const GUESS_KINDS = Object.keys(GUESSES) as [GuessKind, ...GuessKind[]];

/** Digits of one draw. */
const DRAWN_DIGITS = 8;

function check(number: string, code: string): Guess {
  return { path: 'check_evoucher', body: { evoucher_number: number, activation_code: code } };
}

function submit(ref: string, number: string, code: string): Guess {
  return { path: 'try_evoucher', body: { order_ref: ref, evoucher_number: number, evoucher_code: code } };
}

function digits(random: SeededRandom, length: number): string {
  const draw = () => String(random.int(0, 10 ** DRAWN_DIGITS - 1)).padStart(DRAWN_DIGITS, '0');
  return Array.from({ length: Math.ceil(length / DRAWN_DIGITS) }, draw)
    .join('')
    .slice(0, length);
}

function reference(random: SeededRandom): string {
  return refFromBytes(Uint8Array.from({ length: REF_BYTES }, () => random.int(0, 255)));
}
