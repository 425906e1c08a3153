import { applyChanges } from '@quydoi/database/apply-changes';
import type { Change } from '@quydoi/domain/change';
import { decideAccepted, decideRefused, decideRetry, decideSending, decideUnknown } from '@quydoi/domain/order/decide-payout';
import type { PayoutState } from '@quydoi/domain/order/payout-steps';
import type { Attempt } from '@quydoi/domain/payout';
import type { PayOut } from '@quydoi/rails/rail';
import { decisionContext } from '../context.ts';
import { decideAndApply } from '../decide-and-apply.ts';
import { onRailTrouble } from '../rail-trouble.ts';
import { wasPaidBefore } from './earlier-attempts.ts';
import { readPayoutState } from './payout-state.ts';
import { type Answer, send } from './send.ts';
import { settleAttempt } from './settle-attempt.ts';
import type { SignerCtx } from './signer.ts';

/**
 * Sends a prepared attempt for the first time. `sending` is committed as the last act before the socket write: killed before it, the
 * attempt is sent later; killed after it, only the provider's records can tell.
 */
export async function sendAttempt(ctx: SignerCtx, prepared: Attempt): Promise<void> {
  const state = await readPayoutState(ctx.orm, prepared.id);
  const payOut = state && ctx.rails.get(state.payout.rail)?.payOut;
  if (!state || !payOut || state.attempt.state !== 'prepared') return;
  if (await wasPaidBefore(ctx, state)) return;
  await applyChanges(ctx.orm, [decideSending(state.attempt, decisionContext(ctx, 'system', 'sendAttempt'))], ctx.clock.now());
  await ctx.checkpoint('payout.sending');
  const answer = await send(payOut, state);
  await ctx.checkpoint('payout.answered');
  await decideAndApply(
    ctx,
    () => readPayoutState(ctx.orm, prepared.id),
    (current) => (current.attempt.state === 'sending' ? judge(ctx, payOut, current, answer) : null),
  );
  await ctx.checkpoint('payout.after-answer');
  if (isCredentialTrouble(answer)) await onRailTrouble(ctx, state.payout.rail, 'credentials', 'payout refused');
  await settleAttempt(ctx, prepared.id);
}

function judge(ctx: SignerCtx, payOut: PayOut, state: PayoutState, answer: Answer): Change {
  const decisionCtx = decisionContext(ctx, 'system', `payout:${state.payout.id}`);
  switch (answer.state) {
    case 'accepted':
      return decideAccepted(state, answer.reference, answer.fee, decisionCtx);
    case 'refused': {
      const isFinal = answer.refusal === 'destination' || answer.refusal === 'other';
      return isFinal ? decideRefused(state, answer.detail, decisionCtx) : decideRetry(state, answer.detail, decisionCtx);
    }
    case 'trouble': {
      // A signed transfer can always be sent again; only the chain's word ends it.
      const isUnknown = answer.error.outcome === 'unknown' || payOut.kind === 'signed';
      return isUnknown ? decideUnknown(state, answer.error.message, decisionCtx) : decideRetry(state, answer.error.message, decisionCtx);
    }
  }
}

function isCredentialTrouble(answer: Answer): boolean {
  return (answer.state === 'refused' && answer.refusal === 'credentials') || (answer.state === 'trouble' && answer.error.trouble === 'credentials');
}
