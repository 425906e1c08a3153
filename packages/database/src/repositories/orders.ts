import type { ReserveCode } from '@quydoi/domain/currencies';
import type { NetworkCode } from '@quydoi/domain/networks';
import type { OrderEvent } from '@quydoi/domain/order/event';
import type { Order } from '@quydoi/domain/order/order';
import type { Payment } from '@quydoi/domain/transfer/payment';
import { OrderEntity } from '../entities/order.ts';
import { type MoneyTx, writePrepared } from '../money-tx.ts';
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
 * Whether another order misses exactly this amount and could be meant: one that declared one of these senders, or was made since `since` and declared
 * none. Cancelled orders count if they ended since `since`. By what orders say now, which roles can change; `readRivals` goes by what they cannot.
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
 * Timed-out orders that still hold reserve and can be ended, by expiry. Two kinds: mismatched orders past their timer, and unpaid orders without
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
    .where('status', 'in', ['pending', 'verifying_transaction'])
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
        eb.and([eb('status', '=', 'verifying_transaction'), eb('reason', 'is', null), eb.not(eb.exists(awaited))]),
      ]);
      return eb.or([
        eb.and([eb('status', '=', 'verifying_transaction'), eb('reason', 'is not', null)]),
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

/** Key by which open-order limits count: the subject, or the network origin. */
type Party = 'subject' | 'origin';

/** Unpaid exposure of a party on one reserve. A partly paid or overpaid order still counts with its full hold. */
export interface Exposure {
  readonly party: Party;
  /** The subject, or the origin. */
  readonly name: string;
  readonly reserve: ReserveCode;
  readonly openOrders: number;
  readonly holding: bigint;
}

/**
 * Reads the exposure of the orders' subjects and origins under transaction-level advisory locks, which serialize admission per party, and of
 * anonymous orders per reserve. Locks are acquired in sorted order to avoid deadlocks between batches.
 */
export async function lockExposures(tx: MoneyTx, orders: readonly Pick<Order, Party | 'customerId' | 'reserve'>[]): Promise<Exposure[]> {
  const subjects = [...new Set(orders.map((order) => order.subject))];
  const origins = [...new Set(orders.map((order) => order.origin))];
  const reserves = new Set(orders.filter(({ customerId }) => customerId === null).map(({ reserve }) => reserve));
  const locks = [
    ...subjects.map((subject) => `subject ${subject}`),
    ...origins.map((origin) => `origin ${origin}`),
    ...[...reserves].map((reserve) => `anonymous ${reserve}`),
  ].sort();
  await tx.run('lock parties', 'select pg_advisory_xact_lock(hashtextextended(s, 7)) from unnest($1::text[]) s', [locks]);
  const rows = await tx.runPlanned<{ party: Party; name: string; reserve: ReserveCode; open_orders: string; holding: string }>(
    `select 'subject' as party, s.name, o.reserve, o.open_orders, o.holding
     from unnest($1::text[]) as s(name) cross join lateral (
       select reserve, count(*) as open_orders, sum(holding) as holding from orders
       where subject = s.name and status in ('pending', 'verifying_transaction') and holding > 0 group by reserve) o
     union all
     select 'origin', s.name, o.reserve, o.open_orders, o.holding
     from unnest($2::text[]) as s(name) cross join lateral (
       select reserve, count(*) as open_orders, sum(holding) as holding from orders
       where origin = s.name and status in ('pending', 'verifying_transaction') and holding > 0 group by reserve) o`,
    [subjects, origins],
  );
  return rows.map((row) => ({ ...row, openOrders: Number(row.open_orders), holding: BigInt(row.holding) }));
}

/**
 * Counts the orders to be paid on some networks that were made since a time and ended unpaid, by subject and by origin, each up to `most`. Call under the
 * locks of `lockExposures`.
 */
export async function readGivenUp(
  tx: MoneyTx,
  orders: readonly Pick<Order, Party>[],
  { networks, since, most }: { readonly networks: readonly NetworkCode[]; readonly since: Date; readonly most: Readonly<Record<Party, number>> },
): Promise<(party: Party, name: string) => number> {
  const unpaid = (party: Party, names: number, max: number) => `select '${party}' as party, s.name, count(*) as orders
    from unnest($${names}::text[]) as s(name) cross join lateral (
      select 1 from orders where ${party} = s.name and status = 'cancelled' and amount_paid = 0 and created_at > $3 and pay_in_network = any($4::text[])
      limit $${max}) o group by s.name`;
  const rows = await tx.runPlanned<{ party: Party; name: string; orders: string }>(`${unpaid('subject', 1, 5)} union all ${unpaid('origin', 2, 6)}`, [
    [...new Set(orders.map(({ subject }) => subject))],
    [...new Set(orders.map(({ origin }) => origin))],
    since,
    networks,
    most.subject,
    most.origin,
  ]);
  const counts = new Map(rows.map((row) => [`${row.party} ${row.name}`, Number(row.orders)]));
  return (party, name) => counts.get(`${party} ${name}`) ?? 0;
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

/**
 * Condition that the subject of order `o` had an order delivered before. Its destination alone proves nothing: chains show whom we have paid, and
 * accounts and wallets are told to many, so that strangers could take up what is kept for those who were here before.
 */
const IS_KNOWN = `exists (select 1 from orders d where d.status = 'delivered' and d.subject = o.subject)`;

/** Sums that unpaid anonymous orders hold on a reserve: those of known subjects, and the others. */
export interface AnonymousHolding {
  readonly known: bigint;
  readonly unknown: bigint;
}

/** Reads what unpaid anonymous orders hold on a reserve. Call under the locks of `lockExposures`. */
export async function readAnonymousHolding(tx: MoneyTx, reserve: ReserveCode): Promise<AnonymousHolding> {
  const [row] = await tx.runPlanned<{ known: string; unknown: string }>(
    `select coalesce(sum(holding) filter (where is_known), 0) as known, coalesce(sum(holding) filter (where not is_known), 0) as unknown
     from (select o.holding, ${IS_KNOWN} as is_known from orders o
       where o.status in ('pending', 'verifying_transaction') and o.holding > 0 and o.reserve = $1 and o.customer_id is null) x`,
    [reserve],
  );
  return { known: BigInt(row?.known ?? 0), unknown: BigInt(row?.unknown ?? 0) };
}

/** Ids of the new orders whose subject had an order delivered before. */
export async function readKnown(tx: MoneyTx, orders: readonly Pick<Order, 'id' | 'subject'>[]): Promise<ReadonlySet<string>> {
  const rows = await tx.runPlanned<{ id: string }>(`select o.id from unnest($1::uuid[], $2::text[]) as o(id, subject) where ${IS_KNOWN}`, [
    orders.map(({ id }) => id),
    orders.map(({ subject }) => subject),
  ]);
  return new Set(rows.map(({ id }) => id));
}
