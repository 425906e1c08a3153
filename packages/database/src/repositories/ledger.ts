import type { ReserveCode } from '@quydoi/domain/currencies';
import { sql } from 'kysely';
import { type MoneyTx, runPrepared } from '../money-tx.ts';
import { dbOf, type Orm } from '../orm.ts';

const HELD_OF_ORDER = `select coalesce(sum(e.amount), 0) as held
  from posting p join entry e on e.posting_id = p.id join account a on a.id = e.account_id
  where p.order_id = $1 and a.name = $2`;

/** Available and held money of a reserve, in minor units. */
export interface ReserveBalance {
  readonly reserve: ReserveCode;
  /** What may still be promised: spendable money that neither orders nor customers' balances need. */
  readonly available: bigint;
  readonly held: bigint;
}

interface ReserveRow {
  readonly reserve: ReserveCode;
  readonly available: string;
  readonly held: string;
}

const RESERVES = `select a.unit as reserve, h.balance as held,
    case when coalesce(t.owed, 0) > 0 then least(a.balance, greatest(uncommitted(a.unit), 0)) else a.balance end as available
  from account a join account h on h.name = 'held:' || a.unit left join balance_total t on t.unit = a.unit where a.name = 'rail:' || a.unit`;

/** Balances of all reserves. */
export async function readReserves(orm: Orm): Promise<ReserveBalance[]> {
  return (await runPrepared<ReserveRow>(orm, 'reserves', RESERVES, [])).map(balanceOf);
}

/** {@link readReserves} inside a transaction. */
export async function readReservesIn(tx: MoneyTx): Promise<ReserveBalance[]> {
  return (await tx.run<ReserveRow>('reserves', RESERVES, [])).rows.map(balanceOf);
}

function balanceOf({ reserve, available, held }: ReserveRow): ReserveBalance {
  return { reserve, available: BigInt(available), held: BigInt(held) };
}

const TRADED = `select 1 from account where name = any($1) and balance <> 0 limit 1`;

/** Whether one of these reserves has been promised, or has paid out or taken in money of orders. */
export async function hasTradedReserve(orm: Orm, reserves: readonly ReserveCode[]): Promise<boolean> {
  const accounts = reserves.flatMap((reserve) => [`held:${reserve}`, `fx:${reserve}`]);
  return (await runPrepared(orm, 'traded reserves', TRADED, [accounts])).length > 0;
}

/** Money that the ledger holds for an order, summed over its entries. */
export async function readHeldOf(orm: Orm, order: { readonly id: string; readonly reserve: ReserveCode }): Promise<bigint> {
  const rows = await runPrepared<{ held: string }>(orm, 'held of order', HELD_OF_ORDER, [order.id, `held:${order.reserve}`]);
  return BigInt(rows[0]?.held ?? 0);
}

/** Trial balance: the sum of all entries per unit. Every sum must be zero. */
export async function readUnitSums(orm: Orm): Promise<{ unit: string; sum: bigint }[]> {
  const { rows } = await sql<{ unit: string; sum: string }>`
    select a.unit, coalesce(sum(e.amount), 0) as sum from account a left join entry e on e.account_id = a.id group by a.unit order by a.unit`.execute(
    dbOf(orm),
  );
  return rows.map((row) => ({ unit: row.unit, sum: BigInt(row.sum) }));
}

/** Accounts whose stored balance differs from the sum of their entries. Must be empty. */
export async function readDrift(orm: Orm): Promise<{ account: string; balance: bigint; entries: bigint }[]> {
  const { rows } = await sql<{ name: string; balance: string; entries: string }>`
    select a.name, a.balance, coalesce(sum(e.amount), 0) as entries from account a left join entry e on e.account_id = a.id
    group by a.id having a.balance <> coalesce(sum(e.amount), 0)`.execute(dbOf(orm));
  return rows.map((row) => ({ account: row.name, balance: BigInt(row.balance), entries: BigInt(row.entries) }));
}

/** Reserves whose held money is not what open orders, and refunds on their way, hold together; there must be none. `orders` is what they hold. */
export async function readHoldDrift(orm: Orm): Promise<{ reserve: string; held: bigint; orders: bigint }[]> {
  const { rows } = await sql<{ reserve: string; held: string; orders: string }>`
    select a.unit as reserve, a.balance as held, coalesce(o.holding, 0) as orders
    from account a left join (
      select reserve, sum(holding) as holding from (
        select reserve, holding from orders where holding > 0
        union all select reserve, held from payout where held > 0 and state in ('queued', 'attempting')
      ) held group by reserve
    ) o on o.reserve = a.unit
    where a.name = 'held:' || a.unit and a.balance <> coalesce(o.holding, 0)`.execute(dbOf(orm));
  return rows.map((row) => ({ reserve: row.reserve, held: BigInt(row.held), orders: BigInt(row.orders) }));
}
