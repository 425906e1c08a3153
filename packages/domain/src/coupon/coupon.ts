import type { CurrencyCode } from '../currencies.ts';
import { InvariantError } from '../invariant.ts';
import { parseDecimal } from '../money.ts';
import type { OrderKind } from '../order-status.ts';
import type { Discount } from '../price/discount.ts';
import { HUNDRED_PERCENT, PERCENT_SCALE } from '../price/fee.ts';
import type { CouponSettings } from '../settings.ts';

/** Longest text that is read as a coupon's code, spaces around it included. */
export const COUPON_TEXT_MAX = 64;

/** A coupon's code: 4 to 32 letters, digits and dashes, in capitals. */
const CODE = /^[A-Z0-9][A-Z0-9-]{2,30}[A-Z0-9]$/;

/** Reads a coupon's code as somebody typed it; null when it is none. */
export function readCouponCode(text: string): string | null {
  const code = text.trim().toUpperCase();
  return CODE.test(code) ? code : null;
}

/** Reads the share of a coupon, above 0 and up to 100 %; null when it is none. */
export function parseCouponPercent(text: string): bigint | null {
  const percent = parseDecimal(text, PERCENT_SCALE);
  return percent !== null && percent > 0n && percent <= HUNDRED_PERCENT ? percent : null;
}

/** What a coupon takes off. @throws InvariantError on malformed settings */
export function discountOf({ percent, amount }: Pick<CouponSettings, 'percent' | 'amount'>): Discount {
  const share = percent === null ? HUNDRED_PERCENT : parseCouponPercent(percent);
  const max = amount === null ? null : parseDecimal(amount, 0);
  if (share === null || (amount !== null && max === null) || (percent === null && max === null)) throw new InvariantError('a coupon of nothing');
  return { percent: share, max };
}

/** An order as a coupon's conditions depend on it. */
export interface CouponOrder {
  readonly kind: OrderKind;
  readonly to: CurrencyCode;
  /** Value in dong, before the discount. */
  readonly worth: bigint;
  readonly at: Date;
}

/** Why a coupon is not for an order, apart from its uses. */
export type CouponRefusal = 'COUPON_UNKNOWN' | 'COUPON_EXPIRED' | 'COUPON_NOT_FOR_ORDER' | 'COUPON_ORDER_TOO_SMALL';

/** Why a coupon is not for an order, or null. One that is not valid yet is as unknown as one that never was. */
export function refuseCoupon(coupon: CouponSettings, { kind, to, worth, at }: CouponOrder): CouponRefusal | null {
  if (coupon.from !== null && at < new Date(coupon.from)) return 'COUPON_UNKNOWN';
  if (!coupon.on || (coupon.until !== null && at >= new Date(coupon.until))) return 'COUPON_EXPIRED';
  const isKind = coupon.kinds.some((each) => each === kind) && !(kind === 'ex' && coupon.amount !== null);
  if (!isKind || !(coupon.currencies?.some((code) => code === to) ?? true)) return 'COUPON_NOT_FOR_ORDER';
  return worth < (parseDecimal(coupon.minOrder, 0) ?? 0n) ? 'COUPON_ORDER_TOO_SMALL' : null;
}
