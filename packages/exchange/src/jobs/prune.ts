import { deleteIdempotencyKeys } from '@quydoi/database/repositories/idempotency';
import { IDEMPOTENCY_HOURS } from '@quydoi/domain/constants';
import { HOUR_MS } from '@quydoi/domain/durations';
import type { Ctx } from '../context.ts';

/** Deletes idempotency keys past their retention. */
export async function prune(ctx: Ctx): Promise<boolean> {
  await deleteIdempotencyKeys(ctx.orm, new Date(ctx.clock.now().getTime() - IDEMPOTENCY_HOURS * HOUR_MS));
  return false;
}
