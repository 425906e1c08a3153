import { AppError } from '@quydoi/contract/errors';
import { readWithdrawalByRef } from '@quydoi/database/repositories/wallets';
import { maxPayoutFee } from '@quydoi/domain/price/payout-fee';
import {
  canResolveWithdrawal,
  canReturnWithdrawal,
  decideResolveWithdrawal,
  decideReturnWithdrawal,
  type WithdrawalDecision,
} from '@quydoi/domain/wallet/decide-resolution';
import { amountSentOf } from '@quydoi/domain/wallet/withdrawal';
import { decisionContext } from '../context.ts';
import { decideAndApply } from '../decide-and-apply.ts';
import { orReserveBusy } from '../refunds/ask-refund.ts';
import { readWithdrawalAndPayouts } from '../wallets/withdrawal-and-payouts.ts';
import type { OperatorVerb } from './operator-verb.ts';
import { feeOf } from './payouts/provider-fee.ts';
import { openProposal } from './proposals.ts';

/**
 * Resolves a withdrawal in `error`. No balance moves: the amount left it when the withdrawal was taken. Errors: NOT_FOUND, ORDER_ACTION_NOT_ALLOWED (the
 * withdrawal is in another state, or its payout was refused, so that the signer gives it back), VALIDATION_FAILED (`done` without a reference),
 * RESERVE_BUSY (the reserve does not cover it).
 */
export const resolveWithdrawal: OperatorVerb<
  { ref: string; decision: WithdrawalDecision; reference?: string | undefined; fee?: string | undefined; note: string },
  { done: true }
> = async (ctx, operator, input) => {
  if (input.decision === 'done' && !input.reference) throw new AppError('VALIDATION_FAILED');
  const withdrawal = await readWithdrawalByRef(ctx.orm, input.ref);
  if (!withdrawal) throw new AppError('NOT_FOUND');
  const settlement = { reference: input.reference ?? '', fee: feeOf({ reserve: withdrawal.currency }, input.fee) };
  const { site } = await ctx.settings();
  const maxFee = maxPayoutFee(withdrawal.currency, amountSentOf(withdrawal), site);
  const decisionCtx = decisionContext(ctx, `operator:${operator}`, 'resolveWithdrawal');
  const change = await orReserveBusy(() =>
    decideAndApply(
      ctx,
      () => readWithdrawalAndPayouts(ctx, withdrawal.id),
      (state) => (canResolveWithdrawal(state) ? decideResolveWithdrawal(state, input.decision, settlement, maxFee, decisionCtx) : null),
    ),
  );
  if (!change) throw new AppError('ORDER_ACTION_NOT_ALLOWED');
  return { done: true };
};

/**
 * Says that a withdrawal in `error` was certainly not sent, so that the signer gives it back to its balance even where the provider's records tell
 * nothing; if they have it after all, it is done. Errors: NOT_FOUND, ORDER_ACTION_NOT_ALLOWED (the withdrawal is in another state, or returned already,
 * or was sent again after its return was proposed).
 */
export const returnWithdrawal: OperatorVerb<{ ref: string; note: string }, { done: true }> = async (ctx, _operator, { ref }) => {
  const withdrawal = await readWithdrawalByRef(ctx.orm, ref);
  if (!withdrawal) throw new AppError('NOT_FOUND');
  const proposal = ctx.audit?.proposalId === undefined ? null : await openProposal(ctx, ctx.audit.proposalId);
  const change = await decideAndApply(
    ctx,
    () => readWithdrawalAndPayouts(ctx, withdrawal.id),
    (state) => {
      const isOld = proposal !== null && state.payouts.some(({ createdAt }) => createdAt >= proposal.at);
      return canReturnWithdrawal(state) && !isOld ? decideReturnWithdrawal(state) : null;
    },
  );
  if (!change) throw new AppError('ORDER_ACTION_NOT_ALLOWED');
  return { done: true };
};
