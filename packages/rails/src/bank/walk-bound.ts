import { HOUR_MS } from '@quydoi/domain/durations';
import type { RailError } from '../rail-error.ts';
import { malformed, type Reporter } from './reported-transfer.ts';

/** Maximum number of pages of one walk through a list: more rows than an account gets in a week. A list with more pages counts as endless. */
const WALK_PAGES_MAX = 1_000;
/** Time after which an endless walk is begun again. */
const ENDLESS_MS = HOUR_MS;

/** A walk through the pages of a list. */
interface Walk {
  readonly page: number;
  readonly startedAt: number;
}

/** Whether a walk has read so many pages that the list counts as endless. */
export function isEndless({ page }: Walk): boolean {
  return page > WALK_PAGES_MAX;
}

/** Whether an endless walk is to be begun again. */
export function isEndlessLong({ startedAt }: Walk, now: Date): boolean {
  return now.getTime() - startedAt >= ENDLESS_MS;
}

/** The trouble of a list that does not end. */
export function endless(reporter: Reporter): RailError {
  return malformed(reporter, 'list', `it does not end within ${WALK_PAGES_MAX} pages`);
}
