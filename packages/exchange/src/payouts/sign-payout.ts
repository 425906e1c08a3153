import { applyChanges } from '@quydoi/database/apply-changes';
import { decidePutOff, decideUnsigned, nextKeyOf } from '@quydoi/domain/order/decide-payout';
import type { Order } from '@quydoi/domain/order/order';
import type { Payout } from '@quydoi/domain/payout';
import { RailError, type SignedPayOut, type SignedTransfer } from '@quydoi/rails/rail';
import { decisionContext } from '../context.ts';
import { onRailTrouble } from '../rail-trouble.ts';
import { requestUnder } from './payout-state.ts';
import type { SignerCtx } from './signer.ts';

/** When a payout is signed again whose chain could not be reached. */
const SIGN_AGAIN_MS = 5_000;

/**
 * Signs a payout's next transfer; nothing is sent, and what is not stored never will be. Null when it could not be signed: a chain that
 * refuses the transfer uses up a try, one that cannot be reached does not.
 */
export async function signPayout(ctx: SignerCtx, payOut: SignedPayOut, order: Order, payout: Payout): Promise<SignedTransfer | null> {
  try {
    return await payOut.sign(requestUnder(nextKeyOf(order, payout), order, payout), ctx.clock.now(), []);
  } catch (error) {
    if (!(error instanceof RailError)) throw error;
    await onRailTrouble(ctx, payout.rail, error.trouble, 'payout not signed');
    const decisionCtx = decisionContext(ctx, 'system', `payout:${payout.id}`);
    const isRefused = error.trouble === 'refused';
    const change = isRefused
      ? decideUnsigned(order, payout, error.message, decisionCtx)
      : decidePutOff(payout, new Date(decisionCtx.now.getTime() + SIGN_AGAIN_MS));
    await applyChanges(ctx.orm, [change], decisionCtx.now);
    return null;
  }
}
