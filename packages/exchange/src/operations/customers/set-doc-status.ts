import { AppError } from '@quydoi/contract/errors';
import { ConflictError } from '@quydoi/database/money-tx';
import { changeDocStatus } from '@quydoi/database/repositories/customers';
import type { DocStatus } from '@quydoi/domain/customer/customer';
import type { IdentityRefusal } from '@quydoi/domain/customer/identity';
import type { OperatorVerb } from '../operator-verb.ts';

interface DocStatusInput {
  readonly customer: string;
  readonly status: DocStatus;
  readonly note: string;
  readonly submission?: number | undefined;
  readonly refusal?: IdentityRefusal | undefined;
}

/** Sets whether a customer's identity is verified, and decides so about the pictures that wait. The audit log has the note. Error: NOT_FOUND. */
export const setDocStatus: OperatorVerb<DocStatusInput, { done: true }> = async (ctx, _operator, input) => {
  const { customer, status, submission = null, refusal = null } = input;
  try {
    if (!(await changeDocStatus(ctx.orm, customer, { status, submission, refusal, at: ctx.clock.now() }, ctx.audit))) throw new AppError('NOT_FOUND');
  } catch (error) {
    // Another operator was faster.
    if (error instanceof ConflictError && error.constraint === 'identity_submission') throw new AppError('NOT_FOUND');
    throw error;
  }
  return { done: true };
};
