import type { BalanceCheck } from '@quydoi/domain/balance-check';
import type { ReserveCode } from '@quydoi/domain/currencies';
import type { FeeCoin } from '@quydoi/domain/fee-coin';
import type { NetworkCode } from '@quydoi/domain/networks';
import { sql } from 'kysely';
import { runPrepared } from '../money-tx.ts';
import { dbOf, type Orm } from '../orm.ts';

/** What the ledger says of the account that a reserve is paid from, in minor units. */
export interface ReserveBooks {
  /** Available and held. */
  readonly total: bigint;
  /** Money that may have left the account and is booked only when that is certain: transfers on their way, and what operators send by hand. */
  readonly leaving: bigint;
}

/*
 * Leaving: refunds that may have been sent; what is held for orders whose payout, or a part of it, may have been sent, since an order is booked with
 * its last part; what is held for orders which operators may have paid by hand; and refunds owed without a payout, which they may have sent too.
 */
const BOOKS = `
  select r.balance + h.balance as total,
    coalesce((
      select sum(p.amount + greatest(p.held - p.amount, 0)) from payout p
      where p.reserve = $1 and p.state = 'attempting' and p.obligation_kind <> 'order' and exists (
        select 1 from attempt a where a.payout_id = p.id and a.state in ('sending', 'sent', 'unknown')
      )
    ), 0)
    + coalesce((select sum(o.holding) from orders o where o.reserve = $1 and o.status in ('delivering', 'waitingotp', 'retry_scheduled') and exists (
        select 1 from payout p where p.order_id = o.id and p.obligation_kind = 'order' and p.state <> 'queued'
      )), 0)
    + coalesce((select sum(o.holding) from orders o where o.reserve = $1 and o.status in ('error', 'handmake')), 0)
    + greatest(0, -f.balance - coalesce((
        select sum(p.amount + p.fee) from payout p
        where p.reserve = $1 and p.obligation_kind in ('refund', 'return') and p.state in ('queued', 'attempting')
      ), 0)) as leaving
  from account r join account h on h.name = 'held:' || $1 join account f on f.name = 'refund:' || $1 where r.name = 'rail:' || $1`;

/** Reads what the ledger says of a reserve. */
export async function readReserveBooks(orm: Orm, reserve: ReserveCode): Promise<ReserveBooks> {
  const [row] = await runPrepared<{ total: string; leaving: string }>(orm, 'reserve books', BOOKS, [reserve]);
  return { total: BigInt(row?.total ?? 0), leaving: BigInt(row?.leaving ?? 0) };
}

const FOUND_LATE = `
  select coalesce(sum(amount), 0) as amount from payment
  where network = $1 and unit = $2 and confirmed and recorded_at >= $3 and paid_at <= $3`;

/** Payments that had been made at a time, and were journalled only after it. */
export async function readFoundLate(orm: Orm, network: NetworkCode, reserve: ReserveCode, at: Date): Promise<bigint> {
  const [row] = await runPrepared<{ amount: string }>(orm, 'payments found late', FOUND_LATE, [network, reserve, at]);
  return BigInt(row?.amount ?? 0);
}

/** A reserve's newest check. */
export type StoredBalanceCheck = BalanceCheck & { readonly reserve: ReserveCode };

/** Newest check of each reserve. */
export async function readBalanceChecks(orm: Orm): Promise<StoredBalanceCheck[]> {
  return dbOf(orm).selectFrom('balance_check').selectAll().orderBy('reserve').execute();
}

/** Writes a reserve's newest check. */
export async function writeBalanceCheck(orm: Orm, { reserve, told, difference, times, checkedAt }: StoredBalanceCheck): Promise<void> {
  await sql`
    insert into balance_check (reserve, told, difference, times, checked_at) values (${reserve}, ${told}, ${difference}, ${times}, ${checkedAt})
    on conflict (reserve) do update set told = excluded.told, difference = excluded.difference, times = excluded.times, checked_at = excluded.checked_at
  `.execute(dbOf(orm));
}

/** A hot wallet's newest reading. */
export type StoredFeeCoin = FeeCoin & { readonly network: NetworkCode; readonly checkedAt: Date };

/** Newest reading of each hot wallet's fee coin. */
export async function readFeeCoins(orm: Orm): Promise<StoredFeeCoin[]> {
  return dbOf(orm).selectFrom('fee_coin_check').selectAll().orderBy('network').execute();
}

/** Writes a hot wallet's newest reading. */
export async function writeFeeCoin(orm: Orm, { network, balance, perTransfer, checkedAt }: StoredFeeCoin): Promise<void> {
  await sql`
    insert into fee_coin_check (network, balance, per_transfer, checked_at) values (${network}, ${balance}, ${perTransfer}, ${checkedAt})
    on conflict (network) do update set balance = excluded.balance, per_transfer = excluded.per_transfer, checked_at = excluded.checked_at
  `.execute(dbOf(orm));
}

const WAITING = `select count(*) as n from payout where network = $1 and state = 'queued'`;

/** Payouts of a network that wait for the signer. */
export async function countQueuedPayouts(orm: Orm, network: NetworkCode): Promise<bigint> {
  const [row] = await runPrepared<{ n: string }>(orm, 'queued payouts', WAITING, [network]);
  return BigInt(row?.n ?? 0);
}

const ACCEPTED = `select value ->> 'difference' as difference from setting where kind = 'accepted-difference' and key = $1 order by version desc limit 1`;

/** Difference of a reserve that operators have accepted, in minor units; zero when none. */
export async function readAcceptedDifference(orm: Orm, reserve: ReserveCode): Promise<bigint> {
  const [row] = await runPrepared<{ difference: string }>(orm, 'accepted difference', ACCEPTED, [reserve]);
  return BigInt(row?.difference ?? 0);
}
