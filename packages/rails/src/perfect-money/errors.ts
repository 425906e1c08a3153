import type { PayoutRefusal } from '../payout.ts';

/**
 * Meaning of an error text. `unclear`: money may have moved. `later`: it asks for patience, which does not say whether the request waits or was
 * dropped. `other`: an explicit refusal of unknown cause.
 */
export type ErrorMeaning = PayoutRefusal | 'unclear' | 'later';

/** Perfect Money's error texts, as reported by other clients, by their meaning for a payout. First match wins. */
const MEANINGS: readonly (readonly [RegExp, ErrorMeaning])[] = [
  // First, because such a text may also ask to retry although the money has moved.
  [/time(d)? ?out|internal|database|unknown error|process(ed|ing)/i, 'unclear'],
  // "You have been banned … for excessive behaviour for N minute(s)".
  [/\bbanned\b.*\bminute/i, 'temporary'],
  [/can ?not login|invalid passphrase|invalid accountid/i, 'credentials'],
  [/api is disabled/i, 'credentials'],
  [/payer_account is blocked|invalid payer_account/i, 'credentials'],
  [/invalid payee_account|payee_account is blocked|invalid account/i, 'destination'],
  [/not enough money/i, 'funds'],
  [/too many|try (again )?later|temporar|maintenance/i, 'later'],
];

/** Classifies an error text. */
export function meaningOf(text: string): ErrorMeaning {
  return MEANINGS.find(([pattern]) => pattern.test(text))?.[1] ?? 'other';
}
