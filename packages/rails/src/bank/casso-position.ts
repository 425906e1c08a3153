import { DAY_MS } from '@quydoi/domain/durations';
import { z } from 'zod';
import { RailError } from '../rail-error.ts';
import { dateToVnTime } from './wire.ts';

/** Progress through the pages of the rows since a day, oldest first. */
const walk = z.object({
  /** First day, `YYYY-MM-DD` in Vietnam. */
  from: z.string().regex(/^\d{4}-\d{2}-\d{2}$/),
  page: z.int().positive(),
  /** When the walk began; that of the newest rows, when it came to its page. */
  startedAt: z.int(),
});

const position = z.object({
  /** Newest rows: the page that is read again and again until the next one begins. */
  tail: walk,
  /** Rows of that page that have been reported. */
  told: z.array(z.int()),
  /** Rows of that page that came without their memo, and when each was first read. */
  held: z.array(z.object({ id: z.int(), seenAt: z.int() })),
  /** Reading of all rows of the window in progress; null when none is. */
  window: walk.nullable(),
  /** When the last complete reading of the window began. */
  windowAt: z.int(),
  /** The exchange's request, made at `askedAt`, to read again all rows whose bank time is `from` or later. */
  again: z.object({ from: z.int(), askedAt: z.int() }).nullable(),
  /** When the links of the accounts were last looked at. */
  linksAt: z.int(),
});

/** Progress through the pages of a query. Times are Unix milliseconds. */
export type CassoWalk = z.output<typeof walk>;
/** Read position in Casso's list: the cursor of the source, as JSON. Times are Unix milliseconds. */
export type CassoPosition = z.output<typeof position>;

/** Length of the window that is read at first, and again every hour: some banks' feeds lag by days. */
export const WINDOW_DAYS = 7;

/** Reads a stored position; at the first start, the whole window is next. @throws RailError for an unreadable one, because starting anew would skip payments */
export function readCassoPosition(cursor: string | null, now: Date): CassoPosition {
  if (cursor === null) {
    const window = startWalk(windowStart(now), now);
    return { tail: tailOf(now), told: [], held: [], window, windowAt: 0, again: null, linksAt: 0 };
  }
  try {
    return position.parse(JSON.parse(cursor));
  } catch {
    throw new RailError('bank', 'malformed', 'not-done', 'the cursor of Casso’s list cannot be read');
  }
}

/** Start of the window. */
export function windowStart(now: Date): Date {
  return new Date(now.getTime() - WINDOW_DAYS * DAY_MS);
}

/** Starts a walk over the rows since a time's day. */
export function startWalk(from: Date, now: Date): CassoWalk {
  return { from: dayOf(from), page: 1, startedAt: now.getTime() };
}

/** The walk over the newest rows: since yesterday, as banks date some payments back. */
export function tailOf(now: Date): CassoWalk {
  return startWalk(new Date(now.getTime() - DAY_MS), now);
}

function dayOf(at: Date): string {
  return dateToVnTime(at).slice(0, 10);
}
