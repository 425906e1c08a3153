import { readOwnAddresses } from '@quydoi/database/repositories/leases';
import { readFundedAddresses } from '@quydoi/database/repositories/sweeps';
import type { ReconciliationException } from '@quydoi/domain/transfer/reconciliation-exception';
import type { AssetArrival } from '@quydoi/rails/source';
import type { Ctx } from '../context.ts';
import { reportExceptions } from '../report-exception.ts';
import type { PolledNetworkSource } from './polled-sources.ts';

/** Addresses and assets of one page that are recorded apart; anybody can forge tokens without end. */
const APART_MAX = 20;

type Arrivals = readonly [AssetArrival, ...AssetArrival[]];

/**
 * Records other tokens and coins that arrived at our deposit addresses, for operators: once per address, asset and day (UTC), with the sum of the page
 * that told of it first. More may have come that day: the address's own balance tells. What a page has beyond the maximum is recorded as one, once a day. What we
 * fund sweeps with is our own.
 */
export async function reportOtherAssets(ctx: Ctx, { network, source }: PolledNetworkSource, arrivals: readonly AssetArrival[]): Promise<void> {
  if (arrivals.length === 0) return;
  const own = await readOwnAddresses(ctx.orm, [...new Set(arrivals.map(({ account }) => account))]);
  const arrived = arrivals.filter(({ account }) => own.has(account));
  const funded = await readFundedAddresses(ctx.orm, network, [...new Set(arrived.map(({ txid }) => txid))]);
  const foreign = arrived.filter(({ txid, account }) => funded.get(txid) !== account);
  const groups = [...Map.groupBy(foreign, ({ account, asset }) => `${account} ${asset}`)] as unknown as readonly [string, Arrivals][];
  const day = ctx.clock.now().toISOString().slice(0, 10);
  const shared = { network, source: source.name, kind: 'other_asset' } as const;
  const told = groups.slice(0, APART_MAX).map(([key, group]): ReconciliationException => {
    const [{ account, asset }] = group;
    const amount = group.reduce((sum, each) => sum + each.amount, 0n).toString();
    return { ...shared, sourceId: `${key} ${day}`, account, asset, amount, detail: detailOf(group) };
  });
  const [beyond] = groups.slice(APART_MAX);
  if (beyond) {
    const detail = `${groups.length - APART_MAX} more in one page, as ${detailOf(beyond[1])} at ${beyond[1][0].account}`;
    told.push({ ...shared, sourceId: `beyond ${APART_MAX} ${day}`, account: null, asset: null, amount: null, detail });
  }
  await reportExceptions(ctx, told);
}

function detailOf([{ reference, payer }, ...more]: Arrivals): string {
  return [reference, ...(payer === null ? [] : [`from ${payer}`]), ...(more.length === 0 ? [] : [`and ${more.length} more`])].join(' ');
}
