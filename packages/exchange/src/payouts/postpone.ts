import { readAttempt } from '@quydoi/database/repositories/payouts';
import { isLive } from '@quydoi/domain/transfer/attempt';
import { decideRecheck } from '@quydoi/domain/transfer/decide-attempt';
import type { Payout } from '@quydoi/domain/transfer/payout';
import type { Ctx } from '../context.ts';
import { decideAndApply } from '../decide-and-apply.ts';
import type { SignerCtx } from './signer.ts';

/** Delay of a payout or attempt that cannot go on now: its network is off or cannot be read, or it failed unexpectedly. */
const POSTPONED_MS = 5_000;

/** Age up to which a payout that waits is looked at with every poll: usually its money is confirmed within moments. */
const WAITING_CLOSELY_MS = 10_000;
/** Maximum delay between looks at an older one: half as long as it exists, at most a minute. */
const WAITING_MAX_MS = 60_000;

/** Delay of a payout or attempt whose kind of obligation this signer does not know. */
const UNKNOWN_KIND_MS = 30_000;

/** Time at which a payout or attempt postponed now is due again. */
export function postponedUntil({ clock }: Pick<Ctx, 'clock'>): Date {
  return new Date(clock.now().getTime() + POSTPONED_MS);
}

/** Time at which a payout that waits for a confirmation or an approval is due again; null while it stays due. */
export function waitingUntil({ clock }: Pick<Ctx, 'clock'>, { createdAt }: Payout): Date | null {
  const nowMs = clock.now().getTime();
  const ageMs = nowMs - createdAt.getTime();
  return ageMs < WAITING_CLOSELY_MS ? null : new Date(nowMs + Math.min(ageMs / 2, WAITING_MAX_MS));
}

/** Time at which a payout or attempt of an unregistered kind is due again. */
export function unknownKindUntil({ clock }: Pick<Ctx, 'clock'>): Date {
  return new Date(clock.now().getTime() + UNKNOWN_KIND_MS);
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
  await postponeAttempt(ctx, attemptId, unknownKindUntil(ctx));
  ctx.logger.error({ attempt: attemptId }, 'attempt postponed: this signer does not know its obligation');
}
