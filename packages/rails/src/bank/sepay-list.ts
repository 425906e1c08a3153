import { DAY_MS, HOUR_MS, MINUTE_MS } from '@quydoi/domain/durations';
import type { PaymentFact } from '@quydoi/domain/transfer/payment';
import type { z } from 'zod';
import type { Http } from '../http.ts';
import { RailError } from '../rail-error.ts';
import type { PaymentPage } from '../source.ts';
import { listRefusal } from './list-refusal.ts';
import { factOrNull, malformed, parseJson } from './reported-transfer.ts';
import { type HoldOutcome, heldDatesFrom, holdBack, isHeldDue, withdrawnRows } from './sepay-held.ts';
import {
  afterPage,
  DATES_DAYS,
  readPosition,
  type SePayDates,
  type SePayPosition,
  type SePayWalk,
  startWalk,
  windowStart,
} from './sepay-position.ts';
import { endless, isEndless, isEndlessLong } from './walk-bound.ts';
import { dateToVnTime, sePayPage, sePayTransaction, vnTimeToDate } from './wire.ts';

/** Pause between two readings of the whole window. */
const DATES_EVERY_MS = HOUR_MS;
/** Pause before the whole window is retried after a failure. */
const WINDOW_RETRY_MS = 5 * MINUTE_MS;
/** Pause before the dates of held or requested rows are retried after a failure. */
const WANTED_RETRY_MS = MINUTE_MS;
/** Time without a complete window after which operators are told, if requests fail on the way. A refusal is reported at once. */
const WINDOW_LOST_MS = 2 * DATES_EVERY_MS;
/** Maximum number of pages by dates between two readings of new rows. */
const DATES_PAGES_MAX = 4;
/** Walks in a row that may break off: rows can be added or removed meanwhile. Further ones count as failures. */
const BREAKS_MAX = 2;
/** Time after which a walk that fails is begun again. */
const WALK_MS_MAX = HOUR_MS;
/** SePay's largest page. */
const PAGE_SIZE = 100;
/** Format of SePay's ids. Rows with other ids (test rows) are read, but their ids are never sent to SePay. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const EPOCH = new Date(0);

/** Reads SePay's list of incoming transfers (`GET /v2/transactions`). */
export interface SePayList {
  readonly http: Http;
  readonly apiToken: string;
  /** Time for which a row without a memo is held back, and read again, before it is reported without one. */
  readonly memoWaitMs: number;
}

/**
 * Reads the next page of the list. Usually that is a page of the rows after `since_id`. Every hour the window of the last days is read again by date,
 * which does not depend on ids and finds rows that SePay got late; it also replaces an id that SePay refuses. Rows without a memo are held back for a
 * while.
 * @throws RailError when the page cannot be read
 */
export async function readSePayList(list: SePayList, cursor: string | null, now: Date): Promise<PaymentPage> {
  const at = readPosition(cursor) ?? firstPosition(now);
  if (at.since === null) return readFirstDates(list, at, now);
  return at.datesTurn > 0 ? readDates(list, at, now) : readNew(list, { ...at, since: at.since }, now);
}

/** Returns the cursor with a request to read all rows since `from` again, as far back as the hourly window reaches. */
export function readSePayAgain(cursor: string, from: Date, now: Date): string {
  const at = readPosition(cursor) ?? firstPosition(now);
  const earliest = Math.max(windowStart(now.getTime()), Math.min(from.getTime(), at.again?.from ?? from.getTime()));
  return JSON.stringify({ ...at, again: { from: earliest, askedAt: now.getTime() } });
}

function firstPosition(now: Date): SePayPosition {
  return {
    since: null,
    sinceAt: now.getTime() - (DATES_DAYS - 1) * DAY_MS,
    walk: null,
    breaks: 0,
    dates: null,
    datesAt: 0,
    datesTurn: 0,
    again: null,
    held: [],
    heldAt: 0,
    windowNotBefore: 0,
    wantedNotBefore: 0,
  };
}

