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

/** A deposit address and its unswept deposits, in minor units. */
export interface SweepableAddress {
  readonly index: number;
  readonly left: bigint;
}

/**
 * Deposit addresses with unswept deposits of at least `min` of a currency and no sweep in flight, largest first.
 * @param address restricts the result to this address
 */
export async function readSweepableAddresses(
  orm: Orm,
  currency: CurrencyCode,
  min: bigint,
  limit: number,
  address?: string,
): Promise<SweepableAddress[]> {
  const { network, reserve } = CURRENCIES[currency];
  const { rows } = await sql<{ index: number; left: string }>`
    select d.index, p.amount - coalesce(s.amount, 0) as left
    from (select account, sum(amount) as amount from payment where network = ${network} and unit = ${reserve} and confirmed and state <> 'forged' group by account) p
      join deposit_address d on d.network = ${network} and d.address = p.account
      cross join lateral (
        select sum(amount) as amount from sweep where network = ${network} and address_index = d.index and currency = ${currency}
          and kind = 'sweep' and state = 'done'
      ) s
    where p.amount - coalesce(s.amount, 0) >= ${min} and (${address ?? null}::text is null or d.address = ${address ?? null}::text)
      and not exists (select 1 from sweep l where l.network = ${network} and l.address_index = d.index and l.state in ('prepared', 'sent'))
    order by 2 desc limit ${limit}`.execute(dbOf(orm));
  return rows.map(({ index, left }) => ({ index, left: BigInt(left) }));
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
