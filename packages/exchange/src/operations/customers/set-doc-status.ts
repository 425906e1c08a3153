import { AppError } from '@quydoi/contract/errors';
import { changeDocStatus } from '@quydoi/database/repositories/customers';
import type { DocStatus } from '@quydoi/domain/customer/customer';
import type { IdentityRefusal } from '@quydoi/domain/customer/identity';
import type { OperatorVerb } from '../operator-verb.ts';

interface DocStatusInput {
  readonly customer: string;
  readonly status: DocStatus;
  readonly note: string;
  readonly refusal?: IdentityRefusal | undefined;
}

/** Sets whether a customer's identity is verified, and decides about pictures that wait for it. The audit log has the note. Error: NOT_FOUND. */
export const setDocStatus: OperatorVerb<DocStatusInput, { done: true }> = async (ctx, _operator, { customer, status, refusal = null }) => {
  const change = { status, refusal, at: ctx.clock.now() };
  if (!(await changeDocStatus(ctx.orm, customer, change, ctx.audit))) throw new AppError('NOT_FOUND');
  return { done: true };
};
