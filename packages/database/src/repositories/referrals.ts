import { parseReferralPercent, type Referral } from '@quydoi/domain/wallet/referral';
import type { balanceAccountOf } from '@quydoi/domain/wallet/wallet';
import type { BalanceLine } from '../balance-lines.ts';
import { ReferralEntity } from '../entities/wallet.ts';
import { runPrepared } from '../money-tx.ts';
import type { Orm } from '../orm.ts';
import { readRow, readRows } from '../read-rows.ts';
import { parseSettingValue } from '../setting-values.ts';

const BY_ID = { name: 'referral by id', where: 'id = $1' };
const DUE = { name: 'referrals due', where: `state = 'due' and due_at <= $1 order by due_at limit $2` };
const OWED = { name: 'referrals owed', where: `sponsor_id = $1 and state = 'taken-back' and returned < amount order by credited_at, id limit $2` };

/** The referral of an order, or null. */
export async function readReferral(orm: Orm, id: string): Promise<Referral | null> {
  return readRow<Referral>(orm, ReferralEntity, BY_ID, [id]);
}

/** Referrals that the signer is to look at, the one that waits longest first. */
export async function readReferralsDue(orm: Orm, now: Date, limit: number): Promise<Referral[]> {
  return readRows<Referral>(orm, ReferralEntity, DUE, [now, limit]);
}

/** Credits that a sponsor owes back, oldest first. */
export async function readReferralsOwed(orm: Orm, sponsorId: string, limit: number): Promise<Referral[]> {
  return readRows<Referral>(orm, ReferralEntity, OWED, [sponsorId, limit]);
}

const PERCENT_AT = `select value from setting where kind = 'site' and key = 'site' and at <= $1 order by version desc limit 1`;

/** The part of fees that sponsors got at a moment, at `PERCENT_SCALE`; zero if the setting of then cannot be read. */
export async function readReferralPercentAt(orm: Orm, at: Date): Promise<bigint> {
  const [row] = await runPrepared<{ value: unknown }>(orm, 'site setting at', PERCENT_AT, [at]);
  const site = row ? parseSettingValue('site', 'site', row.value) : null;
  return parseReferralPercent(site?.referralPercent ?? '0') ?? 0n;
}

/** A sponsor's customers and credits, in sum. Amounts are dong. */
export interface ReferralTotals {
  /** How many customers registered by the sponsor's link. */
  readonly customers: number;
  readonly credits: number;
  /** Credited, and not taken back. */
  readonly earned: bigint;
  /** Part of it that is owed back. */
  readonly owed: bigint;
}

/** A sponsor's totals. */
export async function readReferralTotals(orm: Orm, sponsorId: string): Promise<ReferralTotals> {
  type Row = { readonly customers: number; readonly credits: number; readonly earned: string; readonly owed: string };
  const text = 'select customers, credits, earned, owed from referral_total where sponsor_id = $1';
  const [row] = await runPrepared<Row>(orm, 'totals of sponsor', text, [sponsorId]);
  return row ? { ...row, earned: BigInt(row.earned), owed: BigInt(row.owed) } : { customers: 0, credits: 0, earned: 0n, owed: 0n };
}

/** A credit of a sponsor, with its order's reference. */
export interface ReferralCredit extends Pick<Referral, 'state' | 'amount' | 'returned'> {
  readonly orderRef: string;
  readonly creditedAt: Date;
}

const CREDITS = `
  select o.ref, r.state, r.amount, r.returned, r.credited_at
  from (select * from referral where sponsor_id = $1 and amount > 0 order by credited_at desc, id desc limit $2 offset $3) r
  cross join lateral (select o.ref from orders o where o.id = r.id limit 1) o
  order by r.credited_at desc, r.id desc`;

/** A sponsor's credits, newest first. */
export async function readReferralCredits(
  orm: Orm,
  sponsorId: string,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<ReferralCredit[]> {
  interface Row {
    readonly ref: string;
    readonly state: Referral['state'];
    readonly amount: string;
    readonly returned: string;
    readonly credited_at: string | Date;
  }
  const rows = await runPrepared<Row>(orm, 'credits of sponsor', CREDITS, [sponsorId, limit, offset]);
  return rows.map(({ ref, state, amount, returned, credited_at }) => ({
    orderRef: ref,
    state,
    amount: BigInt(amount),
    returned: BigInt(returned),
    creditedAt: new Date(credited_at),
  }));
}

const CREDITED_LINES = `select a.name as account, l.n, l.posting_id, l.amount, l.balance, l.code
  from posting p join balance_line l on l.posting_id = p.id join account a on a.id = l.account_id
  where p.order_id = $1 and p.kind = 'payout' and a.name = $2 order by l.n`;

/** Lines by which an order was paid out into its customer's balance, with their codes. */
export async function readPayoutLines(
  orm: Orm,
  orderId: string,
  account: ReturnType<typeof balanceAccountOf>,
): Promise<(BalanceLine & { readonly code: string })[]> {
  const rows = await runPrepared<{ n: number; posting_id: string; amount: string; balance: string; code: string }>(
    orm,
    'payout lines of order',
    CREDITED_LINES,
    [orderId, account],
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