/** Reads by date, until a row with an id is found that `since_id` can continue from. */
async function readFirstDates(list: SePayList, at: SePayPosition, now: Date): Promise<PaymentPage> {
  const kept = at.dates && isEndless(at.dates) ? withoutEndless(at.dates, now) : at.dates;
  const walk = kept ?? { ...startWalk(now), from: at.sinceAt - DAY_MS };
  const read = await ask(list, { transaction_date_from: dateToVnTime(new Date(walk.from)) }, walk);
  if (read.hasBrokenOff) throw brokenOff(walk);
  const page = holdBackRows(list, notBefore(read, walk.from), at, true, now);
  if (page.more) return pageOf(page, { ...at, dates: { ...walk, ...page.walk } }, true);
  return finished(page, { ...at, since: page.walk.next, sinceAt: walk.startedAt, dates: null, datesAt: walk.startedAt }, walk);
}

async function readNew(list: SePayList, at: SePayPosition & { readonly since: string }, now: Date): Promise<PaymentPage> {
  // The cursor is kept while walks fail: rows that were removed meanwhile would leave it on a page that never comes.
  const isStale = at.breaks >= BREAKS_MAX && at.walk !== null && now.getTime() - at.walk.startedAt > WALK_MS_MAX;
  const kept = isStale ? null : at.walk && isEndless(at.walk) ? withoutEndless(at.walk, now) : at.walk;
  const walk = kept ?? startWalk(now);
  const read = await ask(list, { since_id: at.since }, walk).catch((error: unknown) => {
    if (error instanceof RailError && error.trouble === 'refused') return null;
    throw error;
  });
  // SePay no longer knows the row of this id.
  if (read === null)
    return { facts: [], cursor: JSON.stringify({ ...at, since: null, walk: null, dates: null, datesTurn: 0 }), more: true, watermark: EPOCH };
  if (read.hasBrokenOff) return withoutEnd(list, at, walk, now);
  const page = holdBackRows(list, read, at, true, now);
  if (page.more) return pageOf(page, { ...at, walk: page.walk }, true);
  const since = page.walk.next ?? at.since;
  const isDue = areDatesDue(list, { ...at, held: [...page.held] }, now);
  const datesTurn = isDue ? DATES_PAGES_MAX : 0;
  return { ...finished(page, { ...at, since, sinceAt: walk.startedAt, walk: null, breaks: 0, datesTurn }, walk), more: isDue };
}

/** Drops an endless walk, once it is to be begun again. @throws RailError before */
function withoutEndless(walk: SePayWalk, now: Date): null {
  if (isEndlessLong(walk, now)) return null;
  throw endless('SePay');
}

/**
 * Result of a walk that broke off: new rows are listed again from the first page. After some such walks it is a failure, and only dates are read, once
 * they are due, which do not depend on the rows before.
 * @throws RailError `busy`, when too many walks broke off
 */
function withoutEnd(list: SePayList, at: SePayPosition, walk: SePayWalk, now: Date): PaymentPage {
  const isFailure = at.breaks >= BREAKS_MAX;
  const isDue = areDatesDue(list, at, now);
  if (isFailure && !isDue) throw brokenOff(walk);
  const datesTurn = isFailure ? DATES_PAGES_MAX : 0;
  const breaks = Math.min(at.breaks + 1, BREAKS_MAX);
  return { facts: [], cursor: JSON.stringify({ ...at, walk: null, breaks, datesTurn }), more: isFailure, watermark: EPOCH };
}

function brokenOff({ page }: SePayWalk): RailError {
  return new RailError('bank', 'busy', 'not-done', `SePay lists nothing on page ${page}, and has more rows than on the pages before`);
}

/** Whether rows are to be read by date: the whole window, or the dates of held or requested rows. */
function areDatesDue({ memoWaitMs }: SePayList, at: SePayPosition, now: Date): boolean {
  const isWanted = at.again !== null || isHeldDue(at.held, at, memoWaitMs, now);
  return at.dates !== null || isWindowDue(at, now) || (isWanted && now.getTime() >= at.wantedNotBefore);
}

