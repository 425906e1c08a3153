import { readSentAttempts } from '@quydoi/database/repositories/payouts';
import { readPayoutLines } from '@quydoi/database/repositories/referrals';
import type { Payout } from '@quydoi/domain/transfer/payout';
import { balanceAccountOf, isWalletCurrency } from '@quydoi/domain/wallet/wallet';
import { balanceCodesOf } from '../balance-codes.ts';
import { evidenceCodesOf } from '../evidence-codes.ts';
import { checkAttempt, isProvenUnpaid } from '../payouts/check-attempt.ts';
import { isRefusedVoucher } from '../payouts/paid-vouchers.ts';
import { providerOf } from '../payouts/providers.ts';
import type { SignerCtx } from '../payouts/signer.ts';
import type { Objection, SignerObligation } from '../payouts/signer-obligation.ts';

/**
 * Rejects a payout into a balance whose money has left before: into the balance, by lines of the signer's own, or to a provider. No attempt tells of a
 * credit, and the role's login alone can call a payout failed that settled.
 * @returns the objection, or null if the payout may be credited
 */
export async function rejectCredit(ctx: SignerCtx, obligation: SignerObligation, payout: Payout): Promise<Objection | null> {
  if (!(await areCreditsSettled(ctx, obligation, payout))) return 'the balance was credited otherwise than payouts say';
  return rejectSentBefore(ctx, obligation, payout);
}

/** Whether what the signer's process has credited to the balance for the order is what its settled payouts add up to. */
async function areCreditsSettled(ctx: SignerCtx, { payouts }: SignerObligation, { orderId, toBalanceOf, reserve }: Payout): Promise<boolean> {
  if (orderId === null || toBalanceOf === null || !isWalletCurrency(reserve)) return false;
  const codes = balanceCodesOf(evidenceCodesOf(ctx));
  const lines = await readPayoutLines(ctx.orm, orderId, balanceAccountOf(toBalanceOf, reserve));
  const credited = lines.reduce((sum, { amount }) => sum + amount, 0n);
  const settled = payouts
    .filter((one) => one.state === 'settled' && one.toBalanceOf === toBalanceOf && one.reserve === reserve)
    .reduce((sum, { amount }) => sum + amount, 0n);
  return lines.every(({ code, ...line }) => codes.isCode(line, code)) && credited === settled;
}

/** Rejects a payout of money that an earlier attempt has sent after all: a provider's refusal, and an absent record, can be wrong. */
async function rejectSentBefore(ctx: SignerCtx, obligation: SignerObligation, payout: Payout): Promise<Objection | null> {
  for (const { payout: before, attempt } of await readSentAttempts(ctx.orm, obligation.payouts)) {
    if (obligation.relate(before, payout) === 'unrelated' || isRefusedVoucher(before, attempt)) continue;
    const record = await checkAttempt(ctx, { obligation, payout: before, attempt });
    const kind = providerOf(ctx, before, attempt)?.payouts.kind;
    if (record && kind && isProvenUnpaid(kind, record)) continue;
    if (record?.state !== 'paid') return { waitsFor: 'confirmation', detail: `nobody knows yet whether ${attempt.key} has paid` };
    return `already paid by ${attempt.key}`;
  }
  return null;
}
