import { readAttemptsDue, readNetworksOfAttemptsDue } from '@quydoi/database/repositories/payouts';
import type { Change } from '@quydoi/domain/change';
import type { NetworkCode } from '@quydoi/domain/networks';
import type { Attempt } from '@quydoi/domain/transfer/attempt';
import { decideUnknown } from '@quydoi/domain/transfer/decide-attempt';
import { decideRefused } from '@quydoi/domain/transfer/decide-outcome';
import { type Ctx, decisionContext } from '../context.ts';
import { decideAndApply } from '../decide-and-apply.ts';
import { isSendingAllowed } from '../market/abilities.ts';
import { NEVER_STOPPED, processDue } from '../process-due.ts';
import { isOurs, NOT_OURS } from './attempt-codes.ts';
import { isReachable } from './call-provider.ts';
import { postponeAttempt, postponeUnknownAttempt } from './postpone.ts';
import { rejectPayout } from './reject-payout.ts';
import { sendAttempt } from './send-attempt.ts';
import { settleAttempt } from './settle-attempt.ts';
import type { SignerCtx } from './signer.ts';
import { readTransfer, type SignerTransfer } from './signer-obligation.ts';

/** Concurrent attempts of a network. */
const SLOTS = 8;

/** Wakes the loops that settle attempts where some are due: one statement for all networks, because it is made several times a second. */
export async function wakeSettling(ctx: Pick<Ctx, 'orm' | 'clock'>, settling: ReadonlyMap<NetworkCode, { wake(): void }>): Promise<false> {
  for (const network of await readNetworksOfAttemptsDue(ctx.orm, ctx.clock.now())) settling.get(network)?.wake();
  return false;
}

/** Resumes the due attempts of a network: sends prepared ones, and looks up those that may have been sent in the provider's own records. */
export async function settleAttempts(ctx: SignerCtx, network: NetworkCode, stopped: AbortSignal = NEVER_STOPPED): Promise<boolean> {
  return processDue(ctx, {
    concurrency: SLOTS,
    failure: 'attempt not settled',
    stopped,
    async readDue(limit) {
      if (!(await isReachable(ctx, network))) return [];
      const due = await readAttemptsDue(ctx.orm, network, ctx.clock.now(), limit + ctx.inFlight.size);
      return due.filter(({ id }) => !ctx.inFlight.has(id));
    },
    idOf: ({ id }) => id,
    fieldsOf: ({ id }) => ({ attempt: id }),
    work: (attempt) => finish(ctx, attempt),
    // One that fails again and again must not take the slots of the others. If it cannot be postponed either, the run ends.
    afterFailure: ({ id }) => postponeAttempt(ctx, id),
  });
}

async function finish(ctx: SignerCtx, attempt: Attempt): Promise<void> {
  ctx.inFlight.add(attempt.id);
  try {
    if (attempt.state === 'prepared') return await sendPrepared(ctx, attempt);
    if (attempt.state === 'sending') {
      // The process that sent it died before it recorded an answer.
      await change(ctx, attempt.id, 'sending', (state) =>
        decideUnknown(state, 'no answer recorded', decisionContext(ctx, 'system', `payout:${state.payout.id}`)),
      );
    }
    await settleAttempt(ctx, attempt.id);
  } finally {
    ctx.inFlight.delete(attempt.id);
  }
}

/** Sends an attempt left prepared by a crashed process, after validating its payout again. Postponed while the network is switched off. */
async function sendPrepared(ctx: SignerCtx, attempt: Attempt): Promise<void> {
  const transfer = await readTransfer(ctx, attempt.id);
  if (!transfer) return postponeUnknownAttempt(ctx, attempt.id);
  if (!isSendingAllowed(await ctx.settings(), transfer.payout.network)) return postponeAttempt(ctx, attempt.id);
  const reason = (await isOurs(ctx, attempt)) ? await rejectPayout(ctx, transfer.obligation, transfer.payout) : NOT_OURS;
  if (reason === null) return sendAttempt(ctx, attempt);
  if (typeof reason !== 'string') {
    ctx.logger.warn({ payout: transfer.payout.id, attempt: attempt.id, waitsFor: reason.waitsFor, detail: reason.detail }, 'prepared attempt waits');
    return postponeAttempt(ctx, attempt.id);
  }
  const isRejected = await change(ctx, attempt.id, 'prepared', (current) =>
    decideRefused(current, reason, decisionContext(ctx, 'system', `payout:${transfer.payout.id}`)),
  );
  if (!isRejected) return;
  ctx.logger.error({ attempt: attempt.id, reason }, 'payout rejected by the signer');
  ctx.telemetry.refused('payout_evidence');
}

async function change(ctx: SignerCtx, id: string, when: Attempt['state'], decide: (transfer: SignerTransfer) => Change): Promise<boolean> {
  const written = await decideAndApply(
    ctx,
    () => readTransfer(ctx, id),
    (transfer) => (transfer.attempt.state === when ? decide(transfer) : null),
  );
  return written !== null;
}
