import type { Orm } from '@quydoi/database/orm';
import type { Ctx } from './context.ts';

const dueAtMs = new WeakMap<Orm, Map<string, number>>();

/**
 * Whether a process may do something again that each poll comes to, such as a report or a look at a provider's records: at most once in `intervalMs`.
 * Notes, if so, when it is due next.
 */
export function isDueAgain({ orm, clock }: Pick<Ctx, 'orm' | 'clock'>, what: string, intervalMs: number): boolean {
  const nowMs = clock.now().getTime();
  const ofProcess = dueAtMs.get(orm) ?? new Map<string, number>();
  dueAtMs.set(orm, ofProcess);
  for (const [each, atMs] of ofProcess) if (atMs <= nowMs) ofProcess.delete(each);
  if (ofProcess.has(what)) return false;
  ofProcess.set(what, nowMs + intervalMs);
  return true;
}
