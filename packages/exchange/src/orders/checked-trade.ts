import { AppError } from '@quydoi/contract/errors';
import type { ReserveBalance } from '@quydoi/database/repositories/ledger';
import { checkQuantity } from '@quydoi/domain/limits';
import type { Ctx } from '../context.ts';
import { findTrade, type Trade, type TradeRequest } from '../market/trade.ts';

/** Resolves the requested trade and validates the quantity against its limits. Errors: CURRENCY_NOT_SUPPORTED, MAINTENANCE, QUANTITY_*. */
export async function checkedTrade(
  ctx: Ctx,
  reserves: readonly ReserveBalance[],
  request: TradeRequest,
  quantityText: string,
): Promise<{ trade: Trade; quantity: bigint }> {
  const trade = findTrade(await ctx.settings(), reserves, request);
  const checked = checkQuantity(trade.limits, quantityText);
  if ('refusal' in checked) throw new AppError(checked.refusal.code, checked.refusal.params);
  if (!('terms' in trade)) throw new AppError('MAINTENANCE');
  return { trade, quantity: checked.quantity };
}
