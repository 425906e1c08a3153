import { applyChanges } from '@quydoi/database/apply-changes';
import { ConflictError } from '@quydoi/database/money-tx';
import type { Attempt } from '@quydoi/domain/transfer/attempt';
import { decideSending } from '@quydoi/domain/transfer/decide-attempt';
import { decisionContext } from '../context.ts';
import { decideAndApply, startingFrom } from '../decide-and-apply.ts';
import { isSendingAllowed } from '../market/abilities.ts';
import { decideAnswered, refusesCredentials } from './decide-answered.ts';
import { isBlockedByEarlierAttempt } from './earlier-attempts.ts';
import { rememberNeverSent } from './never-sent.ts';
import { withVoucher } from './paid-vouchers.ts';
import { onPayoutTrouble } from './payout-trouble.ts';
import { postponeAttempt } from './postpone.ts';
import { type Provider, providerOf, providersOf } from './providers.ts';
import { send } from './send.ts';
import { settleAttempt } from './settle-attempt.ts';
import type { SignerCtx } from './signer.ts';
import { readTransfer, type SignerTransfer } from './signer-obligation.ts';
import { forgetBalance, whileSending } from './wallets.ts';
import { noteAnswer } from './watch-refusals.ts';

/** Unique index of attempts that may only be sent one at a time. */
const SENT_ALONE = 'attempt_sent_alone';
/** Pause of an attempt while another one is being sent. */
const TURN_MS = 300;

/**
 * Sends a prepared attempt for the first time. `sending` is committed as the last act before the socket write: killed before, the attempt is sent
 * later; killed after, only the provider's records can tell.
 */
export async function sendAttempt(ctx: SignerCtx, prepared: Attempt): Promise<void> {
  const transfer = await readTransfer(ctx, prepared.id);
  const provider = transfer && providerOf(ctx, transfer.payout, transfer.attempt);
  if (!transfer || !provider || transfer.attempt.state !== 'prepared') return;
  await whileSending(ctx, provider, transfer.payout.amount, () => sendTransfer(ctx, provider, transfer));
}

async function sendTransfer(ctx: SignerCtx, provider: Provider, transfer: SignerTransfer): Promise<void> {
  const { id } = transfer.attempt;
  const sending = await beginSending(ctx, transfer);
  if (!sending) return;
  await ctx.checkpoint('payout.sending');
  const answer = await send(ctx, provider, transfer);
  if (answer.state === 'trouble' && answer.error.outcome === 'not-done') rememberNeverSent(ctx, transfer.attempt);
  await ctx.checkpoint('payout.answered');
  const answerer = { kind: provider.payouts.kind, isOneOfSeveral: providersOf(ctx, provider.network).length > 1 };
  const contextOf = ({ payout }: SignerTransfer) => decisionContext(ctx, 'system', `payout:${payout.id}`);
  await decideAndApply(
    ctx,
    startingFrom({ ...transfer, attempt: sending }, () => readTransfer(ctx, id)),
    (current) => {
      if (current.attempt.state !== 'sending') return null;
      const change = decideAnswered(current, answerer, answer, contextOf(current));
      return answer.state === 'accepted' ? withVoucher(ctx, current, change, answer) : change;
    },
  );
  await ctx.checkpoint('payout.after-answer');
  if (provider.payouts.kind !== 'signed') await noteAnswer(ctx, provider, transfer.payout, answer);
  if (refusesCredentials(answer)) {
    const fields = { payout: transfer.payout.id, attempt: id };
    await onPayoutTrouble(ctx, provider, 'credentials', 'payout refused', fields);
  }
  if (answer.state === 'refused' && answer.refusal === 'funds') forgetBalance(ctx, provider);
  await settleAttempt(ctx, id);
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
    const now = ctx.clock.now();
    const sending = decideSending(transfer.attempt, now);
    await applyChanges(ctx.orm, [sending], now);
    return sending.attempts[0]?.after ?? null;
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
    // Others have to be answered before it; looked at again soon.
    if (error.constraint === SENT_ALONE) await postponeAttempt(ctx, transfer.attempt.id, new Date(ctx.clock.now().getTime() + TURN_MS));
    return null;
  }
}
