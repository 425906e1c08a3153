import { type Caller, customerIdOf } from '@quydoi/contract/caller';
import { type Adoption, readAdoptions } from '@quydoi/database/repositories/customer-orders';
import type { Order } from '@quydoi/domain/order/order';
import type { Ctx } from '../context.ts';
import { isMac, macOf } from '../keyed-mac.ts';
import type { RequestSecrets } from './request-proof.ts';

/** The proof that a customer came with the key of an order, from the device that made it. No database login can make one. */
export function adoptionProofOf({ orderId, customerId }: Omit<Adoption, 'proof'>, secrets: RequestSecrets): string {
  return macOf(textOf(orderId, customerId), secrets);
}

/** The customer whose order it is: who made it logged in, else who adopted it; null for a visitor's. An adoption without proof does not count. */
export function ownerOf(order: Pick<Order, 'id' | 'customerId'>, adoption: Adoption | null, secrets: RequestSecrets): string | null {
  if (order.customerId !== null || adoption === null) return order.customerId;
  return isMac(adoption.proof, textOf(order.id, adoption.customerId), secrets) ? adoption.customerId : null;
}

/** {@link ownerOf} of an order that was read without its adoption, which is read only if it could be this caller's. */
export async function readOwner(ctx: Ctx, order: Order, caller: Caller, secrets: RequestSecrets): Promise<string | null> {
  if (order.customerId !== null || customerIdOf(caller) === null) return order.customerId;
  const adoptions = await readAdoptions(ctx.orm, [order.id]);
  return ownerOf(order, adoptions.get(order.id) ?? null, secrets);
}

function textOf(orderId: string, customerId: string): string {
  return `adopted order ${orderId} ${customerId}`;
}
