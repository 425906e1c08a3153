import type { ReserveCode } from '@quydoi/domain/currencies';
import type { NetworkCode } from '@quydoi/domain/networks';
import type { Order } from '@quydoi/domain/order/order';
import type { MoneyTx } from '../money-tx.ts';

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

/** What unpaid orders hold that count against the same limits as some orders. */
export interface Exposures {
  readonly open: readonly Exposure[];
  /** Those of the orders' subjects that had an order delivered before. */
  readonly known: ReadonlySet<string>;
}

/**
 * Condition that the subject of `o` had an order delivered before. A known destination proves nothing: chains show publicly whom we have paid, and
 * people pass on their accounts, so that strangers could use up the share that is kept for known customers.
 */
const IS_KNOWN = `exists (select 1 from orders d where d.status = 'delivered' and d.subject = o.subject)`;

/**
 * Reads the exposure of the orders' subjects and origins under transaction-level advisory locks, which serialize admission per party and reserve.
 * Locks are acquired in sorted order to avoid deadlocks between batches.
 */
export async function lockExposures(tx: MoneyTx, orders: readonly Pick<Order, Party | 'reserve'>[]): Promise<Exposures> {
  const subjects = [...new Set(orders.map((order) => order.subject))];
  const origins = [...new Set(orders.map((order) => order.origin))];
  const reserves = new Set(orders.map(({ reserve }) => reserve));
  const locks = [
    ...subjects.map((subject) => `subject ${subject}`),
    ...origins.map((origin) => `origin ${origin}`),
    ...[...reserves].map((reserve) => `reserve ${reserve}`),
  ].sort();
  await tx.run('lock parties', 'select pg_advisory_xact_lock(hashtextextended(s, 7)) from unnest($1::text[]) s', [locks]);
  const rows = await tx.runPlanned<{ party: Party; name: string; reserve: ReserveCode; open_orders: string; holding: string } | KnownRow>(
    `select 'subject' as party, s.name, o.reserve, o.open_orders, o.holding
     from unnest($1::text[]) as s(name) cross join lateral (
       select reserve, count(*) as open_orders, sum(holding) as holding from orders
       where subject = s.name and status in ('pending', 'verifying_transaction', 'ERROR_EVOUCHER') and holding > 0 group by reserve) o
     union all
     select 'origin', s.name, o.reserve, o.open_orders, o.holding
     from unnest($2::text[]) as s(name) cross join lateral (
       select reserve, count(*) as open_orders, sum(holding) as holding from orders
       where origin = s.name and status in ('pending', 'verifying_transaction', 'ERROR_EVOUCHER') and holding > 0 group by reserve) o
     union all
     select 'known', o.subject, null, 0, 0 from unnest($1::text[]) as o(subject) where ${IS_KNOWN}`,
    [subjects, origins],
  );
  const known = new Set(rows.filter(({ party }) => party === 'known').map(({ name }) => name));
  const open = rows.flatMap((row) => (row.party === 'known' ? [] : [{ ...row, openOrders: Number(row.open_orders), holding: BigInt(row.holding) }]));
  return { open, known };
}

interface KnownRow {
  readonly party: 'known';
  readonly name: string;
}

/**
 * Counts orders that were made after `since`, to be paid on one of these networks, and ended unpaid: by subject and by origin, each up to `most`. Call
 * under the locks of `lockExposures`.
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

/** Sums that unpaid orders hold in a reserve, by whether their subject is known. */
export interface UnpaidHolding {
  readonly known: bigint;
  readonly unknown: bigint;
}

/** Reads what unpaid orders hold on a reserve. Call under the locks of `lockExposures`. */
export async function readUnpaidHolding(tx: MoneyTx, reserve: ReserveCode): Promise<UnpaidHolding> {
  const [row] = await tx.runPlanned<{ known: string; unknown: string }>(
    `select coalesce(sum(holding) filter (where is_known), 0) as known, coalesce(sum(holding) filter (where not is_known), 0) as unknown
     from (select o.holding, ${IS_KNOWN} as is_known from orders o
       where o.status in ('pending', 'verifying_transaction', 'ERROR_EVOUCHER') and o.holding > 0 and o.reserve = $1) x`,
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
