import { type Caller, customerIdOf } from '@quydoi/contract/caller';
import { AppError } from '@quydoi/contract/errors';
import { readCouponUses, readCouponVersion } from '@quydoi/database/repositories/coupons';
import { type CouponOrder, discountOf, readCouponCode, refuseCoupon } from '@quydoi/domain/coupon/coupon';
import { CURRENCIES, type CurrencyCode } from '@quydoi/domain/currencies';
import type { Order } from '@quydoi/domain/order/order';
import { type Discount, orderPrice } from '@quydoi/domain/price/discount';
import { price } from '@quydoi/domain/price/quote';
import type { CouponSettings } from '@quydoi/domain/settings';
import type { Ctx } from '../context.ts';
import type { Trade } from '../market/trade.ts';
import { cashOf } from './needs.ts';

/** A coupon in force, for an order. */
export interface OrderCoupon {
  readonly code: string;
  readonly version: number;
  readonly value: CouponSettings;
  readonly discount: Discount;
}

/** Where an order is paid out as uses of coupons are counted by it: all vouchers are paid out to the same place. */
export function countedDestination({ to, destination }: Pick<Order, 'to' | 'destination'>): string | null {
  return CURRENCIES[to].isVoucher ? null : destination;
}

/**
 * Finds the coupon of a new order; null for an empty code. The database checks it again when it counts the use. Errors: COUPON_UNKNOWN, COUPON_EXPIRED,
 * COUPON_FOR_MEMBERS, COUPON_NOT_FOR_ORDER, COUPON_ORDER_TOO_SMALL, COUPON_USED_UP, COUPON_USED_BEFORE.
 * @param quantity null while none was entered: what depends on it is checked later
 * @param destination null while none was entered
 */
export async function findCoupon(
  ctx: Ctx,
  caller: Caller,
  text: string,
  { trade, quantity, destination }: { readonly trade: Trade; readonly quantity: bigint | null; readonly destination: string | null },
): Promise<OrderCoupon | null> {
  if (text.trim() === '') return null;
  const code = readCouponCode(text);
  const settings = await ctx.settings();
  const found = code === null ? undefined : settings.coupons.get(code);
  if (code === null || !found) throw new AppError('COUPON_UNKNOWN');
  const { value, version } = found;
  const worth = quantity === null ? null : cashOf(settings, trade, price(trade.terms, quantity));
  refuse(value, { kind: trade.kind, to: trade.to, worth: worth ?? null, at: ctx.clock.now() });
  const discount = discountOf(value);
  // An order without a fee has nothing to take off: the customer keeps the coupon for another one.
  if (quantity !== null && orderPrice({ ...trade.terms, discount }, quantity).discount === 0n) throw new AppError('COUPON_NOT_FOR_ORDER');
  await refuseUsed(ctx, code, value, caller, trade.to, destination);
  return { code, version, value, discount };
}

function refuse(coupon: CouponSettings, order: Omit<CouponOrder, 'worth'> & { readonly worth: bigint | null }): void {
  const refusal = refuseCoupon(coupon, { ...order, worth: order.worth ?? BigInt(coupon.minOrder) });
  if (refusal === 'COUPON_ORDER_TOO_SMALL') throw new AppError(refusal, { amount: coupon.minOrder });
  if (refusal !== null) throw new AppError(refusal);
}

async function refuseUsed(
  ctx: Ctx,
  code: string,
  { uses, usesPerCustomer }: CouponSettings,
  caller: Caller,
  to: CurrencyCode,
  destination: string | null,
): Promise<void> {
  const customerId = customerIdOf(caller);
  if (usesPerCustomer !== null && customerId === null) throw new AppError('COUPON_FOR_MEMBERS');
  const counted = destination === null ? null : countedDestination({ to, destination });
  const used = await readCouponUses(ctx.orm, code, { customerId, destination: counted });
  // Whoever has used it is told so, even if nobody else can either.
  if (usesPerCustomer !== null && used.own >= usesPerCustomer) throw new AppError('COUPON_USED_BEFORE');
  if (used.all >= uses) throw new AppError('COUPON_USED_UP');
}

/** The discount that an order's prices have: that of its coupon, as it was when the order was made; null without one, and once its use was given back. */
export async function orderDiscount(ctx: Pick<Ctx, 'orm'>, order: Pick<Order, 'couponVersion' | 'couponHeld'>): Promise<Discount | null> {
  const coupon = await readHeldCoupon(ctx, order);
  return coupon && discountOf(coupon.value);
}

/** Refuses new terms of an order that are smaller than its coupon is for: they would have the discount of a larger order. Null if they are large enough. */
export async function refuseBelowCoupon(
  ctx: Pick<Ctx, 'orm'>,
  order: Pick<Order, 'kind' | 'couponVersion' | 'couponHeld'>,
  { cashAmount, discount }: Pick<Order, 'cashAmount' | 'discount'>,
): Promise<AppError | null> {
  const coupon = await readHeldCoupon(ctx, order);
  if (!coupon) return null;
  const worth = cashAmount + (order.kind === 'buy' ? discount : 0n);
  return worth < BigInt(coupon.value.minOrder) ? new AppError('COUPON_ORDER_TOO_SMALL', { amount: coupon.value.minOrder }) : null;
}

/** The coupon of an order as it was when the order was made; null without one, and once its use was given back. */
async function readHeldCoupon({ orm }: Pick<Ctx, 'orm'>, { couponVersion, couponHeld }: Pick<Order, 'couponVersion' | 'couponHeld'>) {
  return couponVersion === null || !couponHeld ? null : await readCouponVersion(orm, couponVersion);
}
