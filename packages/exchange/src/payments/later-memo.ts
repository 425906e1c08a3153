import { readOrdersByRef } from '@quydoi/database/repositories/orders';
import { refsInMemo } from '@quydoi/domain/memo';
import type { Ctx } from '../context.ts';

/** Whether a bank's new memo for a payment names an order while its earlier memo names none. Looks orders up, because parts of any text may look like a reference. */
export async function namesOrderInstead(ctx: Ctx, before: string, now: string): Promise<boolean> {
  return before !== now && (await namesOrder(ctx, now)) && !(await namesOrder(ctx, before));
}

async function namesOrder({ orm }: Ctx, memo: string): Promise<boolean> {
  return (await readOrdersByRef(orm, refsInMemo(memo))).length > 0;
}
