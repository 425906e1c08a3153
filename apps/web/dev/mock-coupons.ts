import { AppError, type ErrorCode } from '@quydoi/contract/errors';
import type { CheckCouponInput, CouponView } from '@quydoi/contract/orders/coupon';
import type { Discount } from '@quydoi/domain/price/discount';
import { HUNDRED_PERCENT } from '@quydoi/domain/price/fee';

/** Half of the fee, at most 5 000 đ for a buy, of orders from 100 000 đ on. */
const CODE = 'TET2027';
const MAX = 5_000n;
const REFUSED: Readonly<Record<string, ErrorCode>> = {
  OLD2026: 'COUPON_EXPIRED',
  GONE: 'COUPON_USED_UP',
  MINE: 'COUPON_USED_BEFORE',
  MEMBERS: 'COUPON_FOR_MEMBERS',
};

/** What a code takes off. @throws AppError like the exchange's `checkCoupon` */
export function mockCoupon({ coupon, kind }: Pick<CheckCouponInput, 'coupon' | 'kind'>): CouponView {
  const code = coupon.trim().toUpperCase();
  if (code !== CODE) throw new AppError(REFUSED[code] ?? 'COUPON_UNKNOWN');
  if (kind === 'sell') throw new AppError('COUPON_NOT_FOR_ORDER');
  return { code, percent: '50', max: kind === 'buy' ? MAX : null, minOrder: 100_000n, until: null };
}

/** The discount of the mock's coupon. */
export function mockDiscount(kind: CheckCouponInput['kind']): Discount {
  return { percent: HUNDRED_PERCENT / 2n, max: kind === 'buy' ? MAX : null };
}
