import { DAY_MS, HOUR_MS, MINUTE_MS } from '../durations.ts';
import { refsInMemo } from '../memo.ts';
import { NETWORKS } from '../networks.ts';
import type { Payment, PaymentFact } from './payment.ts';

/** Maximum difference between the times that two sources give of one transfer. */
const TIME_SKEW_MS = 10 * MINUTE_MS;
/**
 * The same where both name one order, and where both give one reference: a source may take one time zone for another, or the day of booking for the time
 * of the transfer. Banks give references again, some from 1 each day.
 */
const ORDER_SKEW_MS = 3 * DAY_MS;
const REFERENCE_SKEW_MS = 12 * HOUR_MS;
/** References that are parts of each other are alike from this length on. */
const ALIKE_LENGTH_MIN = 4;
/** The same where neither an order nor the minute is the same: shorter ones are alike by chance among a day's transfers of one amount. */
const ALIKE_ALONE_LENGTH_MIN = 8;

/** The fields of a transfer that all sources of its network report alike; its source id differs by source. */
type Report = Pick<PaymentFact, 'network' | 'account' | 'reference' | 'amount' | 'memo' | 'paidAt'>;

/** Times that other sources may give of a transfer. A bank that names only the day reports its first second. */
export interface ReportWindow {
  readonly from: Date;
  readonly to: Date;
  /** First second of the day, which a source that names only the day gives; on networks whose times are exact the time itself. */
  readonly day: Date;
}

/** The times that another source may give of a transfer: minutes around the reported time, or the whole day where only that is known. */
export function reportWindow({ network, paidAt }: Pick<Report, 'network' | 'paidAt'>): ReportWindow {
  const { dayStartsAtUtcHour } = NETWORKS[network];
  const ms = paidAt.getTime();
  const day = dayStartsAtUtcHour === null ? ms : dayOf(ms, dayStartsAtUtcHour);
  if (day === ms && dayStartsAtUtcHour !== null) return { from: paidAt, to: new Date(day + DAY_MS - 1), day: paidAt };
  return { from: new Date(ms - TIME_SKEW_MS), to: new Date(ms + TIME_SKEW_MS), day: new Date(day) };
}

/** Times from the first to the last one that another source may give. */
export type TimeSpan = Pick<ReportWindow, 'from' | 'to'>;

/** The span that holds a window and the first second of its day. */
export function wholeOf({ from, to, day }: ReportWindow): TimeSpan {
  return { from: day < from ? day : from, to };
}

/** The times at which a report of the same account, amount and reference, or without one, may be of the same transfer. */
export function sameReferenceWindow(report: Pick<Report, 'network' | 'paidAt'>): TimeSpan {
  const { from, to } = wholeOf(reportWindow(report));
  const ms = report.paidAt.getTime();
  return { from: new Date(Math.min(from.getTime(), ms - REFERENCE_SKEW_MS)), to: new Date(Math.max(to.getTime(), ms + REFERENCE_SKEW_MS)) };
}

/** The times at which a report of the same account and amount may be of the same transfer (`mayBeSameTransfer`). */
export function nearbyWindow({ paidAt }: Pick<Report, 'paidAt'>): TimeSpan {
  return { from: new Date(paidAt.getTime() - ORDER_SKEW_MS), to: new Date(paidAt.getTime() + ORDER_SKEW_MS) };
}

/**
 * Finds the journalled payment that another source's report is about (`isSameTransfer`). The nearest in time wins, one with the reference before one
 * without.
 * @param known payments of the network that the reporting source has not told of yet: one row of a source is at most one of another
 */
export function findSameTransfer(report: Report, known: readonly Payment[]): Payment | null {
  const distance = (payment: Payment) => Math.abs(payment.paidAt.getTime() - report.paidAt.getTime());
  const same = known.filter((payment) => isSameTransfer(report, payment));
  const byReference = same.filter(({ reference }) => reference === report.reference);
  const [nearest = null] = (byReference.length > 0 ? byReference : same).toSorted((a, b) => distance(a) - distance(b));
  return nearest;
}

/**
 * Whether reports of two sources are of one transfer: same account and amount, memos that do not name different orders, and the same reference (one may
 * have none yet) at a time within minutes. Where a bank's references repeat, the times may differ by more: by hours with the same reference, or none and one
 * memo, or a long one and memo that are alike, and by days where both name one order and write its reference alike, such as with a prefix.
 */
