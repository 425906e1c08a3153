import { readOrdersByRef } from '@quydoi/database/repositories/orders';
import { readKnownCustomers } from '@quydoi/database/repositories/wallets';
import { candidateRefs } from '@quydoi/domain/order/match';
import { depositorsInMemo } from '@quydoi/domain/wallet/deposit-memo';
import type { Ctx } from '../context.ts';

/** Reads which customer a payment's memo names as its depositor. Null if it names no customer, more than one, or also an order. */
export async function readNamedDepositor({ orm }: Pick<Ctx, 'orm'>, payment: Parameters<typeof candidateRefs>[0]): Promise<string | null> {
  const [customerId, ...others] = await readKnownCustomers(orm, depositorsInMemo(payment.memo));
  if (customerId === undefined || others.length > 0) return null;
  return (await readOrdersByRef(orm, candidateRefs(payment))).length === 0 ? customerId : null;
}
