import { applyChanges } from '@quydoi/database/apply-changes';
import { ConflictError } from '@quydoi/database/money-tx';
import { countOccurrences, readPaymentById } from '@quydoi/database/repositories/payments';
import { NETWORKS } from '@quydoi/domain/networks';
import { decideConfirm, decideMemo, decideRecord, decideReference, takesLaterMemo } from '@quydoi/domain/transfer/journal-payment';
import type { Payment, PaymentFact } from '@quydoi/domain/transfer/payment';
import { type Ctx, decisionContext, newId } from '../context.ts';
import { decideAndApply } from '../decide-and-apply.ts';
import { reportException } from '../report-exception.ts';
import { namesOrderInstead } from './later-memo.ts';
import { linkReport } from './link-report.ts';

/** Maximum attempts to journal a payment while others with its account and reference are journalled. */
const TRIES_MAX = 16;

/** Journals a payment idempotently across sources and repeated reports, and confirms a payment journalled unconfirmed. */
export async function recordPayment(ctx: Ctx, fact: PaymentFact): Promise<void> {
  const payment = await findOrJournal(ctx, fact);
  if (fact.confirmed && !payment.confirmed) await confirm(ctx, payment.id, fact);
}

async function findOrJournal(ctx: Ctx, fact: PaymentFact): Promise<Pick<Payment, 'id' | 'confirmed'>> {
  for (let tries = 1; ; tries += 1) {
    const known = await linkReport(ctx, fact);
    if (known) {
      if (known.amount !== fact.amount) await reportChanged(ctx, fact, known);
      if (known.reference === '' && fact.reference !== '') await addReference(ctx, known.id, fact.reference);
      if (takesLaterMemo(known) && (await namesOrderInstead(ctx, known.memo, fact.memo))) await addMemo(ctx, known, fact.memo);
      return known;
    }
    try {
      return await journal(ctx, fact, tries);
    } catch (error) {
      // Another reader journalled this payment, or one with its account and reference.
      if (!(error instanceof ConflictError) || tries >= TRIES_MAX) throw error;
    }
  }
}

async function journal(ctx: Ctx, fact: PaymentFact, tries: number): Promise<Pick<Payment, 'id' | 'confirmed'>> {
  const id = newId(ctx);
  // Most references are new: those with the reference are counted where the first number proves to be taken.
  const isKnown = NETWORKS[fact.network].repeatsReferences && (tries > 1 || fact.reference === '');
  const occurrence = isKnown ? (await countOccurrences(ctx.orm, fact)) + 1 : 1;
  const change = decideRecord(fact, id, decisionContext(ctx, 'system', `${fact.source}:${fact.sourceId}`), occurrence);
  await ctx.checkpoint('payment.before-write');
  await applyChanges(ctx.orm, [change], ctx.clock.now());
  await ctx.checkpoint('payment.after-write');
  return { id, confirmed: fact.confirmed };
}

/** A source that tells of a payment with another amount later tells of the same payment: what was journalled first stays, for a person to compare. */
async function reportChanged(ctx: Ctx, { network, source, sourceId, account, unit, amount }: PaymentFact, payment: Payment): Promise<void> {
  const detail = `payment ${payment.id} of ${payment.amount}`;
  await reportException(ctx, { network, source, sourceId, kind: 'other_amount', account, asset: unit, amount: amount.toString(), detail });
}

/** A bank's row may be told before it has its reference. */
async function addReference(ctx: Ctx, id: string, reference: string): Promise<void> {
  await decideAndApply(
    ctx,
    () => readPaymentById(ctx.orm, id),
    async (payment) => decideReference(payment, reference, (await countOccurrences(ctx.orm, { ...payment, reference })) + 1),
  );
}

/** A bank's row may be told before it has its memo, or with one that only says that money came in. */
async function addMemo(ctx: Ctx, { id, memo: before }: Payment, memo: string): Promise<void> {
  await decideAndApply(
    ctx,
    () => readPaymentById(ctx.orm, id),
    (payment) => (payment.memo === before ? decideMemo(payment, memo) : null),
  );
}

async function confirm(ctx: Ctx, id: string, fact: PaymentFact): Promise<void> {
  await decideAndApply(
    ctx,
    () => readPaymentById(ctx.orm, id),
    (payment) => decideConfirm(payment, fact.paidAt, decisionContext(ctx, 'system', `${fact.source}:${fact.sourceId}`)),
    { checkpoints: { before: 'confirm.before-write', after: 'confirm.after-write' } },
  );
}
