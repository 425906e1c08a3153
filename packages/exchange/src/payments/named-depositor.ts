import { readOrdersByRef } from '@quydoi/database/repositories/orders';
import { readKnownCustomers } from '@quydoi/database/repositories/wallets';
import { candidateRefs } from '@quydoi/domain/order/match';
import { depositorsInMemo } from '@quydoi/domain/wallet/deposit-memo';
import type { Ctx } from '../context.ts';

/** The only customer whom a payment's memo names as its depositor; null when it names nobody, several, or an order besides. */
export async function readNamedDepositor({ orm }: Pick<Ctx, 'orm'>, payment: Parameters<typeof candidateRefs>[0]): Promise<string | null> {
  const [customerId, ...others] = await readKnownCustomers(orm, depositorsInMemo(payment.memo));
  if (customerId === undefined || others.length > 0) return null;
  return (await readOrdersByRef(orm, candidateRefs(payment))).length === 0 ? customerId : null;
}
