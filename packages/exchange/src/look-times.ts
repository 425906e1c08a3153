import type { Orm } from '@quydoi/database/orm';
import type { Ctx } from './context.ts';

const dueAtMs = new WeakMap<Orm, Map<string, number>>();

/** Whether a process may look at something again that recurs with every poll. Notes, if so, when the next look is due. */
export function isLookDue({ orm, clock }: Pick<Ctx, 'orm' | 'clock'>, what: string, pauseMs: number): boolean {
  const nowMs = clock.now().getTime();
  const ofProcess = dueAtMs.get(orm) ?? new Map<string, number>();
  dueAtMs.set(orm, ofProcess);
  for (const [each, atMs] of ofProcess) if (atMs <= nowMs) ofProcess.delete(each);
  if (ofProcess.has(what)) return false;
  ofProcess.set(what, nowMs + pauseMs);
  return true;
}
