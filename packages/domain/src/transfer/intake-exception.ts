import type { NetworkCode } from '../networks.ts';

/**
 * Why a source's report is no payment in the journal. `unreadable`: its row cannot be parsed. `rejected`: the database rejects its values.
 * `other_asset`: another token, or the network's own coin, arrived at one of our deposit addresses. `unknown_account`: money came into an account that no customer was told of. `unlisted_webhook`: a webhook told
 * of a payment that its provider's list does not know. `other_amount`: a source tells of a journalled payment again with another amount.
 * `payout_record`: a provider's records of a payout contradict what was booked by them: it is no payment in, but money that somebody has to look for.
 */
export const INTAKE_EXCEPTION_KINDS = [
  'unreadable',
  'rejected',
  'other_asset',
  'unknown_account',
  'unlisted_webhook',
  'other_amount',
  'payout_record',
] as const;

/** Kind of an intake exception. */
export type IntakeExceptionKind = (typeof INTAKE_EXCEPTION_KINDS)[number];

/** What a source told and that could not be journalled as a payment. Waits for an operator. */
export interface IntakeException {
  readonly network: NetworkCode;
  readonly source: string;
  /** The source's id of the report; unique within the source. */
  readonly sourceId: string;
  readonly kind: IntakeExceptionKind;
  /** Our account or address that it concerns; null where unknown. */
  readonly account: string | null;
  /** Asset that arrived: a token's contract, or a coin's unit. Null where unknown. */
  readonly asset: string | null;
  /** Amount in the asset's smallest unit, as decimal text; null where unknown. */
  readonly amount: string | null;
  /** Further details for operators. Never parsed. */
  readonly detail: string;
}
