import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@quydoi/domain/durations';
import { isRef } from '@quydoi/domain/order/ref';
import type { PaymentFact } from '@quydoi/domain/transfer/payment';
import { RailError, type RailTrouble } from '../rail-error.ts';
import type { PaymentPage } from '../source.ts';
import { type Call, troubleOf } from './call.ts';
import { type History, type HistoryRow, onlyRow, readHistory } from './history.ts';
import { historyRange } from './wire.ts';

/** Days per read; the history serves at most 30. */
const CHUNK_DAYS = 30;
/** Lookback of the first read and of each thorough read: Perfect Money shows payments held for review later. */
const THOROUGH_DAYS = 7;
/** Interval of thorough reads. */
const THOROUGH_EVERY_MS = HOUR_MS;
/** Overlap of consecutive reads: times are whole minutes, and payments may appear out of order. */
const OVERLAP_MS = HOUR_MS;
/** Delay until a failed thorough read is tried again. */
const THOROUGH_RETRY_MS = 5 * MINUTE_MS;
/** Troubles that a longer history can have where a shorter one has none. */
const OF_LONG_HISTORIES: readonly RailTrouble[] = ['too-long', 'malformed', 'unreachable'];
/** Rows that one read confirms: their provider bans who asks too often. */
const CONFIRMATIONS_MAX = 10;
/** Bounds of the pause after which a row that was not confirmed is asked about again, and how many such rows one read asks about. */
const DOUBT_MIN_MS = 5 * SECOND_MS;
const DOUBT_MAX_MS = HOUR_MS;
/** For as long as a payment that is confirmed is not late, and the longest pause meanwhile. */
const DOUBT_YOUNG_MS = 5 * MINUTE_MS;
const DOUBT_YOUNG_PAUSE_MS = 40 * SECOND_MS;
const DOUBTS_MAX = 2;
/** Value of `metalfilter` for wallets in US dollars. */
const DOLLARS = '1';

/** Read position in the history. Serialized as `through/batch/thoroughAt`. */
interface Cursor {
  /** Time of the newest payment read. */
  readonly through: Date;
  /** Largest batch number read. */
  readonly batch: bigint;
  /** Time of the last thorough read. */
  readonly thoroughAt: Date;
}

/**
 * Creates the reader of payments into our wallet, from the history. It remembers which rows it has confirmed.
 *
 * Payments of the last hour, and in a thorough read those of the last week, are reported again each time; deduplication by identity (wallet, batch,
 * amount) makes that harmless. When the thorough read fails, the payments of the last hour are read all the same.
 */
export function createPaymentReader(call: Call, ourWallet: string): (cursor: string | null, now: Date) => Promise<PaymentPage> {
  const reader: Reader = { call, ourWallet, verdicts: new Map() };
  /** @throws RailError when the history cannot be read completely */
  return async (cursor, now) => {
    const known = readCursor(cursor, now);
    const isThorough = now.getTime() - known.thoroughAt.getTime() >= THOROUGH_EVERY_MS;
    try {
      return await readPage(reader, known, isThorough, now);
    } catch (error) {
      if (cursor === null || !isThorough || !(error instanceof RailError) || !OF_LONG_HISTORIES.includes(error.trouble)) throw error;
      const thoroughAt = new Date(now.getTime() - THOROUGH_EVERY_MS + THOROUGH_RETRY_MS);
      return readPage(reader, { ...known, thoroughAt }, false, now);
    }
  };
}

interface Reader {
  readonly call: Call;
  readonly ourWallet: string;
  /** What the provider has said to this process of each row of the last week, when asked for its batch alone. */
  readonly verdicts: Map<string, Verdict>;
}

interface Verdict {
  readonly isConfirmed: boolean;
  readonly askedAt: Date;
  /** When the row was asked about for the first time. */
  readonly firstAskedAt: Date;
}