/** Reads by date: the whole window when that is due, else only as far back as held or requested rows need. */
async function readDates(list: SePayList, at: SePayPosition, now: Date): Promise<PaymentPage> {
  const walk = at.dates ?? { ...startWalk(now), from: isWindowDue(at, now) ? windowStart(now.getTime()) : wantedSince(list, at, now) };
  if (isEndless(walk)) return withoutDates(at, walk, endless('SePay'), now);
  const from = dateToVnTime(new Date(walk.from));
  const read = await ask(list, { transaction_date_from: from }, walk).catch(railErrorOf);
  if (read instanceof RailError) return withoutDates(at, walk, read, now);
  if (read.hasBrokenOff) return withoutDates(at, walk, brokenOff(walk), now);
  const page = holdBackRows(list, notBefore(read, Math.min(walk.from, windowStart(walk.startedAt))), at, false, now);
  if (page.more) return pageOf(page, { ...at, dates: { ...walk, ...page.walk }, datesTurn: at.datesTurn - 1 }, at.datesTurn > 1);
  const { startedAt } = walk;
  const datesAt = walk.from <= windowStart(startedAt) ? startedAt : at.datesAt;
  const withdrawn = withdrawnRows(page.held, list.memoWaitMs, walk.from, startedAt);
  const held = page.held.filter((row) => !withdrawn.includes(row));
  const unreadable = [...page.unreadable, ...withdrawn.map(({ id }) => id)];
  const again = at.again && (at.again.askedAt > startedAt || at.again.from < walk.from) ? at.again : null;
  return pageOf({ ...page, held, unreadable }, { ...at, dates: null, datesTurn: 0, datesAt, again, heldAt: startedAt }, false);
}

function isWindowDue({ datesAt, windowNotBefore }: SePayPosition, now: Date): boolean {
  return now.getTime() - datesAt >= DATES_EVERY_MS && now.getTime() >= windowNotBefore;
}

function wantedSince({ memoWaitMs }: SePayList, { again, held }: SePayPosition, now: Date): number {
  return Math.min(now.getTime(), again?.from ?? now.getTime(), ...held.map((row) => heldDatesFrom(row, memoWaitMs, now)));
}

/** The error as a rail's. @throws any other error */
function railErrorOf(error: unknown): RailError {
  if (error instanceof RailError) return error;
  throw error;
}

/** Result of a failed reading by date: an empty page, so that new rows are read next. Held and requested rows are tried again later. */
function withoutDates(at: SePayPosition, { from, page, startedAt }: SePayDates, { trouble }: RailError, now: Date): PaymentPage {
  const nowMs = now.getTime();
  const window = windowStart(startedAt);
  const isOfDates = trouble === 'refused' || trouble === 'malformed';
  const windowNotBefore = from <= window ? nowMs + (isOfDates ? DATES_EVERY_MS : WINDOW_RETRY_MS) : at.windowNotBefore;
  // After the whole window failed, the dates of held and requested rows are tried alone: SePay may still answer the shorter range.
  const wantedNotBefore = from === window ? at.wantedNotBefore : nowMs + WANTED_RETRY_MS;
  const unreadable: string[] = [];
  if (isOfDates) unreadable.push(`page ${page} from ${dateToVnTime(new Date(from))}`);
  else if (nowMs - at.datesAt >= WINDOW_LOST_MS) unreadable.push(`dates since ${dateToVnTime(new Date(at.datesAt))}`);
  const cursor = JSON.stringify({ ...at, windowNotBefore, wantedNotBefore, dates: null, datesTurn: 0 });
  return { facts: [], unreadable, cursor, more: false, watermark: EPOCH };
}

/** A page as read, and the walk advanced past it. */
interface ReadPage {
  readonly facts: readonly PaymentFact[];
  readonly unreadable: readonly string[];
  readonly rows: NonNullable<PaymentPage['rows']>;
  readonly walk: SePayWalk;
  readonly more: boolean;
  /** Whether the page is empty, and SePay's number of rows ends on another page than the one before: the rows have to be listed anew. */
  readonly hasBrokenOff: boolean;
}

