import { HOUR_MS } from '@quydoi/domain/durations';
import type { Attempt } from '@quydoi/domain/transfer/attempt';
import type { PayoutCapability } from '@quydoi/rails/rail';
import type { Ctx } from '../context.ts';
import type { ProviderRecord } from './check-attempt.ts';
import type { SignerCtx } from './signer.ts';

/** Bounds of the delay between looks at a settled payout. */
const WATCH_MIN_MS = 5_000;
const WATCH_MAX_MS = 2 * HOUR_MS;

const CHECK_BASE_MS = 500;
const CHECK_MAX_MS = 60_000;
/** Minimum delay after records that could not be read, and the share of a delay by which attempts are spread. */
const UNREAD_MIN_MS = 1_000;
const UNREAD_SPREAD = 0.25;
/** Maximum delay after a chain that could not be read, while a customer waits for a block. */
const UNREAD_CLOSE_MAX_MS = 10_000;
/** Maximum delay between checks while a customer waits for a block or has to enter a code. */
const CLOSE_CHECK_MAX_MS = 3_000;
/** Checks that must have found nothing before an attempt counts as absent. */
const CHECKS_MIN = 5;
/** Factor on the patience with a provider that accepted, before the attempt counts as absent from its records. */
const ACCEPTED_PATIENCE_FACTOR = 6;

/** How a rail pays out; undefined for a rail that this process lacks. */
export type PayoutKind = PayoutCapability['kind'] | undefined;

/**
 * Time of an attempt's next check. Exponential back-off while nothing is found; a quarter of the elapsed time while the provider reports the payout
 * pending, or its records cannot be read (`record` null). After those that cannot be read attempts are spread, so that a provider in trouble is not
 * asked by all of them at once.
 */
export function nextCheckAt(ctx: Pick<Ctx, 'clock' | 'random'>, kind: PayoutKind, attempt: Attempt, record: ProviderRecord | null): Date {
  const now = ctx.clock.now();
  return new Date(now.getTime() + (record === null ? unreadDelayMs(ctx, kind, attempt, now) : delayMs(kind, attempt, record, now)));
}

/**
 * Whether a provider's records have been silent about an attempt for so long that it counts as absent from them. Counts only the time between checks
 * that could read the records, before and after an outage, however old the attempt is.
 */
export function isPatienceOver({ patienceMs, clock }: Pick<SignerCtx, 'patienceMs' | 'clock'>, attempt: Attempt): boolean {
  const wantedMs = patienceMs * (attempt.state === 'sent' ? ACCEPTED_PATIENCE_FACTOR : 1);
  return attempt.checks + 1 >= CHECKS_MIN && readableMs(attempt.checks) >= wantedMs && ageMs(attempt, clock.now()) >= wantedMs;
}

/** Time of the next look at a settled payout: as much later as it has been settled for. */
export function nextWatchAt({ settledAt }: Attempt, now: Date): Date {
  return new Date(now.getTime() + watchPauseMs(now.getTime() - (settledAt ?? now).getTime()));
}

/** Pause before the next look at what ended some time ago: as long, within bounds. */
export function watchPauseMs(endedForMs: number): number {
  return Math.min(Math.max(endedForMs, WATCH_MIN_MS), WATCH_MAX_MS);
}

function delayMs(kind: PayoutKind, attempt: Attempt, { state }: ProviderRecord, now: Date): number {
  const isInHand = state === 'pending' || state === 'waiting-otp';
  const isClose = kind === 'signed' || state === 'waiting-otp';
  const wantedMs = isInHand ? Math.max(CHECK_BASE_MS, ageMs(attempt, now) / 4) : silentDelayMs(attempt.checks);
  return Math.min(wantedMs, isClose ? CLOSE_CHECK_MAX_MS : CHECK_MAX_MS);
}

/** Delay after a check that found nothing, by the number of such checks before it. */
function silentDelayMs(checks: number): number {
  return Math.min(CHECK_BASE_MS * 2 ** checks, CHECK_MAX_MS);
}

/**
 * Least time for which the records could be read between the first of an attempt's checks and the next one: the delays after each of them. None is
 * counted sooner than its delay after the one before, by whichever signer (`settleAttempt`).
 */
function readableMs(checks: number): number {
  return Array.from({ length: checks }, (_, before) => silentDelayMs(before)).reduce((sum, ms) => sum + ms, 0);
}

/** Grows with the attempt's age, so that no count of failures has to be kept: a read that succeeds goes on by the other rules. */
function unreadDelayMs({ random }: Pick<Ctx, 'random'>, kind: PayoutKind, attempt: Attempt, now: Date): number {
  const maxMs = kind === 'signed' ? UNREAD_CLOSE_MAX_MS : CHECK_MAX_MS;
  const wantedMs = Math.min(Math.max(UNREAD_MIN_MS, ageMs(attempt, now) / 4), maxMs);
  const share = (random(1)[0] ?? 0) / 255;
  return wantedMs * (1 - share * UNREAD_SPREAD);
}

/** Time since an attempt was sent, or prepared if it was not. */
function ageMs({ sentAt, createdAt }: Attempt, now: Date): number {
  return now.getTime() - (sentAt ?? createdAt).getTime();
}
