import { AppError } from '@quydoi/contract/errors';
import { readAllCouponUses, readCouponsGiven } from '@quydoi/database/repositories/coupons';
import { addSetting, readSettings } from '@quydoi/database/repositories/settings';
import { CURRENCIES, type CurrencyCode, type TradedCode } from '@quydoi/domain/currencies';
import { formatDecimal } from '@quydoi/domain/money';
import type { CouponKind, CouponSettings } from '@quydoi/domain/settings';
import type { OperatorVerb } from '../operator-verb.ts';

/** A coupon as operators set it. */
type CouponInput = Omit<CouponSettings, 'on'> & { readonly code: string };

/** Sets a coupon, or a new version of it. Error: VALIDATION_FAILED when its rules contradict each other. */
export const setCoupon: OperatorVerb<CouponInput, { done: true }> = async (ctx, operator, { code, ...value }) => {
  const { percent, amount, kinds, from, until } = value;
  const isOfNothing = percent === null && amount === null;
  // What a swap delivers has no price in dong that its coupon could be measured by.
  const isInDong = amount !== null && kinds.includes('ex');
  const isOver = from !== null && until !== null && new Date(from) >= new Date(until);
  if (isOfNothing || isInDong || isOver) throw new AppError('VALIDATION_FAILED');
  await addSetting(ctx.orm, { kind: 'coupon', key: code, value: { ...value, on: true }, author: operator, at: ctx.clock.now() }, ctx.audit);
  return { done: true };
};

/** Ends a coupon. What was set of it stays on record. Error: NOT_FOUND. */
export const endCoupon: OperatorVerb<{ code: string; note: string }, { done: true }> = async (ctx, operator, { code }) => {
  // Read afresh: settings at hand may be those of before another change, which this one would undo.
  const coupon = (await readSettings(ctx.orm)).coupons.get(code);
  if (!coupon) throw new AppError('NOT_FOUND');
  await addSetting(ctx.orm, { kind: 'coupon', key: code, value: { ...coupon.value, on: false }, author: operator, at: ctx.clock.now() }, ctx.audit);
  return { done: true };
};

/** A coupon with what became of it. */
type ListedCoupon = Omit<CouponInput, 'kinds' | 'currencies'> & {
  readonly kinds: CouponKind[];
  readonly currencies: TradedCode[] | null;
  readonly on: boolean;
  readonly used: number;
  readonly given: { readonly currency: CurrencyCode; readonly amount: string }[];
};

/** Lists all coupons with their uses and what they have given away. */
export const listCoupons: OperatorVerb<object, { items: ListedCoupon[] }> = async (ctx) => {
  const [{ coupons }, used, given] = await Promise.all([readSettings(ctx.orm), readAllCouponUses(ctx.orm), readCouponsGiven(ctx.orm)]);
  return {
    items: [...coupons].map(([code, { value }]) => ({
      code,
      ...value,
      kinds: [...value.kinds],
      currencies: value.currencies && [...value.currencies],
      used: used.get(code) ?? 0,
      given: given.flatMap(({ code: of, currency, amount }) =>
        of === code ? [{ currency, amount: formatDecimal(amount, CURRENCIES[currency].scale) }] : [],
      ),
    })),
  };
};