async function readPage(reader: Reader, known: Cursor, isThorough: boolean, now: Date): Promise<PaymentPage> {
  const { call, ourWallet } = reader;
  const overlapFrom = known.through.getTime() - OVERLAP_MS;
  const from = isThorough ? Math.min(overlapFrom, now.getTime() - THOROUGH_DAYS * DAY_MS) : overlapFrom;
  const chunkEnd = from + (CHUNK_DAYS - 1) * DAY_MS;
  // One day of margin for clock differences around midnight.
  const isLast = chunkEnd >= now.getTime() + DAY_MS;
  const to = isLast ? now.getTime() + DAY_MS : chunkEnd;
  const { rows, unreadable, counts } = await readDays(call, from, to);
  const ours = rows.filter((row) => row.type === 'income' && row.payee === ourWallet && row.amount > 0n);
  const fresh = ours.filter((row) => isThorough || row.at.getTime() >= overlapFrom || BigInt(row.batch) > known.batch);
  if (isThorough) forgetOthers(reader, rows);
  const { confirmed, refuted, isComplete } = await confirmRows(reader, fresh, now);
  const found = { facts: confirmed.map((row) => factOf(ourWallet, row)), unreadable: [...new Set([...unreadable, ...refuted])], rows: counts };
  if (!isComplete) return { ...found, cursor: writeCursor(known), more: true };
  // Of confirmed rows only: a payer can forge one of any time and batch.
  const read = isLast ? Math.min(newestOf(confirmed), now.getTime()) : to;
  return {
    ...found,
    cursor: writeCursor({
      through: new Date(Math.max(known.through.getTime(), read)),
      batch: confirmed.reduce((largest, { batch }) => (BigInt(batch) > largest ? BigInt(batch) : largest), known.batch),
      thoroughAt: isThorough && isLast ? now : known.thoroughAt,
    }),
    more: !isLast,
  };
}

interface Confirmation {
  readonly confirmed: readonly HistoryRow[];
  /** Batches that the provider does not have as the row says. */
  readonly refuted: readonly string[];
  /** Whether no row is left for the next read. */
  readonly isComplete: boolean;
}

/**
 * Asks for the batch of each row alone. The payer writes payment id and memo, and the history does not escape them: line breaks in them can make rows
 * of their own, of any batch.
 */
async function confirmRows(reader: Reader, rows: readonly HistoryRow[], now: Date): Promise<Confirmation> {
  const confirmed: HistoryRow[] = [];
  const refuted: string[] = [];
  let asked = 0;
  let doubts = 0;
  for (const row of rows) {
    const known = reader.verdicts.get(keyOf(row));
    // Rows that payers have forged must not delay those that are new: more of them wait for the next read.
    const isDoubted = known !== undefined && doubts < DOUBTS_MAX && isDoubtful(known, now);
    if (!known && asked === CONFIRMATIONS_MAX) return { confirmed, refuted, isComplete: false };
    if (isDoubted) doubts += 1;
    else if (!known) asked += 1;
    const verdict = known && !isDoubted ? known : await askAbout(reader, row, known, now);
    if (verdict.isConfirmed) confirmed.push(row);
    else refuted.push(row.batch);
  }
  return { confirmed, refuted, isComplete: true };
}

async function askAbout(reader: Reader, row: HistoryRow, known: Verdict | undefined, now: Date): Promise<Verdict> {
  const verdict = { isConfirmed: await isBatchAsTold(reader, row), askedAt: now, firstAskedAt: known?.firstAskedAt ?? now };
  reader.verdicts.set(keyOf(row), verdict);
  return verdict;
}

/**
 * Whether to ask once more: a payment may be found by its batch later than in the list. First after seconds, then after twice as long each time, and
 * often at first: what is not confirmed within minutes counts as late (`exchange/payments/dated-by-listing.ts`), because a payer can forge a row of a
 * payment that is held.
 */
function isDoubtful({ isConfirmed, askedAt, firstAskedAt }: Verdict, now: Date): boolean {
  const askedForMs = askedAt.getTime() - firstAskedAt.getTime();
  const pauseMs = Math.min(Math.max(askedForMs, DOUBT_MIN_MS), askedForMs < DOUBT_YOUNG_MS ? DOUBT_YOUNG_PAUSE_MS : DOUBT_MAX_MS);
  return !isConfirmed && now.getTime() - askedAt.getTime() >= pauseMs;
}

/**
 * Whether the provider's answer to the row's batch alone is that row, in one line. Behind the beginning of a payment's own line stands what its payer
 * wrote, which may be a row of the same batch: an answer with anything else confirms nothing, and an operator has to read it.
 */
