import type { CurrencyCode } from '@quydoi/domain/currencies';
import type { NetworkCode } from '@quydoi/domain/networks';
import type { OrderEvent } from '@quydoi/domain/order/event';
import type { Order } from '@quydoi/domain/order/order';
import type { Payment } from '@quydoi/domain/transfer/payment';
import { OrderEntity } from '../entities/order.ts';
import { writePrepared } from '../money-tx.ts';
import { dbOf, type Orm } from '../orm.ts';
import { readRow, readRows } from '../read-rows.ts';

const BY_REF = { name: 'order by ref', where: 'ref = $1' };
const BY_ID = { name: 'order by id', where: 'id = $1' };
const BY_REFS = { name: 'orders by refs', where: 'ref = any($1::text[])' };
const AWAITING = {
  name: 'orders awaiting',
  where: "status in ('pending', 'verifying_transaction') and pay_in_network = $1 and amount_sent = $2 and sender = $3 limit 50",
};
const MISSED_BY_OTHER = {
  name: 'rival order',
  where: `pay_in_network = $1 and amount_sent - amount_paid = $2 and (sender is null and created_at > $3 or sender = any($4::text[])) and id <> $5
    and (status in ('pending', 'verifying_transaction') or status = 'cancelled' and final_at > $3) limit 1`,
};
const PAID = { name: 'orders paid', where: "status = 'paid' and pay_out_network <> all($2::text[]) order by paid_at limit $1" };

const TO_CHARGE = { name: 'orders to charge', where: `from_balance and status = 'pending' order by created_at limit $1` };

/** Orders that wait for their customer's balance to pay them, oldest first. */
export async function readOrdersToCharge(orm: Orm, limit: number): Promise<Order[]> {
  return readRows<Order>(orm, OrderEntity, TO_CHARGE, [limit]);
}

/** An order by its reference, or null. */
export async function readOrder(orm: Orm, ref: string): Promise<Order | null> {
  return readRow<Order>(orm, OrderEntity, BY_REF, [ref]);
}

/** An order by its id, or null. */
export async function readOrderById(orm: Orm, id: string): Promise<Order | null> {
  return readRow<Order>(orm, OrderEntity, BY_ID, [id]);
}

/** The orders with these references; unknown ones are left out. */
export async function readOrdersByRef(orm: Orm, refs: readonly string[]): Promise<Order[]> {
  if (refs.length === 0) return [];
  return readRows<Order>(orm, OrderEntity, BY_REFS, [refs]);
}

/** Orders awaiting exactly this amount from this payer on this network. */
export async function readOrdersAwaiting(orm: Orm, payment: Pick<Payment, 'network' | 'amount' | 'payer'>): Promise<Order[]> {
  if (payment.payer === null) return [];
  return readRows<Order>(orm, OrderEntity, AWAITING, [payment.network, payment.amount, payment.payer]);
}

/**
 * Whether another order lacks exactly this amount and could be meant: an order that declared one of these senders, or declared none and was made after
 * `since`. Cancelled orders count if they ended after `since`. Reads columns that roles can change; `readRivals` reads only what they cannot.
 */
export async function isMissedByOther(
  orm: Orm,
  { payInNetwork, id }: Pick<Order, 'payInNetwork' | 'id'>,
  amount: bigint,
  senders: readonly string[],
  since: Date,
): Promise<boolean> {
  return (await readRows<Order>(orm, OrderEntity, MISSED_BY_OTHER, [payInNetwork, amount, since, senders, id])).length > 0;
}

/**
 * Timed-out orders that still hold reserve and can be ended, by expiry. Two kinds: mismatched orders, and those whose voucher may have been taken, past
 * their timer; and unpaid orders without
 * an unmatched payment whose timer ended before their network's watermark in `endedBefore` (all payments up to it have been read).
 * A network that is not being read delays only its own orders.
 * @param offset number of orders to pass over, which could not be ended
 */
