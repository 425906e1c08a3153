import { writeChanges } from '@quydoi/database/apply-changes';
import { withMoneyTx } from '@quydoi/database/money-tx';
import { countVolumes } from '@quydoi/database/repositories/payout-volume';
import type { Change } from '@quydoi/domain/change';
import { exceededLimit, type VolumeLimit } from '@quydoi/domain/transfer/volume-limit';
import { signAttempt } from './attempt-codes.ts';
import type { SignerCtx } from './signer.ts';

/** Payouts that were written meanwhile have used up a limit. The message is its reason. */
export class LimitReachedError extends Error {
  override readonly name = 'LimitReachedError';
}

/**
 * Writes a payout's next attempt with its code. The first one the database counts, and the sums are judged in the same transaction: payouts with a
 * limit in common are judged one after another, whichever processes release them.
 * @param limits none for a payout that is approved or was judged before
 * @throws LimitReachedError when the payout exceeds one of them; nothing is written then
 * @throws as `applyChanges`
 */
export async function applyWithinLimits(ctx: SignerCtx, change: Change, limits: readonly VolumeLimit[]): Promise<void> {
  const now = ctx.clock.now();
  await withMoneyTx(ctx.orm, async (tx) => {
    const attempt = change.attempts[0]?.after;
    let volumes: ReturnType<typeof countVolumes> | undefined;
    // Other payouts of the reserve wait from the attempt's row to the end of the transaction.
    await writeChanges(tx, [change], now, () => {
      if (!attempt) return [];
      const signed = signAttempt(tx, ctx, attempt);
      if (limits.length === 0) return [signed];
      volumes = countVolumes(tx, attempt, limits, now);
      return [signed, volumes];
    });
    const reason = volumes && exceededLimit(limits, await volumes, true);
    if (reason) throw new LimitReachedError(reason);
  });
}
