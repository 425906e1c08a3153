import type { CurrencyCode, ReserveCode } from '../currencies.ts';
import type { NetworkCode } from '../networks.ts';

/**
 * Kinds of obligations, i.e. why money goes out: what an `order` pays, a `refund` of what was paid for an order, and the `return` of one payment
 * that an order could not take. The transfer machine takes any kind that its obligations are registered for.
 */
export const OBLIGATION_KINDS = ['order', 'refund', 'return'] as const;

/** Kind of an obligation. Open, because a kind is known where it is registered. */
export type ObligationKind = (typeof OBLIGATION_KINDS)[number] | (string & {});

/**
 * State of a payout. `queued` waits for the signer, `attempting` has a live attempt, `settled` is proven by the provider's own records, `failed`
 * is not retried automatically.
 */
export type PayoutState = 'queued' | 'attempting' | 'settled' | 'failed';

/** Money to be sent out for an obligation, in one transfer. `(obligationKind, obligationId, seq)` is unique. */
export interface Payout {
  readonly id: string;
  readonly version: number;
  readonly obligationKind: ObligationKind;
  /** Id of the order (`order`, `refund`), of the payment (`return`), or of whatever else the kind names. */
  readonly obligationId: string;
  /** The order whose log and postings tell of this payout; null for obligations without an order. */
  readonly orderId: string | null;
  /** 1, 2, … in the order of decisions: an order counts what it pays apart from what is given back. */
  readonly seq: number;
  /** Position among the parts of an amount that one transfer cannot carry: 1 … `parts`. */
  readonly part: number;
  readonly parts: number;
  readonly rail: NetworkCode;
  readonly reserve: ReserveCode;
  readonly currency: CurrencyCode;
  /** Minor units of the reserve. */
  readonly amount: bigint;
  /** Amount that the ledger holds for this payout alone, in `reserve`: the amount and the provider's largest fee. Zero where the order's hold covers it. */
  readonly held: bigint;
  /** Fee that we keep of money given back; zero for other payouts. */
  readonly fee: bigint;
  readonly destination: string;
  readonly destinationBank: string | null;
  /** `operator`: transferred by a person outside the system and recorded as settled; never sent. */
  readonly madeBy: 'system' | 'operator';
  /** Provider's or chain's reference of the settled transfer; null before. */
  readonly reference: string | null;
  readonly state: PayoutState;
  /** Attempts made so far. */
  readonly tries: number;
  /** When the payout is due next. */
  readonly nextAt: Date;
  readonly createdAt: Date;
}

/** Fields that a decision sets; the others start alike for every payout. */
export type PayoutDraft = Omit<Payout, 'version' | 'state' | 'tries' | 'nextAt' | 'createdAt' | 'madeBy' | 'reference'>;

/** A new payout that waits for the signer. */
export function queuedPayout(draft: PayoutDraft, now: Date): Payout {
  return { ...draft, version: 1, madeBy: 'system', reference: null, state: 'queued', tries: 0, nextAt: now, createdAt: now };
}

/** The record of a transfer that an operator made outside the system, so that it is not made again. Names no destination: nothing is to be sent. */
export function manualPayout(payout: Payout, reference: string): Payout {
  return { ...payout, madeBy: 'operator', destination: '', destinationBank: null, state: 'settled', reference };
}

/** Whether a payout is waiting for the signer or has a live attempt. */
export function isOpen({ state }: Pick<Payout, 'state'>): boolean {
  return state === 'queued' || state === 'attempting';
}

/** Whether a payout gives money back: a refund of an order's money or the return of one payment. */
export function isGivenBack({ obligationKind }: Pick<Payout, 'obligationKind'>): boolean {
  return obligationKind === 'refund' || obligationKind === 'return';
}
