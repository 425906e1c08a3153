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
    case when coalesce(t.owed, 0) > 0 or owed_in_error(a.unit) > 0 then least(a.balance, greatest(uncommitted(a.unit), 0)) else a.balance end as available
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

/** Money that is owed, by unit and kind; amounts in minor units. */
export interface Owed {
  readonly unit: string;
  /** Sum of customers' balances, and the number of those that are not zero. */
  readonly balances: bigint;
  readonly customers: number;
  /** Withdrawals on their way or in doubt. */
  readonly withdrawals: bigint;
  readonly refunds: bigint;
  /** Payments that belong to no order yet. */
  readonly unmatched: bigint;
}

/** What is owed to customers, by the ledger's accounts. */
export async function readOwed(orm: Orm): Promise<Owed[]> {
  const { rows } = await sql<Record<keyof Owed, string>>`
    select unit, coalesce(-sum(balance) filter (where name like 'customer:%'), 0) as balances,
      count(*) filter (where name like 'customer:%' and balance <> 0) as customers,
      coalesce(-sum(balance) filter (where name like 'withdrawal:%'), 0) as withdrawals,
      coalesce(-sum(balance) filter (where name like 'refund:%'), 0) as refunds,
      coalesce(-sum(balance) filter (where name like 'suspense:%'), 0) as unmatched
    from account group by unit order by unit`.execute(dbOf(orm));
  return rows.map(({ unit, balances, customers, withdrawals, refunds, unmatched }) => ({
    unit,
    balances: BigInt(balances),
    customers: Number(customers),
    withdrawals: BigInt(withdrawals),
    refunds: BigInt(refunds),
    unmatched: BigInt(unmatched),
  }));
}

/** What paid orders are still to be paid out, by reserve. */
export async function readOrdersOwed(orm: Orm): Promise<ReadonlyMap<string, bigint>> {
  const { rows } = await sql<{ reserve: string; owed: string }>`
    select reserve, sum(holding) as owed from orders where holding > 0 and amount_paid > 0 group by reserve`.execute(dbOf(orm));
  return new Map(rows.map(({ reserve, owed }) => [reserve, BigInt(owed)]));
}

/** Balances of the ledger's accounts of our own money. */
export async function readOwnMoney(orm: Orm): Promise<ReadonlyMap<string, bigint>> {
  const { rows } = await sql<{ name: string; balance: string }>`
    select name, balance from account where name like 'rail:%' or name like 'held:%' or name like 'gas:%'`.execute(dbOf(orm));
  return new Map(rows.map(({ name, balance }) => [name, BigInt(balance)]));
}

/** Units whose customers' balances are not what is kept as their sum, or as their newest lines; there must be none. */
export async function readBalanceDrift(orm: Orm): Promise<{ unit: string; balances: bigint; total: bigint; lines: bigint }[]> {
  const { rows } = await sql<{ unit: string; balances: string; total: string; lines: string }>`
    select t.unit, t.owed as total, coalesce(s.balances, 0) as balances, coalesce(s.lines, 0) as lines from balance_total t left join (
      select a.unit, -sum(a.balance) as balances, sum(coalesce(l.balance, 0)) as lines from account a
      left join lateral (select l.balance from balance_line l where l.account_id = a.id order by l.n desc limit 1) l on true
      where a.name like 'customer:%' group by a.unit
    ) s on s.unit = t.unit where t.owed <> coalesce(s.balances, 0) or t.owed <> coalesce(s.lines, 0)`.execute(dbOf(orm));
  return rows.map(({ unit, balances, total, lines }) => ({ unit, balances: BigInt(balances), total: BigInt(total), lines: BigInt(lines) }));
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
