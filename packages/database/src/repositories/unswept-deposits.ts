import { CURRENCIES, type CurrencyCode } from '@quydoi/domain/currencies';
import type { NetworkCode } from '@quydoi/domain/networks';
import { sql } from 'kysely';
import { dbOf, type Orm } from '../orm.ts';

/** Restriction of the addresses that can be swept. */
export interface SweepableNow {
  readonly now: Date;
  /** Delays before a further sweep by failures, and by refusals, since the last successful one; the last repeats. */
  readonly retryDelaysMs: readonly number[];
}

/** A deposit address and its unswept deposits, in minor units. */
export interface UnsweptAddress {
  readonly index: number;
  readonly left: bigint;
}

/** A deposit address that can be swept now. */
export interface SweepableAddress extends UnsweptAddress {
  /** Whether its last tries failed or were refused. */
  readonly hasFailed: boolean;
  /** Whether orders paid in the network's fee coin lease it: it must stay without code. */
  readonly isForCoin: boolean;
}

/** Deposits `p` of a currency at each address `d`, and what was swept of them, `s`. */
function unsweptOf(currency: CurrencyCode) {
  const { network, reserve } = CURRENCIES[currency];
  return sql`from (
      select account, sum(amount) as amount from payment
      where network = ${network} and unit = ${reserve} and confirmed and state <> 'forged' group by account
    ) p
      join deposit_address d on d.network = ${network} and d.address = p.account
      cross join lateral (
        select sum(amount) as amount from sweep where network = ${network} and address_index = d.index and currency = ${currency}
          and kind = 'sweep' and state = 'done'
      ) s`;
}

/** The sweep in flight of an address `d`. */
const sweepInFlight = sql`select 1 from sweep l where l.network = d.network and l.address_index = d.index and l.state in ('prepared', 'sent')`;

/**
 * Deposit addresses with unswept deposits of at least `min` of a currency, no sweep in flight, and no failure or refusal that was too recent, largest
 * first.
 */
export async function readSweepableAddresses(
  orm: Orm,
  currency: CurrencyCode,
  min: bigint,
  limit: number,
  { now, retryDelaysMs }: SweepableNow,
): Promise<SweepableAddress[]> {
  const { network } = CURRENCIES[currency];
  const { rows } = await sql<{ index: number; left: string; hasFailed: boolean; isForCoin: boolean }>`
    select d.index, p.amount - coalesce(s.amount, 0) as left, d.for_coin as "isForCoin", failed.times > 0 or exists (
        select 1 from sweep_refusal r where r.network = ${network} and r.address_index = d.index and r.currency = ${currency}
      ) as "hasFailed" ${unsweptOf(currency)}
      cross join lateral (
        select count(*) as times, max(f.settled_at) as last_at from sweep f
        where f.network = ${network} and f.address_index = d.index and f.state = 'failed' and f.fee > 0 and f.settled_at > coalesce((
          select max(o.settled_at) from sweep o where o.network = ${network} and o.address_index = d.index and o.kind = 'sweep' and o.state = 'done'
        ), '-infinity')
      ) failed
    where p.amount - coalesce(s.amount, 0) >= ${min}
      and not exists (${sweepInFlight})
      and (failed.times = 0
        or failed.last_at + (${retryDelaysMs}::float8[])[least(failed.times, ${retryDelaysMs.length})] * interval '1 millisecond' <= ${now})
      and not exists (
        select 1 from sweep_refusal r where r.network = ${network} and r.address_index = d.index and r.currency = ${currency}
          and r.last_at + (${retryDelaysMs}::float8[])[least(r.times, ${retryDelaysMs.length})] * interval '1 millisecond' > ${now}
      )
    order by 2 desc limit ${limit}`.execute(dbOf(orm));
  return rows.map(({ left, ...row }) => ({ ...row, left: BigInt(left) }));
}

/** Deposit addresses with unswept deposits of a currency, largest first, whatever is on its way. */
export async function readUnsweptAddresses(orm: Orm, currency: CurrencyCode): Promise<UnsweptAddress[]> {
  const { rows } = await sql<{ index: number; left: string }>`
    select d.index, p.amount - coalesce(s.amount, 0) as left ${unsweptOf(currency)}
    where p.amount - coalesce(s.amount, 0) > 0 order by 2 desc`.execute(dbOf(orm));
  return rows.map(({ index, left }) => ({ index, left: BigInt(left) }));
}

/** A deposit address that no sweep or fund is on its way to or from; null when there is none. */
export async function readIdleAddress(orm: Orm, network: NetworkCode): Promise<number | null> {
  const { rows } = await sql<{ index: number }>`
    select d.index from deposit_address d where d.network = ${network} and not exists (${sweepInFlight}) order by d.index limit 1`.execute(dbOf(orm));
  return rows[0]?.index ?? null;
}

/** Whether an address has unswept deposits of at least `min` of a currency and no sweep in flight. */
export async function isUnswept(orm: Orm, currency: CurrencyCode, min: bigint, address: string): Promise<boolean> {
  const { network, reserve } = CURRENCIES[currency];
  const { rows } = await sql`
    select 1 from deposit_address d where d.network = ${network} and d.address = ${address}
      and ${min} <= (
        select coalesce(sum(amount), 0) from payment
        where network = ${network} and account = ${address} and unit = ${reserve} and confirmed and state <> 'forged'
      ) - (
        select coalesce(sum(amount), 0) from sweep
        where network = ${network} and address_index = d.index and currency = ${currency} and kind = 'sweep' and state = 'done'
      )
      and not exists (${sweepInFlight})`.execute(dbOf(orm));
  return rows.length > 0;
}
