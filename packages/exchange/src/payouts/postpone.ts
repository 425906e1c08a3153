import { isLive } from '@quydoi/domain/transfer/attempt';
import { decideRecheck } from '@quydoi/domain/transfer/decide-attempt';
import type { Ctx } from '../context.ts';
import { decideAndApply } from '../decide-and-apply.ts';
import { readTransfer } from './obligation.ts';
import type { SignerCtx } from './signer.ts';

/** Delay of a payout or attempt that cannot go on now: its network is off or cannot be read, or it failed unexpectedly. */
const POSTPONED_MS = 5_000;

/** Time at which a payout or attempt postponed now is due again. */
export function postponedUntil({ clock }: Pick<Ctx, 'clock'>): Date {
  return new Date(clock.now().getTime() + POSTPONED_MS);
}

/** Postpones an attempt, unless another signer has finished it meanwhile. */
export async function postponeAttempt(ctx: SignerCtx, attemptId: string): Promise<void> {
  const until = postponedUntil(ctx);
  await decideAndApply(
    ctx,
    () => readTransfer(ctx, attemptId),
    ({ attempt }) => (isLive(attempt) ? decideRecheck(attempt, false, until) : null),
  );
}
