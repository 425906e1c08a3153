import type { OrderView } from '@quydoi/contract/orders/order-view';
import { type OrderWithEvents, readOrdersWithEvents } from '@quydoi/database/repositories/order-pages';
import { MINUTE_MS } from '@quydoi/domain/durations';
import type { OrderAccess } from '@quydoi/domain/order/actions';
import type { OrderEvent } from '@quydoi/domain/order/event';
import type { Order } from '@quydoi/domain/order/order';
import type { Settings } from '@quydoi/domain/settings';
import { LRUCache } from 'lru-cache';
import { createBatchQueue } from '../batch-queue.ts';
import type { Ctx } from '../context.ts';
import { isDueAgain } from '../due-again.ts';
import { NO_MONEY_IN_TRANSIT, type OrderMoney, readOrderMoney } from './order-money.ts';
import { ownerOf } from './order-owner.ts';
import { isOrderProven } from './order-proof.ts';
import { orderViewOf } from './order-view.ts';
import type { RequestSecrets } from './request-proof.ts';

/** A cached order with its views. */
export interface CachedOrder {
  readonly order: Order;
  /** The customer whose order it is; null for a visitor's. */
  readonly ownerId: string | null;
  /** View for an access level, referentially stable until its content changes. `serverTime` is the time it was computed. */
  view(access: OrderAccess): OrderView;
}

/** Cache of polled orders: an order is read once per change instead of once per poll. */
export interface OrderViewCache {
  /** Finds an order by its reference (upper case); null when there is none that the web process made. */
  find(ref: string): Promise<CachedOrder | null>;
  /** Returns the cached order synchronously; null when it has to be read. */
  peek(ref: string): CachedOrder | null;
  /** Invalidates changed orders; without an argument all of them, for when notifications may have been missed. */
  drop(refs?: readonly string[]): void;
  /** Confirms that all changes up to `moment` have been notified: a heartbeat sent at that time has arrived. */
  confirmUpTo(moment: Date): void;
}

/** Largest number of cached orders; the least recently polled is evicted first. */
const PAGES_MAX = 10_000;
/** Maximum age of a cached order since the last confirmation that notifications arrive. */
const PAGE_AGE_MAX_MS = 30_000;
/** Maximum age of a view whose content also depends on the time. */
const VIEW_AGE_MAX_MS = 30_000;
const UNPROVEN_INTERVAL_MS = MINUTE_MS;
/** Maximum batch size, and batches in flight. */
const BATCH_SIZE_MAX = 64;
const BATCHES_IN_FLIGHT_MAX = 2;

interface CacheEntry {
  readonly cached: CachedOrder;
  readonly settings: Settings;
  readonly readAtMs: number;
}

/**
 * Creates the cache of a process. The process's notification listener has to call `drop`.
 * @param secrets that orders are proven by: others are not shown, because they may tell an account to pay to that is not ours
 */
export function createOrderViewCache(ctx: Ctx, secrets: RequestSecrets): OrderViewCache {
  const cache = new LRUCache<string, CacheEntry>({ max: PAGES_MAX });
  const readOne = createBatchQueue<string, OrderWithEvents | null>({
    run: (refs) => readOrdersWithEvents(ctx.orm, refs),
    sizeMax: BATCH_SIZE_MAX,
    inFlightMax: BATCHES_IN_FLIGHT_MAX,
  });
  const reading = new Map<string, { promise: Promise<CachedOrder | null>; isStale: boolean }>();
  let confirmedAtMs = 0;

  function lookUp(ref: string, settings: Settings): CachedOrder | null {
    const found = cache.get(ref);
    if (!found || found.settings !== settings) return null;
    const currentAtMs = showsMoney(found.cached.order) ? found.readAtMs : Math.max(found.readAtMs, confirmedAtMs);
    if (ctx.clock.now().getTime() - currentAtMs > PAGE_AGE_MAX_MS) return null;
    return found.cached;
  }

  function read(ref: string, settings: Settings): Promise<CachedOrder | null> {
    const pending = reading.get(ref);
    if (pending && !pending.isStale) return pending.promise;
    const entry = { isStale: false, promise: readPage(ctx, readOne(ref), secrets) };
    entry.promise = entry.promise
      .then((cached) => {
        // An order invalidated during its read may hold the old state.
        if (cached && !entry.isStale) keep(ref, cached, settings);
        return cached;
      })
      .finally(() => {
        if (reading.get(ref) === entry) reading.delete(ref);
      });
    reading.set(ref, entry);
    return entry.promise;
  }

  function keep(ref: string, cached: CachedOrder, settings: Settings): void {
    cache.set(ref, { cached, settings, readAtMs: ctx.clock.now().getTime() });
  }

  return {
    find: (ref) => ctx.settings().then((settings) => lookUp(ref, settings) ?? read(ref, settings)),
    peek(ref) {
      const settings = ctx.settingsAtHand();
      return settings && lookUp(ref, settings);
    },
    drop(refs) {
      if (refs === undefined) cache.clear();
      for (const ref of refs ?? []) cache.delete(ref);
      for (const ref of refs ?? reading.keys()) {
        const pending = reading.get(ref);
        if (pending) pending.isStale = true;
      }
    },
    confirmUpTo(moment) {
      confirmedAtMs = moment.getTime();
    },
  };
}

async function readPage(ctx: Ctx, read: Promise<OrderWithEvents | null>, secrets: RequestSecrets): Promise<CachedOrder | null> {
  const found = await read;
  if (!found) return null;
  const { order, events, adoption } = found;
  if (!isOrderProven(order, secrets)) {
    if (isDueAgain(ctx, 'unproven order', UNPROVEN_INTERVAL_MS)) ctx.logger.error({ order: order.id }, 'alarm: an order was not made by this site');
    return null;
  }
  return cachedOrderOf(order, events, ctx, await readOrderMoney(ctx.orm, order), ownerOf(order, adoption, secrets));
}

/** Whether the view shows payments or payouts, which can change without a change of the order. */
function showsMoney({ status, amountRefunded }: Order): boolean {
  return status === 'verifying_transaction' || amountRefunded !== 0n;
}

/** Whether the view changes with time alone: offers expire, and details of final orders are hidden. */
function dependsOnTime({ status, finalAt }: Order): boolean {
  return status === 'verifying_transaction' || finalAt !== null;
}

/** Creates a cached order from one that was read. */
export function cachedOrderOf(
  order: Order,
  events: readonly OrderEvent[],
  ctx: Pick<Ctx, 'clock' | 'rails'>,
  money: OrderMoney = NO_MONEY_IN_TRANSIT,
  ownerId: string | null = order.customerId,
): CachedOrder {
  const views = new Map<OrderAccess, OrderView>();
  const isTimed = dependsOnTime(order);
  return {
    order,
    ownerId,
    view(access) {
      const cached = views.get(access);
      if (cached && !isTimed) return cached;
      const now = ctx.clock.now();
      if (cached && now.getTime() - cached.serverTime.getTime() <= VIEW_AGE_MAX_MS) return cached;
      const fresh = orderViewOf(order, events, access, now, money, ctx.rails.get(order.payInNetwork)?.checkout);
      views.set(access, fresh);
      return fresh;
    },
  };
}
