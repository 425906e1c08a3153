import type { Change } from '../../change.ts';
import { CURRENCIES } from '../../currencies.ts';
import type { DecisionContext } from '../../decision-context.ts';
import { formatDecimal } from '../../money.ts';
import { moveOrder, updateOrder } from '../lifecycle.ts';
import type { Order } from '../order.ts';
import { changeOrder } from '../steps.ts';

/*
 * What the issuer answers about vouchers that are to pay an order. The money itself comes as a payment of its history, matched as any other.
 */

/** Logs that a voucher's money was taken. @param amount its face value in `from` */
export function decideVoucherAccepted(order: Order, amount: bigint, ctx: DecisionContext): Change {
  const params = { amount: formatDecimal(amount, CURRENCIES[order.from].scale), currency: order.from };
  return changeOrder(order, updateOrder(order, {}), [{ code: 'voucher_accepted', params }], ctx);
}

/**
 * Logs that the issuer refused a voucher. After the last one, an order that nothing was paid for takes no more; it ends with its timer.
 * @param left vouchers that may still be tried
 */
export function decideVoucherRefused(order: Order, left: number, ctx: DecisionContext): Change {
  const isLast = left === 0 && order.status === 'pending';
  const after = isLast ? moveOrder(order, 'ERROR_EVOUCHER', { reason: 'voucher_refused' }, ctx.now) : updateOrder(order, {});
  return changeOrder(order, after, [{ code: 'voucher_refused', params: { left: String(left) } }], ctx);
}

/** Logs that nobody knows whether a voucher's money was taken: the issuer's history, or an operator, settles it. */
export function decideVoucherUnknown(order: Order, ctx: DecisionContext): Change {
  const after = order.status === 'pending' ? moveOrder(order, 'ERROR_EVOUCHER', { reason: 'voucher_unknown' }, ctx.now) : updateOrder(order, {});
  return changeOrder(order, after, [{ code: 'voucher_unknown' }], ctx);
}
