import type { NetworkCode } from '@quydoi/domain/networks';
import type { Payment, PaymentFact } from '@quydoi/domain/transfer/payment';
import { PaymentEntity, SightingEntity } from '../entities/payment.ts';
import { dbOf, type Orm } from '../orm.ts';
import { readRow, readRows } from '../read-rows.ts';
import { insertRow } from '../write-rows.ts';

const BY_IDENTITY = { name: 'payment by identity', where: 'rail = $1 and account = $2 and reference = $3 and amount = $4' };
const UNMATCHED = { name: 'payments unmatched', where: "state = 'unmatched' and confirmed order by recorded_at limit $1" };
const UNPLACED = { name: 'payments unplaced', where: "state = 'unconfirmed' and order_id is null order by recorded_at limit $1" };
const OF_ORDER = { name: 'payments of order', where: 'order_id = $1 order by recorded_at' };

/** A journalled payment by its identity, or null. */
export async function readPayment(orm: Orm, fact: Pick<PaymentFact, 'rail' | 'account' | 'reference' | 'amount'>): Promise<Payment | null> {
  return readRow<Payment>(orm, PaymentEntity, BY_IDENTITY, [fact.rail, fact.account, fact.reference, fact.amount]);
}

/** Confirmed payments awaiting matching, oldest first. Unconfirmed payments are excluded because they can still be undone. */
export async function readUnmatched(orm: Orm, limit: number): Promise<Payment[]> {
  return readRows<Payment>(orm, PaymentEntity, UNMATCHED, [limit]);
}

/** Unconfirmed payments not linked to an order yet, oldest first. */
export async function readUnplacedPayments(orm: Orm, limit: number): Promise<Payment[]> {
  return readRows<Payment>(orm, PaymentEntity, UNPLACED, [limit]);
}

/** Unconfirmed payments on a rail that were paid before `moment`, oldest first. */
export async function readUnconfirmedBefore(orm: Orm, rail: NetworkCode, moment: Date, limit: number): Promise<Payment[]> {
  return dbOf(orm)
    .selectFrom('payment')
    .selectAll()
    .where('state', '=', 'unconfirmed')
    .where('rail', '=', rail)
    .where('paidAt', '<', moment)
    .orderBy('recordedAt')
    .limit(limit)
    .execute();
}

/** Payments in the operator's inbox, oldest first, with the order they concern. */
export async function readCases(orm: Orm, limit: number): Promise<(Payment & { orderRef: string | null })[]> {
  return dbOf(orm)
    .selectFrom('payment')
    .leftJoin('orders', 'orders.id', 'payment.orderId')
    .selectAll('payment')
    .select('orders.ref as orderRef')
    .where('payment.state', 'in', ['case', 'unmatched'])
    .orderBy('payment.recordedAt')
    .limit(limit)
    .execute() as Promise<(Payment & { orderRef: string | null })[]>;
}

/** Payments linked to an order, oldest first. */
export async function readPaymentsOf(orm: Orm, orderId: string): Promise<Payment[]> {
  return readRows<Payment>(orm, PaymentEntity, OF_ORDER, [orderId]);
}

/** Records that a source reported a payment. Idempotent. */
export async function addSighting(orm: Orm, fact: Pick<PaymentFact, 'source' | 'sourceId'>, paymentId: string, at: Date): Promise<void> {
  const { source, sourceId } = fact;
  await insertRow(orm, SightingEntity, { source, sourceId, paymentId, at }, '(source, source_id) do nothing');
}
