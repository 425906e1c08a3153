import { DAY_MS } from '../durations.ts';
import type { NetworkCode } from '../networks.ts';

/**
 * Outcomes of a request to read a payment again. `journalled`: the payment is in the journal, by this reading or before; on banks, one with its reference
 * at about its time. `none`: the provider or chain has no such payment to us. `unreadable`: it cannot be known, such as in a block whose state no node of
 * ours has.
 */
export const READING_OUTCOMES = ['journalled', 'none', 'unreadable'] as const;

/** Outcome of a request to read a payment again. */
export type ReadingOutcome = (typeof READING_OUTCOMES)[number];

/** An operator's request to read a payment again that the sources have missed. It attaches nothing: what is read goes the way of every payment. */
export interface ReadingRequest {
  readonly id: string;
  readonly network: NetworkCode;
  /** Reference of the payment; on chains the id of its transaction is enough. */
  readonly reference: string;
  /** About when it was paid; null on chains, which are asked by the reference. */
  readonly paidAt: Date | null;
  readonly at: Date;
  /** Looks so far that did not end the request. */
  readonly tries: number;
}

/** Maximum age of a payment when it is asked for. The database checks the same bounds (`reading_request_paid`). */
const PAID_BEFORE_MS = 366 * DAY_MS;
/** Maximum lead of a payment's time over its request: clocks differ, and a provider may tell only the day. */
const PAID_AFTER_MS = DAY_MS;

/** Whether lists can be read from a request's time of payment on: it is valid, at most 366 days old and less than a day ahead, or none is given. */
export function isReadableSince({ paidAt, at }: Pick<ReadingRequest, 'paidAt' | 'at'>): boolean {
  if (paidAt === null) return true;
  const beforeMs = at.getTime() - paidAt.getTime();
  // Both comparisons are false for an invalid date.
  return beforeMs < PAID_BEFORE_MS && beforeMs > -PAID_AFTER_MS;
}
