import type { ConfigView, LiveView } from '@quydoi/contract/config';
import type { ConfigExtras } from '@quydoi/contract/config-extras';
import type { Snapshot } from '@quydoi/contract/ports';
import { readReserves } from '@quydoi/database/repositories/ledger';
import { readRecentTrades } from '@quydoi/database/repositories/orders';
import { readRatesAt } from '@quydoi/database/repositories/rates';
import { readApprovedReviews } from '@quydoi/database/repositories/reviews';
import { RECENT_ITEMS } from '@quydoi/domain/constants';
import { HOUR_MS, MINUTE_MS } from '@quydoi/domain/durations';
import type { RateSettings, Versioned } from '@quydoi/domain/settings';
import { listQuestions } from '../content/list-questions.ts';
import { readNewestArticles } from '../content/newest-articles.ts';
import type { Ctx } from '../context.ts';
import { readChainPayouts } from './chain-payouts.ts';
import { keepReading } from './kept-reading.ts';
import { makeSnapshot } from './snapshot.ts';
import { configViewOf, liveViewOf } from './views.ts';

/** Snapshots of the polled configuration, live data and what config-web gives besides, held in memory. */
export interface Snapshots {
  config(): Snapshot<ConfigView>;
  live(): Snapshot<LiveView>;
  /** Read again with the live data, once a minute. */
  extras(): Snapshot<ConfigExtras>;
  /** Rebuilds the snapshot; an unchanged one stays referentially equal. */
  refreshConfig(): Promise<void>;
  refreshLive(): Promise<void>;
}

/** Creates the snapshots. They change only by the refresh methods. */
export async function createSnapshots(ctx: Ctx): Promise<Snapshots> {
  const readConfig = async () => makeSnapshot(configViewOf(await ctx.settings()));
  const earlierRates = keepReading(ctx, MINUTE_MS, () => readHourAgo(ctx));
  const keptExtras = keepReading(ctx, MINUTE_MS, async () => makeSnapshot(await readExtras(ctx)));
  const readLive = async () =>
    makeSnapshot(
      liveViewOf({
        reserves: await readReserves(ctx.orm),
        hourAgo: await earlierRates.get(),
        trades: await readRecentTrades(ctx.orm, RECENT_ITEMS),
        reviews: await readApprovedReviews(ctx.orm, RECENT_ITEMS),
      }),
    );
  let [config, live, extras] = await Promise.all([readConfig(), readLive(), keptExtras.get()]);
  return {
    config: () => config,
    live: () => live,
    extras: () => extras,
    async refreshConfig() {
      config = keepUnchanged(config, await readConfig());
      // A rate may have changed.
      earlierRates.forget();
    },
    async refreshLive() {
      live = keepUnchanged(live, await readLive());
      extras = keepUnchanged(extras, await keptExtras.get());
    },
  };
}

async function readExtras(ctx: Ctx): Promise<ConfigExtras> {
  return {
    version: '',
    articles: await readNewestArticles(ctx),
    questions: { vi: await listQuestions(ctx, { locale: 'vi' }), en: await listQuestions(ctx, { locale: 'en' }) },
    chainPayouts: await readChainPayouts(ctx),
  };
}

/** The rates whose value an hour ago was another one. */
async function readHourAgo(ctx: Ctx): Promise<LiveView['hourAgo']> {
  const settings = await ctx.settings();
  const current = [...ratesOf('buy', settings.buy), ...ratesOf('sell', settings.sell)];
  const rates = await readRatesAt(ctx.orm, current, new Date(ctx.clock.now().getTime() - HOUR_MS));
  return rates
    .filter(({ kind, key, value }) => current.some((rate) => rate.kind === kind && rate.key === key && rate.value !== value))
    .map(({ kind, key, value }) => ({ code: key, kind, value }));
}

function ratesOf<K extends 'buy' | 'sell'>(kind: K, rates: ReadonlyMap<string, Versioned<RateSettings>>) {
  return [...rates].map(([key, { value }]) => ({ kind, key, value: value.value }));
}

function keepUnchanged<T>(old: Snapshot<T>, fresh: Snapshot<T>): Snapshot<T> {
  return old.etag === fresh.etag ? old : fresh;
}
