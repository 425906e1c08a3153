import { readOwnAddresses } from '@quydoi/database/repositories/leases';
import { readFundedAddresses } from '@quydoi/database/repositories/sweeps';
import type { AssetArrival } from '@quydoi/rails/source';
import type { Ctx } from '../context.ts';
import { reportExceptions } from '../report-exception.ts';
import { otherAssetExceptions } from './other-asset-exceptions.ts';
import type { PolledNetworkSource } from './polled-sources.ts';

/**
 * Records other tokens and coins that arrived at our deposit addresses, for operators: once per address, asset and day (UTC), with the sum in the page
 * that reported it first. More may come that day: only the address's balance shows that. What a page has beyond the maximum is recorded as one
 * exception, once a day. Coins that we sent to pay for sweeps are left out.
 */
export async function reportOtherAssets(ctx: Ctx, { network, source }: PolledNetworkSource, arrivals: readonly AssetArrival[]): Promise<void> {
  if (arrivals.length === 0) return;
  const own = await readOwnAddresses(ctx.orm, [...new Set(arrivals.map(({ account }) => account))]);
  const arrived = arrivals.filter(({ account }) => own.has(account));
  const funded = await readFundedAddresses(ctx.orm, network, [...new Set(arrived.map(({ txid }) => txid))]);
  const foreign = arrived.filter(({ txid, account }) => funded.get(txid) !== account);
  await reportExceptions(ctx, otherAssetExceptions({ network, source }, foreign, ctx.clock.now()));
}
