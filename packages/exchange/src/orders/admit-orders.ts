import { writeChanges } from '@quydoi/database/apply-changes';
import { ConflictError, type MoneyTx, OverdrawnError, withMoneyTx } from '@quydoi/database/money-tx';
import { type IdempotencyKey, writeIdempotencyKeys } from '@quydoi/database/repositories/idempotency';
import { type LeaseDraft, writeLeases } from '@quydoi/database/repositories/leases';
import { readReserves } from '@quydoi/database/repositories/ledger';
import { type Exposure, lockExposures } from '@quydoi/database/repositories/orders';
import type { Change } from '@quydoi/domain/change';
import { BUSY_NETWORK_SHARE_PERCENT, BUSY_RESERVE_SHARE_PERCENT, MAX_OPEN_ORDERS } from '@quydoi/domain/constants';
import type { ReserveCode } from '@quydoi/domain/currencies';
import type { Order } from '@quydoi/domain/order/order';
import type { Ctx } from '../context.ts';

/** A decided order that waits to be let in. */
export interface Candidate {
  readonly order: Order;
  readonly change: Change;
  readonly idempotency: IdempotencyKey | null;
  /** The address that it is paid to, where it has one of its own. */
  readonly lease: LeaseDraft | null;
}

/**
 * What became of a candidate. `repeated`: its idempotency key, reference or id was there
 * before; `stale-rate`: an operator set another price since it was read; `lease-lost`: its address is somebody else's by now.
 */
export type Admission = 'admitted' | 'stale-rate' | 'lease-lost' | Refusal;

/** Outcomes that a retry would repeat: a limit is reached, or the order was made by an earlier request. */
export type Refusal = 'too-many' | 'busy' | 'reserve-short' | 'repeated';

/** Stands for a constraint: an address is kept only by the claim that it was taken with. */
const LEASE_LOST = 'deposit_address_claim';

/** A reserve as the admission counts it down. */
interface Room {
  available: bigint;
  readonly total: bigint;
}

/**
 * Lets orders in, in the order of their arrival, and writes them together: at most five unpaid ones a subject, from the second on within
 * 20 % of a reserve (50 % for a whole network), and none without its money. When the group fails as a whole, each is tried alone, so that one never costs another.
 */
export async function admitOrders(ctx: Ctx, candidates: readonly Candidate[]): Promise<Admission[]> {
  const rooms = await readRooms(ctx);
  try {
    return await withMoneyTx(ctx.orm, (tx) => admitTogether(ctx, tx, candidates, rooms));
  } catch (error) {
    if (candidates.length > 1) return admitSingly(ctx, candidates);
    if (error instanceof OverdrawnError) return ['reserve-short'];
    if (error instanceof ConflictError) return [admissionOf(error)];
    throw error;
  }
}

/** What a lone candidate ran into. A deadlock or the like is nobody's fault and is thrown on. */
function admissionOf(conflict: ConflictError): Admission {
  if (conflict.constraint === 'orders_newest_rate') return 'stale-rate';
  if (conflict.constraint === LEASE_LOST) return 'lease-lost';
  if (REPEATING.has(conflict.constraint)) return 'repeated';
  throw conflict;
}

/** Constraints that say that the order, its reference or its key was there before. */
const REPEATING = new Set(['idempotency_pkey', 'orders_pkey', 'orders_ref', 'order_event_n', 'posting_pkey', 'posting_one_hold']);

async function admitSingly(ctx: Ctx, candidates: readonly Candidate[]): Promise<Admission[]> {
  const admissions: Admission[] = [];
  for (const candidate of candidates) admissions.push(...(await admitOrders(ctx, [candidate])));
  return admissions;
}

async function admitTogether(ctx: Ctx, tx: MoneyTx, candidates: readonly Candidate[], rooms: Map<ReserveCode, Room>): Promise<Admission[]> {
  const open = await lockExposures(
    tx,
    candidates.map(({ order }) => order),
  );
  const admissions = candidates.map(({ order }) => {
    const admission = judge(order, open, rooms.get(order.reserve));
    if (admission === 'admitted') count(order, open, rooms.get(order.reserve));
    return admission;
  });
  const admitted = candidates.filter((_, index) => admissions[index] === 'admitted');
  if (admitted.length === 0) return admissions;
  const now = ctx.clock.now();
  await writeChanges(
    tx,
    admitted.map(({ change }) => change),
    now,
  );
  await writeIdempotencyKeys(
    tx,
    admitted.flatMap(({ idempotency }) => (idempotency ? [idempotency] : [])),
    now,
  );
  const leases = admitted.flatMap(({ lease }) => (lease ? [lease] : []));
  if (!(await writeLeases(tx, leases))) throw new ConflictError(LEASE_LOST);
  return admissions;
}

function judge(order: Order, open: readonly Exposure[], room: Room | undefined): Admission {
  const own = exposureOf(order, 'subject', open);
  const network = exposureOf(order, 'origin', open);
  if (own.orders >= MAX_OPEN_ORDERS) return 'too-many';
  if (!room || room.available < order.held) return 'reserve-short';
  const isBusy = own.orders > 0 && isBeyond(own.holding + order.held, BUSY_RESERVE_SHARE_PERCENT, room);
  const isNetworkBusy = order.customerId === null && network.orders > 0 && isBeyond(network.holding + order.held, BUSY_NETWORK_SHARE_PERCENT, room);
  return isBusy || isNetworkBusy ? 'busy' : 'admitted';
}

/** A party's open orders over all reserves, and what they hold of this order's. */
function exposureOf(order: Order, party: Exposure['party'], open: readonly Exposure[]): { orders: number; holding: bigint } {
  const own = open.filter((exposure) => exposure.party === party && exposure.name === order[party]);
  return {
    orders: own.reduce((sum, exposure) => sum + exposure.openOrders, 0),
    holding: own.filter(({ reserve }) => reserve === order.reserve).reduce((sum, exposure) => sum + exposure.holding, 0n),
  };
}

function isBeyond(holding: bigint, sharePercent: number, room: Room): boolean {
  return holding * 100n > room.total * BigInt(sharePercent);
}

/** Counts an admitted order for those behind it in the same group. */
function count(order: Order, open: Exposure[], room: Room | undefined): void {
  for (const party of ['subject', 'origin'] as const) {
    open.push({ party, name: order[party], reserve: order.reserve, openOrders: 1, holding: order.held });
  }
  if (room) room.available -= order.held;
}

async function readRooms(ctx: Ctx): Promise<Map<ReserveCode, Room>> {
  const balances = await readReserves(ctx.orm);
  return new Map(balances.map(({ reserve, available, held }) => [reserve, { available, total: available + held }]));
}
