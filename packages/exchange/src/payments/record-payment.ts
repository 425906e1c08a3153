import { applyChanges } from '@quydoi/database/apply-changes';
import { ConflictError } from '@quydoi/database/money-tx';
import { addSighting, readPayment } from '@quydoi/database/views/payments';
import { decideRecord } from '@quydoi/domain/order/decide-payment';
import type { PaymentFact } from '@quydoi/domain/payment';
import { type Ctx, deciding, newId } from '../context.ts';

/** Journals a payment once, however often and by whomever it is told. */
export async function recordPayment(ctx: Ctx, fact: PaymentFact): Promise<void> {
  const paymentId = (await readPayment(ctx.orm, fact))?.id ?? (await journal(ctx, fact));
  await addSighting(ctx.orm, fact, paymentId, ctx.clock.now());
}

async function journal(ctx: Ctx, fact: PaymentFact): Promise<string> {
  const id = newId(ctx);
  const change = decideRecord(fact, id, deciding(ctx, 'system', `${fact.source}:${fact.sourceId}`));
  await ctx.checkpoint('payment.before-write');
  try {
    await applyChanges(ctx.orm, [change], ctx.clock.now());
  } catch (error) {
    const known = error instanceof ConflictError ? await readPayment(ctx.orm, fact) : null;
    if (!known) throw error;
    return known.id;
  }
  await ctx.checkpoint('payment.after-write');
  return id;
}
