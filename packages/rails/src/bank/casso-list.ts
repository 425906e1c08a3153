import { HOUR_MS, MINUTE_MS } from '@quydoi/domain/durations';
import type { PaymentFact } from '@quydoi/domain/transfer/payment';
import type { Http } from '../http.ts';
import { RailError } from '../rail-error.ts';
import type { PaymentPage } from '../source.ts';
import { type CassoPosition, type CassoWalk, readCassoPosition, startWalk, tailOf, windowStart } from './casso-position.ts';
import { cassoAccounts, cassoPage, cassoRecord, cassoTimeToDate } from './casso-wire.ts';
import { listRefusal } from './list-refusal.ts';
import { factOrNull, malformed, parseJson } from './reported-transfer.ts';
import { endless, isEndless, isEndlessLong } from './walk-bound.ts';
import { dateToVnTime } from './wire.ts';

/** Pause between two readings of the whole window. */
const WINDOW_EVERY_MS = HOUR_MS;
/** Pause between two looks at the links of the accounts. */
const LINKS_EVERY_MS = 5 * MINUTE_MS;
/** Rows of a page. Casso may give fewer: whether there is another page is told by `nextPage`. */
const PAGE_SIZE = 100;
/** `connectStatus` of an account that Casso reads. */
const CONNECTED: readonly string[] = ['1', 'true'];

/** Reads Casso's list of incoming transfers (`GET /v2/transactions`). */
export interface CassoList {
  readonly http: Http;
  readonly apiKey: string;
  /** Time for which a row without a memo is held back, and read again, before it is reported without one. */
  readonly memoWaitMs: number;
}

/**
 * Reads the next page of the list, which knows days and pages only, oldest row first. Usually that is the last page of the days since yesterday: of its
 * rows, those not reported yet. A row that is dated back shifts others to later pages and is itself missed there, so that the window of the last days is
 * read again every hour, and on request.
 * @throws RailError when the page cannot be read
 */
export async function readCassoList(list: CassoList, cursor: string | null, now: Date): Promise<PaymentPage> {
  const at = withWindow(readCassoPosition(cursor, now), now);
  if (at.window) return readWindow(list, { ...at, window: at.window }, now);
  if (now.getTime() - at.linksAt >= LINKS_EVERY_MS) return readLinks(list, at, now);
  return readTail(list, at, now);
}

/** Returns the cursor with a request to read all rows since `from` again, as far back as the hourly window reaches. */
export function readCassoAgain(cursor: string, from: Date, now: Date): string {
  const at = readCassoPosition(cursor, now);
  const earliest = Math.max(windowStart(now).getTime(), Math.min(from.getTime(), at.again?.from ?? from.getTime()));
  return JSON.stringify({ ...at, again: { from: earliest, askedAt: now.getTime() } });
}

/** Starts the reading of the window that is due, or of the requested part of it. */
function withWindow(at: CassoPosition, now: Date): CassoPosition {
  if (at.window) return at;
  if (now.getTime() - at.windowAt >= WINDOW_EVERY_MS) return { ...at, window: startWalk(windowStart(now), now) };
  return at.again ? { ...at, window: startWalk(new Date(at.again.from), now) } : at;
}

async function readWindow(list: CassoList, at: CassoPosition & { readonly window: CassoWalk }, now: Date): Promise<PaymentPage> {
  const { window } = at;
  // The newest rows are read all the same.
  if (isEndless(window)) {
    const cursor = JSON.stringify({ ...at, window: null, windowAt: window.startedAt, again: null });
    return { facts: [], unreadable: [`rows since ${window.from} without an end`], cursor, more: true };
  }
  const { rows, hasNext } = await ask(list, window);
  const facts = rows.flatMap(({ fact }) => (fact && isTold(list, fact, now) ? [fact] : []));
  const page = { facts, unreadable: unreadableOf(rows), rows: countsOf(rows), more: true };
  if (hasNext) return { ...page, cursor: JSON.stringify({ ...at, window: { ...window, page: window.page + 1 } }) };
  const isWhole = window.from <= startWalk(windowStart(new Date(window.startedAt)), now).from;
  const again = at.again && at.again.askedAt > window.startedAt ? at.again : null;
  const next: CassoPosition = { ...at, window: null, windowAt: isWhole ? window.startedAt : at.windowAt, again };
  // Days have passed: the newest rows are those since yesterday.
  const isNewDay = isWhole && at.tail.from !== tailOf(now).from;
  return { ...page, cursor: JSON.stringify(isNewDay ? { ...next, tail: tailOf(now), told: [], held: [] } : next) };
}

