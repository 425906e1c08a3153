import type { NetworkCode } from '@quydoi/domain/networks';
import { sql } from 'kysely';
import { DepositAddressEntity, LeaseEntity } from '../entities/payment.ts';
import { type MoneyTx, runPrepared, withMoneyTx } from '../money-tx.ts';
import { dbOf, type Orm } from '../orm.ts';
import { insertRows } from '../write-rows.ts';

const OWN_ADDRESSES = 'select address, index from deposit_address where address = any($1::text[])';

/** A deposit address that nobody else is given until `claimedUntil`. */
export interface ClaimedAddress {
  readonly rail: NetworkCode;
  readonly index: number;
  readonly address: string;
  readonly claimedUntil: Date;
}

/** Which order an address belongs to from when on: money that comes later still is the last lease's. */
export interface Lease {
  readonly orderId: string;
  readonly rail: NetworkCode;
  readonly address: string;
  readonly fromAt: Date;
  readonly untilAt: Date;
}

/** A lease that is about to be written: of an address that its order has claimed, free again from `freeAt` on. */
export interface LeaseDraft extends Lease {
  readonly claimedUntil: Date;
  readonly freeAt: Date;
}

/** Takes the address that has been free for longest, so that no two orders have one; null when none is free. */
export async function claimFreeAddress(orm: Orm, rail: NetworkCode, now: Date, claimedUntil: Date): Promise<ClaimedAddress | null> {
  const { rows } = await sql<{ index: number; address: string }>`update deposit_address set free_at = ${claimedUntil}
    where (rail, index) = (
      select rail, index from deposit_address where rail = ${rail} and free_at <= ${now} order by free_at, index limit 1 for update skip locked
    ) returning index, address`.execute(dbOf(orm));
  const [row] = rows;
  return row ? { rail, index: row.index, address: row.address, claimedUntil } : null;
}

/** Adds the next address of a rail, claimed. Two processes add one after the other. */
export async function addAddress(orm: Orm, rail: NetworkCode, derive: (index: number) => string, claimedUntil: Date): Promise<ClaimedAddress> {
  return withMoneyTx(orm, async (tx) => {
    await tx.run('lock addresses', 'select pg_advisory_xact_lock(hashtextextended($1, 8))', [`addresses ${rail}`]);
    const { rows } = await tx.run<{ next: number }>(
      'next address',
      'select coalesce(max(index) + 1, 0)::integer as next from deposit_address where rail = $1',
      [rail],
    );
    const index = rows[0]?.next ?? 0;
    const address = derive(index);
    await insertRows(tx, DepositAddressEntity, [{ rail, index, address, freeAt: claimedUntil }]);
    return { rail, index, address, claimedUntil };
  });
}

/** Gives back an address that was claimed and never told to anybody. */
export async function unclaimAddress(orm: Orm, { rail, index, claimedUntil }: ClaimedAddress, now: Date): Promise<void> {
  await dbOf(orm)
    .updateTable('deposit_address')
    .set({ freeAt: now })
    .where('rail', '=', rail)
    .where('index', '=', index)
    .where('freeAt', '=', claimedUntil)
    .execute();
}

/**
 * Writes leases in the transaction that lets their orders in.
 * @returns whether every address was still claimed for its order; if not, nothing may be kept of the transaction
 */
export async function writeLeases(tx: MoneyTx, leases: readonly LeaseDraft[]): Promise<boolean> {
  if (leases.length === 0) return true;
  const { count } = await tx.run(
    'keep addresses',
    `update deposit_address d set free_at = x.free_at
     from unnest($1::text[], $2::timestamptz[], $3::timestamptz[]) as x(address, claimed_until, free_at)
     where d.address = x.address and d.free_at = x.claimed_until`,
    [leases.map(({ address }) => address), leases.map(({ claimedUntil }) => claimedUntil), leases.map(({ freeAt }) => freeAt)],
  );
  await insertRows(tx, LeaseEntity, leases);
  return count === leases.length;
}

/** The lease that money at an address belongs to: the last one that had begun at that moment; null when none had. */
export async function readLeaseAt(orm: Orm, address: string, at: Date): Promise<Lease | null> {
  const row = await dbOf(orm)
    .selectFrom('lease')
    .selectAll()
    .where('address', '=', address)
    .where('fromAt', '<=', at)
    .orderBy('fromAt', 'desc')
    .executeTakeFirst();
  return row ?? null;
}

/** Which of these addresses were ever leased to an order. */
export async function readLeasedAddresses(orm: Orm, addresses: readonly string[]): Promise<Set<string>> {
  if (addresses.length === 0) return new Set();
  const { rows } = await sql<{ address: string }>`select distinct address from lease where address = any(${addresses}::text[])`.execute(dbOf(orm));
  return new Set(rows.map(({ address }) => address));
}

/** The index of each of these deposit addresses, as it was written down; unknown ones are left out. */
export async function readAddressIndexes(orm: Orm, addresses: readonly string[]): Promise<Map<string, number>> {
  if (addresses.length === 0) return new Map();
  const rows = await runPrepared<{ address: string; index: number }>(orm, 'own addresses', OWN_ADDRESSES, [addresses]);
  return new Map(rows.map(({ address, index }) => [address, index]));
}

/** Which of these addresses are deposit addresses of ours. */
export async function readOwnAddresses(orm: Orm, addresses: readonly string[]): Promise<Set<string>> {
  if (addresses.length === 0) return new Set();
  const rows = await runPrepared<{ address: string; index: number }>(orm, 'own addresses', OWN_ADDRESSES, [addresses]);
  return new Set(rows.map(({ address }) => address));
}
