import { readPayoutLines } from '@quydoi/database/repositories/referrals';
import { isRefundOrReturn, type Payout } from '@quydoi/domain/transfer/payout';
import { balanceAccountOf, isWalletCurrency } from '@quydoi/domain/wallet/wallet';
import { balanceCodesOf } from '../balance-codes.ts';
import { evidenceCodesOf } from '../evidence-codes.ts';
import type { SignerCtx } from './signer.ts';
import type { SignerObligation } from './signer-obligation.ts';

/**
 * Whether what the signer's process has credited to balances for a payout's order is what the order's settled payouts into them add up to. No attempt
 * tells of a credit, and the role's login alone can call a payout failed that settled, so that the money would leave again: into the balance or to a
 * provider.
 */
export async function areCreditsSettled(ctx: SignerCtx, { payouts }: Pick<SignerObligation, 'payouts'>, payout: Payout): Promise<boolean> {
  const { orderId } = payout;
  if (orderId === null) return true;
  const credits = [...payouts, payout].filter(({ toBalanceOf }) => toBalanceOf !== null);
  const balances = new Map(credits.map((one) => [`${one.toBalanceOf} ${one.reserve}`, one]));
  const settled = await Promise.all([...balances.values()].map((one) => isCreditSettled(ctx, payouts, orderId, one)));
  return settled.every(Boolean);
}

async function isCreditSettled(
  ctx: SignerCtx,
  payouts: readonly Payout[],
  orderId: string,
  { toBalanceOf, reserve }: Pick<Payout, 'toBalanceOf' | 'reserve'>,
): Promise<boolean> {
  if (toBalanceOf === null || !isWalletCurrency(reserve)) return false;
  const codes = balanceCodesOf(evidenceCodesOf(ctx));
  const lines = await readPayoutLines(ctx.orm, orderId, balanceAccountOf(toBalanceOf, reserve));
  const credited = lines.reduce((sum, { amount }) => sum + amount, 0n);
  const settled = payouts
    .filter((one) => one.toBalanceOf === toBalanceOf && one.reserve === reserve && isCredited(one, payouts))
    .reduce((sum, { amount }) => sum + amount, 0n);
  return lines.every(({ code, ...line }) => codes.isCode(line, code)) && credited === settled;
}

/** Whether a settled payout has been credited: an order is, as a whole, with the last of its parts. */
function isCredited(payout: Payout, payouts: readonly Payout[]): boolean {
  if (payout.state !== 'settled' || isRefundOrReturn(payout)) return payout.state === 'settled';
  return payouts.filter(({ obligationKind, state }) => obligationKind === payout.obligationKind && state === 'settled').length === payout.parts;
}
