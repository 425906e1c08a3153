import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@quydoi/domain/durations';
import type { Ctx } from '../context.ts';

/** How long a mail server that is away is left alone; the last repeats. Providers lock out who fails to log in again and again. */
const PAUSES_MS = [5 * SECOND_MS, 15 * SECOND_MS, MINUTE_MS] as const;
/** An operator is told of a server that has been away for so long. */
const TOLD_AFTER_MS = 5 * MINUTE_MS;
const TOLD_AGAIN_MS = HOUR_MS;

/** What a process knows of its mail server. One that takes no mails is asked now and then, with one of those that wait. */
export interface MailServerWatch {
  /** How many mails may be handed to it now. */
  mailsMax(now: Date): number;
  /** Notes that it takes no mails. @param needsOperator it will not until somebody does something @returns when it is asked again */
  noteAway(ctx: Pick<Ctx, 'clock' | 'logger'>, error: unknown, needsOperator: boolean): Date;
  /** Notes that it has answered as it should. */
  noteThere(ctx: Pick<Ctx, 'logger'>): void;
}

/** Creates the watch of a process over its mail server. */
export function createMailServerWatch(): MailServerWatch {
  let away: { readonly since: Date; failures: number; again: Date; tellAtMs: number } | null = null;
  return {
    mailsMax: (now) => (away === null ? Number.POSITIVE_INFINITY : now < away.again ? 0 : 1),
    noteAway({ clock, logger }, error, needsOperator) {
      const now = clock.now();
      const nowMs = now.getTime();
      away ??= { since: now, failures: 0, again: now, tellAtMs: nowMs + (needsOperator ? 0 : TOLD_AFTER_MS) };
      // Those that were under way when it went tell nothing new.
      if (now < away.again) return away.again;
      away.failures += 1;
      away.again = new Date(nowMs + (PAUSES_MS[Math.min(away.failures, PAUSES_MS.length) - 1] ?? 0));
      const fields = { since: away.since, failures: away.failures, error: String(error) };
      if (nowMs < away.tellAtMs) logger.warn(fields, 'mail server takes no mails');
      else {
        away.tellAtMs = nowMs + TOLD_AGAIN_MS;
        logger.error(fields, 'mail server takes no mails');
      }
      return away.again;
    },
    noteThere({ logger }) {
      if (away !== null) logger.info({ since: away.since, failures: away.failures }, 'mail server takes mails again');
      away = null;
    },
  };
}
