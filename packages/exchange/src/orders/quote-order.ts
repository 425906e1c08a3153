import { createHash } from 'node:crypto';
import { type Caller, customerIdOf } from '@quydoi/contract/caller';
import { AppError } from '@quydoi/contract/errors';
import type { QuoteInput, QuoteView } from '@quydoi/contract/orders/quote';
import type { ReserveBalance } from '@quydoi/database/repositories/ledger';
import { QUOTE_TTL_SECONDS } from '@quydoi/domain/constants';
import { CURRENCIES } from '@quydoi/domain/currencies';
import { limitsOf } from '@quydoi/domain/limits';
import { formatDecimal, parseDecimal } from '@quydoi/domain/money';
import { enteredCurrency, largestQuantityFor, price } from '@quydoi/domain/price/quote';
import { formatRate } from '@quydoi/domain/price/rate';
import type { Ctx } from '../context.ts';
import { findTrade } from '../market/trade.ts';
import { checkedTrade } from './checked-trade.ts';
import { cashOf, needsOf } from './needs.ts';
import type { OrderDeps } from './order-deps.ts';

/** Quotes a trade from the amount of either side. Errors: as of `checkedTrade`. */
export async function quoteOrder(ctx: Ctx, deps: Pick<OrderDeps, 'reserves'>, caller: Caller, input: QuoteInput): Promise<QuoteView> {
  const reserves = await deps.reserves();
  const { trade, quantity } = await checkedTrade(ctx, reserves, input, input.quantity ?? (await quantityFor(ctx, reserves, input)));
  const priced = price(trade.terms, quantity);
  const { min, max } = limitsOf(trade.limits);
  const { scale } = CURRENCIES[enteredCurrency(trade.terms)];
  const now = ctx.clock.now();
  return {
    id: createHash('sha256')
      .update(`${trade.kind} ${trade.from} ${trade.to} ${quantity} ${trade.rateVersion} ${now.getTime()}`)
      .digest('base64url')
      .slice(0, 16),
    kind: trade.kind,
    from: trade.from,
    to: trade.to,
    ...priced,
    rate: formatRate(trade.terms.rate),
    rateVersion: trade.rateVersion,
    min: formatDecimal(min, scale),
    max: formatDecimal(max, scale),
    needs: await needsOf(ctx, { kind: trade.kind, customerId: customerIdOf(caller), cash: cashOf(await ctx.settings(), trade, priced) }),
    expiresAt: new Date(now.getTime() + QUOTE_TTL_SECONDS * 1000),
  };
}

/** Largest quantity, as decimal text, that the given amount of the other currency covers. */
async function quantityFor(ctx: Ctx, reserves: readonly ReserveBalance[], input: QuoteInput): Promise<string> {
  const trade = findTrade(await ctx.settings(), reserves, input);
  if (!('terms' in trade)) return '';
  const other = trade.kind === 'buy' ? trade.from : trade.to;
  const amount = parseDecimal(input.amount ?? '', CURRENCIES[other].scale);
  if (amount === null || amount <= 0n) throw new AppError('QUANTITY_INVALID');
  return formatDecimal(largestQuantityFor(trade.terms, amount), CURRENCIES[enteredCurrency(trade.terms)].scale);
}
