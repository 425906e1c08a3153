import type { Change } from '../change.ts';
import type { DecisionContext } from '../decision-context.ts';
import type { Payout } from './payout.ts';

/** Intermediate step of a transfer, which an obligation may log or reflect in its own status. */
export type TransferProgress =
  /** An attempt was stored and is about to be sent. */
  | { readonly step: 'started' }
  /** The provider accepted the attempt. */
  | { readonly step: 'accepted' }
  /** The answer is unclear; only the provider's records can tell. */
  | { readonly step: 'unclear' }
  /** The provider asks for a code. Repeated at each check while it does. */
  | { readonly step: 'code-requested' }
  /** The code was entered and the provider proceeds. Precedes the settlement. */
  | { readonly step: 'code-entered' }
  /** Certainly not paid; the next attempt is due at `at`. */
  | { readonly step: 'retrying'; readonly at: Date }
  /** A signed transfer expired; another one is signed. */
  | { readonly step: 're-signing' };

/** Reason for a payout's final failure. */
export type TransferFailure = 'payout_refused' | 'payout_unknown' | 'no_tries_left';

/** How a payout was settled: by the provider's own records, or by an operator who found it there or made it manually. */
export interface Settlement {
  readonly reference: string;
  /** Provider's charge, in minor units of the network's fee coin where it has one, else of the reserve. */
  readonly fee: bigint;
}

/**
 * Reason for a payout, as seen by the attempt machine: the machine changes payouts and attempts, the obligation everything else (status, log, holds,
 * ledger). An instance is bound to the state at one moment; its methods are pure and return a change without payouts and attempts.
 */
export interface Obligation {
  /** Text that the receiver and the provider's records see. */
  readonly memo: string;
  /** Idempotency key of a payout's attempt number `n`. Unique across all obligations. */
  keyOf(payout: Payout, n: number): string;
  onProgress(payout: Payout, progress: TransferProgress, ctx: DecisionContext): Change;
  onSettled(payout: Payout, settlement: Settlement, ctx: DecisionContext): Change;
  onFailed(payout: Payout, reason: TransferFailure, ctx: DecisionContext): Change;
  /**
   * The signer's validation rejected the payout before an attempt was made.
   * @param heldInLedger amount that the ledger holds for the payout, which may differ from `payout.held`
   */
  onRejected(payout: Payout, heldInLedger: bigint, ctx: DecisionContext): Change;
  /** The provider reversed a settled payout. @param fee the provider's charge as it was booked */
  onReversed(payout: Payout, fee: bigint, ctx: DecisionContext): Change;
}
