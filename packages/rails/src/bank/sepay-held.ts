import { DAY_MS, HOUR_MS, MINUTE_MS } from '@quydoi/domain/durations';
import type { PaymentFact } from '@quydoi/domain/transfer/payment';
import { type SePayHeldRow, type SePayPosition, windowStart } from './sepay-position.ts';

/** How long a row without a memo is held before it is reported without one: some banks deliver the memo after the amount. */
export const MEMO_WAIT_MS = 2 * MINUTE_MS;
/** How often held rows are read again within one wait, while any of them still waits for its memo. */
const READINGS = 12;
/** The same once all of them are missing: past twice their wait, and no longer listed by SePay. */
const MISSING_READINGS = 2;
/** How far before its first time a waiting row is looked for, because its bank may correct that time. */
const MARGIN_MS = 2 * MINUTE_MS;
/** The same for a missing row. */
const MISSING_MARGIN_MS = HOUR_MS;
/** Maximum number of held rows. Further rows without a memo are reported at once. */
const HELD_MAX = 100;
/** How far in the future a row's time may be: some banks report a value date. */
const AHEAD_MS = DAY_MS;

/** A page split into the rows to report now and the rows to hold. */
export interface HoldOutcome {
  readonly facts: readonly PaymentFact[];
  readonly held: readonly SePayHeldRow[];
}

/**
 * Holds back rows without a memo, which no order can be found for, until they have one or their wait is over. Rows whose time is outside the window are
 * reported at once: held rows are read again from their time on, so a wrong time would make us read the account's whole past.
 * @param waitMs how long a row waits, counted from its first reading
 * @param areArrivals whether the page lists rows by arrival, all of them unread before; on a page by dates only rows paid within the wait count as new
 */
export function holdBack(
  facts: readonly PaymentFact[],
  before: readonly SePayHeldRow[],
  waitMs: number,
  areArrivals: boolean,
  now: Date,
): HoldOutcome {
  const nowMs = now.getTime();
  const held = new Map(before.map((row) => [row.id, row]));
  const reported = facts.filter((fact) => {
    const { sourceId: id, memo } = fact;
    const paidAt = fact.paidAt.getTime();
    const known = held.get(id);
    const isNew = areArrivals ? paidAt >= windowStart(nowMs) && paidAt <= nowMs + AHEAD_MS : Math.abs(nowMs - paidAt) < waitMs;
    const canWait = known ? nowMs - known.seenAt < waitMs : held.size < HELD_MAX && waitMs > 0 && isNew;
    if (memo === '' && canWait) held.set(id, known ?? { id, paidAt, seenAt: nowMs });
    else held.delete(id);
    return !held.has(id);
  });
  return { facts: reported, held: [...held.values()] };
}

/**
 * Start of the dates to read for a held row, in Unix milliseconds: a margin before its time, which its bank may correct, but no earlier than the window
 * in which it was first read.
 * @param waitMs how long a row waits
 */
export function heldDatesFrom({ paidAt, seenAt }: SePayHeldRow, waitMs: number, now: Date): number {
  const marginMs = now.getTime() - seenAt > 2 * waitMs ? MISSING_MARGIN_MS : MARGIN_MS;
  return Math.max(paidAt - marginMs, windowStart(seenAt));
}

/** Whether the held rows are due to be read again. Missing rows are due less often. @param waitMs how long a row waits */
export function isHeldDue(held: readonly SePayHeldRow[], { heldAt }: Pick<SePayPosition, 'heldAt'>, waitMs: number, now: Date): boolean {
  if (held.length === 0) return false;
  const seenAts = held.map(({ seenAt }) => seenAt);
  const areMissing = now.getTime() - Math.max(...seenAts) > 2 * waitMs;
  const sinceMs = Math.max(heldAt, Math.min(...seenAts));
  return now.getTime() - sinceMs >= Math.floor(waitMs / (areMissing ? MISSING_READINGS : READINGS));
}

/**
 * The held rows that SePay has withdrawn: past their wait, and absent from a complete window of dates. Absence from a shorter range proves nothing:
 * SePay may hide a row for minutes, or its bank may have corrected its time.
 * @param held rows that are still held after the reading
 * @param from start of the dates that were read, Unix milliseconds
 * @param at when the reading began, Unix milliseconds
 */
export function withdrawnRows(held: readonly SePayHeldRow[], waitMs: number, from: number, at: number): readonly SePayHeldRow[] {
  if (from > windowStart(at)) return [];
  return held.filter(({ paidAt, seenAt }) => paidAt >= from && at - seenAt >= waitMs);
}
