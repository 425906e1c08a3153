import type { ClaimFacts, PaymentClaim } from '@quydoi/domain/claim/claim';
import type { NetworkCode } from '@quydoi/domain/networks';
import type { Payment } from '@quydoi/domain/transfer/payment';
import { PaymentClaimEntity } from '../entities/claim.ts';
import { PaymentEntity } from '../entities/payment.ts';
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
