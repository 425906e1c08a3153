import { DAY_MS } from '@quydoi/domain/durations';
import { z } from 'zod';
import { RailError } from '../rail-error.ts';

/** Progress through the pages of one query. */
const walk = z.object({
  /** The next page, from 1. */
  page: z.int().positive(),
  /** Time of the first page's request. */
  startedAt: z.int(),
  /** Total number of rows that SePay gave with the first page; null when it gave none. */
  total: z.int().nullable(),
  /** Candidate for the next `since_id`: once the walk is over, all rows that arrived before this one have been read. */
  next: z.string().nullable(),
});

/** Progress through the rows since a bank time. Works without ids. */
const dates = walk.extend({ from: z.int() });

/** A row that came without its memo, which its bank may deliver later. */
const heldRow = z.object({
  id: z.string(),
  /** Time given by the bank. */
  paidAt: z.int(),
  /** Time of its first reading. */
  seenAt: z.int(),
});

/** Length of the window that is read at first, and again every hour: some banks' feeds lag by days, and rows are corrected. */
export const DATES_DAYS = 7;

const position = z.object({
  /** Id of SePay's after which rows are new (`since_id`). Null before the first row, and when SePay refused the id. */
  since: z.string().nullable(),
  /** Time up to which rows are known to have been read when `since` was chosen. */
  sinceAt: z.int(),
  walk: walk.nullable(),
  /** Walks in a row that broke off, i.e. came to an empty page although SePay has more rows. */
  breaks: z.int().default(0),
  /** Reading by date in progress, of the whole window or of the dates of held and requested rows; null when none is. */
  dates: dates.nullable(),
  /** Time of the last complete reading of the window. */
  datesAt: z.int(),
  /** Pages that may still be read by date before new rows are read again. */
  datesTurn: z.int(),
  /** Rows held back because they may still get a memo. */
  held: z.array(heldRow).default([]),
  /** The exchange's request, made at `askedAt`, to read again all rows whose bank time is `from` or later. */
  again: z.object({ from: z.int(), askedAt: z.int() }).nullable().default(null),
  /** Time of the last reading of the held rows' dates. */
  heldAt: z.int().default(0),
  /** Earliest time of the next try to read the whole window, after one failed. */
  windowNotBefore: z.int().default(0),
  /** Earliest time of the next try to read the dates of held and requested rows, after one failed. */
  wantedNotBefore: z.int().default(0),
});

/** Progress through the pages of one query; stored, so that a restart resumes it. Times are Unix milliseconds. */
export type SePayWalk = z.output<typeof walk>;
/** Progress through the rows since a bank time. */
export type SePayDates = z.output<typeof dates>;
/** A row held back because it has no memo yet. */
export type SePayHeldRow = z.output<typeof heldRow>;
/** Read position in SePay's list: the cursor of the source, as JSON. Times are Unix milliseconds. */
export type SePayPosition = z.output<typeof position>;

/** Reads a stored position; null at the first start. @throws RailError for an unreadable one, because starting anew would skip payments */
export function readPosition(cursor: string | null): SePayPosition | null {
  if (cursor === null) return null;
  try {
    return position.parse(JSON.parse(cursor));
  } catch {
    throw new RailError('bank', 'malformed', 'not-done', 'the cursor of SePay’s list cannot be read');
  }
}

/** Start of the window that is read at the time `at`, both in Unix milliseconds. Rows before the first window belong to no order. */
export function windowStart(at: number): number {
  return at - DATES_DAYS * DAY_MS;
}

/** Starts a walk at its first page. */
export function startWalk(now: Date): SePayWalk {
  return { page: 1, startedAt: now.getTime(), total: null, next: null };
}

/**
 * Advances a walk past one of its pages. Pages are sorted by bank time, but ids by arrival at SePay. So only a row that was listed when the walk began
 * may become the next `since_id`: everything that arrived before it was then on one of the pages, and everything later is listed again.
 * @param last id of the page's last row with a valid id, or null
 * @param total total number of rows that SePay gave with this page; it is unchanged as long as no row arrives
 */
export function afterPage(before: SePayWalk, last: string | null, total: number | null): SePayWalk {
  const isFirst = before.page === 1;
  const isUnchanged = isFirst || (total !== null && total === before.total);
  return { ...before, page: before.page + 1, total: isFirst ? total : before.total, next: isUnchanged ? (last ?? before.next) : before.next };
}
