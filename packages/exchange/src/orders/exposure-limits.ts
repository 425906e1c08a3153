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
import type { Order } from '@quydoi/domain/order/order';

/** Whose share of the reserve a hold would exceed: the subject's own, its IP network's, or that of all unpaid orders. */
export type BusyShare = 'subject' | 'network' | 'all';

/**
 * Reasons to refuse a hold. `too-many`: the subject's open orders. `busy`: a share of the reserve is used up. `reserve-short`: the reserve does not
 * cover it.
 */
export type HoldRefusal = 'too-many' | { readonly busy: BusyShare } | 'reserve-short';

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

  /** @param itself 1 if the order is one of the open ones already */
  function exceededShare(order: Order, more: bigint, itself: number): BusyShare | null {
    const capacity = capacities.get(order.reserve);
    if (!capacity) return 'all';
    const own = exposureOf(order, 'subject', open);
    if (own.orders > itself && exceedsShare(own.holding + more, BUSY_RESERVE_SHARE_PERCENT, capacity)) return 'subject';
    const origin = exposureOf(order, 'origin', open);
    // An account is known wherever it is: others of its network cannot keep it out. A new one is free, and proves nothing.
    const isOfNetwork = order.customerId === null || !isKnown(order);
    if (isOfNetwork && origin.orders > itself && exceedsShare(origin.holding + more, BUSY_NETWORK_SHARE_PERCENT, capacity)) return 'network';
    const holding = holdings.get(order.reserve);
    if (holding === undefined) return null;
    const isCrowded = isKnown(order)
      ? exceedsShare(holding.known + more, BUSY_KNOWN_SHARE_PERCENT, capacity)
      : exceedsShare(holding.unknown + more, BUSY_UNKNOWN_SHARE_PERCENT, capacity);
    return isCrowded || exceedsShare(holding.known + holding.unknown + more, BUSY_UNPAID_SHARE_PERCENT, capacity) ? 'all' : null;
  }

  return {
    judge(order) {
      if (exposureOf(order, 'subject', open).orders >= MAX_OPEN_ORDERS) return 'too-many';
      if ((capacities.get(order.reserve)?.available ?? 0n) < order.held) return 'reserve-short';
      const busy = exceededShare(order, order.held, 0);
      return busy && { busy };
    },
    exceededBy: (order, more) => exceededShare(order, more, order.holding > 0n ? 1 : 0),
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
    if (capacity && exceedsShare(most, Math.min(BUSY_UNKNOWN_SHARE_PERCENT, BUSY_KNOWN_SHARE_PERCENT), capacity))
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

function exceedsShare(holding: bigint, sharePercent: number, capacity: ReserveCapacity): boolean {
  return holding * 100n > capacity.total * BigInt(sharePercent);
}
