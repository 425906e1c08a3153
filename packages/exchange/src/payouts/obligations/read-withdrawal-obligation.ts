import { isDeepStrictEqual } from 'node:util';
import type { BalanceCodes } from '@quydoi/database/balance-lines';
import { readPayoutsOfObligation, readSentAttempts } from '@quydoi/database/repositories/payouts';
import { readHeldOfWithdrawal, readLinesOfWithdrawal, readWithdrawal } from '@quydoi/database/repositories/wallets';
import type { Payout } from '@quydoi/domain/transfer/payout';
import { payoutOf } from '@quydoi/domain/wallet/decide-withdrawal';
import type { Withdrawal } from '@quydoi/domain/wallet/withdrawal';
import { withdrawalObligation } from '@quydoi/domain/wallet/withdrawal-obligation';
import { balanceCodesOf } from '../../balance-codes.ts';
import { evidenceCodesOf } from '../../evidence-codes.ts';
import type { SignerCtx } from '../signer.ts';
import type { Objection, PayoutRelation, SignerObligation } from '../signer-obligation.ts';
import { isWithdrawalProven } from './withdrawal-proof.ts';

/** Reads the obligation to send a withdrawal. */
export async function readWithdrawalObligation(ctx: SignerCtx, { obligationKind, obligationId }: Payout): Promise<SignerObligation | null> {
  const withdrawal = await readWithdrawal(ctx.orm, obligationId);
  if (!withdrawal) return null;
  const payouts = await readPayoutsOfObligation(ctx.orm, obligationKind, obligationId);
  const tried = new Set((await readSentAttempts(ctx.orm, payouts)).map(({ attempt }) => attempt.payoutId));
  return {
    ...withdrawalObligation(withdrawal, { tried, hasLeft: await hasLeftBalance(ctx, withdrawal) }),
    payouts,
    validate: (payout) => rejectWithdrawal(ctx, payout),
    readHeld: () => readHeldOfWithdrawal(ctx.orm, withdrawal),
    relate: relateWithdrawals,
  };
}

/** The customer has asked for it through the site, its amount has left the balance by a process of the signer, and the ledger holds what is sent. */
async function rejectWithdrawal(ctx: SignerCtx, payout: Payout): Promise<Objection | null> {
  const withdrawal = await readWithdrawal(ctx.orm, payout.obligationId);
  if (withdrawal?.state !== 'sending') return 'the withdrawal is not on its way';
  if (!isWithdrawalProven(withdrawal, ctx.requestSecrets)) return 'the withdrawal was not asked for by the site';
  if (!isPayoutOf(payout, withdrawal)) return 'payout differs from the withdrawal';
  if (!(await hasLeftBalance(ctx, withdrawal))) return 'the amount has not left the balance';
  const held = await readHeldOfWithdrawal(ctx.orm, withdrawal);
  return held < payout.held || payout.held < payout.amount ? 'the ledger does not hold the payout' : null;
}

/** Whether a payout is what is made of the withdrawal, whatever its number and its hold. */
function isPayoutOf(payout: Payout, withdrawal: Withdrawal): boolean {
  const made = payoutOf(withdrawal, payout.seq, payout.held, payout.id);
  return isDeepStrictEqual({ ...payout, ...made }, payout);
}

/** Whether lines that a process of the signer wrote take the amount from the balance, and have not given it back. */
export async function hasLeftBalance(ctx: SignerCtx, withdrawal: Withdrawal): Promise<boolean> {
  const codes: BalanceCodes = balanceCodesOf(evidenceCodesOf(ctx));
  const lines = await readLinesOfWithdrawal(ctx.orm, withdrawal);
  return lines.every(({ code, ...line }) => codes.isCode(line, code)) && lines.reduce((sum, { amount }) => sum + amount, 0n) === -withdrawal.amount;
}

/** Each payout of a withdrawal sends all of it: an earlier one that failed may have paid after all. */
function relateWithdrawals(earlier: Payout, payout: Payout): PayoutRelation {
  return earlier.id === payout.id || earlier.state === 'failed' ? 'same' : 'conflicting';
}