/** A row of the window that has no memo yet is left to the newest rows, which wait for it. */
function isTold({ memoWaitMs }: CassoList, { memo, paidAt }: PaymentFact, now: Date): boolean {
  return memo !== '' || Math.abs(now.getTime() - paidAt.getTime()) >= memoWaitMs;
}

async function readTail(list: CassoList, known: CassoPosition, now: Date): Promise<PaymentPage> {
  if (isEndless(known.tail) && !isEndlessLong(known.tail, now)) throw endless('Casso');
  const { at, rows, hasNext } = await readNewest(list, isEndless(known.tail) ? { ...known, tail: tailOf(now), told: [], held: [] } : known);
  if (rows.length === 0 && at.tail.page > 1) {
    const cursor = JSON.stringify({ ...at, tail: { ...at.tail, page: 1 }, told: [], held: [] });
    return { facts: [], unreadable: [], cursor, more: true };
  }
  const seenAtOf = new Map(at.held.map(({ id, seenAt }) => [id, seenAt]));
  const told = new Set(at.told);
  const fresh = rows.filter(({ id }) => id === null || !told.has(id));
  const held = hasNext
    ? []
    : fresh.flatMap(({ id, fact }) => (id !== null && fact?.memo === '' ? [{ id, seenAt: seenAtOf.get(id) ?? now.getTime() }] : []));
  const waiting = held.filter(({ seenAt }) => now.getTime() - seenAt < list.memoWaitMs);
  const isWaiting = (id: number | null) => waiting.some((row) => row.id === id);
  const reported = fresh.filter(({ id }) => !isWaiting(id));
  const page = { facts: reported.flatMap(({ fact }) => fact ?? []), unreadable: unreadableOf(reported), rows: countsOf(reported) };
  if (hasNext) {
    // The walk may have begun a day ago: one without an end is begun again an hour after the last of its pages.
    const tail = { ...at.tail, page: at.tail.page + 1, startedAt: now.getTime() };
    return { ...page, cursor: JSON.stringify({ ...at, tail, told: [], held: [] }), more: true };
  }
  const next: CassoPosition = { ...at, told: rows.flatMap(({ id }) => (id === null || isWaiting(id) ? [] : [id])), held: waiting };
  const watermark = new Date(Math.min(now.getTime(), ...waiting.map(({ seenAt }) => seenAt)));
  return { ...page, cursor: JSON.stringify(next), more: false, watermark };
}

/** Rows of a page, with the position that they are of. */
interface NewestRows {
  readonly at: CassoPosition;
  readonly rows: readonly ReadRow[];
  readonly hasNext: boolean;
}

/**
 * Reads the page of the newest rows. Where it is empty because Casso lists fewer rows than before, new rows are added to the page before: that one is
 * read instead, and from then on. If that is empty too, the walk has to begin again.
 */
async function readNewest(list: CassoList, at: CassoPosition): Promise<NewestRows> {
  const newest = await ask(list, at.tail);
  if (newest.rows.length > 0 || newest.hasNext || at.tail.page === 1) return { at, ...newest };
  const tail = { ...at.tail, page: at.tail.page - 1 };
  const { rows } = await ask(list, tail);
  // The page after it was empty just now, whatever this one says.
  return { at: { ...at, tail, told: [] }, rows, hasNext: false };
}

