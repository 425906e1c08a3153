import { AppError } from '@quydoi/contract/errors';
import {
  type OpenReconciliationException,
  readReconciliationExceptions,
  resolveReconciliationException,
} from '@quydoi/database/repositories/reconciliation-exceptions';
import type { OperatorVerb } from '../operator-verb.ts';

/** Lists what arrived and could not be journalled as a payment, oldest first. */
export const listExceptions: OperatorVerb<{ limit: number }, { items: OpenReconciliationException[] }> = async (ctx, _operator, { limit }) => ({
  items: await readReconciliationExceptions(ctx.orm, limit),
});

/** Closes a reconciliation exception, with what was done about it. Error: NOT_FOUND. */
export const resolveException: OperatorVerb<{ id: string; note: string }, { done: true }> = async (ctx, operator, { id, note }) => {
  const isResolved = await resolveReconciliationException(ctx.orm, id, { operator, note, at: ctx.clock.now() }, ctx.audit);
  if (!isResolved) throw new AppError('NOT_FOUND');
  return { done: true };
};
