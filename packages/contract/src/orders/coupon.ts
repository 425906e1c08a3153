import { ORDER_KINDS } from '@quydoi/domain/order-status';
import { z } from 'zod';
import { accountText, codeText, couponText, decimalText, minorUnits, moment } from '../primitives.ts';

/** A coupon for an order that is being entered. What is not known yet is checked when the order is made. */
export const checkCouponInput = z.object({
  kind: z.enum(ORDER_KINDS),
  from: codeText,
  to: codeText,
  coupon: couponText,
  /** In the traded currency (the source, for swaps). */
  quantity: decimalText.optional(),
  destination: accountText.optional(),
});

/** What a coupon takes off the fee. Amounts in dong. */
export const couponView = z.object({
  code: z.string(),
  /** Share of the fee in percent, decimal text. */
  percent: z.string(),
  /** Most that an order saves; null: no maximum. */
  max: minorUnits.nullable(),
  /** Smallest value of an order. */
  minOrder: minorUnits,
  until: moment.nullable(),
});

export type CheckCouponInput = z.output<typeof checkCouponInput>;
export type CouponView = z.output<typeof couponView>;
