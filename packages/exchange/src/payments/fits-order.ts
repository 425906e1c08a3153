import type { NetworkCode } from '@quydoi/domain/networks';
import { awaitsPayment } from '@quydoi/domain/order/actions';
import type { PaymentQuestion } from '@quydoi/rails/source';
import type { Ctx } from '../context.ts';
import { isSwitchedOn } from '../market/abilities.ts';
import type { OrderDeps } from '../orders/order-deps.ts';

/**
 * Whether a payment that somebody is about to make is the one that an open order waits for: in its currency, into the account that it was told, all
 * that it lacks, from the account that it declared. It tells no more than the order's page shows to anyone with its reference.
 */
export async function fitsOrder(ctx: Ctx, { pages }: Pick<OrderDeps, 'pages'>, network: NetworkCode, asked: PaymentQuestion): Promise<boolean> {
  const order = (await pages.find(asked.ref))?.order;
  if (!order || !isSwitchedOn(await ctx.settings(), network)) return false;
  const now = ctx.clock.now();
  const isMeant = order.payInNetwork === network && order.from === asked.unit && order.payInAccount === asked.account;
  const isPayer = order.sender === null || asked.payer === null || order.sender === asked.payer;
  return isMeant && isPayer && awaitsPayment(order, now) && now < order.expiresAt && order.amountSent - order.amountPaid === asked.amount;
}
