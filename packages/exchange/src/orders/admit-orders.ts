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

/** An order ready for admission, with everything that is written with it. */
export interface Candidate {
  readonly order: Order;
  readonly change: Change;
  readonly idempotency: IdempotencyKey | null;
  /** Lease of the order's own deposit address; null on networks with shared accounts. */
  readonly lease: LeaseDraft | null;
}

/**
 * Outcome of an admission. `repeated`: the idempotency key, reference or id exists already; `stale-rate`: the rate changed after it was read;
 * `lease-lost`: the claim on the deposit address expired and another order took it.
 */
export type Admission = 'admitted' | 'stale-rate' | 'lease-lost' | Refusal;

/** Outcomes that a retry would repeat: a limit is reached, or the order was made by an earlier request. */
export type Refusal = 'too-many' | 'busy' | 'reserve-short' | 'repeated';

/** Pseudo-constraint of a failed lease: the claim on the address is no longer valid. */
const LEASE_LOST = 'deposit_address_claim';

/** Remaining capacity of a reserve while a batch is admitted. */
interface ReserveCapacity {
  available: bigint;
  readonly total: bigint;
}

/**
 * Admits a batch of orders in arrival order, in one transaction. Enforces the limits per subject: five unpaid orders, together within 20 % of a
 * reserve from the second order on (25 % for all visitors of one network), and full cover by the reserve. If the batch fails, retries each order
 * alone so that one bad order cannot fail the rest.
 */
export async function admitOrders(ctx: Ctx, candidates: readonly Candidate[]): Promise<Admission[]> {
  const capacities = await readCapacities(ctx);
  try {
    return await withMoneyTx(ctx.orm, (tx) => admitBatch(ctx, tx, candidates, capacities));
  } catch (error) {
    if (candidates.length > 1) return admitSingly(ctx, candidates);
    if (error instanceof OverdrawnError) return ['reserve-short'];
    if (error instanceof ConflictError) return [admissionOf(error)];
    throw error;
  }
}

/** Maps a constraint violation of a single candidate to its outcome. Other conflicts, such as deadlocks, are rethrown. */
function admissionOf(conflict: ConflictError): Admission {
  if (conflict.constraint === 'orders_newest_rate') return 'stale-rate';
  if (conflict.constraint === LEASE_LOST) return 'lease-lost';
  if (REPEATING.has(conflict.constraint)) return 'repeated';
  throw conflict;
}

/** Constraints violated when the order, its reference or its idempotency key exists already. */
const REPEATING = new Set(['idempotency_pkey', 'orders_pkey', 'orders_ref', 'order_event_n', 'posting_pkey', 'posting_one_hold']);

async function admitSingly(ctx: Ctx, candidates: readonly Candidate[]): Promise<Admission[]> {
  const admissions: Admission[] = [];
  for (const candidate of candidates) admissions.push(...(await admitOrders(ctx, [candidate])));
  return admissions;
}

async function admitBatch(
  ctx: Ctx,
  tx: MoneyTx,
  candidates: readonly Candidate[],
  capacities: Map<ReserveCode, ReserveCapacity>,
): Promise<Admission[]> {
  const open = await lockExposures(
    tx,
    candidates.map(({ order }) => order),
  );
  const admissions = candidates.map(({ order }) => {
    const admission = judge(order, open, capacities.get(order.reserve));
    if (admission === 'admitted') addExposure(order, open, capacities.get(order.reserve));
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

function judge(order: Order, open: readonly Exposure[], capacity: ReserveCapacity | undefined): Admission {
  const own = exposureOf(order, 'subject', open);
  const origin = exposureOf(order, 'origin', open);
  if (own.orders >= MAX_OPEN_ORDERS) return 'too-many';
  if (!capacity || capacity.available < order.held) return 'reserve-short';
  const isBusy = own.orders > 0 && exceedsShare(own.holding + order.held, BUSY_RESERVE_SHARE_PERCENT, capacity);
  const isOriginBusy =
    order.customerId === null && origin.orders > 0 && exceedsShare(origin.holding + order.held, BUSY_NETWORK_SHARE_PERCENT, capacity);
  return isBusy || isOriginBusy ? 'busy' : 'admitted';
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

/** Adds an admitted order to the exposures that later orders of the same batch are judged by. */
function addExposure(order: Order, open: Exposure[], capacity: ReserveCapacity | undefined): void {
  for (const party of ['subject', 'origin'] as const) {
    open.push({ party, name: order[party], reserve: order.reserve, openOrders: 1, holding: order.held });
  }
  if (capacity) capacity.available -= order.held;
}

async function readCapacities(ctx: Ctx): Promise<Map<ReserveCode, ReserveCapacity>> {
  const balances = await readReserves(ctx.orm);
  return new Map(balances.map(({ reserve, available, held }) => [reserve, { available, total: available + held }]));
}
