import type { Change } from '../change.ts';
import type { DecisionContext } from '../decision-context.ts';
import type { Payout } from './payout.ts';

/** Step of a transfer that settles nothing: an obligation may log it or follow with its own status. */
export type TransferProgress =
  /** An attempt was written and is about to be sent. */
  | { readonly step: 'started' }
  /** The provider accepted the attempt. */
  | { readonly step: 'accepted' }
  /** The answer is unclear; only the provider's records can tell. */
  | { readonly step: 'unclear' }
  /** The provider asks for a code. */
  | { readonly step: 'code-requested' }
  /** The code was entered; the provider goes on. */
  | { readonly step: 'code-entered' }
  /** Surely not paid; the next attempt is due at `at`. */
  | { readonly step: 'retrying'; readonly at: Date }
  /** A signed transfer expired; the next one is signed at once. */
  | { readonly step: 're-signing' };

/** Why a payout failed for good. */
export type TransferFailure = 'payout_refused' | 'payout_unknown' | 'no_tries_left';

/** Proof of a payout from the provider's own records. */
export interface Settlement {
  readonly reference: string;
  /** Provider's charge, in minor units of the reserve; on chains in the chain's fee coin. */
  readonly fee: bigint;
}

/**
 * Reason for a payout, as the transfer machine sees it: the machine moves payouts and attempts, the obligation everything else (status, log,
 * holds, ledger). An instance is bound to its state at one moment; its methods are pure and answer with a change without payouts and attempts.
 */
export interface Obligation {
  /** Text that the receiver and the provider's records see. */
  readonly memo: string;
  /** Whether the obligation waits for a code that an attempt of it requested: a proof is then booked one look later. */
  readonly isAwaitingCode: boolean;
  /** Key at the provider of a payout's attempt number `n`. Unique over all obligations. */
  keyOf(payout: Payout, n: number): string;
  onProgress(payout: Payout, progress: TransferProgress, ctx: DecisionContext): Change;
  onSettled(payout: Payout, settlement: Settlement, ctx: DecisionContext): Change;
  onFailed(payout: Payout, reason: TransferFailure, ctx: DecisionContext): Change;
  /**
   * The signer's validation rejected the payout before anything was sent.
   * @param heldInLedger the amount that the ledger does hold for the payout, whatever its row says
   */
  onRejected(payout: Payout, heldInLedger: bigint, ctx: DecisionContext): Change;
  /** The provider gave a proven payout back. @param fee the provider's charge as it was booked */
  onReversed(payout: Payout, fee: bigint, ctx: DecisionContext): Change;
}
