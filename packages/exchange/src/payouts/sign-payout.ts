import { applyChanges } from '@quydoi/database/apply-changes';
import { decidePostponed, decideSigningFailed, nextKeyOf } from '@quydoi/domain/transfer/decide-attempt';
import type { Payout } from '@quydoi/domain/transfer/payout';
import type { VolumeLimit } from '@quydoi/domain/transfer/volume-limit';
import { RailError } from '@quydoi/rails/rail-error';
import type { SignedPayouts, SignedTransfer } from '@quydoi/rails/signed-payout';
import { decisionContext } from '../context.ts';
import { describeRailError } from '../describe-rail-error.ts';
import { onRailTrouble } from '../rail-trouble.ts';
import { applyWithinLimits } from './apply-within-limits.ts';
import { callProvider } from './call-provider.ts';
import { signInFreeSlots } from './free-slots.ts';
import { postponedUntil, shortUntil } from './postpone.ts';
import { requestUnder } from './rail-requests.ts';
import type { SignerCtx } from './signer.ts';
import type { SignerObligation } from './signer-obligation.ts';

/**
 * Signs a payout's next transfer without storing or sending it. Null when it could not be signed: a refusal by the chain uses up a try; a chain that
 * cannot be reached, a wallet that is short or a slot in use does not.
 * @throws LimitReachedError when the try that failed, which is counted, exceeds one of the limits
 */
export async function signPayout(
  ctx: SignerCtx,
  payouts: SignedPayouts,
  obligation: SignerObligation,
  payout: Payout,
  limits: readonly VolumeLimit[],
): Promise<SignedTransfer | null> {
  const unsent = { obligation, payout };
  try {
    const request = requestUnder(nextKeyOf(unsent), obligation.memo, payout);
    const signed = await signInFreeSlots(ctx, payout.network, (slotsInUse) =>
      // A transfer may have to wait by itself, whoever is asked.
      callProvider(ctx, payout.network, () => payouts.sign(request, ctx.clock.now(), slotsInUse), ['busy']),
    );
    if (!signed) await postpone(ctx, payout);
    return signed;
  } catch (error) {
    if (!(error instanceof RailError)) throw error;
    const reason = describeRailError(error, [obligation.memo]);
    await onRailTrouble(ctx, payout.network, error.trouble, 'payout not signed', { reason, payout: payout.id });
    const decisionCtx = decisionContext(ctx, 'system', `payout:${payout.id}`);
    if (error.trouble === 'refused') await applyWithinLimits(ctx, decideSigningFailed(unsent, error.message, decisionCtx), limits);
    else await postpone(ctx, payout, error.trouble === 'short' ? shortUntil(ctx) : postponedUntil(ctx));
    return null;
  }
}

async function postpone(ctx: SignerCtx, payout: Payout, until = postponedUntil(ctx)): Promise<void> {
  await applyChanges(ctx.orm, [decidePostponed(payout, until)], ctx.clock.now());
}
