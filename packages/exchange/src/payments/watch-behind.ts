import { readUntold } from '@quydoi/database/repositories/payments';
import { DAY_MS, MINUTE_MS } from '@quydoi/domain/durations';
import type { NetworkCode } from '@quydoi/domain/networks';
import type { SuspensionKey } from '@quydoi/domain/operations/suspension';
import type { Ctx } from '../context.ts';
import { resumeNetwork, suspendNetwork } from '../suspend-network.ts';
import { polledSources } from './polled-sources.ts';

/** Interval of comparing what the sources of a network have told. */
export const BEHIND_POLL_MS = MINUTE_MS;
/** How much later than another a source may tell a payment. */
const BEHIND_MS = 15 * MINUTE_MS;
/** How long ago the payments were told that are compared. */
const COMPARED_MS = DAY_MS;

/**
 * Compares the lists of a network that tell the same payments. One that answers, but lacks a payment that another told a quarter of an hour ago, is
 * `behind`: an alarm that closes nothing, and ends once it has told them all. Otherwise its silence would show only on the day that the other fails.
 */
export async function watchBehind(ctx: Ctx): Promise<false> {
  const lists = Map.groupBy(
    polledSources(ctx).filter(({ source }) => source.kind === 'list'),
    ({ network }) => network,
  );
  const nowMs = ctx.clock.now().getTime();
  const told = { after: new Date(nowMs - COMPARED_MS), until: new Date(nowMs - BEHIND_MS) };
  for (const [network, polled] of lists) {
    if (polled.length === 1) continue;
    const names = polled.map(({ source }) => source.name);
    const untold = await readUntold(ctx.orm, names, told);
    for (const name of names) {
      const lacked = untold.find(({ source }) => source === name);
      if (lacked) await suspendNetwork(ctx, behindKey(network, name), detailOf(lacked));
      else await resumeNetwork(ctx, behindKey(network, name));
    }
  }
  return false;
}

function behindKey(network: NetworkCode, subject: string): SuspensionKey {
  return { network, cause: 'behind', direction: 'in', subject };
}

function detailOf({ count, since }: { readonly count: number; readonly since: Date }): string {
  const what = count === 1 ? '1 payment that another source has told' : `${count} payments that other sources have told, the first`;
  return `it answers, but lacks ${what} at ${since.toISOString()}`;
}