export async function readOrdersTimedOut(
  orm: Orm,
  now: Date,
  endedBefore: ReadonlyMap<NetworkCode, Date>,
  limit: number,
  offset = 0,
): Promise<Order[]> {
  return dbOf(orm)
    .selectFrom('orders')
    .selectAll()
    .where('status', 'in', ['pending', 'verifying_transaction', 'ERROR_EVOUCHER'])
    .where('holding', '>', 0n)
    .where('expiresAt', '<=', now)
    .where((eb) => {
      const awaited = eb
        .selectFrom('payment')
        .select('payment.id')
        .whereRef('payment.orderId', '=', 'orders.id')
        .where('payment.state', '=', 'unmatched');
      const isUnpaid = eb.or([
        eb('status', '=', 'pending'),
        eb.and([eb('status', '=', 'ERROR_EVOUCHER'), eb('reason', '=', 'voucher_refused')]),
        eb.and([eb('status', '=', 'verifying_transaction'), eb('reason', 'is', null), eb.not(eb.exists(awaited))]),
      ]);
      return eb.or([
        eb.and([eb('status', '=', 'verifying_transaction'), eb('reason', 'is not', null)]),
        eb.and([eb('status', '=', 'ERROR_EVOUCHER'), eb('reason', '=', 'voucher_unknown')]),
        ...[...endedBefore].map(([network, moment]) => eb.and([isUnpaid, eb('payInNetwork', '=', network), eb('expiresAt', '<=', moment)])),
      ]);
    })
    .orderBy('expiresAt')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();
}

/** Paid orders whose payout has not been started, except those to be paid out on the given networks. */
export async function readOrdersPaid(orm: Orm, limit: number, except: readonly NetworkCode[]): Promise<Order[]> {
  return readRows<Order>(orm, OrderEntity, PAID, [limit, except]);
}

/** The latest finished trades, newest first. */
export async function readRecentTrades(orm: Orm, limit: number): Promise<Order[]> {
  return dbOf(orm).selectFrom('orders').selectAll().where('status', '=', 'delivered').orderBy('finalAt', 'desc').limit(limit).execute();
}

/** The newest delivered orders of currencies. */
export async function readRecentDeliveries(orm: Orm, to: readonly CurrencyCode[], limit: number): Promise<Order[]> {
  return dbOf(orm)
    .selectFrom('orders')
    .selectAll()
    .where('status', '=', 'delivered')
    .where('to', 'in', to)
    .orderBy('finalAt', 'desc')
    .limit(limit)
    .execute();
}

/** Events of an order, oldest first. */
export async function readOrderEvents(orm: Orm, orderId: string): Promise<OrderEvent[]> {
  return dbOf(orm)
    .selectFrom('order_event')
    .select(['orderId', 'n', 'code', 'params', 'actor', 'cause', 'payoutId', 'at'])
    .where('orderId', '=', orderId)
    .orderBy('n')
    .execute();
}

/** The subject's oldest pending order of the same kind and currency pair, which a new order may supersede; null if none. */
export async function readSupersedable(orm: Orm, subject: string, order: Pick<Order, 'kind' | 'from' | 'to'>): Promise<Order | null> {
  const row = await dbOf(orm)
    .selectFrom('orders')
    .selectAll()
    .where('subject', '=', subject)
    .where('status', '=', 'pending')
    .where('kind', '=', order.kind)
    .where('from', '=', order.from)
    .where('to', '=', order.to)
    .orderBy('createdAt')
    .executeTakeFirst();
  return row ?? null;
}

/** Orders per statement, whose references one notification names (8 kB at most). */
const ORIGINS_ERASED_AT_ONCE = 500;

/** Erases the hash of the caller's network from orders that were final before a time. @returns whether there may be more */
export async function eraseOrigins(orm: Orm, finalBefore: Date): Promise<boolean> {
  const erased = await writePrepared(
    orm,
    'erase origins',
    `update orders set origin = '', version = version + 1
     where id in (select id from orders where final_at < $1 and origin <> '' order by final_at limit $2 for update skip locked)`,
    [finalBefore, ORIGINS_ERASED_AT_ONCE],
  );
  return erased === ORIGINS_ERASED_AT_ONCE;
}
