import { DAY_MS, HOUR_MS, MINUTE_MS } from '../durations.ts';
import { refsInMemo } from '../memo.ts';
import { NETWORKS } from '../networks.ts';
import { depositorsInMemo } from '../wallet/deposit-memo.ts';
import type { Payment, PaymentFact } from './payment.ts';

/** Maximum difference between the times that two sources report for one transfer. */
const TIME_SKEW_MS = 10 * MINUTE_MS;
/** The same if both memos name the same order: a source may report a wrong time zone, or the booking day instead of the time. */
const ORDER_SKEW_MS = 3 * DAY_MS;
/** The same if both report the same reference. Shorter, because banks reuse references, some from 1 each day. */
const REFERENCE_SKEW_MS = 12 * HOUR_MS;
/** Minimum length of a reference that counts as alike when it is part of the other. */
const ALIKE_LENGTH_MIN = 4;
/** The same if not both the memo and the minute agree: shorter ones are alike by chance among a day's transfers of one amount. */
const ALIKE_ALONE_LENGTH_MIN = 8;

/** The fields of a transfer that all sources of its network report alike; its source id differs by source. */
type Report = Pick<PaymentFact, 'network' | 'account' | 'reference' | 'amount' | 'memo' | 'paidAt'>;

/**
 * Ids of customers and references of orders that exist, among those that some memos may name. Any ten letters of a memo look like a reference: the name
 * that two payers share is none.
 */
export type KnownPayees = ReadonlySet<string>;

/** Times that other sources may report for a transfer. A bank that reports only the day gives the day's first second. */
export interface ReportWindow {
  readonly from: Date;
  readonly to: Date;
  /** First second of the day, as reported by sources that know only the day; on networks with exact times the time itself. */
  readonly day: Date;
}

/** The times that another source may report for a transfer: minutes around the reported time, or the whole day if only the day is known. */
export function reportWindow({ network, paidAt }: Pick<Report, 'network' | 'paidAt'>): ReportWindow {
  const { dayStartsAtUtcHour } = NETWORKS[network];
  const ms = paidAt.getTime();
  const day = dayStartsAtUtcHour === null ? ms : dayOf(ms, dayStartsAtUtcHour);
  if (day === ms && dayStartsAtUtcHour !== null) return { from: paidAt, to: new Date(day + DAY_MS - 1), day: paidAt };
  return { from: new Date(ms - TIME_SKEW_MS), to: new Date(ms + TIME_SKEW_MS), day: new Date(day) };
}

/** First and last time that another source may report. */
export type TimeSpan = Pick<ReportWindow, 'from' | 'to'>;

/** The span that contains a window and the first second of its day. */
export function wholeOf({ from, to, day }: ReportWindow): TimeSpan {
  return { from: day < from ? day : from, to };
}

/** The times at which a report with the same account and amount, and the same or no reference, may be of the same transfer. */
export function sameReferenceWindow(report: Pick<Report, 'network' | 'paidAt'>): TimeSpan {
  const { from, to } = wholeOf(reportWindow(report));
  const ms = report.paidAt.getTime();
  return { from: new Date(Math.min(from.getTime(), ms - REFERENCE_SKEW_MS)), to: new Date(Math.max(to.getTime(), ms + REFERENCE_SKEW_MS)) };
}

/** The times at which a report with the same amount may be of the same transfer (`mayBeSameTransfer`). */
export function nearbyWindow({ paidAt }: Pick<Report, 'paidAt'>): TimeSpan {
  return { from: new Date(paidAt.getTime() - ORDER_SKEW_MS), to: new Date(paidAt.getTime() + ORDER_SKEW_MS) };
}

/**
 * Finds the journalled payment that another source's report is about (`isSameTransfer`). Prefers payments with the same reference, then the nearest
 * in time.
 * @param known payments of the network that the reporting source has not reported yet: one row of a source matches at most one row of another
 * @param payees those that the memos of all of them name
 */
export function findSameTransfer(report: Report, known: readonly Payment[], payees: KnownPayees): Payment | null {
  const distance = (payment: Payment) => Math.abs(payment.paidAt.getTime() - report.paidAt.getTime());
  const same = known.filter((payment) => isSameTransfer(report, payment, payees));
  const byReference = same.filter(({ reference }) => reference === report.reference);
  const [nearest = null] = (byReference.length > 0 ? byReference : same).toSorted((a, b) => distance(a) - distance(b));
  return nearest;
}

/**
 * Whether reports of two sources are of one transfer: account and amount are equal, the memos do not name different orders or depositors, the references
 * are equal (or one is missing yet), and the times are within minutes. On networks that repeat references, it is enough within minutes that references
 * are alike, if they are long or the memos equal: one source may tell the memo later than the other. The times may differ by more, too. By hours: if
 * the references are equal, or both are missing and the memos are equal, or the references are long and alike and the memos equal. By days: if both
 * memos name the same order and the references are alike, such as one with a prefix.
 */
