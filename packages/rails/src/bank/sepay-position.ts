import { DAY_MS } from '@quydoi/domain/durations';
import { z } from 'zod';
import { RailError } from '../rail-error.ts';

/** A reading of all pages of one query. */
const walk = z.object({
  /** The next page, from 1. */
  page: z.int().positive(),
  /** Time of the first page's request. */
  startedAt: z.int(),
  /** SePay's count of rows at the first page; null when it gave none. */
  total: z.int().nullable(),
  /** A row before which all rows have been read once the walk is over. */
  next: z.string().nullable(),
});

/** The reading of the rows since a time, which does not depend on ids. */
const dates = walk.extend({ from: z.int() });

/** A row that was told without its memo, which its bank may tell later. */
const heldRow = z.object({
  id: z.string(),
  /** Its bank's time. */
  paidAt: z.int(),
  /** When it was read first. */
  seenAt: z.int(),
});

/** Days of the first read and of each reading again: feeds of single banks lag, and rows are corrected. */
export const DATES_DAYS = 7;

const position = z.object({
  /** SePay's id to read on from (`since_id`): later arrivals are new. Null before the first row, or when SePay refused the id. */
  since: z.string().nullable(),
  /** Time up to which rows are known to have been read when `since` was chosen. */
  sinceAt: z.int(),
  walk: walk.nullable(),
  /** Reading by dates that is under way: of the whole window, or only since the rows that are held or asked for. */
  dates: dates.nullable(),
  /** When the whole window was read again. */
  datesAt: z.int(),
  /** Pages of dates left before new rows have their turn. */
  datesTurn: z.int(),
  /** Rows that are not reported yet, because they may still get their memo. */
  held: z.array(heldRow).default([]),
  /** The exchange's request, made at `askedAt`, to read again all rows whose bank time is `from` or later. */
  again: z.object({ from: z.int(), askedAt: z.int() }).nullable().default(null),
  /** When the rows that are held were read again. */
  heldAt: z.int().default(0),
  /** Before then the whole window is not asked for again: it could not be read. */
  windowNotBefore: z.int().default(0),
  /** Before then rows that are held or asked for are not asked for again: their dates could not be read. */
  wantedNotBefore: z.int().default(0),
});

/** A reading of all pages of one query, which an interruption resumes. Times are Unix milliseconds. */
export type SePayWalk = z.output<typeof walk>;
/** A reading of all rows since a time. */
export type SePayDates = z.output<typeof dates>;
/** A row that is not reported yet. */
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

/** Start of the window of dates read at the time `at`, Unix milliseconds. Rows before the first window are the account's past, and no order's. */
export function windowStart(at: number): number {
  return at - DATES_DAYS * DAY_MS;
}

/** A walk that starts now. */
export function startWalk(now: Date): SePayWalk {
  return { page: 1, startedAt: now.getTime(), total: null, next: null };
}

/**
 * The walk after one of its pages. Pages are sorted by the banks' times and ids by arrival at SePay, so that only a row that was there when the walk
 * began may become the next `since_id`: rows that came before it have then been on one of the pages, and later ones come again.
 * @param last id of the page's last row that can be asked for, if any
 * @param total SePay's count of rows at this page: unchanged as long as no row came in
 */
export function afterPage(before: SePayWalk, last: string | null, total: number | null): SePayWalk {
  const isFirst = before.page === 1;
  const isUnchanged = isFirst || (total !== null && total === before.total);
  return { ...before, page: before.page + 1, total: isFirst ? total : before.total, next: isUnchanged ? (last ?? before.next) : before.next };
}
