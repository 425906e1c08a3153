import { readOwnAddresses } from '@quydoi/database/repositories/leases';
import { readSweepKeys } from '@quydoi/database/repositories/sweeps';
import type { AssetArrival } from '@quydoi/rails/source';
import type { Ctx } from '../context.ts';
import { reportException } from '../report-exception.ts';
import type { PolledNetworkSource } from './read-sources.ts';

/** Records other tokens and coins that arrived at our deposit addresses, for operators. What we fund sweeps with is our own. */
export async function reportOtherAssets(ctx: Ctx, { network, source }: PolledNetworkSource, arrivals: readonly AssetArrival[]): Promise<void> {
  if (arrivals.length === 0) return;
  const own = await readOwnAddresses(ctx.orm, [...new Set(arrivals.map(({ account }) => account))]);
  const arrived = arrivals.filter(({ account }) => own.has(account));
  const ours = await readSweepKeys(
    ctx.orm,
    network,
    arrived.map(({ txid }) => txid),
  );
  for (const { account, asset, amount, reference, txid, payer } of arrived) {
    if (ours.has(txid)) continue;
    const detail = payer === null ? '' : `from ${payer}`;
    const told = {
      network,
      source: source.name,
      sourceId: reference,
      kind: 'other_asset',
      account,
      asset,
      amount: amount.toString(),
      detail,
    } as const;
    await reportException(ctx, told);
  }
}
