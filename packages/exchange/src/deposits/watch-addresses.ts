import { readHighestIndex } from '@quydoi/database/repositories/leases';
import type { NetworkCode } from '@quydoi/domain/networks';
import { RailError } from '@quydoi/rails/rail-error';
import type { Ctx } from '../context.ts';
import { describeRailError } from '../describe-rail-error.ts';
import { onRailTrouble } from '../rail-trouble.ts';

/**
 * Tells a chain's nodes of the deposit addresses that orders have: a node's wallet shows, and lets us spend, only what came to addresses that it
 * watches. They are told again only once there are more.
 * @returns the job; null where nodes need not be told
 */
export function createAddressWatch(ctx: Ctx, network: NetworkCode): (() => Promise<false>) | null {
  const watched = ctx.rails.get(network)?.watched;
  if (!watched) return null;
  let told = -1;
  return async () => {
    const highest = await readHighestIndex(ctx.orm, network);
    if (highest === null || highest <= told) return false;
    try {
      await watched.watch(highest);
      told = highest;
    } catch (error) {
      if (!(error instanceof RailError)) throw error;
      await onRailTrouble(ctx, network, error.trouble, 'deposit addresses not watched', { reason: describeRailError(error) });
    }
    return false;
  };
}
