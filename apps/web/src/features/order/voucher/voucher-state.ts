import type { OrderEventView, OrderView } from '@quydoi/contract/orders/order-view';
import { CURRENCIES } from '@quydoi/domain/currencies';
import { DAY_MS } from '@quydoi/domain/durations';
import { VOUCHER_SHOWN_DAYS } from '@quydoi/domain/voucher';

/** Stage of an order's newest voucher: the issuer is being asked, or has taken its money, which is not confirmed yet. */
export type VoucherStage = 'checking' | 'accepted';

type Facts = Pick<OrderView, 'vouchers' | 'status' | 'reason' | 'events'>;

/** Stage of the voucher that is on its way to an order; null if none is, or its money is part of the order already. */
export function voucherStageOf({ vouchers, status, reason, events }: Facts): VoucherStage | null {
  if (!vouchers || !mayStillCome(status, reason)) return null;
  if (vouchers.isChecking) return 'checking';
  const last = events.findLast(({ code }) => code === 'voucher_accepted' || code === 'payment_confirmed');
  return last?.code === 'voucher_accepted' ? 'accepted' : null;
}

/** Whether a voucher's money can still come to the order: it is unpaid, underpaid, or was cancelled unpaid. */
function mayStillCome(status: OrderView['status'], reason: OrderView['reason']): boolean {
  if (status === 'cancelled') return reason !== 'refunded';
  return status === 'pending' || (status === 'verifying_transaction' && reason === 'underpaid');
}

/** All that the issuer has said of the order's vouchers, oldest first: one event for each voucher that it was asked about. */
export function voucherWordsOf({ events }: Pick<OrderView, 'events'>): readonly OrderEventView[] {
  return events.filter(({ code }) => code.startsWith('voucher_'));
}

/** What the issuer said last about a voucher that it did not take, as long as no later voucher was taken; null if nothing. */
export function voucherTroubleOf(order: Pick<OrderView, 'events'>): OrderEventView | null {
  const last = voucherWordsOf(order).at(-1);
  return last?.code === 'voucher_accepted' ? null : (last ?? null);
}

/** Whether the order's page asks for a voucher: the server takes one, its price is held, and none is on its way. */
export function isVoucherAwaited(order: Facts & Pick<OrderView, 'actions'>, isTimerOver: boolean): boolean {
  return !isTimerOver && order.actions.includes('submitVoucher') && voucherStageOf(order) === null;
}

/** Whether an order was paid out, or refunded, in vouchers whose codes its page can show. */
export function hasIssuedVouchers({ status, from, to, refund }: Pick<OrderView, 'status' | 'from' | 'to' | 'refund'>): boolean {
  return (status === 'delivered' && CURRENCIES[to].isVoucher === true) || (CURRENCIES[from].isVoucher === true && refund?.state === 'done');
}

/** Whether the vouchers of an order have been issued for so long that their codes are no longer shown. The database keeps them sealed. */
export function isPastShowing({ events, finalAt }: Pick<OrderView, 'events' | 'finalAt'>, nowMs: number): boolean {
  const issuedAt = events.findLast(({ code }) => code === 'delivered' || code === 'refunded')?.at ?? finalAt;
  return issuedAt !== null && nowMs - issuedAt.getTime() > VOUCHER_SHOWN_DAYS * DAY_MS;
}
