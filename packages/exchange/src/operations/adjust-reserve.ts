import { AppError } from '@quydoi/contract/errors';
import { applyChanges } from '@quydoi/database/apply-changes';
import { OverdrawnError } from '@quydoi/database/money-tx';
import { NO_CHANGE } from '@quydoi/domain/change';
import { RESERVES, type ReserveCode } from '@quydoi/domain/currencies';
import { post } from '@quydoi/domain/ledger/post';
import { parseDecimal } from '@quydoi/domain/money';
import { newId } from '../context.ts';
import type { OperatorVerb } from './operator-verb.ts';

/**
 * Posts an owner's deposit into a reserve's wallet, or with a negative amount a withdrawal from it. Error: VALIDATION_FAILED (not an amount, or
 * a withdrawal beyond the available balance).
 */
export const adjustReserve: OperatorVerb<{ reserve: string; amount: string; note: string }, { done: true }> = async (ctx, _operator, input) => {
  const reserve = input.reserve as ReserveCode;
  const isOut = input.amount.startsWith('-');
  const size = parseDecimal(isOut ? input.amount.slice(1) : input.amount, RESERVES[reserve].scale);
  if (size === null || size === 0n) throw new AppError('VALIDATION_FAILED');
  const amount = isOut ? -size : size;
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
