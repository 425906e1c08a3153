import { HOUR_MS, MINUTE_MS } from '@quydoi/domain/durations';
import type { Payment } from '@quydoi/domain/transfer/payment';
import type { Clock } from '../context.ts';
import { MISSES_BEFORE_AGAIN } from './read-again.ts';

/** Bounds of the pause between two requests to read again for one payment. Between them, the pause is the time that the payment has been missing. */
const PAUSE_MIN_MS = 30_000;
const PAUSE_MAX_MS = 4 * MINUTE_MS;
/** A payment missing for longer is left to the regular readings of its time. */
const MISSING_MAX_MS = HOUR_MS;
/** A payment not looked for during this time is no longer awaited: payouts look for theirs at least every minute, if nothing delays them. */
const FORGOTTEN_AFTER_MS = 10 * MINUTE_MS;

/** A payment that looks at a list do not find. */
interface Missing {
  readonly sinceMs: number;
  readonly lookedAtMs: number;
  readonly looks: number;
  /** Time before which it is not asked for again. */
  readonly notBeforeMs: number;
}

/** Tracks the payments that looks at a list do not find. */
export interface MissWatch {
  /**
   * Notes a look, which did not find these payments.
   * @returns those of them whose time is to be read again now
   */
  look(unread: readonly Payment[]): Payment[];
}

/**
 * Creates the watch of one list. A payment counts as missing after some looks, and then by the clock: its payout looks for it ever more rarely, so that
 * most looks are of other payments.
 */
export function createMissWatch(clock: Clock): MissWatch {
  const missing = new Map<string, Missing>();

  function isDue({ id }: Payment, nowMs: number): boolean {
    const known = missing.get(id) ?? { sinceMs: nowMs, lookedAtMs: nowMs, looks: 0, notBeforeMs: nowMs };
    const next = { ...known, lookedAtMs: nowMs, looks: known.looks + 1 };
    const missingMs = nowMs - known.sinceMs;
    const due = next.looks > MISSES_BEFORE_AGAIN && nowMs >= known.notBeforeMs && missingMs < MISSING_MAX_MS;
    const notBeforeMs = due ? nowMs + Math.min(Math.max(missingMs, PAUSE_MIN_MS), PAUSE_MAX_MS) : known.notBeforeMs;
    missing.set(id, { ...next, notBeforeMs });
    return due;
  }

  return {
    look(unread) {
      const nowMs = clock.now().getTime();
      for (const [id, { lookedAtMs }] of missing) if (nowMs - lookedAtMs > FORGOTTEN_AFTER_MS) missing.delete(id);
      return unread.filter((payment) => isDue(payment, nowMs));
    },
  };
}
