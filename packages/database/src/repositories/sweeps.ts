import { NO_CHANGE } from '@quydoi/domain/change';
import { CURRENCIES, type CurrencyCode, RESERVES, type ReserveCode } from '@quydoi/domain/currencies';
import type { AccountName } from '@quydoi/domain/ledger/accounts';
import type { Posting } from '@quydoi/domain/ledger/post';
import type { NetworkCode } from '@quydoi/domain/networks';
import type { Sweep } from '@quydoi/domain/transfer/sweep';
import { sql } from 'kysely';
import { writeChanges } from '../apply-changes.ts';
import { SweepEntity } from '../entities/payout.ts';
import { type MoneyTx, runPrepared, withMoneyTx } from '../money-tx.ts';
import { dbOf, type Orm } from '../orm.ts';
import { insertRows, updateRows } from '../write-rows.ts';

/** Restriction of the addresses that can be swept. */
export interface SweepableNow {
  readonly now: Date;
  /** Delays before a further sweep by failures, and by refusals, since the last successful one; the last repeats. */
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
      and not exists (
        select 1 from sweep_refusal r where r.network = ${network} and r.address_index = d.index and r.currency = ${currency}
          and r.last_at + (${retryDelaysMs}::float8[])[least(r.times, ${retryDelaysMs.length})] * interval '1 millisecond' > ${now}
      )
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

/** Deposits at an address of ours that was derived for another network, in minor units. */
export interface StrandedDeposits {
  readonly address: string;
  /** What was not given back. */
  readonly left: bigint;
}

/** Payments `p` of a unit on a network that came to addresses of other networks. */
const STRANDED = `from payment p join deposit_address d on d.address = p.account and d.network <> p.network
  where p.network = $1 and p.unit = $2 and p.confirmed and p.state <> 'forged'`;
const STRANDED_DEPOSITS = `
  select p.account as address, coalesce(sum(p.amount) filter (where p.state <> 'returned'), 0) as left
  ${STRANDED} group by p.account order by sum(p.amount) desc, 1`;

/** Deposits of a reserve's network at addresses of other networks, largest first: nothing sweeps them. */
export async function readStrandedDeposits(orm: Orm, reserve: ReserveCode): Promise<StrandedDeposits[]> {
  const values = [RESERVES[reserve].network, reserve];
  const rows = await runPrepared<{ address: string; left: string }>(orm, 'stranded deposits', STRANDED_DEPOSITS, values);
  return rows.map(({ address, left }) => ({ address, left: BigInt(left) }));
}

/** What may be booked of money at addresses of other networks, in minor units. */
export interface StrandedMoney {
  /** What arrived there, and was neither given back from there nor moved. */
  readonly left: bigint;
  /** What was booked as moved to the account that pays out. */
  readonly moved: bigint;
}

const STRANDED_MONEY = `
  select (select coalesce(sum(p.amount), 0) ${STRANDED}) as received,
    coalesce(-sum(e.amount) filter (where b.kind = 'transfer'), 0) as moved, coalesce(-sum(e.amount) filter (where b.kind = 'refund'), 0) as returned
  from posting b join entry e on e.posting_id = b.id join account a on a.id = e.account_id where b.kind in ('transfer', 'refund') and a.name = $3`;

/**
 * Reads what may be booked of a reserve's deposits at addresses of other networks. Others that would book of it wait until the transaction has ended.
 * @param collection account of the reserve's deposits, which only operators post transfers and refunds from
 */
export async function lockStrandedMoney(tx: MoneyTx, reserve: ReserveCode, collection: AccountName): Promise<StrandedMoney> {
  await tx.run('lock stranded', 'select pg_advisory_xact_lock(hashtextextended($1, 9))', [`stranded ${reserve}`]);
  const { rows } = await tx.run<Record<'received' | 'moved' | 'returned', string>>('stranded money', STRANDED_MONEY, [
    RESERVES[reserve].network,
    reserve,
    collection,
  ]);
  const { received = 0, moved = 0, returned = 0 } = rows[0] ?? {};
  return { left: BigInt(received) - BigInt(returned) - BigInt(moved), moved: BigInt(moved) };
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

const END_REFUSALS = 'delete from sweep_refusal where network = $1 and address_index = $2 and currency = $3';

/**
 * Writes the next version of a sweep with its postings. One that succeeds ends the refusals of its address.
 * @throws ConflictError when the stored version is not the one before
 */
export async function moveSweep(orm: Orm, sweep: Sweep, postings: readonly Posting[], at: Date): Promise<void> {
  const { network, addressIndex, currency, kind, state } = sweep;
  await withMoneyTx(orm, async (tx) => {
    await updateRows(tx, SweepEntity, [sweep]);
    if (kind === 'sweep' && state === 'done') await tx.run('end refusals', END_REFUSALS, [network, addressIndex, currency]);
    await writeChanges(tx, [{ ...NO_CHANGE, postings }], at);
  });
}

/** A try to sweep a currency from an address that came to nothing and cost nothing. */
export interface SweepRefusal extends Pick<Sweep, 'network' | 'addressIndex' | 'currency'> {
  readonly detail: string;
}

/** Counts a refusal. @returns the refusals since the last successful sweep */
export async function countSweepRefusal(orm: Orm, { network, addressIndex, currency, detail }: SweepRefusal, at: Date): Promise<number> {
  const { rows } = await sql<{ times: number }>`
    insert into sweep_refusal as r (network, address_index, currency, times, since, last_at, detail)
    values (${network}, ${addressIndex}, ${currency}, 1, ${at}, ${at}, ${detail})
    on conflict (network, address_index, currency) do update set times = r.times + 1, last_at = excluded.last_at, detail = excluded.detail
    returning times`.execute(dbOf(orm));
  return rows[0]?.times ?? 0;
}

/** A deposit address that cannot be swept, with its last refusal. */
export interface RefusedSweep extends SweepRefusal {
  readonly times: number;
  readonly since: Date;
}

/** Addresses whose sweeps were refused at least `timesMin` times since the last successful one, and are still tried, longest first. */
export async function readRefusedSweeps(orm: Orm, timesMin: number, triedSince: Date): Promise<RefusedSweep[]> {
  return dbOf(orm)
    .selectFrom('sweep_refusal')
    .select(['network', 'addressIndex', 'currency', 'detail', 'times', 'since'])
    .where('times', '>=', timesMin)
    .where('lastAt', '>', triedSince)
    .orderBy('since')
    .execute();
}

/**
 * Fee coin that was sent to a deposit address for sweeps and is not burned yet, in minor units. Anything beyond it at the address is somebody else's.
 * @param ownFee currencies whose sweeps pay their fee out of what they move
 */
export async function readFundsLeft(orm: Orm, network: NetworkCode, index: number, ownFee: readonly CurrencyCode[]): Promise<bigint> {
  const { rows } = await sql<{ left: string }>`
    select coalesce((
      select sum(case when kind = 'fund' then amount when currency = any(${ownFee}::text[]) then 0 else -coalesce(fee, 0) end)
      from sweep where network = ${network} and address_index = ${index} and state = 'done'
    ), 0) - coalesce((
      select sum(fee) from sweep where network = ${network} and address_index = ${index} and state = 'failed' and fee > 0
        and kind = 'sweep' and currency <> all(${ownFee}::text[])
    ), 0) as left`.execute(dbOf(orm));
  const left = BigInt(rows[0]?.left ?? 0);
  return left > 0n ? left : 0n;
}

/** Addresses that our own transfers of the fee coin went to, by transaction id; other ids are left out. */
export async function readFundedAddresses(orm: Orm, network: NetworkCode, txids: readonly string[]): Promise<Map<string, string>> {
  if (txids.length === 0) return new Map();
  const { rows } = await sql<{ key: string; address: string }>`
    select s.key, d.address from sweep s join deposit_address d on d.network = s.network and d.index = s.address_index
    where s.network = ${network} and s.kind = 'fund' and s.key = any(${txids}::text[])`.execute(dbOf(orm));
  return new Map(rows.map(({ key, address }) => [key, address]));
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