/** A page without the rows that are held back. */
type ReportedPage = ReadPage & HoldOutcome;

function holdBackRows({ memoWaitMs }: SePayList, page: ReadPage, { held }: SePayPosition, areArrivals: boolean, now: Date): ReportedPage {
  return { ...page, ...holdBack(page.facts, held, memoWaitMs, areArrivals, now) };
}

/** Leaves out rows older than `from`. SePay should list none, and they would date from before we used the account. */
function notBefore(page: ReadPage, from: number): ReadPage {
  return { ...page, facts: page.facts.filter(({ paidAt }) => paidAt.getTime() > from - 1000) };
}

async function ask({ http, apiToken }: SePayList, query: Readonly<Record<string, string>>, walk: SePayWalk): Promise<ReadPage> {
  const answer = await http.get(
    'v2/transactions',
    { ...query, transfer_type: 'in', transaction_date_sort: 'asc', per_page: String(PAGE_SIZE), page: String(walk.page) },
    { authorization: `Bearer ${apiToken}`, accept: 'application/json' },
  );
  if (answer.status !== 200) throw listRefusal('SePay', 'list', answer);
  const parsed = sePayPage.safeParse(parseJson(answer.text));
  if (!parsed.success) throw malformed('SePay', 'list', parsed.error.issues[0]?.path.join('.') ?? '');
  const { data, meta } = parsed.data;
  const { total } = meta.pagination;
  const hasBrokenOff = data.length === 0 && walk.page > 1 && typeof total === 'number' && Math.ceil(total / PAGE_SIZE) !== walk.page - 1;
  const rows = data.map(readRow);
  const unreadable = rows.flatMap(({ id, fact }) => (fact === null ? [id] : []));
  const last = rows.findLast(({ id }) => UUID.test(id))?.id ?? null;
  return {
    facts: rows.flatMap(({ fact }) => (fact ? [fact] : [])),
    unreadable,
    rows: { parsed: rows.length - unreadable.length, unparsed: unreadable.length },
    walk: afterPage(walk, last, total ?? null),
    more: data.length > 0 && meta.pagination.has_more,
    hasBrokenOff,
  };
}

/** Parses a row. `fact` is null for a malformed row, which must not fail the others, and undefined for a row that moved no money in. */
function readRow(raw: unknown): { readonly id: string; readonly fact: PaymentFact | null | undefined } {
  const parsed = sePayTransaction.safeParse(raw);
  if (!parsed.success) return { id: idOf(raw), fact: null };
  const row = parsed.data;
  return { id: row.id, fact: row.transfer_type === 'in' && row.amount_in !== 0 ? factOfRow(row) : undefined };
}

function idOf(raw: unknown): string {
  const id = typeof raw === 'object' && raw !== null && 'id' in raw ? raw.id : undefined;
  return typeof id === 'string' || typeof id === 'number' ? String(id).slice(0, 64) : 'without an id';
}

function factOfRow(row: z.output<typeof sePayTransaction>): PaymentFact | null {
  return factOrNull({
    account: row.account_number,
    subAccount: row.va,
    reference: row.reference_number,
    amount: row.amount_in,
    memo: row.transaction_content,
    paidAt: vnTimeToDate(row.transaction_date),
    source: 'sepay-list',
    sourceId: row.id,
  });
}

function pageOf({ facts, unreadable, rows, held }: ReportedPage, at: SePayPosition, more: boolean, watermark = EPOCH): PaymentPage {
  return { facts, unreadable, rows, cursor: JSON.stringify({ ...at, held }), more, watermark };
}

/** The last page of a walk. Its watermark is the time of the first page's request, or the first reading of the oldest held row. */
function finished(page: ReportedPage, at: SePayPosition, { startedAt }: SePayWalk): PaymentPage {
  return pageOf(page, at, false, new Date(Math.min(startedAt, ...page.held.map(({ seenAt }) => seenAt))));
}
