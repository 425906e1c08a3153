import { decideAccepted } from '@quydoi/domain/order/decide-payout';
import type { PayoutState } from '@quydoi/domain/order/payout-steps';
import { decisionContext } from '../context.ts';
import { decideAndApply } from '../decide-and-apply.ts';
import { readPayoutState } from './payout-state.ts';
import { send } from './send.ts';
import type { SignerCtx } from './signer.ts';

/**
 * Sends an attempt again that may have been sent: the same key, or the same signed bytes, is the same payout. A yes is noted; whatever else
 * is answered says nothing about the first time, so only the records end the attempt.
 */
export async function sendAgain(ctx: SignerCtx, state: PayoutState): Promise<void> {
  const payOut = ctx.rails.get(state.payout.rail)?.payOut;
  if (!payOut || payOut.kind === 'one-shot') return;
  await ctx.checkpoint('payout.before-resend');
  const answer = await send(payOut, state);
  await ctx.checkpoint('payout.resent');
  if (answer.state !== 'accepted') {
    const why = answer.state === 'refused' ? answer.detail : answer.error.message;
    ctx.logger.warn({ attempt: state.attempt.key, why }, 'sent again in vain');
    return;
  }
  await decideAndApply(
    ctx,
    () => readPayoutState(ctx.orm, state.attempt.id),
    (current) => {
      const decisionCtx = decisionContext(ctx, 'system', `payout:${state.payout.id}`);
      return current.attempt.state === 'unknown' ? decideAccepted(current, answer.reference, answer.fee, decisionCtx) : null;
    },
  );
}
