import { readOrder } from '@quydoi/database/repositories/orders';
import { readPaymentById } from '@quydoi/database/repositories/payments';
import { readPayout } from '@quydoi/database/repositories/payouts';
import type { Ctx } from '../context.ts';

/**
 * Reads the id of the order that an operator's input names, by `ref`, by the `id` of one of the order's payments, or by a `payout`. Null when the input names
 * neither, or an unknown one.
 */
export async function readConcernedOrder({ orm }: Ctx, input: unknown): Promise<string | null> {
  const { ref, id, payout } = input as { readonly ref?: string; readonly id?: string; readonly payout?: string };
  if (payout !== undefined) return (await readPayout(orm, payout))?.orderId ?? null;
  if (ref !== undefined) return (await readOrder(orm, ref))?.id ?? null;
  if (id !== undefined) return (await readPaymentById(orm, id))?.orderId ?? null;
  return null;
}
