import type { CurrencyCode, ReserveCode } from '../currencies.ts';
import type { NetworkCode } from '../networks.ts';

/**
 * Kinds of obligations of orders: the payout of an `order`, the `refund` of an order's money, and the `return` of one payment that an order could
 * not take. The attempt machine accepts any kind with a registered obligation.
 */
export const OBLIGATION_KINDS = ['order', 'refund', 'return'] as const;

/** Kind of an obligation. An open union: further kinds are registered elsewhere. */
export type ObligationKind = (typeof OBLIGATION_KINDS)[number] | (string & {});

/**
 * State of a payout. `queued` waits for the signer, `attempting` has a live attempt, `settled` is proven by the provider's own records, `failed`
 * is not retried automatically.
 */
export type PayoutState = 'queued' | 'attempting' | 'settled' | 'failed';

/**
 * What a queued payout waits for before the signer sends it: `confirmation`, i.e. money that it pays out for is not in the provider's own records
 * yet; or an operator's `approval`.
 */
export const PAYOUT_WAITS = ['confirmation', 'approval'] as const;

/** What a queued payout waits for. */
export type PayoutWait = (typeof PAYOUT_WAITS)[number];

/** An amount to send for an obligation, settled by one transfer. `(obligationKind, obligationId, seq)` is unique. */
export interface Payout {
  readonly id: string;
  readonly version: number;
  readonly obligationKind: ObligationKind;
  /** Id of the order (`order`, `refund`), of the payment (`return`), or of whatever else the kind names. */
  readonly obligationId: string;
  /** Order whose log and postings record this payout; null for obligations without an order. */
  readonly orderId: string | null;
  /** 1, 2, … in the order of decisions. An order numbers its payouts apart from its refunds and returns. */
  readonly seq: number;
  /** Position (1 … `parts`) among the parts of an amount that exceeds a single transfer. */
  readonly part: number;
  readonly parts: number;
  readonly network: NetworkCode;
  readonly reserve: ReserveCode;
  readonly currency: CurrencyCode;
  /** Minor units of the reserve. */
  readonly amount: bigint;
  /** Amount that the ledger holds for this payout alone: `amount` and the provider's maximum charge. Zero when the order's hold covers it. */
  readonly held: bigint;
  /** Fee that the exchange keeps of a refund; zero for other payouts. */
  readonly fee: bigint;
  readonly destination: string;
  readonly destinationBank: string | null;
  /** Customer whose balance is credited, instead of a transfer; null for transfers. `destination` then is the customer's id. */
  readonly toBalanceOf: string | null;
  /** `operator`: transferred manually outside the system and recorded as settled; never sent. */
  readonly madeBy: 'system' | 'operator';
  /** Provider's or chain's reference of the settled transfer; null before. */
  readonly reference: string | null;
  readonly state: PayoutState;
  /** Attempts made so far. */
  readonly tries: number;
  /** Those among `tries` that expired without being mined, or that the provider refused for a while. They do not count towards the retry limit. */
  readonly expiries: number;
  /** Time at which the payout is due next. */
  readonly nextAt: Date;
  readonly createdAt: Date;
  /** What the signer found missing when it last looked; null when nothing. */
  readonly waitsFor: PayoutWait | null;
}

/** Fields of a new payout that a decision sets; the others start with the same values for every payout. */
export type PayoutDraft = Omit<Payout, 'version' | 'state' | 'tries' | 'expiries' | 'nextAt' | 'createdAt' | 'madeBy' | 'reference' | 'waitsFor'>;

/** Makes a new payout that waits for the signer. */
export function queuedPayout(draft: PayoutDraft, now: Date): Payout {
  const state = { madeBy: 'system', reference: null, state: 'queued', tries: 0, expiries: 0, waitsFor: null } as const;
  return { ...draft, ...state, version: 1, nextAt: now, createdAt: now };
}

/** Makes the settled payout that records a manual transfer, so that it is not sent again. Without a destination, because nothing is to be sent. */
export function manualPayout(payout: Payout, reference: string): Payout {
  return { ...payout, madeBy: 'operator', destination: '', destinationBank: null, toBalanceOf: null, state: 'settled', reference };
}

/** Whether a payout waits for the signer or has a live attempt. */
export function isOpen({ state }: Pick<Payout, 'state'>): boolean {
  return state === 'queued' || state === 'attempting';
}

/** Whether a payout refunds an order's money or returns one payment. */
export function isRefundOrReturn({ obligationKind }: Pick<Payout, 'obligationKind'>): boolean {
  return obligationKind === 'refund' || obligationKind === 'return';
}

/** The other ones among an order's payouts. */
export function siblingsOf({ id }: Pick<Payout, 'id'>, payouts: readonly Payout[]): Payout[] {
  return payouts.filter((one) => one.id !== id);
}
