import { AppError } from '@quydoi/contract/errors';
import { ConflictError } from '@quydoi/database/money-tx';
import { closeOrderRequest, type ProvableRequest, REQUEST_HANDLED, readOrderRequestsOpen } from '@quydoi/database/repositories/requests';
import type { Ctx } from '../context.ts';
import { forEachIsolated } from '../for-each-isolated.ts';
import { refusalText } from '../orders/recalculation.ts';
import { executeOrderCommand } from './execute-order-command.ts';

const BATCH_SIZE = 50;

/** Executes customers' requests, oldest first. Several workers may handle the same one: one of them executes or refuses it, the others do nothing. */
export async function handleOrderRequests(ctx: Ctx): Promise<boolean> {
  const requests = await readOrderRequestsOpen(ctx.orm, BATCH_SIZE);
  await forEachIsolated(
    ctx,
    requests,
    'request not handled',
    async (request) => {
      const refusal = await handle(ctx, request);
      await closeOrderRequest(ctx.orm, request.id, refusal && refusalText(refusal), ctx.clock.now());
    },
    { fieldsOf: ({ id }) => ({ request: id }) },
  );
  return requests.length === BATCH_SIZE;
}

/** Executes a request; returns its refusal, or null. */
async function handle(ctx: Ctx, request: ProvableRequest): Promise<AppError | null> {
  try {
    await executeOrderCommand(ctx, request);
    return null;
  } catch (error) {
    if (error instanceof ConflictError && error.constraint === REQUEST_HANDLED) return null;
    if (error instanceof AppError) return error;
    throw error;
  }
}
