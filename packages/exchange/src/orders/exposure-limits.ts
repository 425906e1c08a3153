import type { MoneyTx } from '@quydoi/database/money-tx';
import { type Exposure, lockExposures, readUnpaidHolding, type UnpaidHolding } from '@quydoi/database/repositories/exposures';
import { readReservesIn } from '@quydoi/database/repositories/ledger';
import {
  BUSY_KNOWN_SHARE_PERCENT,
  BUSY_NETWORK_SHARE_PERCENT,
  BUSY_RESERVE_SHARE_PERCENT,
  BUSY_UNKNOWN_SHARE_PERCENT,
  BUSY_UNPAID_SHARE_PERCENT,
  MAX_OPEN_ORDERS,
} from '@quydoi/domain/constants';
import type { ReserveCode } from '@quydoi/domain/currencies';
import { floorDiv, smaller } from '@quydoi/domain/money';
import type { Order } from '@quydoi/domain/order/order';

/** Whose share of the reserve a hold would exceed: the subject's own, its IP network's, or that of all unpaid orders. */
export type BusyShare = 'subject' | 'network' | 'all';

/** A share of the reserve that a hold would exceed; `room`: what could still be held within all shares. */
export interface BusyReserve {
  readonly busy: BusyShare;
  readonly room: bigint;
}

/**
 * Reasons to refuse a hold. `too-many`: the subject's open orders. `busy`: a share of the reserve is used up. `reserve-short`: the reserve does not
 * cover it.
 */
export type HoldRefusal = 'too-many' | BusyReserve | 'reserve-short';

/** Limits on the holds of unpaid orders, read and locked by one transaction. */
export interface ExposureLimits {
  /** Judges the hold of a new order; null when it is within all limits. */
  judge(order: Order): HoldRefusal | null;
  /** The share that an order that exists would exceed by holding this much more; null when it may. */
  exceededBy(order: Order, more: bigint): BusyShare | null;
  /** Adds a new order's hold to the exposure that later orders are judged by. */
  add(order: Order): void;
}

/** Remaining capacity of a reserve. */
interface ReserveCapacity {
  available: bigint;
  readonly total: bigint;
}

/**
 * Locks and reads the limits of these orders: `MAX_OPEN_ORDERS` per subject, and the shares of a reserve in `domain/constants.ts` (`BUSY_…_PERCENT`).
 */
export async function lockExposureLimits(tx: MoneyTx, orders: readonly Order[]): Promise<ExposureLimits> {
  const exposures = await lockExposures(tx, orders);
  const open = [...exposures.open];
  const isKnown = ({ subject }: Order) => exposures.known.has(subject);
  const balances = await readReservesIn(tx);
  const capacities = new Map<ReserveCode, ReserveCapacity>(
    balances.map(({ reserve, available, held }) => [reserve, { available, total: available + held }]),
  );
  const holdings = await readHoldings(tx, orders, capacities);

  /** What each share leaves to hold; `itself` is 1 if the order is one of the open ones already. */
  function roomsOf(order: Order, itself: number): readonly BusyReserve[] {
    const capacity = capacities.get(order.reserve);
    if (!capacity) return [{ busy: 'all', room: 0n }];
    const rooms: BusyReserve[] = [];
    const limit = (busy: BusyShare, holding: bigint, sharePercent: number) => rooms.push({ busy, room: roomOf(holding, sharePercent, capacity) });
    const own = exposureOf(order, 'subject', open);
    if (own.orders > itself) limit('subject', own.holding, BUSY_RESERVE_SHARE_PERCENT);
    const origin = exposureOf(order, 'origin', open);
    // An account is known wherever it is: others of its network cannot keep it out. A new one is free, and proves nothing.
    const isOfNetwork = order.customerId === null || !isKnown(order);
    if (isOfNetwork && origin.orders > itself) limit('network', origin.holding, BUSY_NETWORK_SHARE_PERCENT);
    const holding = holdings.get(order.reserve);
    if (holding === undefined) return rooms;
    if (isKnown(order)) limit('all', holding.known, BUSY_KNOWN_SHARE_PERCENT);
    else limit('all', holding.unknown, BUSY_UNKNOWN_SHARE_PERCENT);
    limit('all', holding.known + holding.unknown, BUSY_UNPAID_SHARE_PERCENT);
    return rooms;
  }

  /** The first share that holding this much more would exceed, with what all of them leave; null when it is within them. */
  function exceeded(order: Order, more: bigint, itself: number): BusyReserve | null {
    const rooms = roomsOf(order, itself);
    const first = rooms.find(({ room }) => room < more);
    return first === undefined ? null : { busy: first.busy, room: rooms.reduce((least, { room }) => smaller(least, room), first.room) };
  }

  return {
    judge(order) {
      if (exposureOf(order, 'subject', open).orders >= MAX_OPEN_ORDERS) return 'too-many';
      if ((capacities.get(order.reserve)?.available ?? 0n) < order.held) return 'reserve-short';
      return exceeded(order, order.held, 0);
    },
    exceededBy: (order, more) => exceeded(order, more, order.holding > 0n ? 1 : 0)?.busy ?? null,
    add(order) {
      for (const party of ['subject', 'origin'] as const) {
        open.push({ party, name: order[party], reserve: order.reserve, openOrders: 1, holding: order.held });
      }
      const capacity = capacities.get(order.reserve);
      if (capacity) capacity.available -= order.held;
      const holding = holdings.get(order.reserve);
      if (holding === undefined) return;
      const party = isKnown(order) ? 'known' : 'unknown';
      holdings.set(order.reserve, { ...holding, [party]: holding[party] + order.held });
    },
  };
}

/**
 * Reads the holds of unpaid orders on those reserves of which these orders could exceed a share. Skips the others, because the sum over all open orders
 * is expensive.
 */
async function readHoldings(tx: MoneyTx, orders: readonly Order[], capacities: ReadonlyMap<ReserveCode, ReserveCapacity>) {
  const holdings = new Map<ReserveCode, UnpaidHolding>();
  for (const [reserve, asking] of Map.groupBy(orders, (order) => order.reserve)) {
    const capacity = capacities.get(reserve);
    const held = capacity ? capacity.total - capacity.available : 0n;
    const most = asking.reduce((sum, order) => sum + order.held, held);
    if (capacity && roomOf(most, Math.min(BUSY_UNKNOWN_SHARE_PERCENT, BUSY_KNOWN_SHARE_PERCENT), capacity) < 0n)
      holdings.set(reserve, await readUnpaidHolding(tx, reserve));
  }
  return holdings;
}

/** Counts a party's open orders across all reserves, and sums their holds on the reserve of this order. */
function exposureOf(order: Order, party: Exposure['party'], open: readonly Exposure[]): { orders: number; holding: bigint } {
  const own = open.filter((exposure) => exposure.party === party && exposure.name === order[party]);
  return {
    orders: own.reduce((sum, exposure) => sum + exposure.openOrders, 0),
    holding: own.filter(({ reserve }) => reserve === order.reserve).reduce((sum, exposure) => sum + exposure.holding, 0n),
  };
}

/** What a share of a reserve leaves beside what is held already; negative if that is more than the share. */
function roomOf(holding: bigint, sharePercent: number, { total }: ReserveCapacity): bigint {
  return floorDiv(total * BigInt(sharePercent), 100n) - holding;
}
