import { applyChanges } from '@quydoi/database/apply-changes';
import { ConflictError } from '@quydoi/database/money-tx';
import type { Attempt } from '@quydoi/domain/transfer/attempt';
import { decideSending } from '@quydoi/domain/transfer/decide-attempt';
import { decisionContext } from '../context.ts';
import { decideAndApply, startingFrom } from '../decide-and-apply.ts';
import { isSendingAllowed } from '../market/abilities.ts';
import { onRailTrouble } from '../rail-trouble.ts';
import { decideAnswered, refusesCredentials } from './decide-answered.ts';
import { isBlockedByEarlierAttempt } from './earlier-attempts.ts';
import { send } from './send.ts';
import { settleAttempt } from './settle-attempt.ts';
import type { SignerCtx } from './signer.ts';
import { readTransfer, type SignerTransfer } from './signer-obligation.ts';

/**
 * Sends a prepared attempt for the first time. `sending` is committed as the last act before the socket write: killed before, the attempt is sent
 * later; killed after, only the provider's records can tell.
 */
export async function sendAttempt(ctx: SignerCtx, prepared: Attempt): Promise<void> {
  const transfer = await readTransfer(ctx, prepared.id);
  const payouts = transfer && ctx.rails.get(transfer.payout.network)?.payouts;
  if (!transfer || !payouts || transfer.attempt.state !== 'prepared') return;
  const sending = await beginSending(ctx, transfer);
  if (!sending) return;
  await ctx.checkpoint('payout.sending');
  const answer = await send(ctx, payouts, transfer);
  await ctx.checkpoint('payout.answered');
  const contextOf = ({ payout }: SignerTransfer) => decisionContext(ctx, 'system', `payout:${payout.id}`);
  await decideAndApply(
    ctx,
    startingFrom({ ...transfer, attempt: sending }, () => readTransfer(ctx, prepared.id)),
    (current) => (current.attempt.state === 'sending' ? decideAnswered(current, payouts.kind, answer, contextOf(current)) : null),
  );
  await ctx.checkpoint('payout.after-answer');
  if (refusesCredentials(answer)) {
    const fields = { payout: transfer.payout.id, attempt: prepared.id };
    await onRailTrouble(ctx, transfer.payout.network, 'credentials', 'payout refused', fields);
  }
  await settleAttempt(ctx, prepared.id);
}

/**
 * Commits `sending` and returns the attempt. Null when an earlier attempt forbids it, its network is off, or a concurrent change came first:
 * `settleAttempts` then resumes the attempt.
 */
async function beginSending(ctx: SignerCtx, transfer: SignerTransfer): Promise<Attempt | null> {
  try {
    if (await isBlockedByEarlierAttempt(ctx, transfer)) return null;
    // Never sent, it waits with its network; `settleAttempts` asks again.
    if (!isSendingAllowed(await ctx.settings(), transfer.payout.network)) return null;
    const sending = decideSending(transfer.attempt, decisionContext(ctx, 'system', 'sendAttempt'));
    await applyChanges(ctx.orm, [sending], ctx.clock.now());
    return sending.attempts[0]?.after ?? null;
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
    return null;
  }
}
