import type { ConfigView, LiveView } from '@quydoi/contract/config';
import type { Snapshot } from '@quydoi/contract/ports';
import { readReserves } from '@quydoi/database/repositories/ledger';
import { readRecentTrades } from '@quydoi/database/repositories/orders';
import { readApprovedReviews } from '@quydoi/database/repositories/reviews';
import { RECENT_ITEMS } from '@quydoi/domain/constants';
import type { Ctx } from '../context.ts';
import { makeSnapshot } from './snapshot.ts';
import { configViewOf, liveViewOf } from './views.ts';

/** Snapshots of the polled configuration and live data, held in memory. */
export interface Snapshots {
  config(): Snapshot<ConfigView>;
  live(): Snapshot<LiveView>;
  /** Rebuilds the snapshot; an unchanged one stays referentially equal. */
  refreshConfig(): Promise<void>;
  refreshLive(): Promise<void>;
}

/** Creates both snapshots. They change only by the refresh methods. */
export async function createSnapshots(ctx: Ctx): Promise<Snapshots> {
  const readConfig = async () => makeSnapshot(configViewOf(await ctx.settings()));
  const readLive = async () =>
    makeSnapshot(
      liveViewOf(await readReserves(ctx.orm), await readRecentTrades(ctx.orm, RECENT_ITEMS), await readApprovedReviews(ctx.orm, RECENT_ITEMS)),
    );
  let [config, live] = await Promise.all([readConfig(), readLive()]);
  return {
    config: () => config,
    live: () => live,
    async refreshConfig() {
      config = keepUnchanged(config, await readConfig());
    },
    async refreshLive() {
      live = keepUnchanged(live, await readLive());
    },
  };
}

function keepUnchanged<T>(old: Snapshot<T>, fresh: Snapshot<T>): Snapshot<T> {
  return old.etag === fresh.etag ? old : fresh;
}
