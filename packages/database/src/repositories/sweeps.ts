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
import { endSweepRefusals } from './sweep-refusals.ts';

/** Number of a network's sweep transactions since a time that failed on the chain or, being batches, left out an address. Each burned its fee. */
export async function countSweepFailures(orm: Orm, network: NetworkCode, since: Date): Promise<number> {
  const { rows } = await sql<{ n: string }>`
    select count(distinct key) as n from sweep where network = ${network} and state = 'failed' and fee > 0 and settled_at > ${since}`.execute(
    dbOf(orm),
  );
  return Number(rows[0]?.n ?? 0);
}

/** In-flight transfers that are due for a check, oldest first, each with its sweeps: of a batch several. @param limit most transfers */
export async function readSweepsDue(orm: Orm, network: NetworkCode, now: Date, limit: number): Promise<[Sweep, ...Sweep[]][]> {
  const inFlight = dbOf(orm).selectFrom('sweep').where('network', '=', network).where('state', 'in', ['prepared', 'sent']);
  const due = inFlight
    .select('key')
    .where('nextCheckAt', '<=', now)
    .groupBy('key')
    .orderBy(({ fn }) => fn.min('nextCheckAt'))
    .limit(limit);
  const rows = await inFlight.selectAll().where('key', 'in', due).orderBy('nextCheckAt').orderBy('addressIndex').execute();
  return [...Map.groupBy(rows, ({ key }) => key).values()].flatMap(([first, ...others]) => (first ? [[first, ...others]] : []));
}

/** Whether a batch of a currency is on its way. */
export async function hasBatchInFlight(orm: Orm, currency: CurrencyCode): Promise<boolean> {
  const { rows } = await sql`
    select 1 from sweep where network = ${CURRENCIES[currency].network} and currency = ${currency} and is_batched and state in ('prepared', 'sent')
    limit 1`.execute(dbOf(orm));
  return rows.length > 0;
}

/** Inserts the sweeps of a transfer. @throws ConflictError when an address has another one in flight */
export async function addSweeps(orm: Orm, sweeps: readonly Sweep[]): Promise<void> {
  await withMoneyTx(orm, (tx) => insertRows(tx, SweepEntity, sweeps));
}

/**
 * Writes the next versions of a transfer's sweeps with their postings. One that succeeds ends the refusals of its address.
 * @throws ConflictError when a stored version is not the one before
 */
export async function moveSweeps(orm: Orm, sweeps: readonly Sweep[], postings: readonly Posting[], at: Date): Promise<void> {
  await withMoneyTx(orm, async (tx) => {
    await updateRows(tx, SweepEntity, sweeps);
    for (const sweep of sweeps) if (sweep.kind === 'sweep' && sweep.state === 'done') await endSweepRefusals(tx, sweep);
    await writeChanges(tx, [{ ...NO_CHANGE, postings }], at);
  });
}

/**
 * Fee coin that was sent to a deposit address for sweeps and is not burned there yet, in minor units; the hot wallet pays for batches. Anything beyond it at the address is somebody else's.
 * @param ownFee currencies whose sweeps pay their fee out of what they move
 */
export async function readFundsLeft(orm: Orm, network: NetworkCode, index: number, ownFee: readonly CurrencyCode[]): Promise<bigint> {
  const { rows } = await sql<{ left: string }>`
    select coalesce((
      select sum(case when kind = 'fund' then amount when is_batched or currency = any(${ownFee}::text[]) then 0 else -coalesce(fee, 0) end)
      from sweep where network = ${network} and address_index = ${index} and state = 'done'
    ), 0) - coalesce((
      select sum(fee) from sweep where network = ${network} and address_index = ${index} and state = 'failed' and fee > 0
        and kind = 'sweep' and not is_batched and currency <> all(${ownFee}::text[])
    ), 0) as left`.execute(dbOf(orm));
  const left = BigInt(rows[0]?.left ?? 0);
  return left > 0n ? left : 0n;
}

/** Deposit addresses, by index, that a transfer of ours is under way from or to. */
export async function readIndexesInFlight(orm: Orm, network: NetworkCode): Promise<Set<number>> {
  const { rows } = await sql<{ index: number }>`
    select address_index as index from sweep where network = ${network} and state in ('prepared', 'sent')`.execute(dbOf(orm));
  return new Set(rows.map(({ index }) => index));
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

/** Transfers from and to deposit addresses of a network that have not ended for long. */
export interface UnendedSweeps {
  readonly network: NetworkCode;
  readonly sweeps: number;
  /** Address of the oldest one. */
  readonly addressIndex: number;
  readonly since: Date;
}

/** Transfers made before a time that have not ended, by network. */
export async function readUnendedSweeps(orm: Orm, createdBefore: Date): Promise<UnendedSweeps[]> {
  const { rows } = await sql<{ network: NetworkCode; sweeps: string; index: number; since: Date }>`
    select network, count(*) as sweeps, (array_agg(address_index order by created_at, address_index))[1] as index, min(created_at) as since
    from sweep where state in ('prepared', 'sent') and created_at <= ${createdBefore} group by network order by network`.execute(dbOf(orm));
  return rows.map(({ network, sweeps, index, since }) => ({ network, sweeps: Number(sweeps), addressIndex: index, since: new Date(since) }));
}
