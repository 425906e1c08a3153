import type { OrderView } from '@quydoi/contract/orders';
import { type OrderWithEvents, readOrdersWithEvents } from '@quydoi/database/repositories/order-pages';
import type { OrderAccess } from '@quydoi/domain/order/actions';
import type { OrderEvent } from '@quydoi/domain/order/event';
import type { Order } from '@quydoi/domain/order/order';
import type { Settings } from '@quydoi/domain/settings';
import { LRUCache } from 'lru-cache';
import { createBatchQueue } from '../batch-queue.ts';
import type { Ctx } from '../context.ts';
import { NO_MONEY, type OrderMoney, readOrderMoney } from './order-money.ts';
import { orderViewOf } from './order-view.ts';

/** An order as it was last read, with the views made of it. */
export interface OrderPage {
  readonly order: Order;
  /** The view for this access; the same object until what it shows changes. Its `serverTime` is when it was made. */
  view(access: OrderAccess): OrderView;
}

/** The orders that are being watched, read once per change instead of once per poll. */
export interface OrderPages {
  /** The order by its reference (upper case), or null. */
  find(ref: string): Promise<OrderPage | null>;
  /** `find` without waiting; null when the order has to be read. */
  atHand(ref: string): OrderPage | null;
  /** Forgets orders that changed; all of them without an argument, after notifications may have been missed. */
  drop(refs?: readonly string[]): void;
  /** Says that every change up to this moment has been notified: a notification that was sent then has arrived. */
  heardUpTo(moment: Date): void;
}

/** Largest number of cached orders; the least recently polled is evicted first. */
const PAGES_MAX = 10_000;
/** How long a page is believed beyond the last sign that the database's notifications arrive. */
const PAGE_MS = 30_000;
/** How long a view is shown that depends on the time too. */
const VIEW_MS = 30_000;
/** Orders that are read together at most, and groups under way at once. */
const GROUP_MAX = 64;
const GROUPS_AT_ONCE = 2;

interface Kept {
  readonly page: OrderPage;
  readonly settings: Settings;
  readonly readAtMs: number;
}

/** Keeps pages of one process. Whoever listens to the database calls `drop`. */
export function createOrderPages(ctx: Ctx): OrderPages {
  const kept = new LRUCache<string, Kept>({ max: PAGES_MAX });
  const readOne = createBatchQueue<string, OrderWithEvents | null>({
    run: (refs) => readOrdersWithEvents(ctx.orm, refs),
    sizeMax: GROUP_MAX,
    inFlightMax: GROUPS_AT_ONCE,
  });
  const reading = new Map<string, { promise: Promise<OrderPage | null>; isStale: boolean }>();
  let heardAtMs = 0;

  function lookUp(ref: string, settings: Settings): OrderPage | null {
    const found = kept.get(ref);
    if (!found || found.settings !== settings) return null;
    const trueAtMs = showsMoney(found.page.order) ? found.readAtMs : Math.max(found.readAtMs, heardAtMs);
    if (ctx.clock.now().getTime() - trueAtMs > PAGE_MS) return null;
    return found.page;
  }

  function read(ref: string, settings: Settings): Promise<OrderPage | null> {
    const under = reading.get(ref);
    if (under && !under.isStale) return under.promise;
    const entry = { isStale: false, promise: readPage(ctx, readOne(ref), settings) };
    entry.promise = entry.promise
      .then((page) => {
        // What changed while it was being read may have been read in its old state.
        if (page && !entry.isStale) keep(ref, page, settings);
        return page;
      })
      .finally(() => {
        if (reading.get(ref) === entry) reading.delete(ref);
      });
    reading.set(ref, entry);
    return entry.promise;
  }

  function keep(ref: string, page: OrderPage, settings: Settings): void {
    kept.set(ref, { page, settings, readAtMs: ctx.clock.now().getTime() });
  }

  return {
    find: (ref) => ctx.settings().then((settings) => lookUp(ref, settings) ?? read(ref, settings)),
    atHand(ref) {
      const settings = ctx.settingsAtHand();
      return settings && lookUp(ref, settings);
    },
    drop(refs) {
      if (refs === undefined) kept.clear();
      for (const ref of refs ?? []) kept.delete(ref);
      for (const ref of refs ?? reading.keys()) {
        const under = reading.get(ref);
        if (under) under.isStale = true;
      }
    },
    heardUpTo(moment) {
      heardAtMs = moment.getTime();
    },
  };
}

async function readPage(ctx: Ctx, read: Promise<OrderWithEvents | null>, settings: Settings): Promise<OrderPage | null> {
  const found = await read;
  if (!found) return null;
  const { order, events } = found;
  return pageOf(order, events, settings, ctx, await readOrderMoney(ctx.orm, order));
}

/** Whether the page shows payments and payouts, which may change without the order. */
function showsMoney({ status, amountRefunded }: Order): boolean {
  return status === 'verifying_transaction' || amountRefunded !== 0n;
}

/** Whether what is shown of the order, or what can be done with it, changes by time alone: what may be decided ends, and so does what is shown. */
function dependsOnTime({ status, finalAt }: Order): boolean {
  return status === 'verifying_transaction' || finalAt !== null;
}

/** A page of an order that is at hand. */
export function pageOf(
  order: Order,
  events: readonly OrderEvent[],
  settings: Settings,
  ctx: Pick<Ctx, 'clock'>,
  money: OrderMoney = NO_MONEY,
): OrderPage {
  const views = new Map<OrderAccess, OrderView>();
  const isTimed = dependsOnTime(order);
  return {
    order,
    view(access) {
      const made = views.get(access);
      if (made && !isTimed) return made;
      const now = ctx.clock.now();
      if (made && now.getTime() - made.serverTime.getTime() <= VIEW_MS) return made;
      const fresh = orderViewOf(order, events, settings, access, now, money);
      views.set(access, fresh);
      return fresh;
    },
  };
}
