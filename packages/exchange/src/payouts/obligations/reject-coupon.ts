import { isDeepStrictEqual } from 'node:util';
import { type CouponUses, readConfirmedCoupons, readCouponUsesUntil, readCouponVersion } from '@quydoi/database/repositories/coupons';
import { refuseCoupon } from '@quydoi/domain/coupon/coupon';
import type { Order } from '@quydoi/domain/order/order';
import type { CouponSettings } from '@quydoi/domain/settings';
import { countedDestination } from '../../orders/coupon.ts';
import type { SignerCtx } from '../signer.ts';

/**
 * Rejects an order's discount unless two operators agreed on exactly that coupon, it is for such an order at its time, and the orders made until then
 * do not use it more often than it may be. What depends on the order's value is web's to say, whose process has proven the order. Returns the
 * rejection reason, or null.
 */
export async function rejectCoupon(ctx: SignerCtx, order: Order): Promise<string | null> {
  if (order.coupon === null || order.couponVersion === null || !order.couponHeld) return null;
  const coupon = await readCouponVersion(ctx.orm, order.couponVersion);
  if (!coupon || coupon.code !== order.coupon) return 'coupon version is of something else';
  if (!(await isConfirmed(ctx, coupon.code, coupon.value))) return 'one operator may not set the coupon alone';
  if (refuseCoupon(coupon.value, { ...order, worth: BigInt(coupon.value.minOrder), at: order.createdAt }) !== null)
    return 'the coupon is not for this order';
  const party = { customerId: order.customerId, destination: countedDestination(order) };
  const uses = await readCouponUsesUntil(ctx.orm, order.coupon, party, order.createdAt);
  return isUsedTooOften(coupon.value, order, uses) ? 'the coupon is used more often than it may be' : null;
}

function isUsedTooOften({ uses, usesPerCustomer }: CouponSettings, { customerId }: Order, used: CouponUses): boolean {
  return used.all > uses || (usesPerCustomer !== null && (customerId === null || used.own > usesPerCustomer));
}

/** Whether a confirmed call set exactly this version. */
async function isConfirmed(ctx: SignerCtx, code: string, value: CouponSettings): Promise<boolean> {
  const inputs = await readConfirmedCoupons(ctx.orm, code);
  return inputs.some(({ code: _, ...set }) => isDeepStrictEqual({ ...set, on: true }, { ...value }));
}
