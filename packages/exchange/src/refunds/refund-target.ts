import type { RefundTarget } from '@quydoi/domain/order/obligations/refund-steps';
import { maxPayoutFee } from '@quydoi/domain/price/payout-fee';
import type { Settings } from '@quydoi/domain/settings';
import { isRefundOrReturn, type Payout } from '@quydoi/domain/transfer/payout';
import { type RefundedOrder, refundShareOf } from '../market/refund-share.ts';

/** Validated and normalised account to refund to. */
export interface RefundAccount {
  readonly account: string;
  readonly bank: string | null;
}

/** Builds the target of a refund of `gross`, with the next sequence number; null when nothing would be left after fees. */
export function refundTarget(
  settings: Settings,
  order: RefundedOrder,
  gross: bigint,
  to: RefundAccount,
  payouts: readonly Payout[],
): RefundTarget | null {
  const share = refundShareOf(settings, order, gross, to.bank);
  if (!share) return null;
  return {
    ...share,
    destination: to.account,
    destinationBank: to.bank,
    maxPayoutFee: (amount) => maxPayoutFee(order.from, amount, settings.site),
    seq: nextRefundSeq(payouts),
  };
}

/** Sequence number of an order's next refund. */
export function nextRefundSeq(payouts: readonly Payout[]): number {
  return payouts.filter(isRefundOrReturn).reduce((last, { seq }) => Math.max(last, seq), 0) + 1;
}
