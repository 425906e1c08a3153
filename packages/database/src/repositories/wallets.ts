import { PAYOUT_WATCH_HOURS } from '@quydoi/domain/constants';
import { HOUR_MS } from '@quydoi/domain/durations';
import type { PostingKind } from '@quydoi/domain/ledger/post';
import type { NetworkCode } from '@quydoi/domain/networks';
import type { Payment } from '@quydoi/domain/transfer/payment';
import type { PayoutWait } from '@quydoi/domain/transfer/payout';
import { balanceAccountOf, WALLET_CURRENCIES, type WalletCurrency } from '@quydoi/domain/wallet/wallet';
import type { Withdrawal } from '@quydoi/domain/wallet/withdrawal';
import type { AuthStatement } from '../auth-pool.ts';
import type { BalanceLine } from '../balance-lines.ts';
import { PaymentEntity } from '../entities/payment.ts';
import { WithdrawalEntity } from '../entities/wallet.ts';
import { runPrepared } from '../money-tx.ts';
import type { Orm } from '../orm.ts';
import { readRow, readRows } from '../read-rows.ts';
import { insertRow } from '../write-rows.ts';
import { failedSince } from './payouts.ts';

/** A customer's balances, in minor units. */
export async function readBalances(orm: Orm, customerId: string): Promise<ReadonlyMap<WalletCurrency, bigint>> {
  const rows = await runPrepared<{ unit: WalletCurrency; balance: string }>(
    orm,
    'balances of customer',
    'select unit, -balance as balance from account where name = any($1)',
    [WALLET_CURRENCIES.map((currency) => balanceAccountOf(customerId, currency))],
  );
  const found = new Map(rows.map(({ unit, balance }) => [unit, BigInt(balance)]));
  return new Map(WALLET_CURRENCIES.map((currency) => [currency, found.get(currency) ?? 0n]));
}

/** A line of a customer's statement. */
export interface StatementLine {
  readonly n: number;
  readonly kind: PostingKind;
  readonly at: Date;
  /** Above zero when the balance grew. */
  readonly amount: bigint;
  readonly balance: bigint;
  /** References of the order and of the withdrawal that the line is of. */
  readonly orderRef: string | null;
  readonly withdrawalRef: string | null;
  /** The bank's or chain's reference of a deposit. */
  readonly paymentReference: string | null;
}

interface LineRow {
  readonly n: number;
  readonly kind: PostingKind;
  readonly at: string | Date;
  readonly amount: string;
  readonly balance: string;
  readonly order_ref: string | null;
  readonly withdrawal_ref: string | null;
  readonly payment_reference: string | null;
}

const STATEMENT = `
  select l.n, p.kind, p.at, l.amount, l.balance, o.ref as order_ref, w.ref as withdrawal_ref, d.reference as payment_reference
  from (select l.* from balance_line l where l.account_id = (select id from account where name = $1) order by l.n desc limit $2 offset $3) l
  cross join lateral (select p.kind, p.at, p.order_id, p.withdrawal_id, p.payment_id from posting p where p.id = l.posting_id limit 1) p
  left join lateral (select o.ref from orders o where o.id = p.order_id limit 1) o on true
  left join lateral (select w.ref from withdrawal w where w.id = p.withdrawal_id limit 1) w on true
  left join lateral (select x.reference from payment x where x.id = p.payment_id limit 1) d on true
  order by l.n desc`;

