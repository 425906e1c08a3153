import type { ReconciliationException } from '@quydoi/domain/transfer/reconciliation-exception';
import type { AssetArrival } from '@quydoi/rails/source';
import type { PolledNetworkSource } from './polled-sources.ts';

/** Addresses and assets of one page that are recorded apart; anybody can forge tokens without end. */
const APART_MAX = 20;

type Arrivals = readonly [AssetArrival, ...AssetArrival[]];

/**
 * Exceptions for arrivals of other assets in one page: one per address and asset with their sum, and one for all beyond the maximum. Their ids name
 * the day (UTC), so that each is recorded once a day.
 */
export function otherAssetExceptions(
  { network, source }: PolledNetworkSource,
  arrivals: readonly AssetArrival[],
  now: Date,
): ReconciliationException[] {
  const groups = [...Map.groupBy(arrivals, ({ account, asset }) => `${account} ${asset}`)] as unknown as readonly [string, Arrivals][];
  const day = now.toISOString().slice(0, 10);
  const shared = { network, source: source.name, kind: 'other_asset' } as const;
  const told = groups.slice(0, APART_MAX).map(([key, group]): ReconciliationException => {
    const [{ account, asset }] = group;
    const amount = group.reduce((sum, each) => sum + each.amount, 0n).toString();
    return { ...shared, sourceId: `${key} ${day}`, account, asset, amount, detail: detailOf(group) };
  });
  const [beyond] = groups.slice(APART_MAX);
  if (!beyond) return told;
  const detail = `${groups.length - APART_MAX} more in one page, as ${detailOf(beyond[1])} at ${beyond[1][0].account}`;
  return [...told, { ...shared, sourceId: `beyond ${APART_MAX} ${day}`, account: null, asset: null, amount: null, detail }];
}

function detailOf([{ reference, payer }, ...more]: Arrivals): string {
  return [reference, ...(payer === null ? [] : [`from ${payer}`]), ...(more.length === 0 ? [] : [`and ${more.length} more`])].join(' ');
}
