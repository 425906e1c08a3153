import type { Orm } from '@quydoi/database/orm';
import type { Ctx } from './context.ts';

const reportedAtMs = new WeakMap<Orm, Map<string, number>>();

/** Whether a process may make a report that recurs with every poll: at most once in `intervalMs`. Notes the time if so. */
export function isReportDue({ orm, clock }: Pick<Ctx, 'orm' | 'clock'>, report: string, intervalMs: number): boolean {
  const ofProcess = reportedAtMs.get(orm) ?? new Map<string, number>();
  reportedAtMs.set(orm, ofProcess);
  const nowMs = clock.now().getTime();
  if (nowMs - (ofProcess.get(report) ?? Number.NEGATIVE_INFINITY) < intervalMs) return false;
  ofProcess.set(report, nowMs);
  return true;
}