function isSameTransfer(report: Report, other: Report, payees: KnownPayees): boolean {
  // Memos last: they take longest to read.
  if (report.account !== other.account || report.amount !== other.amount || !isWithin(report, other, ORDER_SKEW_MS)) return false;
  if (nameOtherPayees(report.memo, other.memo, payees)) return false;
  const isOneReference = report.reference === other.reference;
  if (NETWORKS[report.network].repeatsReferences) {
    if (areAlike(report.reference, other.reference) && nameOneOrder(report.memo, other.memo, payees)) return true;
    const isOneAlone =
      (isOneReference && (report.reference !== '' || (lettersOf(report.memo) !== '' && haveOneMemo(report, other)))) ||
      isAlikeAlone(report, other, ALIKE_ALONE_LENGTH_MIN);
    if (isWithin(report, other, REFERENCE_SKEW_MS) && isOneAlone) return true;
    const isAlike = contains(report.reference, other.reference, ALIKE_ALONE_LENGTH_MIN) || isAlikeAlone(report, other, ALIKE_LENGTH_MIN);
    if (areAtOneTime(report, other) && isAlike) return true;
  }
  return (isOneReference || report.reference === '' || other.reference === '') && areAtOneTime(report, other);
}

/**
 * Whether reports of two sources may be of one transfer. Wider than `isSameTransfer`. Within days: if both memos name the same order; or if the
 * references are alike, and the memos equal, or name one payee where a report tells the day alone, which may be that of the booking. Within hours: if the
 * memos are equal, or name one payee and the references are alike or the times are one, or if the references are long and alike. Of different accounts
 * too: one source may tell the virtual account that was paid, the other the account behind it alone. The signer counts such money once, until one source
 * reports it twice.
 */
export function mayBeSameTransfer(report: Report, other: Report, payees: KnownPayees): boolean {
  if (isSameTransfer(report, other, payees)) return true;
  if (!NETWORKS[report.network].repeatsReferences || report.amount !== other.amount || !isWithin(report, other, ORDER_SKEW_MS)) return false;
  if (nameOtherPayees(report.memo, other.memo, payees)) return false;
  if (nameOneOrder(report.memo, other.memo, payees)) return true;
  const isOneMemo = haveOneMemo(report, other);
  const isOnePayee = isOneMemo || haveOnePayee(report, other, payees);
  const areReferencesAlike = areAlike(report.reference, other.reference);
  if (areReferencesAlike && (isOneMemo || (isOnePayee && (tellsDayAlone(report) || tellsDayAlone(other))))) return true;
  const areAtOnce = areAtOneTime(report, other);
  if (!isWithin(report, other, REFERENCE_SKEW_MS) && !areAtOnce) return false;
  if (isOneMemo || contains(report.reference, other.reference, ALIKE_ALONE_LENGTH_MIN)) return true;
  return isOnePayee && (areReferencesAlike || areAtOnce);
}

/**
 * Whether reports of two sources may be of one transfer (`mayBeSameTransfer`) and their times are hours apart, as of two zones, or days where one tells the
 * day alone.
 */
export function mayBeSameTransferNearby(report: Report, other: Report, payees: KnownPayees): boolean {
  const isNear = isWithin(report, other, REFERENCE_SKEW_MS) || tellsDayAlone(report) || tellsDayAlone(other);
  return isNear && mayBeSameTransfer(report, other, payees);
}

/** Whether a report's time is the first second of a day, which tells no more than the day. */
function tellsDayAlone(report: Pick<Report, 'network' | 'paidAt'>): boolean {
  return NETWORKS[report.network].dayStartsAtUtcHour !== null && reportWindow(report).day.getTime() === report.paidAt.getTime();
}

/**
 * Whether a source tells of another transfer under an id that it has given before: into another account, or at another time or with another reference than
 * reports of one transfer may have, where the memo is another as well. On networks whose references identify payments, ids play no part.
 */
export function isOtherTransfer(report: Report, known: Report, payees: KnownPayees): boolean {
  if (!NETWORKS[report.network].repeatsReferences) return false;
  if (report.account !== known.account) return true;
  const isCorrected = report.reference === known.reference && report.reference !== '' && isWithin(report, known, REFERENCE_SKEW_MS);
  return !isCorrected && !mayBeSameTransfer({ ...report, amount: known.amount }, known, payees);
}

/**
 * What a row's report says, apart from its id; two rows of one source that say the same are told by the bank as one transfer. Null where rows say too
 * little to tell transfers from each other: on networks that do not repeat references, which need nothing else; without a time of the day; or without
 * reference or memo, unless the other is there and the time is more than minutes.
 */
