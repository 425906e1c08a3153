import { applyChanges } from '@quydoi/database/apply-changes';
import { ConflictError } from '@quydoi/database/money-tx';
import { addSighting, readPayment } from '@quydoi/database/repositories/payments';
import { decideConfirm, decideRecord } from '@quydoi/domain/transfer/decide-deposit';
import type { Payment, PaymentFact } from '@quydoi/domain/transfer/payment';
import { type Ctx, decisionContext, newId } from '../context.ts';
import { decideAndApply } from '../decide-and-apply.ts';

/** Journals a payment idempotently across sources and repeated reports, and confirms a payment journalled unconfirmed. */
export async function recordPayment(ctx: Ctx, fact: PaymentFact): Promise<void> {
  const payment = (await readPayment(ctx.orm, fact)) ?? (await journal(ctx, fact));
  if (fact.confirmed && !payment.confirmed) await confirm(ctx, fact);
  await addSighting(ctx.orm, fact, payment.id, ctx.clock.now());
}

async function journal(ctx: Ctx, fact: PaymentFact): Promise<Pick<Payment, 'id' | 'confirmed'>> {
  const id = newId(ctx);
  const change = decideRecord(fact, id, decisionContext(ctx, 'system', `${fact.source}:${fact.sourceId}`));
  await ctx.checkpoint('payment.before-write');
  try {
    await applyChanges(ctx.orm, [change], ctx.clock.now());
  } catch (error) {
    const known = error instanceof ConflictError ? await readPayment(ctx.orm, fact) : null;
    if (!known) throw error;
    return known;
  }
  await ctx.checkpoint('payment.after-write');
  return { id, confirmed: fact.confirmed };
}

async function confirm(ctx: Ctx, fact: PaymentFact): Promise<void> {
  await decideAndApply(
    ctx,
    () => readPayment(ctx.orm, fact),
    (payment) => decideConfirm(payment, decisionContext(ctx, 'system', `${fact.source}:${fact.sourceId}`)),
    { checkpoints: { before: 'confirm.before-write', after: 'confirm.after-write' } },
  );
}
