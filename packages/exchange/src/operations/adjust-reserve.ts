import { AppError } from '@quydoi/contract/errors';
import { applyChanges } from '@quydoi/database/apply-changes';
import { OverdrawnError } from '@quydoi/database/money-tx';
import { NO_CHANGE } from '@quydoi/domain/change';
import type { ReserveCode } from '@quydoi/domain/currencies';
import { post } from '@quydoi/domain/ledger/post';
import { newId } from '../context.ts';
import type { OperatorVerb } from './operator-verb.ts';
import { signedAmount } from './signed-amount.ts';

/**
 * Posts an owner's deposit into a reserve's wallet, or with a negative amount a withdrawal from it. Error: VALIDATION_FAILED (not an amount, or
 * a withdrawal beyond the available balance).
 */
export const adjustReserve: OperatorVerb<{ reserve: string; amount: string; note: string }, { done: true }> = async (ctx, _operator, input) => {
  const reserve = input.reserve as ReserveCode;
  const amount = signedAmount(input.amount, reserve);
  if (amount === null || amount === 0n) throw new AppError('VALIDATION_FAILED');
  const posting = post(newId(ctx), 'adjust', null, [
    { account: `rail:${reserve}`, amount },
    { account: `equity:${reserve}`, amount: -amount },
  ]);
  try {
    await applyChanges(ctx.orm, [{ ...NO_CHANGE, postings: [posting] }], ctx.clock.now(), ctx);
  } catch (error) {
    if (error instanceof OverdrawnError) throw new AppError('VALIDATION_FAILED');
    throw error;
  }
  return { done: true };
};
