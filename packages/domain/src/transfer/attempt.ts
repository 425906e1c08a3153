import type { NetworkCode } from '../networks.ts';
import type { Slot } from './slot.ts';

/**
 * State of an attempt. `prepared`: stored, certainly not sent. `sending`: committed as the last act before the socket write, so it may have been
 * sent. `sent`: accepted by the provider, to be confirmed by its records. `unknown`: no clear answer, the records decide. `done`: settled by them.
 * `refused`: moved no money in the end: refused, expired, failed on the chain, or reversed after payment. `absent`: not in the provider's records after all checks; an operator decides.
 */
export type AttemptState = 'prepared' | 'sending' | 'sent' | 'unknown' | 'done' | 'refused' | 'absent';

/** States in which an attempt may still move money: at most one such attempt per payout. */
export const LIVE_ATTEMPT_STATES = ['prepared', 'sending', 'sent', 'unknown'] as const satisfies readonly AttemptState[];

/** Whether an attempt may still move money. */
export function isLive({ state }: Pick<Attempt, 'state'>): boolean {
  return (LIVE_ATTEMPT_STATES as readonly AttemptState[]).includes(state);
}

/** One try to send a payout. */
export interface Attempt {
  readonly id: string;
  readonly version: number;
  readonly payoutId: string;
  /** 1, 2, … per payout. */
  readonly n: number;
  /** Our key at the provider (`PAYMENT_ID`, idempotency key). Unique. */
  readonly key: string;
  /**
   * Name of the provider that the attempt is made at, where its network has several; never changes. Only this one is asked about it. Null: the
   * network's first provider.
   */
  readonly provider: string | null;
  readonly state: AttemptState;
  /**
   * Name of what only one attempt at a time may be in the middle of sending, where the provider's records carry no key of ours and tell attempts apart
   * only by when they were made; null elsewhere.
   */
  readonly sentAlone: string | null;
  /** Provider's reference; null until known. */
  readonly reference: string | null;
  /** Provider's fee, null until known: in minor units of the network's fee coin where it has one, else of the reserve. */
  readonly fee: bigint | null;
  /** Provider's message on a refusal or an unclear answer, or the reason why a pending attempt is not sent again, for operators. Never parsed. */
  readonly detail: string | null;
  /** The provider waits for a code that a person has to enter. */
  readonly awaitingCode: boolean;
  /** An earlier attempt whose transfer proved to have paid this payout; this attempt was never sent then. */
  readonly paidByAttemptId: string | null;
  /** Number of checks of the provider's records that did not find the transfer. */
  readonly checks: number;
  readonly nextCheckAt: Date;
  readonly createdAt: Date;
  readonly sentAt: Date | null;
  readonly settledAt: Date | null;
}

/**
 * A transfer signed for an attempt, stored before it is broadcast; only stored bytes are ever broadcast. An attempt may have several in the same
 * slots (a replacement pays a higher fee), of which one is mined.
 */
export interface AttemptTransfer {
  readonly attemptId: string;
  /** 1, 2, … per attempt. */
  readonly n: number;
  readonly network: NetworkCode;
  /** Transaction id on the chain. Unique. */
  readonly txid: string;
  /** Signed transfer as text. */
  readonly raw: string;
  /** Chain time after which the transfer can no longer be included in a block; null when it does not expire. */
  readonly validUntil: Date | null;
  /** Slots that the transfer consumes; empty on chains without slots. */
  readonly slots: readonly Slot[];
  readonly signedAt: Date;
}
