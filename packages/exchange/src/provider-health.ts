import type { Clock } from './context.ts';

/** Time for which calls have to fail before the provider counts as failing. */
export const FAILING_MS = 120_000;
/** Failures in a row before the provider counts as failing: one that is rarely called must not fail by its second failure. */
export const FAILURES_FAILING = 5;

/** Health of one provider over minutes, by the outcomes of this process's calls: whether new orders can rely on it. */
export interface ProviderHealth {
  /** A call failed. @param reason in plain words @returns whether the provider counts as failing from now on: once for each series of failures */
  failed(reason: string): boolean;
  /** The provider answered. @returns whether this ends a series by which it counted as failing */
  succeeded(): boolean;
  /** `failing` after failures in a row for minutes, `well` from an answer on, null before the first answer. */
  state(): 'well' | 'failing' | null;
  /** Reason of the newest failure of a series; null while the provider answers. */
  lastFailure(): string | null;
  /** Whether the provider has answered within the last `ms`. */
  hasAnsweredWithin(ms: number): boolean;
}

/** Creates the health of one provider, of which nothing is known yet. */
export function createProviderHealth(clock: Pick<Clock, 'now'>): ProviderHealth {
  let failingSinceMs: number | null = null;
  let failures = 0;
  let lastFailure: string | null = null;
  let state: 'well' | 'failing' | null = null;
  let answeredAtMs = Number.NEGATIVE_INFINITY;
  return {
    failed(reason) {
      lastFailure = reason;
      const nowMs = clock.now().getTime();
      failingSinceMs ??= nowMs;
      failures += 1;
      if (state === 'failing' || failures < FAILURES_FAILING || nowMs - failingSinceMs < FAILING_MS) return false;
      state = 'failing';
      return true;
    },
    succeeded() {
      const wasFailing = state === 'failing';
      failingSinceMs = null;
      failures = 0;
      lastFailure = null;
      state = 'well';
      answeredAtMs = clock.now().getTime();
      return wasFailing;
    },
    state: () => state,
    lastFailure: () => lastFailure,
    hasAnsweredWithin: (ms) => failingSinceMs === null && clock.now().getTime() - answeredAtMs < ms,
  };
}
