import type { NetworkCode } from '../networks.ts';
import type { PaymentFact } from './payment.ts';

/**
 * How a provider's report does not fit the books. `unreadable`: its row cannot be parsed. `rejected`: the database rejects its values.
 * `other_asset`: another token, or the network's own coin, arrived at one of our deposit addresses. `unknown_account`: money came into an account that no customer was told of. `unlisted_webhook`: a webhook told
 * of a payment that its provider's list does not know, or could not be handled. `other_amount`: a source tells of a journalled payment again with another
 * amount, of zero where it went back to its payer. `told_again`: a source tells of a journalled payment again under another id. `other_payment`: a source tells of another payment under a
 * journalled one's id.
 * `payout_record`: a provider's records of a payout contradict what was booked by them.
 */
export const RECONCILIATION_EXCEPTION_KINDS = [
  'unreadable',
  'rejected',
  'other_asset',
  'unknown_account',
  'unlisted_webhook',
  'other_amount',
  'told_again',
  'other_payment',
  'payout_record',
] as const;

/** Kind of a reconciliation exception. */
export type ReconciliationExceptionKind = (typeof RECONCILIATION_EXCEPTION_KINDS)[number];

/** What a source told of a row that may be journalled later (`journalRow`). */
export interface ToldRow extends Pick<PaymentFact, 'reference' | 'memo' | 'payer' | 'payerName'> {
  /** ISO 8601. */
  readonly paidAt: string;
}

/** Report of a provider about a payment or a payout that does not fit the books. Waits for an operator. */
export interface ReconciliationException {
  readonly network: NetworkCode;
  readonly source: string;
  /** The source's id of the report; unique within the source. */
  readonly sourceId: string;
  readonly kind: ReconciliationExceptionKind;
  /** Our account or address that it concerns; null where unknown. */
  readonly account: string | null;
  /** Asset that arrived: a token's contract, or a coin's unit. Null where unknown. */
  readonly asset: string | null;
  /** Amount in the asset's smallest unit, as decimal text; null where unknown. */
  readonly amount: string | null;
  /** Further details for operators. Never parsed. */
  readonly detail: string;
  /** Of `told_again` and `other_payment`. */
  readonly told?: ToldRow;
}
