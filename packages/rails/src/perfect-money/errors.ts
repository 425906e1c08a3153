import type { PayoutRefusal } from '../payout.ts';

/** Perfect Money's error texts, as reported by other clients, by their meaning for a payout. First match wins. */
const MEANINGS: readonly (readonly [RegExp, PayoutRefusal | 'unclear'])[] = [
  // First, because such a text may also ask to retry although the money has moved.
  [/time(d)? ?out|internal|database|unknown error/i, 'unclear'],
  // "You have been banned … for excessive behaviour for N minute(s)".
  [/\bbanned\b.*\bminute/i, 'temporary'],
  [/can ?not login|invalid passphrase|invalid accountid/i, 'credentials'],
  [/api is disabled/i, 'credentials'],
  [/payer_account is blocked|invalid payer_account/i, 'credentials'],
  [/invalid payee_account|payee_account is blocked|invalid account/i, 'destination'],
  [/not enough money/i, 'funds'],
  [/too many|try (again )?later|temporar|maintenance/i, 'temporary'],
];

/** Classifies an error text. `unclear`: money may have moved. `other`: an explicit refusal of unknown cause. */
export function meaningOf(text: string): PayoutRefusal | 'unclear' {
  return MEANINGS.find(([pattern]) => pattern.test(text))?.[1] ?? 'other';
}
