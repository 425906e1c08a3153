import { readAttempt } from '@quydoi/database/repositories/payouts';
import { isLive } from '@quydoi/domain/transfer/attempt';
import { decideRecheck } from '@quydoi/domain/transfer/decide-attempt';
import type { Payout } from '@quydoi/domain/transfer/payout';
import type { Ctx } from '../context.ts';
import { decideAndApply } from '../decide-and-apply.ts';
import type { SignerCtx } from './signer.ts';

/** Delay of a payout or attempt that cannot go on now: its network is off or cannot be read, or it failed unexpectedly. */
const POSTPONED_MS = 5_000;

/** Bounds of the delay between looks at a payout that waits: half as long as it exists. What it waits for makes it due sooner. */
const WAITING_MIN_MS = 1_000;
const WAITING_MAX_MS = 60_000;

/** Delay of a payout whose wallet is short: a person has to fill it up. */
const SHORT_MS = 60_000;

/** Delay of an attempt whose kind of obligation this signer does not know. */
const UNKNOWN_KIND_MS = 30_000;

/** Time at which a payout or attempt postponed now is due again. */
export function postponedUntil({ clock }: Pick<Ctx, 'clock'>): Date {
  return new Date(clock.now().getTime() + POSTPONED_MS);
}

/** Time at which a payout is due again whose wallet is short of money or fee coin now. */
export function shortUntil({ clock }: Pick<Ctx, 'clock'>): Date {
  return new Date(clock.now().getTime() + SHORT_MS);
}

/** Time at which a payout that waits for a confirmation or an approval is looked at again, unless it is due before. */
export function waitingUntil({ clock }: Pick<Ctx, 'clock'>, { createdAt }: Payout): Date {
  const nowMs = clock.now().getTime();
  return new Date(nowMs + Math.min(Math.max((nowMs - createdAt.getTime()) / 2, WAITING_MIN_MS), WAITING_MAX_MS));
}

/** Postpones an attempt, unless another signer has finished it meanwhile. */
export async function postponeAttempt(ctx: SignerCtx, attemptId: string, until = postponedUntil(ctx)): Promise<void> {
  await decideAndApply(
    ctx,
    () => readAttempt(ctx.orm, attemptId),
    (attempt) => (isLive(attempt) ? decideRecheck(attempt, false, until) : null),
  );
}

/** Postpones an attempt whose obligation cannot be read, so that it does not take the slots of the others. */
export async function postponeUnknownAttempt(ctx: SignerCtx, attemptId: string): Promise<void> {
  await postponeAttempt(ctx, attemptId, new Date(ctx.clock.now().getTime() + UNKNOWN_KIND_MS));
  ctx.logger.error({ attempt: attemptId }, 'attempt postponed: this signer does not know its obligation');
}