export function tellingOf({ network, account, amount, reference, memo, paidAt }: Report): string | null {
  if (!NETWORKS[network].repeatsReferences) return null;
  const ms = paidAt.getTime();
  const letters = lettersOf(memo);
  if (tellsDayAlone({ network, paidAt }) || (reference === '' && letters === '')) return null;
  if ((reference === '' || letters === '') && ms % MINUTE_MS === 0) return null;
  return JSON.stringify([account, amount.toString(), reference, letters, ms]);
}

/** Whether two reports tell one memo, or name a payee in common: one that is known, or where neither names any, one that may have been mistyped. */
export function haveOnePayee(report: Pick<Report, 'memo'>, other: Pick<Report, 'memo'>, payees: KnownPayees): boolean {
  return haveOneMemo(report, other) || nameOneOf(payeesIn, report.memo, other.memo, payees);
}

/** Customers, by id, and orders, by reference, that a memo may name. */
export function payeesIn(memo: string): string[] {
  return [...depositorsInMemo(memo), ...refsInMemo(memo)];
}

/** Whether two reports have the same memo, and one reference contains the other. */
function isAlikeAlone(report: Report, other: Report, lengthMin: number): boolean {
  return contains(report.reference, other.reference, lengthMin) && haveOneMemo(report, other);
}

/** Whether two reports tell one reference, long enough not to be alike by chance, for one account and at one time. */
export function tellOneReference(report: Report, other: Report): boolean {
  const isLong = report.reference.length >= ALIKE_ALONE_LENGTH_MIN;
  return isLong && report.reference === other.reference && report.account === other.account && areAtOneTime(report, other);
}

/** Whether the memos of two reports have the same letters and digits. */
export function haveOneMemo(report: Pick<Report, 'memo'>, other: Pick<Report, 'memo'>): boolean {
  return lettersOf(report.memo) === lettersOf(other.memo);
}

function lettersOf(memo: string): string {
  return memo.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '');
}

function isWithin(report: Report, other: Report, ms: number): boolean {
  return Math.abs(report.paidAt.getTime() - other.paidAt.getTime()) <= ms;
}

/** Whether two references are equal, one of them is missing, or one contains the other, ignoring case. */
function areAlike(a: string, b: string): boolean {
  return a === '' || b === '' || a.toUpperCase() === b.toUpperCase() || contains(a, b, ALIKE_LENGTH_MIN);
}

/** Whether one of two references contains the other, ignoring case. Short references contain each other by chance. */
function contains(a: string, b: string, lengthMin: number): boolean {
  const [one, other] = [a.toUpperCase(), b.toUpperCase()];
  return Math.min(one.length, other.length) >= lengthMin && (one.includes(other) || other.includes(one));
}

/** Whether the times of two reports are minutes apart, or one is the first second of the other's day. */
export function areAtOneTime(report: Pick<Report, 'network' | 'paidAt'>, { paidAt }: Pick<Report, 'paidAt'>): boolean {
  const { from, to, day } = reportWindow(report);
  return (paidAt >= from && paidAt <= to) || paidAt.getTime() === day.getTime();
}

/**
 * Whether both memos name payees, and none in common: known ones, or else what looks like customers who deposit, or else like orders. Customers come
 * before orders: words around them that both memos have look like an order's reference.
 */
function nameOtherPayees(a: string, b: string, payees: KnownPayees): boolean {
  const known = [a, b].map((memo) => payeesIn(memo).filter((payee) => payees.has(payee)));
  const [ofA = [], ofB = []] =
    [known, [a, b].map(depositorsInMemo), [a, b].map(refsInMemo)].find((named) => named.every(({ length }) => length > 0)) ?? [];
  return ofA.length > 0 && !ofA.some((payee) => ofB.includes(payee));
}

function nameOneOrder(a: string, b: string, payees: KnownPayees): boolean {
  return nameOneOf(refsInMemo, a, b, payees);
}

/** Whether two memos have a candidate in common: one that is known, or any if they name no known payee. */
function nameOneOf(candidatesIn: (memo: string) => readonly string[], a: string, b: string, payees: KnownPayees): boolean {
  const ofB = candidatesIn(b);
  const common = candidatesIn(a).filter((payee) => ofB.includes(payee));
  if (common.some((payee) => payees.has(payee))) return true;
  return common.length > 0 && ![a, b].flatMap(payeesIn).some((payee) => payees.has(payee));
}

function dayOf(ms: number, startsAtUtcHour: number): number {
  const shift = startsAtUtcHour * HOUR_MS;
  return Math.floor((ms - shift) / DAY_MS) * DAY_MS + shift;
}
