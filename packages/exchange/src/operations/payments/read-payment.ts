import { AppError } from '@quydoi/contract/errors';
import { addReadingRequest, type ReadingResult, readReadingResults } from '@quydoi/database/repositories/reading-requests';
import type { NetworkCode } from '@quydoi/domain/networks';
import { isReadableSince } from '@quydoi/domain/transfer/reading-request';
import { newId } from '../../context.ts';
import type { OperatorVerb } from '../operator-verb.ts';

interface ReadPaymentInput {
  readonly network: NetworkCode;
  readonly reference: string;
  /** ISO 8601. */
  readonly paidAt?: string | undefined;
  readonly note: string;
}

/**
 * Asks the role that reads a network to read a missed payment again by its reference (`payments/read-requested.ts`). Errors: VALIDATION_FAILED
 * (a time that is a day or more ahead, or 366 days or more ago).
 */
export const readPayment: OperatorVerb<ReadPaymentInput, { done: true }> = async (ctx, _operator, { network, reference, paidAt }) => {
  const request = { id: newId(ctx), network, reference, paidAt: paidAt === undefined ? null : new Date(paidAt), at: ctx.clock.now(), tries: 0 };
  if (!isReadableSince(request)) throw new AppError('VALIDATION_FAILED');
  await addReadingRequest(ctx.orm, request, ctx.audit);
  return { done: true };
};

/** Lists requests of `readPayment`, newest first, with what came of them. */
export const listReadings: OperatorVerb<{ limit: number }, { items: ReadingResult[] }> = async (ctx, _operator, { limit }) => ({
  items: await readReadingResults(ctx.orm, limit),
});
