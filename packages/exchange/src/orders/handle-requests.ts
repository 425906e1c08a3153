import { AppError } from '@quydoi/contract/errors';
import { readOrderEvents } from '@quydoi/database/repositories/orders';
import { closeOrderRequest, type OrderRequest, readOrderRequestsOpen } from '@quydoi/database/repositories/requests';
import type { Ctx } from '../context.ts';
import { describeError } from '../describe-error.ts';
import { causeOf, executeOrderCommand } from './execute-order-command.ts';
import { refusalText } from './recalculation.ts';

const AT_ONCE = 50;

/** Carries out what customers asked for, oldest first. Repeating one after a kill finds it done and says so. One that fails holds up nobody. */
export async function handleOrderRequests(ctx: Ctx): Promise<boolean> {
  const requests = await readOrderRequestsOpen(ctx.orm, AT_ONCE);
  for (const request of requests) {
    try {
      const refusal = await handle(ctx, request);
      await closeOrderRequest(ctx.orm, request.id, refusal && refusalText(refusal), ctx.clock.now());
    } catch (error) {
      ctx.logger.error({ request: request.id, error: describeError(error) }, 'request not handled');
    }
  }
  return requests.length === AT_ONCE;
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

/** Whether this very request was carried out, by a worker that did not live to say so. */
async function isDone(ctx: Ctx, request: OrderRequest): Promise<boolean> {
  const events = await readOrderEvents(ctx.orm, request.orderId);
  return events.some(({ cause }) => cause === causeOf(request));
}
