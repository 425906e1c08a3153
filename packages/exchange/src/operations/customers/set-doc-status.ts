import { AppError } from '@quydoi/contract/errors';
import { changeDocStatus } from '@quydoi/database/repositories/customers';
import type { DocStatus } from '@quydoi/domain/customer/customer';
import type { OperatorVerb } from '../operator-verb.ts';

/** Sets whether a customer's identity is verified. The audit log has the note. Error: NOT_FOUND. */
export const setDocStatus: OperatorVerb<{ customer: string; status: DocStatus; note: string }, { done: true }> = async (
  ctx,
  _operator,
  { customer, status },
) => {
  if (!(await changeDocStatus(ctx.orm, customer, status, ctx.audit))) throw new AppError('NOT_FOUND');
  return { done: true };
};
