import type { OrderAct } from '@quydoi/database/repositories/audit';
import { readOrderById } from '@quydoi/database/repositories/orders';
import { readPaymentById } from '@quydoi/database/repositories/payments';
import { readPayout } from '@quydoi/database/repositories/payouts';
import type { Ctx } from '../context.ts';
import { readSumOfRow, type Sum, sumOfOrder } from './sum-of-act.ts';

/** Input field that names the payout, payment or row of an act, by verb. Acts by other verbs are about the whole order that they are recorded for. */
const NAMING_FIELDS: ReadonlyMap<string, 'payout' | 'id' | 'exception'> = new Map([
  ['approvePayout', 'payout'],
  ['attachPayment', 'id'],
  ['refundPayment', 'id'],
  ['journalRow', 'exception'],
]);

/**
 * The sums that an act of the audit log may be about; the largest counts. The record is not trusted, since a database login may have written it. If
 * the payout, payment or row that the act names belongs to the act's order, only its sum; otherwise also the order's sum. Input fields that the verb does
 * not read are ignored. Empty if the order does not exist.
 */
export async function readSumsOfRecordedAct(ctx: Pick<Ctx, 'orm'>, act: OrderAct): Promise<readonly Sum[]> {
  const named = await readNamed(ctx, act);
  if (named?.orderId === act.orderId) return [named.sum];
  const order = act.orderId === null ? null : await readOrderById(ctx.orm, act.orderId);
  return order ? [sumOfOrder(order), ...(named ? [named.sum] : [])] : [];
}

/** Sum of the payout, payment or row that an act names, with its order; null if the act names none. */
async function readNamed({ orm }: Pick<Ctx, 'orm'>, { verb, input }: OrderAct): Promise<{ sum: Sum; orderId: string | null } | null> {
  const field = NAMING_FIELDS.get(verb);
  const named = field && ((input ?? {}) as Readonly<Record<string, unknown>>)[field];
  const id = typeof named === 'string' ? named.toLowerCase() : '';
  if (!isUuid(id)) return null;
  if (field === 'exception') {
    const sum = await readSumOfRow({ orm }, id);
    return sum && { sum, orderId: null };
  }
  if (field === 'payout') {
    const payout = await readPayout(orm, id);
    return payout && { sum: payout, orderId: payout.orderId };
  }
  const payment = await readPaymentById(orm, id);
  return payment && { sum: { reserve: payment.unit, amount: payment.amount }, orderId: payment.orderId };
}

function isUuid(value: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value);
}
