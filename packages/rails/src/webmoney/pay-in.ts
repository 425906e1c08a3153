import { SUPPORT_WINDOW_DAYS } from '@quydoi/domain/constants';
import { DAY_MS, HOUR_MS } from '@quydoi/domain/durations';
import type { PaymentFact } from '@quydoi/domain/transfer/payment';
import { RailError } from '../rail-error.ts';
import type { ListSource, PaymentPage } from '../source.ts';
import { ROUTE } from './merchant.ts';
import { type Operations, readOperations } from './operations.ts';
import type { PurseAccess } from './payouts.ts';
import { dateToTime, OPERATION_TYPES, type Operation, purse, timeToDate, wmzUnits } from './wire.ts';

/** Longest period of one read. */
const CHUNK_MS = 29 * DAY_MS;
/** A period with too many operations for one answer is halved down to this. */
const PERIOD_MIN_MS = 60_000;
/** Lookback of the first read and of each thorough read: payments may be listed late. */
const THOROUGH_MS = 7 * DAY_MS;
/** Interval of thorough reads. */
const THOROUGH_EVERY_MS = HOUR_MS;
/** Lookback of the read for protected payments, which are listed by when they were made: protection lasts for up to 120 days. */
const PROTECTION_MS = 121 * DAY_MS;
/** Age of what only reads for protected payments ask for once more. */
const LONG_AGO_MS = SUPPORT_WINDOW_DAYS * DAY_MS;
/** Interval of reads for protected payments. */
const PROTECTION_EVERY_MS = DAY_MS;
/** Overlap of consecutive reads, for clocks that differ and payments that are listed out of order. */
const OVERLAP_MS = HOUR_MS;
/** Reads end this much after our own time, for a provider's clock that is ahead. */
const AHEAD_MS = DAY_MS;

/** Read position. Serialized as `through/thoroughAt/again/protectedAt`; without `protectedAt` where it was stored before there was one. */
interface Cursor {
  /** Everything up to here was read once. */
  readonly through: Date;
  /** Time of the last thorough read. */
  readonly thoroughAt: Date;
  /** What is to be read again from here on; null for nothing. */
  readonly again: Date | null;
  /** When the last read for protected payments began; `again` is how far it has got. */
  readonly protectedAt: Date;
}

/** Payments into our purse, by the operations that WebMoney lists. */
export function createOperationList(access: PurseAccess, pollMs: number): ListSource {
  return {
    kind: 'list',
    name: 'webmoney-operations',
    pollMs,
    hintedBy: ROUTE,
    read: (cursor, now) => listPayments(access, cursor, now),
    readAgain(cursor, from, now) {
      const known = readCursor(cursor, now);
      return writeCursor({ ...known, again: known.again && known.again < from ? known.again : from });
    },
  };
}

/**
 * The next payments into our purse after `cursor`. Those of the last hour, and in a thorough read those of the last week, are reported each time:
 * identity by the operation's number makes that harmless. A payment under protection is no payment yet: it is named for an operator, and reported
 * once it is done, as made then: once a day everything is read that may have been under protection. One that went back is told as returned.
 * @throws RailError when the operations cannot be read completely
 */
export async function listPayments(access: PurseAccess, cursor: string | null, now: Date): Promise<PaymentPage> {
  const known = readCursor(cursor, now);
  const isThorough = now.getTime() - known.thoroughAt.getTime() >= THOROUGH_EVERY_MS;
  const isForProtected = now.getTime() - known.protectedAt.getTime() >= PROTECTION_EVERY_MS;
  const starts = [
    known.through.getTime() - OVERLAP_MS,
    ...(isThorough ? [now.getTime() - THOROUGH_MS] : []),
    ...(isForProtected ? [now.getTime() - PROTECTION_MS] : []),
    ...(known.again ? [known.again.getTime()] : []),
  ];
  const from = Math.min(...starts);
  const to = Math.min(from + CHUNK_MS, now.getTime() + AHEAD_MS);
  const isLast = to >= now.getTime();
  // What was read once, long ago, must not keep new payments from being read.
  const isOfLongAgo = to <= Math.min(known.through.getTime(), now.getTime() - LONG_AGO_MS);
  const { rows, unreadable } = await readPeriod(access, from, to).catch((error) => {
    if (!isOfLongAgo) throw error;
    return leftOut(error, from, to);
  });
  const received = rows.filter((row) => purse(row.pursedest) === access.ourPurse && purse(row.pursesrc) !== access.ourPurse);
  const read = received.map((row) => ({ row, fact: factOf(access.ourPurse, row) }));
  const protectedAt = isForProtected ? now : known.protectedAt;
  const next = isLast
    ? { through: now, thoroughAt: isThorough ? now : known.thoroughAt, again: null, protectedAt }
    : { ...known, again: new Date(to), protectedAt };
  return {
    facts: read.flatMap(({ fact }) => (typeof fact === 'object' ? [fact] : [])),
    unreadable: [...unreadable, ...read.flatMap(({ row, fact }) => (fact === 'unclear' ? [String(row.id)] : []))],
    returned: read.flatMap(({ row, fact }) => (fact === 'returned' ? [String(row.id)] : [])),
    rows: { parsed: rows.length, unparsed: unreadable.length },
    // While older periods are read, their end is where to go on.
    cursor: writeCursor(isLast ? next : { ...next, through: new Date(Math.max(known.through.getTime(), to)) }),
    more: !isLast,
  };
}

