import { NO_CHANGE } from '@quydoi/domain/change';
import type { Posting } from '@quydoi/domain/ledger/post';
import type { NetworkCode } from '@quydoi/domain/networks';
import type { Sweep } from '@quydoi/domain/sweep';
import { sql } from 'kysely';
import { writeChanges } from '../apply-changes.ts';
import { SweepEntity } from '../entities/payout.ts';
import { withMoneyTx } from '../money-tx.ts';
import { dbOf, type Orm } from '../orm.ts';
import { insertRows, updateRows } from '../write-rows.ts';

/** A deposit address with what was credited there and not swept yet, in minor units. */
export interface SweepableAddress {
  readonly index: number;
  readonly left: bigint;
}

/**
 * Deposit addresses that at least `min` can be swept and have no sweep under way, largest first.
 * @param address only this one, when it is given
 */
export async function readSweepableAddresses(orm: Orm, rail: NetworkCode, min: bigint, limit: number, address?: string): Promise<SweepableAddress[]> {
  const { rows } = await sql<{ index: number; left: string }>`
    select d.index, p.amount - coalesce(s.amount, 0) as left
    from (select account, sum(amount) as amount from payment where rail = ${rail} and confirmed and state <> 'forged' group by account) p
      join deposit_address d on d.rail = ${rail} and d.address = p.account
      cross join lateral (
        select sum(amount) as amount from sweep where rail = ${rail} and address_index = d.index and kind = 'sweep' and state = 'done'
      ) s
    where p.amount - coalesce(s.amount, 0) >= ${min} and (${address ?? null}::text is null or d.address = ${address ?? null}::text)
      and not exists (select 1 from sweep l where l.rail = ${rail} and l.address_index = d.index and l.state in ('prepared', 'sent'))
    order by 2 desc limit ${limit}`.execute(dbOf(orm));
  return rows.map(({ index, left }) => ({ index, left: BigInt(left) }));
}

/** Transfers under way that are due to be looked at. */
export async function readSweepsDue(orm: Orm, rail: NetworkCode, now: Date, limit: number): Promise<Sweep[]> {
  return dbOf(orm)
    .selectFrom('sweep')
    .selectAll()
    .where('rail', '=', rail)
    .where('state', 'in', ['prepared', 'sent'])
    .where('nextCheckAt', '<=', now)
    .orderBy('nextCheckAt')
    .limit(limit)
    .execute();
}

/** Adds a transfer. @throws ConflictError when its address has another one under way */
export async function addSweep(orm: Orm, sweep: Sweep): Promise<void> {
  await withMoneyTx(orm, (tx) => insertRows(tx, SweepEntity, [sweep]));
}

/** Writes the next version of a transfer, with its postings. @throws ConflictError when the version before it is not the current one */
export async function moveSweep(orm: Orm, sweep: Sweep, postings: readonly Posting[], at: Date): Promise<void> {
  await withMoneyTx(orm, async (tx) => {
    await updateRows(tx, SweepEntity, [sweep]);
    await writeChanges(tx, [{ ...NO_CHANGE, postings }], at);
  });
}
