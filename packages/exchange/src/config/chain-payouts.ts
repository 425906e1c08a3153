import type { ChainPayoutView } from '@quydoi/contract/config-extras';
import { readRecentDeliveries } from '@quydoi/database/repositories/orders';
import { RECENT_ITEMS } from '@quydoi/domain/constants';
import { CURRENCIES, CURRENCY_CODES, networkOf } from '@quydoi/domain/currencies';
import { maskAccount } from '@quydoi/domain/mask-account';
import { formatDecimal } from '@quydoi/domain/money';
import type { Order } from '@quydoi/domain/order/order';
import type { Ctx } from '../context.ts';

/** Currencies that move on chains, by unit. */
const CHAIN_CODES = Map.groupBy(
  CURRENCY_CODES.filter((code) => networkOf(code).payout === 'signed'),
  (code) => CURRENCIES[code].unit,
);

/** The newest payouts on chains, a few of each unit. */
export async function readChainPayouts(ctx: Ctx): Promise<readonly ChainPayoutView[]> {
  const orders = await Promise.all([...CHAIN_CODES.values()].map((codes) => readRecentDeliveries(ctx.orm, codes, RECENT_ITEMS)));
  return orders.flat().map(chainPayoutOf);
}

function chainPayoutOf(order: Order): ChainPayoutView {
  const { unit, scale } = CURRENCIES[order.to];
  return {
    unit,
    amount: formatDecimal(order.amountReceived, scale),
    reference: maskAccount(order.payoutReference ?? ''),
    address: maskAccount(order.destination),
    at: (order.finalAt ?? order.createdAt).toISOString(),
  };
}
