import { decideAccepted } from '@quydoi/domain/transfer/decide-attempt';
import { decisionContext } from '../context.ts';
import { decideAndApply } from '../decide-and-apply.ts';
import { providerOf } from './providers.ts';
import { send } from './send.ts';
import type { SignerCtx } from './signer.ts';
import { readTransfer, type SignerTransfer } from './signer-obligation.ts';

/**
 * Sends an attempt again that may have been sent: the same key, or stored signed bytes, is the same payout. An acceptance is recorded; any other
 * answer says nothing about the first send, so only the records end the attempt.
 */
export async function sendAgain(ctx: SignerCtx, transfer: SignerTransfer): Promise<void> {
  const provider = providerOf(ctx, transfer.payout, transfer.attempt);
  if (!provider || provider.payouts.kind === 'one-shot') return;
  await ctx.checkpoint('payout.before-resend');
  const answer = await send(ctx, provider, transfer);
  await ctx.checkpoint('payout.resent');
  if (answer.state !== 'accepted') {
    // Without the provider's words, which may name the account or its holder.
    const trouble = answer.state === 'refused' ? 'refused' : answer.error.trouble;
    ctx.logger.warn({ attempt: transfer.attempt.id, trouble }, 'resend not accepted');
    return;
  }
  await decideAndApply(
    ctx,
    () => readTransfer(ctx, transfer.attempt.id),
    (current) => {
      const decisionCtx = decisionContext(ctx, 'system', `payout:${transfer.payout.id}`);
      return current.attempt.state === 'unknown' ? decideAccepted(current, answer.reference, answer.fee, decisionCtx) : null;
    },
  );
}
