import { NO_CHANGE } from '@quydoi/domain/change';
import { CURRENCIES, type CurrencyCode } from '@quydoi/domain/currencies';
import type { Posting } from '@quydoi/domain/ledger/post';
import type { NetworkCode } from '@quydoi/domain/networks';
import type { Sweep } from '@quydoi/domain/transfer/sweep';
import { sql } from 'kysely';
import { writeChanges } from '../apply-changes.ts';
import { SweepEntity } from '../entities/payout.ts';
import { withMoneyTx } from '../money-tx.ts';
import { dbOf, type Orm } from '../orm.ts';
import { insertRows, updateRows } from '../write-rows.ts';

/** Restriction of the addresses that can be swept. */
export interface SweepableNow {
  readonly now: Date;
  /** Delays before a further sweep by failures since the last successful one; the last repeats. */
  readonly retryDelaysMs: readonly number[];
}

/** A deposit address and its unswept deposits, in minor units. */
export interface SweepableAddress {
  readonly index: number;
  readonly left: bigint;
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
 * Deposit addresses with unswept deposits of at least `min` of a currency, no sweep in flight, and no failure that was too recent, largest first.
 */
export async function readSweepableAddresses(
  orm: Orm,
  currency: CurrencyCode,
  min: bigint,
  limit: number,
  { now, retryDelaysMs }: SweepableNow,
): Promise<SweepableAddress[]> {
  const { network } = CURRENCIES[currency];
  const { rows } = await sql<{ index: number; left: string }>`
    select d.index, p.amount - coalesce(s.amount, 0) as left ${unsweptOf(currency)}
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
    order by 2 desc limit ${limit}`.execute(dbOf(orm));
  return rows.map(({ index, left }) => ({ index, left: BigInt(left) }));
}

/** Deposit addresses with unswept deposits of a currency, largest first, whatever is on its way. */
export async function readUnsweptAddresses(orm: Orm, currency: CurrencyCode): Promise<SweepableAddress[]> {
  const { rows } = await sql<{ index: number; left: string }>`
    select d.index, p.amount - coalesce(s.amount, 0) as left ${unsweptOf(currency)}
    where p.amount - coalesce(s.amount, 0) > 0 order by 2 desc`.execute(dbOf(orm));
  return rows.map(({ index, left }) => ({ index, left: BigInt(left) }));
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

/** Failures on the chain of a network's sweeps since then: each burned its fee. */
export async function countSweepFailures(orm: Orm, network: NetworkCode, since: Date): Promise<number> {
  const { rows } = await sql<{ n: string }>`
    select count(*) as n from sweep where network = ${network} and state = 'failed' and fee > 0 and settled_at > ${since}`.execute(dbOf(orm));
  return Number(rows[0]?.n ?? 0);
}

/** In-flight sweeps that are due for a check, oldest first. */
export async function readSweepsDue(orm: Orm, network: NetworkCode, now: Date, limit: number): Promise<Sweep[]> {
  return dbOf(orm)
    .selectFrom('sweep')
    .selectAll()
    .where('network', '=', network)
    .where('state', 'in', ['prepared', 'sent'])
    .where('nextCheckAt', '<=', now)
    .orderBy('nextCheckAt')
    .limit(limit)
    .execute();
}

/** Inserts a sweep. @throws ConflictError when its address has another one in flight */
export async function addSweep(orm: Orm, sweep: Sweep): Promise<void> {
  await withMoneyTx(orm, (tx) => insertRows(tx, SweepEntity, [sweep]));
}

/** Writes the next version of a sweep with its postings. @throws ConflictError when the stored version is not the one before */
export async function moveSweep(orm: Orm, sweep: Sweep, postings: readonly Posting[], at: Date): Promise<void> {
  await withMoneyTx(orm, async (tx) => {
    await updateRows(tx, SweepEntity, [sweep]);
    await writeChanges(tx, [{ ...NO_CHANGE, postings }], at);
  });
}

/** Filters transaction ids to those of our own sweeps and fundings. */
export async function readSweepKeys(orm: Orm, network: NetworkCode, txids: readonly string[]): Promise<Set<string>> {
  if (txids.length === 0) return new Set();
  const rows = await dbOf(orm).selectFrom('sweep').select('key').where('network', '=', network).where('key', 'in', txids).execute();
  return new Set(rows.map(({ key }) => key));
}

/** A deposit address whose sweeps fail on the chain, and burn their fee each time. */
export interface FailingSweep {
  readonly network: NetworkCode;
  readonly addressIndex: number;
  /** Failures since its last successful sweep. */
  readonly failures: number;
  /** Fees burned by them, in the fee coin's minor units. */
  readonly burned: bigint;
  readonly since: Date;
}

/** Addresses whose sweeps have failed at least twice since the last successful one, longest first. */
export async function readFailingSweeps(orm: Orm): Promise<FailingSweep[]> {
  const { rows } = await sql<{ network: NetworkCode; index: number; failures: string; burned: string; since: Date }>`
    select f.network, f.address_index as index, count(*) as failures, sum(f.fee) as burned, min(f.settled_at) as since
    from sweep f
    where f.state = 'failed' and f.fee > 0 and not exists (
      select 1 from sweep o where o.network = f.network and o.address_index = f.address_index and o.kind = 'sweep' and o.state = 'done'
        and o.settled_at >= f.settled_at
    )
    group by f.network, f.address_index having count(*) > 1 order by since`.execute(dbOf(orm));
  return rows.map(({ network, index, failures, burned, since }) => ({
    network,
    addressIndex: index,
    failures: Number(failures),
    burned: BigInt(burned),
    since: new Date(since),
  }));
}
