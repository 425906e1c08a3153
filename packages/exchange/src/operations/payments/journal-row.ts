import { AppError } from '@quydoi/contract/errors';
import { journalReconciliationException } from '@quydoi/database/repositories/reconciliation-exceptions';
import type { OperatorVerb } from '../operator-verb.ts';

/**
 * Has a bank's row journalled that was told again, or under the id of another payment, and that an operator has found to be a payment of its own. The
 * role that reads its source journals it as a case (`payments/journal-rows.ts`). Error: NOT_FOUND (no such row, or it is closed).
 */
export const journalRow: OperatorVerb<{ exception: string; note: string }, { done: true }> = async (ctx, operator, { exception, note }) => {
  const isTaken = await journalReconciliationException(ctx.orm, exception, { operator, note, at: ctx.clock.now() }, ctx.audit);
  if (!isTaken) throw new AppError('NOT_FOUND');
  return { done: true };
};
