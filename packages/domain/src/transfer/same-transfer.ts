import { DAY_MS, HOUR_MS, MINUTE_MS } from '../durations.ts';
import { refsInMemo } from '../memo.ts';
import { NETWORKS } from '../networks.ts';
import type { Payment, PaymentFact } from './payment.ts';

/** Maximum difference between the times that two sources give of one transfer. */
const TIME_SKEW_MS = 10 * MINUTE_MS;

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

/**
 * Finds the journalled payment that another source's report is about: same account, amount and reference (one of them may have none yet), time within
 * minutes, and memos that do not name different orders: banks give references again. The nearest in time wins, one with the reference before one
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

function isSameTransfer(report: Report, other: Report): boolean {
  if (report.account !== other.account || report.amount !== other.amount) return false;
  if (!isAtSameTime(report, other.paidAt)) return false;
  if (report.reference !== '' && other.reference !== '' && report.reference !== other.reference) return false;
  return !namesAnotherOrder(report.memo, other.memo);
}

function isAtSameTime(report: Report, other: Date): boolean {
  const { from, to, day } = reportWindow(report);
  return (other >= from && other <= to) || other.getTime() === day.getTime();
}

/** Whether two memos hold references of orders and share none. */
export function namesAnotherOrder(a: string, b: string): boolean {
  const [ofA, ofB] = [refsInMemo(a), refsInMemo(b)];
  return ofA.length > 0 && ofB.length > 0 && !ofA.some((ref) => ofB.includes(ref));
}

function dayOf(ms: number, startsAtUtcHour: number): number {
  const shift = startsAtUtcHour * HOUR_MS;
  return Math.floor((ms - shift) / DAY_MS) * DAY_MS + shift;
}
