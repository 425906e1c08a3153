import { CURRENCIES, type CurrencyCode } from '@quydoi/domain/currencies';
import { NO_FEE, parseFeeRule } from '@quydoi/domain/fee';
import { parseDecimal } from '@quydoi/domain/money';
import type { RefundTarget } from '@quydoi/domain/order/refund-steps';
import { maxPayoutFee } from '@quydoi/domain/payout-fee';
import { type RefundShare, refundShare } from '@quydoi/domain/refund';
import type { Settings } from '@quydoi/domain/settings';
import { isRefundOrReturn, type Payout } from '@quydoi/domain/transfer/payout';

/** An account that money goes back to, checked and normalised. */
export interface RefundAccount {
  readonly account: string;
  readonly bank: string | null;
}

/**
 * What arrives of `gross` when it is given back in `from`, and what we keep; null when nothing would arrive.
 * @param bank the customer's, for dong: some take a fee; null while it is not known
 */
export function refundShareOf(settings: Settings, from: CurrencyCode, gross: bigint, bank: string | null): RefundShare | null {
  const rate = from === 'vnd' ? undefined : settings.buy.get(from);
  const bankFee = bank === null ? 0n : (parseDecimal(settings.banks.get(bank)?.payoutFee ?? '0', 0) ?? 0n);
  return refundShare(from, gross, { rule: rate ? parseFeeRule(rate.value, CURRENCIES[from].scale) : NO_FEE, bankFee });
}

/** A refund of `gross` to an account, numbered on from the order's payouts; null when nothing would arrive. */
export function refundTarget(
  settings: Settings,
  from: CurrencyCode,
  gross: bigint,
  to: RefundAccount,
  payouts: readonly Payout[],
): RefundTarget | null {
  const share = refundShareOf(settings, from, gross, to.bank);
  if (!share) return null;
  return {
    ...share,
    destination: to.account,
    destinationBank: to.bank,
    maxPayoutFee: (amount) => maxPayoutFee(from, amount, settings.site),
    seq: nextRefundSeq(payouts),
  };
}

/** Number of an order's next refund. */
export function nextRefundSeq(payouts: readonly Payout[]): number {
  return payouts.filter(isRefundOrReturn).reduce((last, { seq }) => Math.max(last, seq), 0) + 1;
}
