import { CURRENCIES } from '@quydoi/domain/currencies';
import { parseDecimal } from '@quydoi/domain/money';
import type { Order } from '@quydoi/domain/order/order';
import { type RefundShare, refundShare } from '@quydoi/domain/order/refund';
import { NO_FEE, parseFeeRule } from '@quydoi/domain/price/fee';
import type { Settings } from '@quydoi/domain/settings';

/** The settings that refunds' fees follow from. */
export type RefundFeeSettings = Pick<Settings, 'buy' | 'banks'>;

/** What a refund depends on of its order. */
export type RefundedOrder = Pick<Order, 'from' | 'fromBalance'>;

/**
 * Splits a refund of `gross` into the net amount and our fee, which there is none of where it goes back to the balance; null when nothing would be left.
 * @param bank the customer's bank, for dong: some charge a fee; null while unknown
 */
export function refundShareOf(
  settings: RefundFeeSettings,
  { from, fromBalance }: RefundedOrder,
  gross: bigint,
  bank: string | null,
): RefundShare | null {
  if (fromBalance) return refundShare(from, gross, { rule: NO_FEE, bankFee: 0n });
  const rate = from === 'vnd' ? undefined : settings.buy.get(from);
  const bankFee = bank === null ? 0n : (parseDecimal(settings.banks.get(bank)?.payoutFee ?? '0', 0) ?? 0n);
  return refundShare(from, gross, { rule: rate ? parseFeeRule(rate.value, CURRENCIES[from].scale) : NO_FEE, bankFee });
}