/**
 * Looks whether Casso reads our accounts. One that it has lost tells no payments any more: once a day, an exception for operators says so, as it does
 * where the look fails, for whatever reason, because payments are read all the same.
 */
async function readLinks({ http, apiKey }: CassoList, at: CassoPosition, now: Date): Promise<PaymentPage> {
  const day = dateToVnTime(now).slice(0, 10);
  const lost = await lostAccounts(http, apiKey).catch((error: unknown) => {
    if (error instanceof RailError) return null;
    throw error;
  });
  const unreadable = lost?.map((account) => `account ${account} not connected ${day}`) ?? [`accounts ${day}`];
  return { facts: [], unreadable, cursor: JSON.stringify({ ...at, linksAt: now.getTime() }), more: true };
}

/** Numbers of linked accounts that Casso does not read. */
async function lostAccounts(http: Http, apiKey: string): Promise<readonly string[]> {
  const answer = await http.get('v2/accounts', {}, headersOf(apiKey));
  if (answer.status === 404) throw malformed('Casso', 'accounts', 'not found');
  if (answer.status !== 200) throw listRefusal('Casso', 'accounts', answer);
  const parsed = cassoAccounts.safeParse(parseJson(answer.text));
  if (!parsed.success) throw malformed('Casso', 'accounts', parsed.error.issues[0]?.path.join('.') ?? '');
  return parsed.data.data.records.flatMap(({ bankSubAccId, connectStatus }) =>
    CONNECTED.includes(connectStatus) ? [] : [bankSubAccId.slice(0, 30)],
  );
}

/** A row as read. `fact` is null for a malformed row, and undefined for one that moved no money in. */
interface ReadRow {
  readonly id: number | null;
  readonly name: string;
  readonly fact: PaymentFact | null | undefined;
}

async function ask(
  { http, apiKey }: CassoList,
  { from, page }: CassoWalk,
): Promise<{ readonly rows: readonly ReadRow[]; readonly hasNext: boolean }> {
  const query = { fromDate: from, page: String(page), pageSize: String(PAGE_SIZE), sort: 'ASC' };
  const answer = await http.get('v2/transactions', query, headersOf(apiKey));
  if (answer.status !== 200) throw listRefusal('Casso', 'list', answer);
  const parsed = cassoPage.safeParse(parseJson(answer.text));
  if (!parsed.success) throw malformed('Casso', 'list', parsed.error.issues[0]?.path.join('.') ?? '');
  const { records, nextPage } = parsed.data.data;
  return { rows: records.map(readRow), hasNext: typeof nextPage === 'number' && nextPage > page };
}

function headersOf(apiKey: string): Record<string, string> {
  return { authorization: `Apikey ${apiKey}`, accept: 'application/json' };
}

/** Parses a row. A malformed one must not fail the others. */
function readRow(raw: unknown): ReadRow {
  const parsed = cassoRecord.safeParse(raw);
  if (!parsed.success) {
    const id = typeof raw === 'object' && raw !== null && 'id' in raw && Number.isSafeInteger(raw.id) ? (raw.id as number) : null;
    return { id, name: id === null ? 'without an id' : String(id), fact: null };
  }
  const { id, tid, description, amount, when, bankSubAccId, virtualAccount } = parsed.data;
  if (amount <= 0) return { id, name: String(id), fact: undefined };
  const told = { account: bankSubAccId, subAccount: virtualAccount, reference: tid, amount, memo: description, paidAt: cassoTimeToDate(when) };
  return { id, name: String(id), fact: factOrNull({ ...told, source: 'casso-list', sourceId: String(id) }) };
}

function countsOf(rows: readonly ReadRow[]): NonNullable<PaymentPage['rows']> {
  const unparsed = rows.filter(({ fact }) => fact === null).length;
  return { parsed: rows.length - unparsed, unparsed };
}

function unreadableOf(rows: readonly ReadRow[]): string[] {
  return rows.flatMap(({ name, fact }) => (fact === null ? [name] : []));
}
