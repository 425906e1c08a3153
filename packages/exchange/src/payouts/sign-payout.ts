import { applyChanges } from '@quydoi/database/apply-changes';
import { readSlotsInUse } from '@quydoi/database/repositories/payouts';
import { decidePostponed, decideSigningFailed, nextKeyOf } from '@quydoi/domain/transfer/decide-attempt';
import type { Payout } from '@quydoi/domain/transfer/payout';
import { RailError } from '@quydoi/rails/rail-error';
import type { SignedPayOut, SignedTransfer } from '@quydoi/rails/signed-payout';
import { decisionContext } from '../context.ts';
import { onRailTrouble } from '../rail-trouble.ts';
import type { SignerObligation } from './obligation.ts';
import { postponedUntil } from './postpone.ts';
import { requestUnder } from './rail-requests.ts';
import type { SignerCtx } from './signer.ts';

/**
 * Signs a payout's next transfer without storing or sending it. Null when it could not be signed: a refusal by the chain uses up a try, a chain
 * that cannot be reached does not.
 */
export async function signPayout(ctx: SignerCtx, payOut: SignedPayOut, obligation: SignerObligation, payout: Payout): Promise<SignedTransfer | null> {
  const unsent = { obligation, payout };
  try {
    const slotsInUse = await readSlotsInUse(ctx.orm, payout.rail);
    return await payOut.sign(requestUnder(nextKeyOf(unsent), obligation.memo, payout), ctx.clock.now(), slotsInUse);
  } catch (error) {
    if (!(error instanceof RailError)) throw error;
    await onRailTrouble(ctx, payout.rail, error.trouble, 'payout not signed');
    const decisionCtx = decisionContext(ctx, 'system', `payout:${payout.id}`);
    const change =
      error.trouble === 'refused' ? decideSigningFailed(unsent, error.message, decisionCtx) : decidePostponed(payout, postponedUntil(ctx));
    await applyChanges(ctx.orm, [change], decisionCtx.now);
    return null;
  }
}
