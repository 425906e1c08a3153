import { type Caller, customerIdOf } from '@quydoi/contract/caller';
import { AppError } from '@quydoi/contract/errors';
import type { AdoptInput } from '@quydoi/contract/orders/inputs';
import { addAdoption, readAdoptions } from '@quydoi/database/repositories/customer-orders';
import { readOrdersByRef } from '@quydoi/database/repositories/orders';
import type { Ctx } from '../context.ts';
import { deviceSubject } from '../identified-subject.ts';
import type { OrderDeps } from './order-deps.ts';
import { isOrderKey } from './order-key.ts';
import { adoptionProofOf, ownerOf } from './order-owner.ts';
import { isOrderProven } from './order-proof.ts';

/**
 * Makes orders the customer's that a visitor made in this browser: each takes its key, and the device that made it, so that neither a link that was
 * passed on nor a stolen device cookie gives an order away. Others are left as they are. Error: REQUIRED_LOGIN.
 * @returns the references of those that are the customer's now, whenever they became so
 */
export async function adoptOrders(
  ctx: Ctx,
  { secrets, requestSecrets, telemetry }: Pick<OrderDeps, 'secrets' | 'requestSecrets' | 'telemetry'>,
  caller: Caller,
  { orders: asked }: AdoptInput,
): Promise<{ adopted: string[] }> {
  const customerId = customerIdOf(caller);
  if (customerId === null) throw new AppError('REQUIRED_LOGIN');
  const keys = new Map(asked.map(({ ref, key }) => [ref, key]));
  const orders = (await readOrdersByRef(ctx.orm, [...keys.keys()])).filter((order) => {
    const isRightKey = isOrderKey(keys.get(order.ref) ?? '', order.ref, secrets);
    if (!isRightKey) telemetry.refused('order_key');
    return isRightKey && order.subject === deviceSubject(caller) && isOrderProven(order, requestSecrets);
  });
  for (const { id, customerId: maker, createdAt } of orders) {
    if (maker !== null) continue;
    const adoption = { orderId: id, customerId };
    await addAdoption(ctx.orm, { ...adoption, createdAt, proof: adoptionProofOf(adoption, requestSecrets) });
  }
  const ids = orders.map(({ id }) => id);
  const adoptions = await readAdoptions(ctx.orm, ids);
  return { adopted: orders.filter((order) => ownerOf(order, adoptions.get(order.id) ?? null, requestSecrets) === customerId).map(({ ref }) => ref) };
}
