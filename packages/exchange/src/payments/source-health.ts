import type { Clock } from '../context.ts';

/** Time for which a source has to fail before an alarm. */
export const FAILING_ALARM_MS = 120_000;
/** Failures in a row before an alarm: a source that is rarely read must not alarm at its second failure. */
export const FAILURES_ALARM = 5;

/** Watches the reads of one source, so that one that keeps failing is not silent. */
export interface SourceHealth {
  /** A read failed. @returns whether to alarm: once for each series of failures */
  failed(): boolean;
  /** A read succeeded. @returns whether this ends a series that raised an alarm */
  succeeded(): boolean;
}

/** Creates the watch of one source. */
export function createSourceHealth(clock: Pick<Clock, 'now'>): SourceHealth {
  let sinceMs: number | null = null;
  let failures = 0;
  let isAlarmed = false;
  return {
    failed() {
      const nowMs = clock.now().getTime();
      sinceMs ??= nowMs;
      failures += 1;
      if (isAlarmed || failures < FAILURES_ALARM || nowMs - sinceMs < FAILING_ALARM_MS) return false;
      isAlarmed = true;
      return true;
    },
    succeeded() {
      const wasAlarmed = isAlarmed;
      sinceMs = null;
      failures = 0;
      isAlarmed = false;
      return wasAlarmed;
    },
  };
}
