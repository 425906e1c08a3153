import { readOrdersByRef } from '@quydoi/database/repositories/orders';
import { readKnownCustomers } from '@quydoi/database/repositories/wallets';
import { refsInMemo } from '@quydoi/domain/memo';
import { depositorsInMemo } from '@quydoi/domain/wallet/deposit-memo';
import type { Ctx } from '../context.ts';

/**
 * Whether a bank's new memo for a payment names an order, or the customer of a deposit, while its earlier memo names neither. Looks them up, because
 * parts of any text may look like a reference.
 */
export async function namesPayeeInstead(ctx: Ctx, before: string, now: string): Promise<boolean> {
  return before !== now && (await namesPayee(ctx, now)) && !(await namesPayee(ctx, before));
}

/**
 * Whether two memos name orders or customers who deposit, and none in common: whatever else a source says alike of the two, they are of two payments.
 */
export async function nameDifferentPayees(ctx: Ctx, one: string, another: string): Promise<boolean> {
  if (one === another) return false;
  const [ofOne, ofAnother] = [await payeesNamed(ctx, one), await payeesNamed(ctx, another)];
  return ofOne.size > 0 && ofAnother.size > 0 && ![...ofOne].some((id) => ofAnother.has(id));
}

async function namesPayee(ctx: Ctx, memo: string): Promise<boolean> {
  return (await payeesNamed(ctx, memo)).size > 0;
}

/** Ids of the orders that a memo names, or of the customers of a deposit if it names no order. */
async function payeesNamed({ orm }: Ctx, memo: string): Promise<ReadonlySet<string>> {
  const orders = await readOrdersByRef(orm, refsInMemo(memo));
  return new Set(orders.length > 0 ? orders.map(({ id }) => id) : await readKnownCustomers(orm, depositorsInMemo(memo)));
}