async function readPeriod(access: PurseAccess, from: number, to: number): Promise<Operations> {
  try {
    return await readOperations(access.call, { from: new Date(from), to: new Date(to) });
  } catch (error) {
    if (!(error instanceof RailError) || error.trouble !== 'too-long' || to - from < PERIOD_MIN_MS) throw error;
    const middle = from + Math.floor((to - from) / 2);
    const [earlier, later] = [await readPeriod(access, from, middle), await readPeriod(access, middle, to)];
    return { rows: [...earlier.rows, ...later.rows], unreadable: [...earlier.unreadable, ...later.unreadable] };
  }
}

/** A period without its operations, named for an operator where reading it once more would fail as well. */
function leftOut(error: unknown, from: number, to: number): Operations {
  if (!(error instanceof RailError) || error.trouble === 'credentials') throw error;
  const isOfMoment = error.trouble === 'unreachable' || error.trouble === 'busy';
  return { rows: [], unreadable: isOfMoment ? [] : [`operations from ${dateToTime(new Date(from))} to ${dateToTime(new Date(to))}`] };
}

/** The payment of an operation; `returned` for one that went back, `unclear` for one that cannot be read or is not done. */
function factOf(account: string, row: Operation): PaymentFact | 'returned' | 'unclear' {
  const amount = wmzUnits(row.amount);
  const paidAt = paidAtOf(row);
  if (row.opertype === OPERATION_TYPES.returned) return 'returned';
  if (row.opertype !== OPERATION_TYPES.done || amount === null || amount <= 0n || paidAt === null) return 'unclear';
  const id = String(row.id);
  return {
    network: 'webmoney',
    account,
    reference: id,
    unit: 'wmz',
    amount,
    exactAmount: null,
    memo: clean(row.desc ?? ''),
    payer: purse(row.pursesrc) || null,
    payerName: null,
    paidAt,
    confirmed: true,
    source: 'webmoney-operations',
    sourceId: id,
  };
}

/**
 * When the money was ours: protection may last for months, in which the payer chooses whether to complete the transfer, so that dating it by when it
 * was made would give them the price of that day. Null if the operation does not tell.
 */
function paidAtOf({ datecrt, dateupd, period }: Operation): Date | null {
  const made = timeToDate(datecrt);
  if (made === null || (!dateupd && period)) return null;
  const changed = dateupd ? timeToDate(dateupd) : made;
  return changed && new Date(Math.max(made.getTime(), changed.getTime()));
}

/** Removes control characters and lone surrogates, which PostgreSQL rejects. */
function clean(text: string): string {
  return text
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .trim();
}

function readCursor(cursor: string | null, now: Date): Cursor {
  if (cursor === null) return { through: new Date(now.getTime() - THOROUGH_MS), thoroughAt: new Date(0), again: null, protectedAt: now };
  const [through = '', thoroughAt = '', again = '', protectedAt] = cursor.split('/');
  const read = {
    through: new Date(through),
    thoroughAt: new Date(thoroughAt),
    again: again === '' ? null : new Date(again),
    protectedAt: new Date(protectedAt ?? 0),
  };
  const times = [read.through, read.thoroughAt, read.protectedAt, ...(read.again ? [read.again] : [])];
  // Restarting from the default would skip payments; an operator has to check the cursor.
  if (times.some((time) => Number.isNaN(time.getTime())))
    throw new RailError('webmoney', 'malformed', 'not-done', 'the cursor of the operations cannot be read');
  return read;
}

function writeCursor({ through, thoroughAt, again, protectedAt }: Cursor): string {
  return `${through.toISOString()}/${thoroughAt.toISOString()}/${again?.toISOString() ?? ''}/${protectedAt.toISOString()}`;
}
