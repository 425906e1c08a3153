import type { NetworkCode } from '../networks.ts';

/**
 * Outcomes of a request to read a payment again. `journalled`: it is in the journal now, or was before. `none`: the provider or chain tells of no such
 * payment to us. `unreadable`: nobody can tell, such as of a block whose state no node of ours has.
 */
export const READING_OUTCOMES = ['journalled', 'none', 'unreadable'] as const;

export type ReadingOutcome = (typeof READING_OUTCOMES)[number];

/** An operator's request to read a payment again that the sources have missed. It attaches nothing: what is read goes the way of every payment. */
export interface ReadingRequest {
  readonly id: string;
  readonly network: NetworkCode;
  /** Of the payment; on chains also the id of its transaction alone. */
  readonly reference: string;
  /** About when it was paid; null on chains, which are asked by the reference. */
  readonly paidAt: Date | null;
  readonly at: Date;
  /** Looks so far that ended nothing. */
  readonly tries: number;
}
