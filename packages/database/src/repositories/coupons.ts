import type { CurrencyCode } from '@quydoi/domain/currencies';
import type { CouponSettings } from '@quydoi/domain/settings';
import { runPrepared } from '../money-tx.ts';
import type { Orm } from '../orm.ts';
import { parseSettingValue } from '../setting-values.ts';

const VERSION = "select key, value from setting where version = $1 and kind = 'coupon'";
const USES = `select coalesce((select uses from coupon_count where code = $1), 0) as uses, greatest(
  (select count(*) from orders where coupon = $1 and coupon_held and customer_id = $2),
  (select count(*) from orders where coupon = $1 and coupon_held and destination = $3)) as own`;
const USES_UNTIL = `select count(*) as uses, greatest(count(*) filter (where customer_id = $2), count(*) filter (where destination = $3)) as own
  from orders where coupon = $1 and coupon_held and created_at <= $4`;
const CONFIRMED = `select input from audit where verb = 'setCoupon' and outcome = 'done' and proposal_id is not null and input ->> 'code' = $1`;
const COUNTS = 'select code, uses from coupon_count';
const GIVEN = `select coupon as code, case kind when 'buy' then from_currency else to_currency end as currency, sum(discount) as amount
  from orders where coupon is not null and status = 'delivered' group by 1, 2 order by 1, 2`;

/** A version of a coupon, for example that of an order; null when there is none that can be read. */
export async function readCouponVersion(orm: Orm, version: number): Promise<{ readonly code: string; readonly value: CouponSettings } | null> {
  const [row] = await runPrepared<{ key: string; value: unknown }>(orm, 'coupon version', VERSION, [version]);
  const value = row && parseSettingValue('coupon', row.key, row.value);
  return row && value ? { code: row.key, value } : null;
}

/** Who would use a coupon. */
export interface CouponParty {
  readonly customerId: string | null;
  /** Where the order is paid out; null where that tells nobody, as with vouchers. */
  readonly destination: string | null;
}

/** Orders that have a use of a coupon: all, and those of a party, by its account or its destination, whichever are more. */
export interface CouponUses {
  readonly all: number;
  readonly own: number;
}

/** Uses of a coupon now, as the database counts them. */
export async function readCouponUses(orm: Orm, code: string, { customerId, destination }: CouponParty): Promise<CouponUses> {
  return usesOf(await runPrepared<UsesRow>(orm, 'coupon uses', USES, [code, customerId, destination]));
}

/** Uses of a coupon by orders that were made until a time, counted from the orders themselves. */
export async function readCouponUsesUntil(orm: Orm, code: string, { customerId, destination }: CouponParty, at: Date): Promise<CouponUses> {
  return usesOf(await runPrepared<UsesRow>(orm, 'coupon uses until', USES_UNTIL, [code, customerId, destination, at]));
}

/** Inputs of calls that set a coupon, as another operator had proposed. */
export async function readConfirmedCoupons(orm: Orm, code: string): Promise<Readonly<Record<string, unknown>>[]> {
  const rows = await runPrepared<{ input: Readonly<Record<string, unknown>> }>(orm, 'confirmed coupons', CONFIRMED, [code]);
  return rows.map(({ input }) => input);
}

/** Uses of every coupon, by code. Those that were never used are absent. */
export async function readAllCouponUses(orm: Orm): Promise<ReadonlyMap<string, number>> {
  const rows = await runPrepared<{ code: string; uses: number }>(orm, 'coupon counts', COUNTS, []);
  return new Map(rows.map(({ code, uses }) => [code, uses]));
}

/** What delivered orders saved by a coupon, in one currency: dong for buys. */
export interface CouponGiven {
  readonly code: string;
  readonly currency: CurrencyCode;
  readonly amount: bigint;
}

/** What coupons have given away, by code and currency. */
export async function readCouponsGiven(orm: Orm): Promise<CouponGiven[]> {
  const rows = await runPrepared<{ code: string; currency: CurrencyCode; amount: string }>(orm, 'coupons given', GIVEN, []);
  return rows.map(({ code, currency, amount }) => ({ code, currency, amount: BigInt(amount) }));
}

interface UsesRow {
  readonly uses: string | number;
  readonly own: string;
}

function usesOf([row]: readonly UsesRow[]): CouponUses {
  return { all: Number(row?.uses ?? 0), own: Number(row?.own ?? 0) };
}
