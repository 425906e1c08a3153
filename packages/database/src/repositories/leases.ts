import type { CurrencyCode } from '@quydoi/domain/currencies';
import type { NetworkCode } from '@quydoi/domain/networks';
import { sql } from 'kysely';
import { DepositAddressEntity, LeaseEntity } from '../entities/payment.ts';
import { allInOrder, type MoneyTx, runPrepared, withMoneyTx } from '../money-tx.ts';
import { dbOf, type Orm } from '../orm.ts';
import { insertRows, type NewRow } from '../write-rows.ts';

const OWN_ADDRESSES = 'select address, index from deposit_address where address = any($1::text[])';

/** A deposit address reserved for one order request until `reservedUntil`. */
export interface ReservedAddress {
  readonly network: NetworkCode;
  readonly index: number;
  readonly address: string;
  readonly reservedUntil: Date;
}

/** Assignment of a deposit address to an order. Later deposits belong to the address's last lease, even after `untilAt`. */
export interface Lease {
  readonly orderId: string;
  readonly network: NetworkCode;
  readonly address: string;
  readonly fromAt: Date;
  readonly untilAt: Date;
}

/** A new lease of a reserved address, which may be leased again from `freeAt` on. */
export interface LeaseDraft extends Lease {
  readonly reservedUntil: Date;
  readonly freeAt: Date;
}

/** Which addresses of a network an order may lease: those for its fee coin, or the others. */
export type AddressFamily = Pick<NewRow<typeof DepositAddressEntity>, 'network' | 'forCoin'>;

/** Reserves the address that has been free for longest and was never paid to; null when none is. Concurrent calls reserve different addresses. */
export async function reserveFreeAddress(
  orm: Orm,
  { network, forCoin }: AddressFamily,
  now: Date,
  reservedUntil: Date,
): Promise<ReservedAddress | null> {
  const { rows } = await sql<{ index: number; address: string }>`update deposit_address set free_at = ${reservedUntil}
    where (network, index) = (
      select network, index from deposit_address where network = ${network} and for_coin = ${forCoin} and not was_paid and free_at <= ${now}
      order by free_at, index limit 1 for update skip locked
    ) returning index, address`.execute(dbOf(orm));
  const [row] = rows;
  return row ? { network, index: row.index, address: row.address, reservedUntil } : null;
}

/** Derives, stores and reserves the next address of a network. Concurrent calls are serialized by an advisory lock. */
export async function reserveNewAddress(
  orm: Orm,
  { network, forCoin }: AddressFamily,
  derive: (index: number) => string,
  reservedUntil: Date,
): Promise<ReservedAddress> {
  return withMoneyTx(orm, async (tx) => {
    await tx.run('lock addresses', 'select pg_advisory_xact_lock(hashtextextended($1, 8))', [`addresses ${network}`]);
    const { rows } = await tx.run<{ next: number }>(
      'next address',
      'select coalesce(max(index) + 1, 0)::integer as next from deposit_address where network = $1',
      [network],
    );
    const index = rows[0]?.next ?? 0;
    const address = derive(index);
    await insertRows(tx, DepositAddressEntity, [{ network, index, address, freeAt: reservedUntil, forCoin, wasPaid: false }]);
    return { network, index, address, reservedUntil };
  });
}

/** Releases a reserved address that no customer was shown. */
export async function releaseAddress(orm: Orm, { network, index, reservedUntil }: ReservedAddress, now: Date): Promise<void> {
  await dbOf(orm)
    .updateTable('deposit_address')
    .set({ freeAt: now })
    .where('network', '=', network)
    .where('index', '=', index)
    .where('freeAt', '=', reservedUntil)
    .execute();
}

/** Constraint of the {@link ConflictError} of a lease whose reservation is no longer valid. */
export const LEASE_LOST = 'deposit_address_claim';

/**
 * Writes leases in the transaction that admits their orders.
 * @throws ConflictError on {@link LEASE_LOST} when a reservation is no longer valid, on `lease_allowed` when the database refuses a lease, as that of an
 * address that is not free
 */