async function isBatchAsTold({ call }: Reader, row: HistoryRow): Promise<boolean> {
  const range = historyRange(row.at, row.at);
  const answer = await call('historycsv.asp', { ...range, paymentsreceived: '1', metalfilter: DOLLARS, batchfilter: row.batch });
  const history = answer.isOk ? readHistory(answer.text) : null;
  if (history === null) throw troubleOf(answer);
  const only = onlyRow(history);
  return only !== null && keyOf(only) === keyOf(row);
}

/** Forgets what was said of rows that are not in a thorough read: older ones are not listed again. */
function forgetOthers({ verdicts }: Reader, rows: readonly HistoryRow[]): void {
  const listed = new Set(rows.map(keyOf));
  for (const key of verdicts.keys()) if (!listed.has(key)) verdicts.delete(key);
}

/** All of a row, as text. */
function keyOf({ at, type, batch, amount, fee, payer, payee, paymentId, memo }: HistoryRow): string {
  return JSON.stringify([at.getTime(), type, batch, `${amount}`, `${fee}`, payer, payee, paymentId, memo]);
}

/** Reads our dollar wallets' history from day to day, in halves where it is too long for one answer. */
async function readDays(call: Call, from: number, to: number): Promise<History> {
  try {
    const range = historyRange(new Date(from), new Date(to));
    const answer = await call('historycsv.asp', { ...range, paymentsreceived: '1', metalfilter: DOLLARS });
    const history = answer.isOk ? readHistory(answer.text) : null;
    if (history === null) throw troubleOf(answer);
    return history;
  } catch (error) {
    const days = Math.floor(to / DAY_MS) - Math.floor(from / DAY_MS);
    if (days === 0 || !(error instanceof RailError) || error.trouble !== 'too-long') throw error;
    const middle = from + Math.floor(days / 2) * DAY_MS;
    const [earlier, later] = [await readDays(call, from, middle), await readDays(call, middle + DAY_MS, to)];
    return {
      rows: [...earlier.rows, ...later.rows],
      unreadable: [...earlier.unreadable, ...later.unreadable],
      lines: earlier.lines + later.lines,
      counts: { parsed: earlier.counts.parsed + later.counts.parsed, unparsed: earlier.counts.unparsed + later.counts.unparsed },
    };
  }
}

function newestOf(rows: readonly HistoryRow[]): number {
  return rows.reduce((newest, { at }) => Math.max(newest, at.getTime()), 0);
}

function factOf(account: string, row: HistoryRow): PaymentFact {
  return {
    network: 'perfect-money',
    account,
    reference: row.batch,
    unit: 'pm',
    amount: row.amount,
    exactAmount: null,
    memo: clean(memoOf(row)),
    payer: row.payer === '' ? null : row.payer,
    payerName: null,
    paidAt: row.at,
    confirmed: true,
    source: 'pm-history',
    sourceId: row.batch,
  };
}

/** The memo, or the id of a payment by our form that came without it. */
function memoOf({ memo, paymentId }: HistoryRow): string {
  return isRef(paymentId) && !memo.includes(paymentId) ? `${memo} ${paymentId}` : memo;
}

/** Removes control characters and lone surrogates, which PostgreSQL rejects. */
function clean(text: string): string {
  return text
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .trim();
}

function readCursor(cursor: string | null, now: Date): Cursor {
  if (cursor === null) return { through: new Date(now.getTime() - THOROUGH_DAYS * DAY_MS), batch: 0n, thoroughAt: new Date(0) };
  const [through = '', batch = '', thoroughAt = ''] = cursor.split('/');
  const read = { through: new Date(through), thoroughAt: new Date(thoroughAt) };
  const isTime = (date: Date) => !Number.isNaN(date.getTime());
  // Restarting from the default would skip payments; an operator has to check the cursor.
  if (!isTime(read.through) || !isTime(read.thoroughAt) || !/^\d{1,20}$/.test(batch))
    throw new RailError('perfect-money', 'malformed', 'not-done', 'the cursor of the history cannot be read');
  return { ...read, batch: BigInt(batch) };
}

function writeCursor({ through, batch, thoroughAt }: Cursor): string {
  return `${through.toISOString()}/${batch}/${thoroughAt.toISOString()}`;
}
