import type { CurrencyCode, ReserveCode } from '@quydoi/domain/currencies';
import type { AccountName, LedgerUnit } from '@quydoi/domain/ledger/accounts';
import type { BalanceCode } from '@quydoi/domain/ledger/balances';
import { signedAmount } from '@quydoi/domain/ledger/signed-amount';
import type { NetworkCode } from '@quydoi/domain/networks';
import type { BalanceCheck } from '@quydoi/domain/operations/balance-check';
import type { FeeCoin } from '@quydoi/domain/operations/fee-coin';
import { sql } from 'kysely';
import { runPrepared } from '../money-tx.ts';
import { dbOf, type Orm } from '../orm.ts';

/** Balance by the ledger of an account whose provider is asked, in minor units. */
export interface Books {
  /** The whole balance; of a reserve, available and held together. */
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
export async function readReserveBooks(orm: Orm, reserve: ReserveCode): Promise<Books> {
  const [row] = await runPrepared<{ total: string; leaving: string }>(orm, 'reserve books', BOOKS, [reserve]);
  return { total: BigInt(row?.total ?? 0), leaving: BigInt(row?.leaving ?? 0) };
}

/** Reads what the ledger says of collected money that only operators move: the bank account that customers pay into. */
export async function readCollectedBooks(orm: Orm, account: AccountName): Promise<Books> {
  const [row] = await runPrepared<{ balance: string }>(orm, 'collected books', 'select balance from account where name = $1', [account]);
  return { total: BigInt(row?.balance ?? 0), leaving: 0n };
}

const DEPOSIT_BOOKS = `
  select a.balance as total, (
    select coalesce(sum(amount), 0) from sweep where network = $2 and kind = 'sweep' and state in ('prepared', 'sent') and currency = any($3::text[])
  ) as leaving from account a where a.name = $1`;

/** Reads what the ledger says of deposits at leased addresses. Leaving: sweeps on their way. @param currencies those of the account */
export async function readDepositBooks(orm: Orm, account: AccountName, network: NetworkCode, currencies: readonly CurrencyCode[]): Promise<Books> {
  const [row] = await runPrepared<{ total: string; leaving: string }>(orm, 'deposit books', DEPOSIT_BOOKS, [account, network, currencies]);
  return { total: BigInt(row?.total ?? 0), leaving: BigInt(row?.leaving ?? 0) };
}

/*
 * The ledger has the coin of all our wallets: what was sent to deposit addresses for their sweeps, and not burned there yet, is not in the hot wallet.
 * Sweeps of the coin itself pay out of the deposit, batches out of the hot wallet. Leaving: such transfers on their way, and the fees of those, of batches and of payouts, which are booked only when they are irreversible.
 */
const FEE_COIN_BOOKS = `
  select a.balance
    - (select coalesce(sum(amount), 0) from sweep where network = $2 and kind = 'fund' and state = 'done')
    + (select coalesce(sum(fee), 0) from sweep where network = $2 and kind = 'sweep' and not is_batched and state in ('done', 'failed')
      and currency <> all($4::text[])) as total,
    (select coalesce(sum(amount + $3::bigint), 0) from sweep where network = $2 and kind = 'fund' and state in ('prepared', 'sent'))
    + $3::bigint * (select count(*) from sweep where network = $2 and is_batched and state in ('prepared', 'sent'))
    + $3::bigint * (select count(*) from attempt t join payout p on p.id = t.payout_id where p.network = $2 and t.state in ('sending', 'sent', 'unknown'))
    as leaving
  from account a where a.name = $1`;

/**
 * Reads what the ledger says of the fee coin in a hot wallet.
 * @param feeMax maximum fee of a transfer, in minor units
 * @param ownFee currencies whose sweeps pay their fee out of what they move
 */
export async function readFeeCoinBooks(
  orm: Orm,
  account: AccountName,
  network: NetworkCode,
  feeMax: bigint,
  ownFee: readonly CurrencyCode[],
): Promise<Books> {
  const values = [account, network, feeMax, ownFee];
  const [row] = await runPrepared<{ total: string; leaving: string }>(orm, 'fee coin books', FEE_COIN_BOOKS, values);
  return { total: BigInt(row?.total ?? 0), leaving: BigInt(row?.leaving ?? 0) };
}

const FOUND_LATE = `
  select coalesce(sum(amount), 0) as amount from payment
  where network = $1 and unit = $2 and confirmed and recorded_at >= $3 and paid_at <= $3`;

/** Payments that had been made at a time, and were journalled only after it. */
export async function readFoundLate(orm: Orm, network: NetworkCode, unit: LedgerUnit, at: Date): Promise<bigint> {
  const [row] = await runPrepared<{ amount: string }>(orm, 'payments found late', FOUND_LATE, [network, unit, at]);
  return BigInt(row?.amount ?? 0);
}

/** The newest check of a balance. */
export type StoredBalanceCheck = BalanceCheck & { readonly code: BalanceCode };

/** Newest check of each balance. */
export async function readBalanceChecks(orm: Orm): Promise<StoredBalanceCheck[]> {
  return dbOf(orm).selectFrom('balance_check').selectAll().orderBy('code').execute();
}

/** Writes the newest check of a balance. */
export async function writeBalanceCheck(orm: Orm, { code, told, difference, times, checkedAt, since, hasTold }: StoredBalanceCheck): Promise<void> {
  await sql`
    insert into balance_check (code, told, difference, times, checked_at, since, has_told)
    values (${code}, ${told}, ${difference}, ${times}, ${checkedAt}, ${since}, ${hasTold})
    on conflict (code) do update set told = excluded.told, difference = excluded.difference, times = excluded.times, checked_at = excluded.checked_at,
      since = excluded.since, has_told = excluded.has_told
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

/** Difference of a balance that operators have accepted, in minor units; zero when none. */
export async function readAcceptedDifference(orm: Orm, code: BalanceCode): Promise<bigint> {
  const [row] = await runPrepared<{ difference: string }>(orm, 'accepted difference', ACCEPTED, [code]);
  return signedAmount(row?.difference ?? '0', code) ?? 0n;
}
