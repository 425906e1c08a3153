import type { ClaimFacts, PaymentClaim } from '@quydoi/domain/claim/claim';
import type { NetworkCode } from '@quydoi/domain/networks';
import type { Order } from '@quydoi/domain/order/order';
import type { Payment } from '@quydoi/domain/transfer/payment';
import { PaymentClaimEntity } from '../entities/claim.ts';
import { OrderEntity } from '../entities/order.ts';
import { PaymentEntity } from '../entities/payment.ts';
import { runPrepared } from '../money-tx.ts';
import { dbOf, type Orm } from '../orm.ts';
import { readRow, readRows } from '../read-rows.ts';
import { insertRow } from '../write-rows.ts';

/** A claim as a customer makes it. */
export interface NewClaim extends ClaimFacts {
  readonly id: string;
  readonly orderId: string;
  readonly n: number;
  readonly createdAt: Date;
}

const NEW = { name: 'claims new', where: `state = 'new' order by created_at limit $1` };
const OPEN = { name: 'claims open', where: `state in ('new', 'open') order by state = 'open', created_at limit $1` };
const BY_ID = { name: 'claim by id', where: 'id = $1' };
// Money that found no order, on a network, recorded since a time.
const UNALLOCATED = {
  name: 'payments unallocated',
  where: `state = 'case' and recorded_at >= $2 and network = $1 and order_id is null order by recorded_at limit $3`,
};

/** Adds a claim under its number. @returns false when the order has one of this number already */
export async function addClaim(orm: Orm, claim: NewClaim): Promise<boolean> {
  return insertRow(orm, PaymentClaimEntity, { ...claim, version: 1, state: 'new', answer: null, answeredAt: null }, 'do nothing');
}

/** How many claims an order has. */
export async function countClaims(orm: Orm, orderId: string): Promise<number> {
  const rows = await dbOf(orm).selectFrom('payment_claim').select('n').where('orderId', '=', orderId).execute();
  return rows.length;
}

/** Claims that were not answered yet: new ones first, then the oldest. */
export async function readClaimsOpen(orm: Orm, limit: number): Promise<PaymentClaim[]> {
  return readRows<PaymentClaim>(orm, PaymentClaimEntity, OPEN, [limit]);
}

/** Claims that are not in their orders' logs yet, oldest first. */
export async function readClaimsNew(orm: Orm, limit: number): Promise<PaymentClaim[]> {
  return readRows<PaymentClaim>(orm, PaymentClaimEntity, NEW, [limit]);
}

/** A place in the order of open claims: by their time, then by id. */
export interface ClaimPlace {
  readonly createdAt: Date;
  readonly id: string;
}

/** Open claims of a stretch that something may be done about, and where the next stretch begins; null after the last one. */
export interface ClaimStretch {
  readonly ids: readonly string[];
  readonly next: ClaimPlace | null;
}

// Its order misses no payment any more, or a payment without an order is exactly what it misses. Both are looked up claim by claim, so that a stretch
// costs as much whatever it holds.
const STRETCH = `
  select c.id, c.created_at, not (o.created_at > $4 and o.status || ' ' || coalesce(o.reason, '') = any($3::text[])) or o.sender is not null and c.reference is not null and exists (
      select 1 from payment p where p.state = 'case' and p.case_code = 'no_order' and p.order_id is null
        and p.recorded_at >= o.created_at and p.network = o.pay_in_network and p.amount = o.amount_sent - o.amount_paid
    ) as is_due
  from (
    select id, created_at, order_id, reference from payment_claim where state = 'open' and (created_at, id) > ($1, $2) order by created_at, id limit $5
  ) c join orders o on o.id = c.order_id order by c.created_at, c.id`;

/**
 * Looks through a stretch of the open claims for those that may be answered without an operator.
 * @param after the place where the stretch begins; null for the first claims
 * @param missing statuses, each with its reason behind a space, in which an order misses a payment
 * @param since orders made before are no longer claimed for
 * @param lookMax claims looked at; at most `dueMax` of them are returned, and the next stretch begins behind the last one
 */
export async function readClaimsDue(
  orm: Orm,
  after: ClaimPlace | null,
  missing: readonly string[],
  since: Date,
  lookMax: number,
  dueMax: number,
): Promise<ClaimStretch> {
  const { createdAt, id } = after ?? FIRST_PLACE;
  const rows = await runPrepared<{ id: string; created_at: string | Date; is_due: boolean }>(orm, 'claims due', STRETCH, [
    createdAt,
    id,
    missing,
    since,
    lookMax,
  ]);
  const due = rows.filter((row) => row.is_due).slice(0, dueMax);
  const last = due.length === dueMax ? due.at(-1) : rows.length === lookMax ? rows.at(-1) : undefined;
  return {
    ids: due.map((row) => row.id),
    next: last ? { createdAt: new Date(last.created_at), id: last.id } : null,
  };
}

const FIRST_PLACE: ClaimPlace = { createdAt: new Date(0), id: '00000000-0000-0000-0000-000000000000' };

const CLAIMED = {
  name: 'orders claimed',
  where: `pay_in_network = $1 and sender is not null and amount_sent - amount_paid = $2 and id <> $3
    and id in (select order_id from payment_claim where state in ('new', 'open')) limit $4`,
};

/** Other orders that a payment of this amount on a network is claimed for, with a declared sender. */
export async function readOrdersClaimed(orm: Orm, order: Order, amount: bigint, limit: number): Promise<Order[]> {
  return readRows<Order>(orm, OrderEntity, CLAIMED, [order.payInNetwork, amount, order.id, limit]);
}

/** A claim by its id, or null. */
export async function readClaim(orm: Orm, id: string): Promise<PaymentClaim | null> {
  return readRow<PaymentClaim>(orm, PaymentClaimEntity, BY_ID, [id]);
}

/** Payments of a network in the operators' inbox that no order is known of, recorded since `since`, oldest first. */
export async function readUnallocated(orm: Orm, network: NetworkCode, since: Date, limit: number): Promise<Payment[]> {
  return readRows<Payment>(orm, PaymentEntity, UNALLOCATED, [network, since, limit]);
}

/** Deletes claims that were answered before a time. */
export async function deleteClaims(orm: Orm, answeredBefore: Date): Promise<void> {
  await dbOf(orm).deleteFrom('payment_claim').where('state', '=', 'answered').where('answeredAt', '<', answeredBefore).execute();
}