export async function writeLeases(tx: MoneyTx, leases: readonly LeaseDraft[]): Promise<void> {
  if (leases.length === 0) return;
  const kept = tx.run(
    'keep addresses',
    `with written as (
       update deposit_address d set free_at = x.free_at
       from unnest($1::text[], $2::timestamptz[], $3::timestamptz[]) as x(address, reserved_until, free_at)
       where d.address = x.address and d.free_at = x.reserved_until returning 1
     ) select require_rows('${LEASE_LOST}', cardinality($1), count(*)) from written`,
    [leases.map(({ address }) => address), leases.map(({ reservedUntil }) => reservedUntil), leases.map(({ freeAt }) => freeAt)],
  );
  await allInOrder([kept, insertRows(tx, LeaseEntity, leases)]);
}

/** The lease of an address at a moment: the last that had begun by then; null when none had. */
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

/** Filters addresses to those that were ever leased, or are of balances. */
export async function readLeasedAddresses(orm: Orm, addresses: readonly string[]): Promise<Set<string>> {
  if (addresses.length === 0) return new Set();
  const { rows } = await sql<{ address: string }>`select address from lease where address = any(${addresses}::text[])
    union select address from wallet_address where address = any(${addresses}::text[])`.execute(dbOf(orm));
  return new Set(rows.map(({ address }) => address));
}

/** Whether a network has deposit addresses: each was reserved for an order. */
export async function hasDepositAddresses(orm: Orm, network: NetworkCode): Promise<boolean> {
  const { rows } = await sql`select 1 from deposit_address where network = ${network} limit 1`.execute(dbOf(orm));
  return rows.length > 0;
}

/** Highest index of a network's deposit addresses; null while there are none. */
export async function readHighestIndex(orm: Orm, network: NetworkCode): Promise<number | null> {
  const row = await dbOf(orm)
    .selectFrom('deposit_address')
    .select('index')
    .where('network', '=', network)
    .orderBy('index', 'desc')
    .executeTakeFirst();
  return row?.index ?? null;
}

/**
 * Deposit addresses of a network that may be paid to: they are leased or were lately, free only after a time, or are of balances whose customers have
 * looked at them lately.
 */
export async function readWatchedAddresses(
  orm: Orm,
  network: NetworkCode,
  { freeAfter, shownSince }: { readonly freeAfter: Date; readonly shownSince: Date },
): Promise<string[]> {
  const { rows } = await sql<{ address: string }>`select d.address from deposit_address d left join wallet_address w on w.address = d.address
    where d.network = ${network} and d.free_at > ${freeAfter} and (w.address is null or w.shown_at > ${shownSince})`.execute(dbOf(orm));
  return rows.map(({ address }) => address);
}

/** Whether an address of a network is leased to an order that is to be paid in a currency, or still idle after such a lease, or is of a balance in it. */
export async function hasAddressesKeptFor(orm: Orm, network: NetworkCode, currency: CurrencyCode, now: Date): Promise<boolean> {
  const { rows } = await sql`select 1 from deposit_address d join lease l on l.address = d.address join orders o on o.id = l.order_id
    where d.network = ${network} and d.free_at > ${now} and o.from_currency = ${currency}
    union all select 1 from wallet_address w where w.network = ${network} and w.currency = ${currency} limit 1`.execute(dbOf(orm));
  return rows.length > 0;
}

/** Derivation index by deposit address; unknown addresses are left out. */
export async function readAddressIndexes(orm: Orm, addresses: readonly string[]): Promise<Map<string, number>> {
  if (addresses.length === 0) return new Map();
  const rows = await runPrepared<{ address: string; index: number }>(orm, 'own addresses', OWN_ADDRESSES, [addresses]);
  return new Map(rows.map(({ address, index }) => [address, index]));
}

/** Filters addresses to our own deposit addresses. */
export async function readOwnAddresses(orm: Orm, addresses: readonly string[]): Promise<Set<string>> {
  if (addresses.length === 0) return new Set();
  const rows = await runPrepared<{ address: string; index: number }>(orm, 'own addresses', OWN_ADDRESSES, [addresses]);
  return new Set(rows.map(({ address }) => address));
}
