import type { OrderAct } from '@quydoi/database/repositories/audit';
import { readOrderById } from '@quydoi/database/repositories/orders';
import { readPaymentById } from '@quydoi/database/repositories/payments';
import { readPayout } from '@quydoi/database/repositories/payouts';
import type { Ctx } from '../context.ts';
import { type Sum, sumOfOrder } from './sum-of-act.ts';

/** The field with the id that decides, by verb. Acts by other verbs are about the whole order that they are recorded for. */
const NAMING_FIELDS: ReadonlyMap<string, 'payout' | 'id'> = new Map([
  ['approvePayout', 'payout'],
  ['attachPayment', 'id'],
  ['refundPayment', 'id'],
]);

/**
 * The sums that an act which any login may have written to the audit log can be about, of which the largest counts: that of the payout or payment which
 * its verb names, if it is of the act's order; else that of the order too. Fields that the verb does not read tell nothing. Empty without an order.
 */
export async function readSumsOfDoneAct(ctx: Pick<Ctx, 'orm'>, act: OrderAct): Promise<readonly Sum[]> {
  const named = await readNamed(ctx, act);
  if (named?.orderId === act.orderId) return [named.sum];
  const order = await readOrderById(ctx.orm, act.orderId);
  return order ? [sumOfOrder(order), ...(named ? [named.sum] : [])] : [];
}

/** The payout or payment that an act names, with its order. */
async function readNamed({ orm }: Pick<Ctx, 'orm'>, { verb, input }: OrderAct): Promise<{ sum: Sum; orderId: string | null } | null> {
  const field = NAMING_FIELDS.get(verb);
  const id = field && ((input ?? {}) as Readonly<Record<string, unknown>>)[field];
  if (!isUuid(id)) return null;
  if (field === 'payout') {
    const payout = await readPayout(orm, id);
    return payout && { sum: payout, orderId: payout.orderId };
  }
  const payment = await readPaymentById(orm, id);
  return payment && { sum: { reserve: payment.unit, amount: payment.amount }, orderId: payment.orderId };
}

function isUuid(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value);
}
