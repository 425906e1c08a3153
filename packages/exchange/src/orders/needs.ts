import { AppError } from '@quydoi/contract/errors';
import { isVerifiedCustomer } from '@quydoi/database/repositories/customers';
import { formatDecimal } from '@quydoi/domain/money';
import type { OrderKind } from '@quydoi/domain/order-status';
import type { Priced } from '@quydoi/domain/price/quote';
import { swapValue } from '@quydoi/domain/price/quote';
import type { Settings } from '@quydoi/domain/settings';
import { kycFrom, loginFrom } from '@quydoi/domain/thresholds';
import type { Ctx } from '../context.ts';
import { type Trade, termsOf } from '../market/trade.ts';

/**
 * Value of an order in dong: the amount paid or received; for swaps, the value at the source's sell rate or, without one, at the target's buy rate.
 * Error: MAINTENANCE for a swap that has neither, since nothing says what it needs.
 */
export function cashOf(settings: Settings, trade: Pick<Trade, 'kind' | 'from' | 'to'>, priced: Priced): bigint {
  if (trade.kind === 'buy') return priced.amountSent;
  if (trade.kind === 'sell') return priced.amountReceived;
  const { from, to } = trade;
  const sell = from === 'vnd' ? undefined : settings.sell.get(from);
  const buy = to === 'vnd' ? undefined : settings.buy.get(to);
  const value = swapValue(
    { source: sell ? termsOf('sell', from, 'vnd', sell.value, 0n) : null, target: buy ? termsOf('buy', 'vnd', to, buy.value, 0n) : null },
    priced,
  );
  if (value === null) throw new AppError('MAINTENANCE', { code: from });
  return value;
}

/** An order as its requirements depend on it. `customerId` is null for a visitor's. */
export interface ValuedOrder {
  readonly kind: OrderKind;
  readonly customerId: string | null;
  /** In dong. */
  readonly cash: bigint;
}

/** Unmet requirements of an order, login before identity verification. Reported with the quote, before any payment. */
export async function needsOf(ctx: Ctx, { kind, customerId, cash }: ValuedOrder): Promise<('login' | 'kyc')[]> {
  const { site } = await ctx.settings();
  const reaches = (from: bigint | null) => from !== null && cash >= from;
  const needsKyc = reaches(kycFrom(site));
  if (customerId === null) return reaches(loginFrom(site, kind)) ? (needsKyc ? ['login', 'kyc'] : ['login']) : [];
  return needsKyc && !(await isVerifiedCustomer(ctx.orm, customerId)) ? ['kyc'] : [];
}

/**
 * The first unmet requirement of a new order as an error: LOGIN_FOR_AMOUNT (with the value from which orders need a login, 0 where all do),
 * KYC_TO_CONTINUE, or null.
 */
export async function needRefusal(ctx: Ctx, order: ValuedOrder): Promise<AppError | null> {
  const [need] = await needsOf(ctx, order);
  if (need === undefined) return null;
  if (need === 'kyc') return new AppError('KYC_TO_CONTINUE');
  return new AppError('LOGIN_FOR_AMOUNT', { amount: formatDecimal(loginFrom((await ctx.settings()).site, order.kind) ?? 0n, 0) });
}
