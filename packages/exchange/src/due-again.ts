import type { Orm } from '@quydoi/database/orm';
import type { Ctx } from './context.ts';

const dueAtMs = new WeakMap<Orm, Map<string, number>>();

/** Entries up to which no time is spent on removing those that are over. */
const UNSWEPT_MAX = 1_000;

/**
 * Whether a process may do something again that each poll comes to, such as a report or a look at a provider's records: at most once in `intervalMs`.
 * Notes, if so, when it is due next.
 */
export function isDueAgain({ orm, clock }: Pick<Ctx, 'orm' | 'clock'>, what: string, intervalMs: number): boolean {
  const nowMs = clock.now().getTime();
  const ofProcess = dueAtMs.get(orm) ?? new Map<string, number>();
  dueAtMs.set(orm, ofProcess);
  if (nowMs < (ofProcess.get(what) ?? Number.NEGATIVE_INFINITY)) return false;
  if (ofProcess.size > UNSWEPT_MAX) for (const [each, atMs] of ofProcess) if (atMs <= nowMs) ofProcess.delete(each);
  ofProcess.set(what, nowMs + intervalMs);
  return true;
}
