import { readSentAttempts, readSettledAttemptsDue } from '@quydoi/database/repositories/payouts';
import { PAYOUT_WATCH_HOURS } from '@quydoi/domain/constants';
import { HOUR_MS } from '@quydoi/domain/durations';
import type { Attempt } from '@quydoi/domain/transfer/attempt';
import { decideRecheck } from '@quydoi/domain/transfer/decide-attempt';
import { decideReversed } from '@quydoi/domain/transfer/decide-outcome';
import { decisionContext } from '../context.ts';
import { decideAndApply } from '../decide-and-apply.ts';
import { NEVER_STOPPED, processDue } from '../process-due.ts';
import { isProviderReachable } from './call-provider.ts';
import { checkAttempt } from './check-attempt.ts';
import { nextWatchAt } from './check-times.ts';
import { reportOthersPaid } from './earlier-attempts.ts';
import { madeAt, type ProviderKey, providerByKey } from './providers.ts';
import { reportContradiction } from './report-contradiction.ts';
import type { SignerCtx } from './signer.ts';
import { type ProviderTransfer, readTransfer, type SignerTransfer } from './signer-obligation.ts';

/** Concurrent lookups of a provider. */
const SLOTS = 8;

/**
 * Polls the settled payouts of a keyed provider during `PAYOUT_WATCH_HOURS`, at growing intervals: for reversals, for transfers that
 * it calls failed now, which count as reversed, and for earlier attempts that have paid as well.
 */
export async function watchSettled(ctx: SignerCtx, key: ProviderKey, stopped: AbortSignal = NEVER_STOPPED): Promise<boolean> {
  const provider = providerByKey(ctx, key);
  if (provider?.payouts.kind !== 'keyed') return false;
  const which = madeAt(ctx, provider);
  return processDue(ctx, {
    concurrency: SLOTS,
    failure: 'payout not watched',
    stopped,
    async readDue(limit) {
      if (!(await isProviderReachable(ctx, provider))) return [];
      const now = ctx.clock.now();
      return readSettledAttemptsDue(ctx.orm, provider.network, now, new Date(now.getTime() - PAYOUT_WATCH_HOURS * HOUR_MS), limit, which);
    },
    idOf: ({ id }) => id,
    fieldsOf: ({ id }) => ({ attempt: id }),
    work: (attempt) => watch(ctx, attempt),
  });
}

async function watch(ctx: SignerCtx, attempt: Attempt): Promise<void> {
  const transfer = await readTransfer(ctx, attempt.id);
  if (!transfer) return;
  const paying = await readPaying(ctx, transfer);
  const record = await checkAttempt(ctx, paying);
  const isTakenBack = record?.state === 'reversed' || record?.state === 'refused';
  await ctx.checkpoint('watch.found');
  await decideAndApply(
    ctx,
    () => readTransfer(ctx, attempt.id),
    (current) => {
      if (current.attempt.state !== 'done') return null;
      const decisionCtx = decisionContext(ctx, 'system', `payout:${current.payout.id}`);
      if (isTakenBack) return decideReversed(current, decisionCtx);
      return decideRecheck(current.attempt, false, nextWatchAt(current.attempt, decisionCtx.now));
    },
  );
  await ctx.checkpoint('watch.after-write');
  if (isTakenBack) ctx.logger.warn({ payout: transfer.payout.id, attempt: attempt.id, state: record.state }, 'payout given back by its provider');
  if (record?.state === 'refused') await reportContradiction(ctx, paying, 'taken-back');
  if (record?.state === 'paid') await reportOthersPaid(ctx, transfer, paying.attempt);
}

/** The attempt whose transfer paid a settled payout: its own, or the earlier attempt that proved to have paid. */
async function readPaying(ctx: SignerCtx, transfer: SignerTransfer): Promise<ProviderTransfer> {
  const { obligation, attempt } = transfer;
  if (attempt.paidByAttemptId === null) return transfer;
  const sent = await readSentAttempts(ctx.orm, obligation.payouts);
  const earlier = sent.find((each) => each.attempt.id === attempt.paidByAttemptId);
  return earlier ? { obligation, ...earlier } : transfer;
}
