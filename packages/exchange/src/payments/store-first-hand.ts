import { isRejectedValue } from '@quydoi/database/rejected-value';
import { addFirstHandPayments } from '@quydoi/database/repositories/first-hand';
import { InvariantError } from '@quydoi/domain/invariant';
import type { PaymentFact } from '@quydoi/domain/transfer/payment';
import type { Ctx } from '../context.ts';

/**
 * Stores payments that this role has read itself. One whose values the database rejects costs itself only: it confirms nothing, and the role that
 * journals it reports it to operators.
 */
export async function storeFirstHand(ctx: Ctx, facts: readonly PaymentFact[]): Promise<void> {
  const readAt = ctx.clock.now();
  try {
    await addFirstHandPayments(ctx.orm, facts, readAt);
  } catch (error) {
    if (!isRejected(error)) throw error;
    for (const fact of facts) await addUnlessRejected(ctx, fact, readAt);
  }
}

async function addUnlessRejected(ctx: Ctx, fact: PaymentFact, readAt: Date): Promise<void> {
  try {
    await addFirstHandPayments(ctx.orm, [fact], readAt);
  } catch (error) {
    if (!isRejected(error)) throw error;
    ctx.logger.warn(
      { network: fact.network, source: fact.source, sourceId: fact.sourceId },
      'a payment cannot be confirmed: its values are rejected',
    );
  }
}

function isRejected(error: unknown): boolean {
  return isRejectedValue(error) || error instanceof InvariantError;
}
