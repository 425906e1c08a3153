import { HOUR_MS } from '@quydoi/domain/durations';
import type { NetworkCode } from '@quydoi/domain/networks';
import type { BatchSweeps } from '@quydoi/rails/sweeps';
import type { SignerCtx } from '../payouts/signer.ts';

/** Time for which a chain's answer counts. */
const CHECK_MS = HOUR_MS;

/** Whether chains offer batches, as last answered, and until when the answer counts. */
const known = new WeakMap<BatchSweeps, { readonly isAble: boolean; readonly until: Date }>();

/** Whether a chain offers batches, asked before the first one and every hour. @throws RailError when it cannot tell */
export async function areBatchesAble(ctx: SignerCtx, network: NetworkCode, batches: BatchSweeps): Promise<boolean> {
  const now = ctx.clock.now();
  const before = known.get(batches);
  if (before && now < before.until) return before.isAble;
  const isAble = await batches.isAvailable();
  known.set(batches, { isAble, until: new Date(now.getTime() + CHECK_MS) });
  if (isAble !== before?.isAble) ctx.logger.info({ network, isAble }, isAble ? 'deposits are swept in batches' : 'deposits are swept one by one');
  return isAble;
}

/** Has a chain asked again before its next batch: it did not do what it offered. */
export function forgetBatchAbility(batches: BatchSweeps): void {
  known.delete(batches);
}