function isSameTransfer(report: Report, other: Report): boolean {
  if (report.account !== other.account || report.amount !== other.amount || namesAnotherOrder(report.memo, other.memo)) return false;
  const isOneReference = report.reference === other.reference;
  if (NETWORKS[report.network].repeatsReferences) {
    if (isWithin(report, other, ORDER_SKEW_MS) && namesSameOrder(report.memo, other.memo) && areAlike(report.reference, other.reference)) return true;
    const isOneAlone =
      (isOneReference && (report.reference !== '' || (lettersOf(report.memo) !== '' && haveOneMemo(report, other)))) ||
      isAlikeAlone(report, other, ALIKE_ALONE_LENGTH_MIN);
    if (isWithin(report, other, REFERENCE_SKEW_MS) && isOneAlone) return true;
    if (isAtSameTime(report, other.paidAt) && isAlikeAlone(report, other, ALIKE_LENGTH_MIN)) return true;
  }
  return (isOneReference || report.reference === '' || other.reference === '') && isAtSameTime(report, other.paidAt);
}

/**
 * Whether reports of two sources may be of one transfer: as `isSameTransfer`, but whatever the references are where both name one order within days, or
 * have one memo within hours; references that are alike within hours, and with one memo within days. Who pays out counts such money once, until one
 * source tells of it twice.
 */
export function mayBeSameTransfer(report: Report, other: Report): boolean {
  if (isSameTransfer(report, other)) return true;
  if (report.account !== other.account || report.amount !== other.amount) return false;
  if (!NETWORKS[report.network].repeatsReferences || namesAnotherOrder(report.memo, other.memo)) return false;
  if (isWithin(report, other, ORDER_SKEW_MS) && namesSameOrder(report.memo, other.memo)) return true;
  const isOneMemo = haveOneMemo(report, other);
  if (isWithin(report, other, ORDER_SKEW_MS) && isOneMemo && areAlike(report.reference, other.reference)) return true;
  const isAlike = isOneMemo || contains(report.reference, other.reference, ALIKE_ALONE_LENGTH_MIN);
  return isWithin(report, other, REFERENCE_SKEW_MS) && isAlike;
}

/** Whether two reports that name no order write one reference and one memo. */
function isAlikeAlone(report: Report, other: Report, lengthMin: number): boolean {
  return contains(report.reference, other.reference, lengthMin) && haveOneMemo(report, other);
}

/** Whether the memos of two reports have the same letters and digits. */
function haveOneMemo(report: Report, other: Report): boolean {
  return lettersOf(report.memo) === lettersOf(other.memo);
}

function lettersOf(memo: string): string {
  return memo.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '');
}

function isWithin(report: Report, other: Report, ms: number): boolean {
  return Math.abs(report.paidAt.getTime() - other.paidAt.getTime()) <= ms;
}

/** Whether two references are the same, one of them is missing, or one contains the other, in whatever case. */
function areAlike(a: string, b: string): boolean {
  return a === '' || b === '' || a.toUpperCase() === b.toUpperCase() || contains(a, b, ALIKE_LENGTH_MIN);
}

/** Whether one of two references is the other with something before or after it. Short ones are numbers that contain each other by chance. */
function contains(a: string, b: string, lengthMin: number): boolean {
  const [one, other] = [a.toUpperCase(), b.toUpperCase()];
  return Math.min(one.length, other.length) >= lengthMin && (one.includes(other) || other.includes(one));
}

function isAtSameTime(report: Report, other: Date): boolean {
  const { from, to, day } = reportWindow(report);
  return (other >= from && other <= to) || other.getTime() === day.getTime();
}

/** Whether two memos hold references of orders and share none. */
function namesAnotherOrder(a: string, b: string): boolean {
  return refsInMemo(a).length > 0 && refsInMemo(b).length > 0 && !namesSameOrder(a, b);
}

function namesSameOrder(a: string, b: string): boolean {
  const ofB = refsInMemo(b);
  return refsInMemo(a).some((ref) => ofB.includes(ref));
}

function dayOf(ms: number, startsAtUtcHour: number): number {
  const shift = startsAtUtcHour * HOUR_MS;
  return Math.floor((ms - shift) / DAY_MS) * DAY_MS + shift;
}
