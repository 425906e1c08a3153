import { FAST_TRANSFER_MAX_VND, MIN_WITHDRAW_VND } from '../constants.ts';
import { CURRENCIES, smallestTransfer } from '../currencies.ts';
import { ceilDiv, larger, parseDecimal, smaller } from '../money.ts';
import { maxPayoutFee } from '../price/payout-fee.ts';
import { parseRate, RATE_ONE } from '../price/rate.ts';
import type { Settings } from '../settings.ts';
import { parsePayoutCap } from '../transfer/payout-cap.ts';
import type { WalletCurrency } from './wallet.ts';

/** What a withdrawal of a currency takes. Amounts are minor units. */
export interface WithdrawalTerms {
  readonly min: bigint;
  readonly max: bigint;
  /** Part of each amount that is kept for the transfer. */
  readonly fee: bigint;
}

/**
 * What a withdrawal takes; null while none is made: they are switched off, or nothing says what the currency is worth or how much may be sent at once.
 * @param bank of withdrawals of dong, whose transfers may cost a fee; null for others
 */
export function withdrawalTermsOf(
  { site, banks, sell, payoutCaps }: Pick<Settings, 'site' | 'banks' | 'sell' | 'payoutCaps'>,
  currency: WalletCurrency,
  bank: string | null,
): WithdrawalTerms | null {
  const least = leastOf(site.minWithdraw, currency, currency === 'vnd' ? undefined : sell.get(currency)?.value.value);
  const caps = payoutCaps.get(currency);
  const cap = caps ? parsePayoutCap(currency, caps) : null;
  const fee = currency === 'vnd' ? parseDecimal(banks.get(bank ?? '')?.payoutFee ?? '0', 0) : maxPayoutFee(currency, 0n, site);
  if (site.allowWithdraw === false || least === null || cap === null || fee === null) return null;
  const max = currency === 'vnd' ? smaller(cap.single, FAST_TRANSFER_MAX_VND) : cap.single;
  return { min: larger(least, smallestTransfer(currency)) + fee, max: max + fee, fee };
}

/** The smallest withdrawal of a currency, by its worth in dong. */
function leastOf(minWithdraw: string | undefined, currency: WalletCurrency, sellRate: string | undefined): bigint | null {
  const worth = minWithdraw === undefined ? MIN_WITHDRAW_VND : parseDecimal(minWithdraw, 0);
  if (currency === 'vnd' || worth === null) return worth;
  const rate = sellRate === undefined ? null : parseRate(sellRate);
  return rate === null ? null : ceilDiv(worth * 10n ** BigInt(CURRENCIES[currency].scale) * RATE_ONE, rate);
}