/** Lines of a customer's balance, newest first. */
export async function readStatement(
  orm: Orm,
  customerId: string,
  currency: WalletCurrency,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<StatementLine[]> {
  const rows = await runPrepared<LineRow>(orm, 'statement of balance', STATEMENT, [balanceAccountOf(customerId, currency), limit, offset]);
  return rows.map((row) => ({
    n: row.n,
    kind: row.kind,
    at: new Date(row.at),
    amount: BigInt(row.amount),
    balance: BigInt(row.balance),
    orderRef: row.order_ref,
    withdrawalRef: row.withdrawal_ref,
    paymentReference: row.payment_reference,
  }));
}

/** Number of lines of a customer's balance. */
export async function countStatement(orm: Orm, customerId: string, currency: WalletCurrency): Promise<number> {
  const [row] = await runPrepared<{ n: number }>(
    orm,
    'lines of balance',
    'select n from balance_line where account_id = (select id from account where name = $1) order by n desc limit 1',
    [balanceAccountOf(customerId, currency)],
  );
  return row?.n ?? 0;
}

const DEPOSITS = {
  name: 'deposits',
  where: `state = 'case' and case_code = 'deposit' and (recorded_at, id) > ($1, $2) order by recorded_at, id limit $3`,
};

/** Deposits that have not been credited and were journalled after another one, oldest first. */
export async function readDeposits(orm: Orm, { recordedAt, id }: Pick<Payment, 'recordedAt' | 'id'>, limit: number): Promise<Payment[]> {
  return readRows<Payment>(orm, PaymentEntity, DEPOSITS, [recordedAt, id, limit]);
}

const DEPOSITS_SINCE = {
  name: 'deposits since',
  where: `state = 'case' and case_code = 'deposit' and network = $1 and recorded_at > $2 order by recorded_at desc limit $3`,
};

/** Deposits of a network that were journalled after a time and have not been credited, newest first. */
export async function readDepositsSince(orm: Orm, network: NetworkCode, since: Date, limit: number): Promise<Payment[]> {
  return readRows<Payment>(orm, PaymentEntity, DEPOSITS_SINCE, [network, since, limit]);
}

/** Deposits of a network that the signer has not credited for long. */
export interface WaitingDeposits {
  readonly network: NetworkCode;
  readonly deposits: number;
  /** When the one that waits longest was journalled. */
  readonly since: Date;
}

const WAITING_DEPOSITS = `
  select network, count(*)::integer as deposits, min(recorded_at) as since from payment
  where state = 'case' and case_code = 'deposit' and recorded_at <= $1 group by network order by network`;

/** Deposits journalled before a time that have not been credited, by network. */
export async function readWaitingDeposits(orm: Orm, recordedBefore: Date): Promise<WaitingDeposits[]> {
  type Row = Omit<WaitingDeposits, 'since'> & { readonly since: string | Date };
  const rows = await runPrepared<Row>(orm, 'waiting deposits', WAITING_DEPOSITS, [recordedBefore]);
  return rows.map((row) => ({ ...row, since: new Date(row.since) }));
}

/** Which of these customers have an account. */
export async function readKnownCustomers(orm: Orm, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await runPrepared<{ id: string }>(orm, 'known customers', 'select id from customer where id = any($1) and deleted_at is null', [ids]);
  return rows.map(({ id }) => id);
}

// $1: the customer, $2: the accounts of the balances, $3: since when a transfer may still be taken back.
const MONEY_OF_CUSTOMER = `
  select 1 as found from public.account a where a.name = any($2) and a.balance <> 0
  union all select 1 from public.withdrawal w where w.customer_id = $1 and (w.final_at is null or w.final_at > $3)
  union all select 1 from public.orders o where o.customer_id = $1 and o.from_balance and (o.final_at is null or o.final_at > $3)
  union all select 1 from public.wallet_address w
    join public.payment p on p.account = w.address and p.network = w.network and p.unit = w.currency
    where w.customer_id = $1 and (p.state in ('unconfirmed', 'unmatched') or p.state = 'case' and p.case_code = 'deposit')
  limit 1`;

/**
 * Whether a customer has a balance in any currency, a deposit at an own address that is still to be credited, or money that may come back into a balance: a
 * withdrawal or an order paid from one that has not ended, or whose transfer its provider may still take back (`PAYOUT_WATCH_HOURS`).
 */
export async function hasMoneyWithUs(run: AuthStatement, customerId: string, now: Date): Promise<boolean> {
  const accounts = WALLET_CURRENCIES.map((currency) => balanceAccountOf(customerId, currency));
  const rows = await run('money of customer', MONEY_OF_CUSTOMER, [customerId, accounts, new Date(now.getTime() - PAYOUT_WATCH_HOURS * HOUR_MS)]);
  return rows.length > 0;
}

/** Adds a withdrawal that a customer asks for. @returns false when its id or reference is taken */
export async function addWithdrawal(orm: Orm, withdrawal: Withdrawal): Promise<boolean> {
  return insertRow(orm, WithdrawalEntity, withdrawal, 'do nothing');
}

const BY_ID = { name: 'withdrawal by id', where: 'id = $1' };
const BY_REF = { name: 'withdrawal by ref', where: 'ref = $1' };
const REFUSED = { name: 'withdrawals refused', where: `state = 'error' and reason in ('payout_refused', 'returned') order by created_at limit $1` };
const REQUESTED = { name: 'withdrawals requested', where: `state = 'requested' order by created_at limit $1` };
const OF_CUSTOMER = { name: 'withdrawals of customer', where: 'customer_id = $1 order by created_at desc, id desc limit $2 offset $3' };

/** A withdrawal by its id, or null. */
export async function readWithdrawal(orm: Orm, id: string): Promise<Withdrawal | null> {
  return readRow<Withdrawal>(orm, WithdrawalEntity, BY_ID, [id]);
}

/** A withdrawal by its public reference, or null. */
export async function readWithdrawalByRef(orm: Orm, ref: string): Promise<Withdrawal | null> {
  return readRow<Withdrawal>(orm, WithdrawalEntity, BY_REF, [ref]);
}

/** Withdrawals whose payouts were refused, or that operators return to their balances, oldest first. */
export async function readWithdrawalsRefused(orm: Orm, limit: number): Promise<Withdrawal[]> {
  return readRows<Withdrawal>(orm, WithdrawalEntity, REFUSED, [limit]);
}

// Payouts that failed are few, so that they lead to the withdrawals. $1 and $2: when a withdrawal has ended, and its payout was made, at the earliest.
const UNSETTLED = {
  name: 'withdrawals unsettled',
  where: `id = any(array(select obligation_id from payout where state = 'failed' and obligation_kind = 'withdrawal' and created_at > $2))
    and state in ('done', 'failed') and final_at > $1
    and not exists (select 1 from payout p where p.obligation_kind = 'withdrawal' and p.obligation_id = withdrawal.id and p.state = 'settled')
    order by final_at desc limit $3`,
};
/** Withdrawals that ended since a time, and of which no payout is settled: operators or the signer found out what came of them. Newest first. */
export async function readWithdrawalsUnsettled(orm: Orm, endedSince: Date, limit: number): Promise<Withdrawal[]> {
  return readRows<Withdrawal>(orm, WithdrawalEntity, UNSETTLED, [endedSince, failedSince(endedSince), limit]);
}

/** Withdrawals that wait for the signer, oldest first. */
export async function readWithdrawalsRequested(orm: Orm, limit: number): Promise<Withdrawal[]> {
  return readRows<Withdrawal>(orm, WithdrawalEntity, REQUESTED, [limit]);
}

/** A customer's withdrawals, newest first. */
export async function readWithdrawalsOf(
  orm: Orm,
  customerId: string,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<Withdrawal[]> {
  return readRows<Withdrawal>(orm, WithdrawalEntity, OF_CUSTOMER, [customerId, limit, offset]);
}

const HELD = `select coalesce(sum(e.amount), 0) as held from posting p join entry e on e.posting_id = p.id join account a on a.id = e.account_id
  where p.withdrawal_id = $1 and a.name = $2`;

/** Money that the ledger holds for a withdrawal, summed over its entries. */
export async function readHeldOfWithdrawal(orm: Orm, { id, currency }: Pick<Withdrawal, 'id' | 'currency'>): Promise<bigint> {
  const [row] = await runPrepared<{ held: string }>(orm, 'held of withdrawal', HELD, [id, `held:${currency}`]);
  return BigInt(row?.held ?? 0);
}

const LINES_OF_WITHDRAWAL = `select a.name as account, l.n, l.posting_id, l.amount, l.balance, l.code
  from posting p join balance_line l on l.posting_id = p.id join account a on a.id = l.account_id where p.withdrawal_id = $1 and a.name = $2 order by l.n`;

/** Lines by which a withdrawal has changed its customer's balance, with their codes. */
export async function readLinesOfWithdrawal(
  orm: Orm,
  { id, customerId, currency }: Pick<Withdrawal, 'id' | 'customerId' | 'currency'>,
): Promise<(BalanceLine & { readonly code: string })[]> {
  const account = balanceAccountOf(customerId, currency);
  const rows = await runPrepared<{ n: number; posting_id: string; amount: string; balance: string; code: string }>(
    orm,
    'lines of withdrawal',
    LINES_OF_WITHDRAWAL,
    [id, account],
  );
  return rows.map((row) => ({
    account,
    n: row.n,
    postingId: row.posting_id,
    amount: BigInt(row.amount),
    balance: BigInt(row.balance),
    code: row.code,
  }));
}

/** Number of a customer's withdrawals that have not ended. */
export async function countOpenWithdrawals(orm: Orm, customerId: string): Promise<number> {
  const [row] = await runPrepared<{ count: number }>(
    orm,
    'open withdrawals',
    `select count(*)::integer as count from withdrawal where customer_id = $1 and state in ('requested', 'sending', 'error')`,
    [customerId],
  );
  return row?.count ?? 0;
}

/** A withdrawal that needs an operator, with its payout that has not ended. */
export interface NeedyWithdrawal extends Pick<Withdrawal, 'ref' | 'currency' | 'amount' | 'reason'> {
  readonly state: 'requested' | 'sending' | 'error';
  readonly payout: string | null;
  readonly waitsFor: PayoutWait | null;
  readonly since: Date;
}

const NEEDY = `
  select w.ref, w.currency, w.amount, w.state, w.reason, p.id as payout, p.waits_for as "waitsFor", coalesce(p.created_at, w.created_at) as since
  from withdrawal w left join payout p on p.obligation_kind = 'withdrawal' and p.obligation_id = w.id and p.state in ('queued', 'attempting')
  where w.state in ('requested', 'sending', 'error')
    and (w.state = 'error' or p.state = 'queued' and p.waits_for is not null or coalesce(p.created_at, w.created_at) <= $1)
  order by w.created_at`;

/** Withdrawals in error, those whose payout waits for somebody, and those that have been on their way since before a time, oldest first. */
export async function readNeedyWithdrawals(orm: Orm, slowSince: Date): Promise<NeedyWithdrawal[]> {
  type Row = Omit<NeedyWithdrawal, 'amount' | 'since'> & { readonly amount: string; readonly since: string | Date };
  const rows = await runPrepared<Row>(orm, 'needy withdrawals', NEEDY, [slowSince]);
  return rows.map((row) => ({ ...row, amount: BigInt(row.amount), since: new Date(row.since) }));
}
