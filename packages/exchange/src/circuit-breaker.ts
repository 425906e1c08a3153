import type { Clock } from './context.ts';
import { createProviderHealth, type ProviderHealth } from './provider-health.ts';

/**
 * Circuit breaker of one provider. Closed: calls are made. Open, after `FAILURES_MAX` unreachable answers in a row: calls pause. When the pause is
 * over one probe is due; its failure doubles the pause, any answer closes the breaker.
 */
export interface CircuitBreaker {
  isClosed(): boolean;
  /** Whether a probe is due. True for one caller per pause, which has to report the outcome. */
  takeProbe(): boolean;
  /** The provider answered. @returns whether this closed the breaker */
  succeeded(): boolean;
  /** The provider could not be reached. Calls that began before the pause and fail within it change nothing. @returns whether this opened the breaker */
  failed(): boolean;
  /** The provider over minutes, as opposed to the next call. */
  readonly health: ProviderHealth;
}

/** Circuit breakers by key, created when first asked for. */
export type CircuitBreakers<K> = (key: K) => CircuitBreaker;

/** Unreachable answers in a row that open a breaker. */
export const FAILURES_MAX = 5;
/** First pause of an open breaker; each failed probe doubles it. */
export const PAUSE_MIN_MS = 1_000;
/** Longest pause of an open breaker. */
export const PAUSE_MAX_MS = 30_000;

/** Creates the breakers of one process. */
export function createCircuitBreakers<K>(clock: Pick<Clock, 'now'>): CircuitBreakers<K> {
  const breakers = new Map<K, CircuitBreaker>();
  return (key) => {
    const breaker = breakers.get(key) ?? createCircuitBreaker(clock);
    breakers.set(key, breaker);
    return breaker;
  };
}

function createCircuitBreaker(clock: Pick<Clock, 'now'>): CircuitBreaker {
  let failures = 0;
  let pause: { readonly lengthMs: number; readonly untilMs: number; isProbing: boolean } | null = null;
  const open = (lengthMs: number) => {
    pause = { lengthMs, untilMs: clock.now().getTime() + lengthMs, isProbing: false };
  };
  return {
    health: createProviderHealth(clock),
    isClosed: () => pause === null,
    takeProbe() {
      if (!pause || pause.isProbing || clock.now().getTime() < pause.untilMs) return false;
      pause.isProbing = true;
      return true;
    },
    succeeded() {
      const wasOpen = pause !== null;
      failures = 0;
      pause = null;
      return wasOpen;
    },
    failed() {
      if (pause) {
        if (pause.isProbing) open(Math.min(pause.lengthMs * 2, PAUSE_MAX_MS));
        return false;
      }
      failures += 1;
      if (failures < FAILURES_MAX) return false;
      failures = 0;
      open(PAUSE_MIN_MS);
      return true;
    },
  };
}
