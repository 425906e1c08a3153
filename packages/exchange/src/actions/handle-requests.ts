import { AppError } from '@quydoi/contract/errors';
import { readOrderEvents } from '@quydoi/database/repositories/orders';
import { closeOrderRequest, type OrderRequest, readOrderRequestsOpen } from '@quydoi/database/repositories/requests';
import type { Ctx } from '../context.ts';
import { forEachIsolated } from '../for-each-isolated.ts';
import { refusalText } from '../orders/recalculation.ts';
import { causeOf, executeOrderCommand } from './execute-order-command.ts';

const BATCH_SIZE = 50;

/** Executes customers' requests, oldest first. A request retried after a crash is detected as executed. */
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

async function handle(ctx: Ctx, request: OrderRequest): Promise<AppError | null> {
  if (await isDone(ctx, request)) return null;
  try {
    await executeOrderCommand(ctx, request);
    return null;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

/** Whether the request was executed by a worker that crashed before closing it. */
async function isDone(ctx: Ctx, request: OrderRequest): Promise<boolean> {
  const events = await readOrderEvents(ctx.orm, request.orderId);
  return events.some(({ cause }) => cause === causeOf(request));
}
