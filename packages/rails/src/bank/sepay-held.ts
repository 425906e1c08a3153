import { DAY_MS, HOUR_MS, MINUTE_MS } from '@quydoi/domain/durations';
import type { PaymentFact } from '@quydoi/domain/transfer/payment';
import { type SePayHeldRow, type SePayPosition, windowStart } from './sepay-position.ts';

/** How long a row without a memo is read again before it is reported as it is: banks tell some memos after the sum. */
export const MEMO_WAIT_MS = 2 * MINUTE_MS;
/** Readings of the held rows per `memoWaitMs`: while one waits for its memo; and once all are overdue, because SePay no longer shows them. */
const READINGS = 12;
const MISSING_READINGS = 2;
/** How far before its first time a held row is looked for, because its bank may correct the time: while it waits, and once it is missing. */
const MARGIN_MS = 2 * MINUTE_MS;
const MISSING_MARGIN_MS = HOUR_MS;
/** Rows held at most: further ones are reported at once, as they are. */
const HELD_MAX = 100;
/** How far ahead a row's time may lie: a bank may tell the day of a value date. */
const AHEAD_MS = DAY_MS;

/** Rows of a page that may be reported, and the rows that are held after it. */
export interface Sifted {
  readonly facts: readonly PaymentFact[];
  readonly held: readonly SePayHeldRow[];
}

/**
 * Keeps back rows without a memo, which would find no order, until they have got one or have waited for it. Rows with a time that is out of reach are
 * reported at once: they are read again by that time, and from a wrong one the account's whole past would be read.
 * @param waitMs how long a row waits, from when it was read first
 * @param areNew whether the page is of rows that came since the last reading; of others only those just paid can be new
 */
export function holdBack(facts: readonly PaymentFact[], before: readonly SePayHeldRow[], waitMs: number, areNew: boolean, now: Date): Sifted {
  const nowMs = now.getTime();
  const held = new Map(before.map((row) => [row.id, row]));
  const told = facts.filter((fact) => {
    const { sourceId: id, memo } = fact;
    const paidAt = fact.paidAt.getTime();
    const known = held.get(id);
    const isNew = areNew ? paidAt >= windowStart(nowMs) && paidAt <= nowMs + AHEAD_MS : Math.abs(nowMs - paidAt) < waitMs;
    const canWait = known ? nowMs - known.seenAt < waitMs : held.size < HELD_MAX && waitMs > 0 && isNew;
    if (memo === '' && canWait) held.set(id, known ?? { id, paidAt, seenAt: nowMs });
    else held.delete(id);
    return !held.has(id);
  });
  return { facts: told, held: [...held.values()] };
}

/**
 * Start of the dates to read for a held row, in Unix milliseconds: before its time, which its bank may correct, but never before the window of dates
 * in which it was first seen.
 * @param waitMs how long a row waits
 */
export function heldSince({ paidAt, seenAt }: SePayHeldRow, waitMs: number, now: Date): number {
  const marginMs = now.getTime() - seenAt > 2 * waitMs ? MISSING_MARGIN_MS : MARGIN_MS;
  return Math.max(paidAt - marginMs, windowStart(seenAt));
}

/** Whether the rows that are held have to be read again now: a missing one less often. @param waitMs how long a row waits */
export function isHeldDue(held: readonly SePayHeldRow[], { heldAt }: Pick<SePayPosition, 'heldAt'>, waitMs: number, now: Date): boolean {
  if (held.length === 0) return false;
  const seenAts = held.map(({ seenAt }) => seenAt);
  const areMissing = now.getTime() - Math.max(...seenAts) > 2 * waitMs;
  const sinceMs = Math.max(heldAt, Math.min(...seenAts));
  return now.getTime() - sinceMs >= Math.floor(waitMs / (areMissing ? MISSING_READINGS : READINGS));
}

/**
 * The held rows that SePay has withdrawn: past their wait, and absent from a complete window of dates. Absence from a shorter reading proves nothing:
 * SePay may hide a row for minutes, or its bank may have corrected its time.
 * @param from start of the dates that were read
 * @param at when they were read
 */
export function vanished(held: readonly SePayHeldRow[], waitMs: number, from: number, at: number): readonly SePayHeldRow[] {
  if (from > windowStart(at)) return [];
  return held.filter(({ paidAt, seenAt }) => paidAt >= from && at - seenAt >= waitMs);
}
