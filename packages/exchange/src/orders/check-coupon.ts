import type { Caller } from '@quydoi/contract/caller';
import { AppError } from '@quydoi/contract/errors';
import type { CheckCouponInput, CouponView } from '@quydoi/contract/orders/coupon';
import { CURRENCIES } from '@quydoi/domain/currencies';
import { parseDecimal } from '@quydoi/domain/money';
import { enteredCurrency } from '@quydoi/domain/price/quote';
import type { Ctx } from '../context.ts';
import { findTrade } from '../market/trade.ts';
import { findCoupon } from './coupon.ts';

/** Tells what a coupon takes off the fee of an order that is being entered. Errors: those of `findCoupon`, CURRENCY_NOT_SUPPORTED, MAINTENANCE. */
export async function checkCoupon(ctx: Ctx, caller: Caller, input: CheckCouponInput): Promise<CouponView> {
  const trade = findTrade(await ctx.settings(), [], input);
  if (!('terms' in trade)) throw new AppError(trade.limits.known ? 'MAINTENANCE' : 'CURRENCY_NOT_SUPPORTED', { code: input.to });
  const quantity = parseDecimal(input.quantity ?? '', CURRENCIES[enteredCurrency(trade.terms)].scale);
  const order = { trade, quantity: quantity !== null && quantity > 0n ? quantity : null, destination: input.destination ?? null };
  const coupon = await findCoupon(ctx, caller, input.coupon, order);
  if (!coupon) throw new AppError('COUPON_UNKNOWN');
  const { percent, amount, minOrder, until } = coupon.value;
  return {
    code: coupon.code,
    percent: percent ?? '100',
    max: amount === null ? null : BigInt(amount),
    minOrder: BigInt(minOrder),
    until: until === null ? null : new Date(until),
  };
}
