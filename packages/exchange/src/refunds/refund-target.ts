import { CURRENCIES } from '@quydoi/domain/currencies';
import { parseDecimal } from '@quydoi/domain/money';
import type { RefundTarget } from '@quydoi/domain/order/obligations/refund-steps';
import type { Order } from '@quydoi/domain/order/order';
import { type RefundShare, refundShare } from '@quydoi/domain/order/refund';
import { NO_FEE, parseFeeRule } from '@quydoi/domain/price/fee';
import { maxPayoutFee } from '@quydoi/domain/price/payout-fee';
import type { Settings } from '@quydoi/domain/settings';
import { isRefundOrReturn, type Payout } from '@quydoi/domain/transfer/payout';

/** Validated and normalised account to refund to. */
export interface RefundAccount {
  readonly account: string;
  readonly bank: string | null;
}

/** What a refund depends on of its order. */
type RefundedOrder = Pick<Order, 'from' | 'fromBalance'>;

/**
 * Splits a refund of `gross` into the net amount and our fee, which there is none of where it goes back to the balance; null when nothing would be left.
 * @param bank the customer's bank, for dong: some charge a fee; null while unknown
 */
export function refundShareOf(settings: Settings, { from, fromBalance }: RefundedOrder, gross: bigint, bank: string | null): RefundShare | null {
  if (fromBalance) return refundShare(from, gross, { rule: NO_FEE, bankFee: 0n });
  const rate = from === 'vnd' ? undefined : settings.buy.get(from);
  const bankFee = bank === null ? 0n : (parseDecimal(settings.banks.get(bank)?.payoutFee ?? '0', 0) ?? 0n);
  return refundShare(from, gross, { rule: rate ? parseFeeRule(rate.value, CURRENCIES[from].scale) : NO_FEE, bankFee });
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
