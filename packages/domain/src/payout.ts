import type { ReserveCode } from './currencies.ts';
import type { NetworkCode } from './networks.ts';

/**
 * Where a payout stands. `queued` waits for the signer, `attempting` has a live attempt, `settled` is proven by the provider's own
 * records, `failed` will not be tried again by itself.
 */
export type PayoutState = 'queued' | 'attempting' | 'settled' | 'failed';

/** Money to be sent out for an order. At most one is ever sent: `(orderId, purpose, seq)` is unique. */
export interface Payout {
  readonly id: string;
  readonly version: number;
  readonly orderId: string;
  readonly purpose: 'order' | 'refund';
  /** 1, 2, … per order and purpose, in the order in which they were decided. */
  readonly seq: number;
  /** Which part this is of an amount that one transfer cannot carry: 1 … `parts`. */
  readonly part: number;
  readonly parts: number;
  /** The payment that is given back, where it is one beside its order; null for what the order itself pays or gives back. */
  readonly paymentId: string | null;
  readonly rail: NetworkCode;
  readonly reserve: ReserveCode;
  /** Minor units of the reserve. */
  readonly amount: bigint;
  /** What the ledger holds for it in `reserve`: a refund's amount and the provider's largest fee. Zero for the order's own, which its hold covers. */
  readonly held: bigint;
  /** What we keep of the money that is given back; zero for the order's own payouts. */
  readonly fee: bigint;
  readonly destination: string;
  readonly destinationBank: string | null;
  readonly state: PayoutState;
  /** Attempts made so far. */
  readonly tries: number;
  /** When it is to be looked at next. */
  readonly nextAt: Date;
  readonly createdAt: Date;
}

/** Whether a person made it outside: nothing of it was ever to be sent, so it names no destination. */
export function isByHand({ destination }: Pick<Payout, 'destination'>): boolean {
  return destination === '';
}

/** The row that says that a person made it outside, so that nobody makes it again. */
export function madeByHand(payout: Payout): Payout {
  return { ...payout, destination: '', destinationBank: null, state: 'settled' };
}

/**
 * Where an attempt stands. `prepared`: written, surely not sent. `sending`: committed as the last act before the socket write, so it may
 * have been sent. `sent`: the provider said yes; its records still have to confirm. `unknown`: no clear answer, its records decide.
 * `done`: proven. `refused`: surely not paid. `absent`: not in the provider's records after all checks; an operator decides.
 */
export type AttemptState = 'prepared' | 'sending' | 'sent' | 'unknown' | 'done' | 'refused' | 'absent';

/** The attempt states in which money may be on its way: at most one such attempt per payout. */
export const LIVE_ATTEMPT_STATES = ['prepared', 'sending', 'sent', 'unknown'] as const satisfies readonly AttemptState[];

/** One try to send a payout. */
export interface Attempt {
  readonly id: string;
  readonly version: number;
  readonly payoutId: string;
  /** 1, 2, … per payout. */
  readonly n: number;
  /** Our key at the provider (`PAYMENT_ID`, idempotency key); on chains the transaction's id. Unique. */
  readonly key: string;
  readonly state: AttemptState;
  /** The signed transfer, where the rail signs; these bytes and no others are ever sent. */
  readonly raw: string | null;
  /** The chain's moment after which `raw` can no longer be included. */
  readonly validUntil: Date | null;
  /** The provider's reference once it told one. */
  readonly reference: string | null;
  /** The provider's fee once known: in the reserve's minor units, on chains in the chain's own coin. */
  readonly fee: bigint | null;
  /** The provider's answer where it refused, for operators. */
  readonly detail: string | null;
  /** Looks at the provider's records that found nothing. */
  readonly checks: number;
  readonly nextCheckAt: Date;
  readonly createdAt: Date;
  readonly sentAt: Date | null;
  readonly settledAt: Date | null;
}
