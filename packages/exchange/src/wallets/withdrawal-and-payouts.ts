import { readPayoutsOfObligation } from '@quydoi/database/repositories/payouts';
import { readWithdrawal } from '@quydoi/database/repositories/wallets';
import type { WithdrawalAndPayouts } from '@quydoi/domain/wallet/decide-resolution';
import type { Ctx } from '../context.ts';

/** Reads a withdrawal, then its payouts. In this order a concurrent payout change is detected, because it also changes the withdrawal's version. */
export async function readWithdrawalAndPayouts({ orm }: Pick<Ctx, 'orm'>, id: string): Promise<WithdrawalAndPayouts | null> {
  const withdrawal = await readWithdrawal(orm, id);
  return withdrawal && { withdrawal, payouts: await readPayoutsOfObligation(orm, 'withdrawal', id) };
}
