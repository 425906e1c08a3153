import type { PaymentFact } from '@quydoi/domain/transfer/payment';
import { reportWindow } from '@quydoi/domain/transfer/same-transfer';
import type { PolledSource } from '@quydoi/rails/source';
import type { Ctx } from '../context.ts';
import { perSource } from './per-source.ts';

/** Looks in vain for a payment in a list, after which the list is read again for the time of the payment. */
export const MISSES_BEFORE_AGAIN = 3;
/** Minimum pause between such readings of one list, whoever asks for them: the provider's rate limit is for new payments. */
const AGAIN_PAUSE_MS = 30_000;

interface Asked {
  /** Time since which payments are wanted; null when none are. */
  fromMs: number | null;
  readAtMs: number;
}

const askedOf = perSource((): Asked => ({ fromMs: null, readAtMs: Number.NEGATIVE_INFINITY }));

/**
 * Makes the next readings of a list start again at the time of these payments, which are known from elsewhere and which the list has not shown: they may
 * have come in behind its cursor.
 */
export function askAgain(ctx: Ctx, list: PolledSource, missing: readonly Pick<PaymentFact, 'network' | 'paidAt'>[]): void {
  const asked = askedOf(ctx, list);
  for (const payment of missing) {
    const { from, day } = reportWindow(payment);
    const fromMs = Math.min(from.getTime(), day.getTime());
    // An invalid time would stay the earliest (`Math.min` is NaN from then on), and keep the list from being read again at all.
    if (Number.isNaN(fromMs)) ctx.logger.error({ network: payment.network, source: list.name }, 'a list is not read again since an impossible time');
    else asked.fromMs = Math.min(asked.fromMs ?? fromMs, fromMs);
  }
}

/** A cursor to read a list from. */
export interface Beginning {
  readonly cursor: string | null;
  /** Call once a page was read and its cursor saved: the saved cursor contains what was asked for. */
  readonly begun: () => void;
}

/** The cursor to read a list from: as it is stored, or with what was asked for, if the pause since the last such reading is over. */
export function withAsked(ctx: Ctx, source: PolledSource, cursor: string | null): Beginning {
  const asked = askedOf(ctx, source);
  const now = ctx.clock.now();
  const { fromMs } = asked;
  // The first reading of a list begins before the present anyway.
  if (source.kind !== 'list' || !source.readAgain || cursor === null || fromMs === null) return { cursor, begun() {} };
  if (now.getTime() - asked.readAtMs < AGAIN_PAUSE_MS) return { cursor, begun() {} };
  asked.readAtMs = now.getTime();
  return {
    cursor: source.readAgain(cursor, new Date(fromMs), now),
    begun() {
      // What was asked for meanwhile and is of an earlier time stays.
      if (asked.fromMs === fromMs) asked.fromMs = null;
    },
  };
}
