import { readAttempt, readPayoutOfAttempt } from '@quydoi/database/repositories/payouts';
import type { Attempt } from '@quydoi/domain/transfer/attempt';
import type { Obligation } from '@quydoi/domain/transfer/obligation';
import type { Payout, PayoutWait } from '@quydoi/domain/transfer/payout';
import type { TransferState } from '@quydoi/domain/transfer/steps';
import type { VolumeLimit } from '@quydoi/domain/transfer/volume-limit';
import type { SignerCtx } from './signer.ts';

/**
 * Relation of an earlier payout to one that is about to be sent: `same` money, so that proof of the earlier settles this one; `conflicting`, i.e.
 * the earlier may have paid in another shape what this one pays, so an operator has to decide; or `unrelated`.
 */
export type PayoutRelation = 'same' | 'conflicting' | 'unrelated';

/** Why a payout is not sent now: it waits for something, for as long as it takes. */
export interface Waiting {
  readonly waitsFor: PayoutWait;
  readonly detail: string;
}

/** Why a payout is not sent: a reason for rejecting it, or what it waits for. */
export type Objection = string | Waiting;

/** An obligation as the signer reads it, bound to its state at one moment. */
export interface SignerObligation extends Obligation {
  /** Payouts of the obligation and of others that draw on the same money, this one among them; read after the obligation's own state. */
  readonly payouts: readonly Payout[];
  /** Validates a payout against evidence that the signer reads itself. Returns the objection, or null if the payout may be sent. */
  validate(payout: Payout): Promise<Objection | null>;
  /** Limits on what is sent in a day without an operator's approval, besides those of the reserve. Call only for a payout that `validate` accepts. */
  volumeLimits?(payout: Payout): Promise<readonly VolumeLimit[]>;
  /** Reads the amount that the ledger holds for this payout alone; `payout.held` is not trusted. */
  readHeld(payout: Payout): Promise<bigint>;
  relate(earlier: Payout, payout: Payout): PayoutRelation;
}

/** Reads the obligation of a payout; null when there is none. */
export type ObligationReader = (ctx: SignerCtx, payout: Payout) => Promise<SignerObligation | null>;

/** A transfer with the obligation as the signer reads it. */
export interface SignerTransfer extends TransferState {
  readonly obligation: SignerObligation;
}

/** Reads the obligation of a payout; null when its kind is not registered or the obligation does not exist. */
export async function readObligation(ctx: SignerCtx, payout: Payout): Promise<SignerObligation | null> {
  return (await ctx.obligations.get(payout.obligationKind)?.(ctx, payout)) ?? null;
}

/**
 * An attempt with its payout and obligation, or null. Payouts and attempt are read after the obligation's own state: whoever settles an attempt or
 * a part changes that state too, so a decision that missed it fails on its version and is made again.
 */
export async function readTransfer(ctx: SignerCtx, attemptId: string): Promise<SignerTransfer | null> {
  const known = await readPayoutOfAttempt(ctx.orm, attemptId);
  const obligation = known && (await readObligation(ctx, known));
  if (!obligation) return null;
  const attempt = await readAttempt(ctx.orm, attemptId);
  const payout = obligation.payouts.find(({ id }) => id === known.id);
  return attempt && payout ? { payout, attempt, obligation } : null;
}

/** The part of a transfer that its provider is asked with. */
export interface ProviderTransfer {
  readonly payout: Payout;
  readonly attempt: Attempt;
  readonly obligation: Pick<Obligation, 'memo'>;
}
