import { type FailedAttempt, readFailedAttempts } from '@quydoi/database/repositories/payouts';
import { PAYOUT_WATCH_HOURS } from '@quydoi/domain/constants';
import { HOUR_MS } from '@quydoi/domain/durations';
import { isDueAgain } from '../due-again.ts';
import { forEachIsolated } from '../for-each-isolated.ts';
import { NEVER_STOPPED } from '../process-due.ts';
import { isProviderReachable } from './call-provider.ts';
import { watchPauseMs } from './check-times.ts';
import { reportIfPaid } from './earlier-attempts.ts';
import { madeAt, type ProviderKey, providerByKey, providerOf } from './providers.ts';
import type { SignerCtx } from './signer.ts';
import { readObligation, readTransfer, type SignerTransfer } from './signer-obligation.ts';

const BATCH_SIZE = 1_000;
const CONCURRENCY = 4;

/**
 * Looks at the failed payouts of a keyed provider until their order ends, for 30 days at most, and during `PAYOUT_WATCH_HOURS` after it, at growing
 * intervals, while no other payout of the order is to be made, which would look at them itself. What the provider called failed, or did not know, and
 * has paid nevertheless is reported to operators: a refund or a transfer by hand may have replaced it. Withdrawals have a watch of their own.
 */
export async function watchFailed(ctx: SignerCtx, key: ProviderKey, stopped: AbortSignal = NEVER_STOPPED): Promise<false> {
  const provider = providerByKey(ctx, key);
  if (provider?.payouts.kind !== 'keyed' || !(await isProviderReachable(ctx, provider))) return false;
  const nowMs = ctx.clock.now().getTime();
  const since = new Date(nowMs - PAYOUT_WATCH_HOURS * HOUR_MS);
  const failed = await readFailedAttempts(ctx.orm, provider.network, since, BATCH_SIZE, madeAt(ctx, provider));
  const due = failed.filter(({ id, endedAt }) => isDueAgain(ctx, `failed ${id} ${endedAt.getTime()}`, watchPauseMs(nowMs - endedAt.getTime())));
  await forEachIsolated(ctx, due, 'failed payout not watched', (attempt) => watch(ctx, key, attempt), {
    concurrency: CONCURRENCY,
    fieldsOf: ({ id }) => ({ attempt: id }),
    stopped,
  });
  return false;
}

async function watch(ctx: SignerCtx, key: ProviderKey, { id }: FailedAttempt): Promise<void> {
  const transfer = await readTransfer(ctx, id);
  // An attempt of a provider that is gone is left to the first one, which knows nothing of it.
  if (!transfer || providerOf(ctx, transfer.payout, transfer.attempt)?.key !== key) return;
  await reportIfPaid(ctx, transfer, (await isReplaced(ctx, transfer)) ? 'paid-too' : 'paid-after-all');
}

/** Whether another payout that is settled may have paid the same money. */
async function isReplaced(ctx: SignerCtx, { obligation, payout }: SignerTransfer): Promise<boolean> {
  const settled = obligation.payouts.filter(({ state }) => state === 'settled');
  const relations = await Promise.all(settled.map(async (other) => (await readObligation(ctx, other))?.relate(payout, other)));
  return relations.some((relation) => relation === 'same' || relation === 'conflicting');
}
