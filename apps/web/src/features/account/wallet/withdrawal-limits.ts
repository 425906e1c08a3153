import type { BankView } from '@quydoi/contract/config';
import type { WalletView } from '@quydoi/contract/wallet';
import { parseDecimal, smaller } from '@quydoi/domain/money';

/** What can be withdrawn to a destination, in minor units. */
export interface WithdrawalLimits {
  readonly min: bigint;
  /** The whole balance, or as much of it as is sent at once. */
  readonly most: bigint;
  /** Part of each amount that is kept for the transfer. */
  readonly fee: bigint;
}

/**
 * What can be withdrawn of a balance, as the server says it (`withdrawalTermsOf`); null while nothing can.
 * @param bank of withdrawals of dong, whose transfers may cost a fee
 */
export function withdrawalLimits(
  { balance, withdrawal }: Pick<WalletView['balances'][number], 'balance' | 'withdrawal'>,
  bank: Pick<BankView, 'payoutFee'> | undefined,
): WithdrawalLimits | null {
  const bankFee = parseDecimal(bank?.payoutFee ?? '0', 0);
  if (withdrawal === null || bankFee === null) return null;
  return { min: withdrawal.min + bankFee, most: smaller(balance, withdrawal.max + bankFee), fee: withdrawal.fee + bankFee };
}
