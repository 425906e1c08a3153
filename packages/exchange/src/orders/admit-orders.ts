import { writeChanges } from '@quydoi/database/apply-changes';
import { ConflictError, type MoneyTx, OverdrawnError, withMoneyTx } from '@quydoi/database/money-tx';
import { type IdempotencyKey, writeIdempotencyKeys } from '@quydoi/database/repositories/idempotency';
import { LEASE_LOST, type LeaseDraft, writeLeases } from '@quydoi/database/repositories/leases';
import type { Change } from '@quydoi/domain/change';
import type { Order } from '@quydoi/domain/order/order';
import type { Ctx } from '../context.ts';
import { type HoldRefusal, lockExposureLimits } from './exposure-limits.ts';
import { type GivenUpLimits, readWasteful } from './given-up-limits.ts';

/** An order ready for admission, with everything that is written with it. */
export interface Candidate {
  readonly order: Order;
  readonly change: Change;
  readonly idempotency: IdempotencyKey | null;
  /** Lease of the order's own deposit address; null on networks with shared accounts. */
  readonly lease: LeaseDraft | null;
}

/**
 * Outcome of an admission. `stale-coupon`: the coupon was changed or ended after it was read, or its time is over. `repeated`: the idempotency key, reference or id exists already; `stale-rate`: the rate changed after it was read;
 * `lease-lost`: the claim on the deposit address expired and another order took it, or the database refuses the lease.
 */
export type Admission = 'admitted' | 'stale-rate' | 'stale-coupon' | 'lease-lost' | Refusal;

/**
 * Outcomes that a retry would repeat: a limit is reached, or an earlier request made the order. `wasteful`: the caller left too many orders unpaid.
 */
export type Refusal = HoldRefusal | 'wasteful' | 'coupon-used-up' | 'coupon-used-before' | 'repeated';

/** Pseudo-constraint of a lease that the database's guard refuses. */
const LEASE_REFUSED = 'lease_allowed';

/**
 * Admits a batch of orders in arrival order, in one transaction, within the exposure limits and the reserve. If the batch fails, retries each order
 * alone so that one bad order cannot fail the rest.
 */
export async function admitOrders(ctx: Ctx, candidates: readonly Candidate[], givenUp: GivenUpLimits): Promise<Admission[]> {
  try {
    return await withMoneyTx(ctx.orm, (tx) => admitBatch(ctx, tx, candidates, givenUp));
  } catch (error) {
    if (candidates.length > 1) return admitSingly(ctx, candidates, givenUp);
    if (error instanceof OverdrawnError) return ['reserve-short'];
    if (error instanceof ConflictError) {
      if (error.constraint === LEASE_REFUSED) reportRefusedLease(ctx, candidates);
      return [admissionOf(error)];
    }
    throw error;
  }
}

/** Raises an alarm about an address that is stored as free but cannot be leased. Its reservation keeps it from other orders until it expires. */
function reportRefusedLease(ctx: Ctx, candidates: readonly Candidate[]): void {
  for (const { lease } of candidates) {
    if (lease) ctx.logger.error({ network: lease.network, address: lease.address }, 'alarm: an address that is stored as free cannot be leased');
  }
}

/** Maps a constraint violation of a single candidate to its outcome. Other conflicts, such as deadlocks, are rethrown. */
function admissionOf(conflict: ConflictError): Admission {
  if (conflict.constraint === 'orders_newest_rate') return 'stale-rate';
  if (conflict.constraint === 'coupon_in_force') return 'stale-coupon';
  if (conflict.constraint === 'coupon_uses') return 'coupon-used-up';
  if (conflict.constraint === 'coupon_uses_of_customer') return 'coupon-used-before';
  if (conflict.constraint === LEASE_LOST || conflict.constraint === LEASE_REFUSED) return 'lease-lost';
  if (REPEATING.has(conflict.constraint)) return 'repeated';
  throw conflict;
}

/** Constraints violated when the order, its reference or its idempotency key exists already. */
const REPEATING = new Set(['idempotency_pkey', 'orders_pkey', 'orders_ref', 'order_event_n', 'posting_pkey', 'posting_one_hold']);

async function admitSingly(ctx: Ctx, candidates: readonly Candidate[], givenUp: GivenUpLimits): Promise<Admission[]> {
  const admissions: Admission[] = [];
  for (const candidate of candidates) admissions.push(...(await admitOrders(ctx, [candidate], givenUp)));
  return admissions;
}

async function admitBatch(ctx: Ctx, tx: MoneyTx, candidates: readonly Candidate[], givenUp: GivenUpLimits): Promise<Admission[]> {
  const now = ctx.clock.now();
  const orders = candidates.map(({ order }) => order);
  const limits = await lockExposureLimits(tx, orders);
  const wasteful = await readWasteful(tx, orders, givenUp, now);
  const admissions = orders.map((order): Admission => {
    const refusal = wasteful.has(order.id) ? 'wasteful' : limits.judge(order);
    if (refusal === null) limits.add(order);
    return refusal ?? 'admitted';
  });
  const admitted = candidates.filter((_, index) => admissions[index] === 'admitted');
  if (admitted.length === 0) return admissions;
  const keys = admitted.flatMap(({ idempotency }) => (idempotency ? [idempotency] : []));
  const leases = admitted.flatMap(({ lease }) => (lease ? [lease] : []));
  await writeChanges(
    tx,
    admitted.map(({ change }) => change),
    now,
    () => [writeIdempotencyKeys(tx, keys, now), writeLeases(tx, leases), tx.commit()],
  );
  return admissions;
}
