import { applyChanges, type Command } from '@quydoi/database/apply-changes';
import { ConflictError } from '@quydoi/database/money-tx';
import { readKnownPayees } from '@quydoi/database/repositories/known-payees';
import { countOccurrences, readPaymentById, readToldBefore, requireNoneAlikeSince } from '@quydoi/database/repositories/payments';
import { NETWORKS } from '@quydoi/domain/networks';
import { decideConfirm, decideMemo, decideRecord, decideReference, takesLaterMemo } from '@quydoi/domain/transfer/journal-payment';
import type { Payment, PaymentFact } from '@quydoi/domain/transfer/payment';
import type { ToldRow } from '@quydoi/domain/transfer/reconciliation-exception';
import { isOtherTransfer } from '@quydoi/domain/transfer/same-transfer';
import { type Ctx, decisionContext, newId } from '../context.ts';
import { decideAndApply } from '../decide-and-apply.ts';
import { reportException } from '../report-exception.ts';
import { toldAgainDetail } from '../told-again-detail.ts';
import { nameDifferentPayees, namesPayeeInstead } from './later-memo.ts';
import { linkReport } from './link-report.ts';

/** Maximum attempts to journal a payment while others with its account and reference are journalled. */
const TRIES_MAX = 16;

/**
 * Journals a payment idempotently across sources and repeated reports, and confirms a payment journalled unconfirmed. A row that its source told before,
 * under another id, is an exception for operators instead: a list gives all its rows new ids where an account is linked anew.
 * @param readAt when the report was read: of rows alike that were read together, each is a payment
 */
export async function recordPayment(ctx: Ctx, fact: PaymentFact, readAt = ctx.clock.now()): Promise<void> {
  const payment = await findOrJournal(ctx, fact, readAt);
  if (payment && fact.confirmed && !payment.confirmed) await confirm(ctx, payment.id, fact);
}

async function findOrJournal(ctx: Ctx, fact: PaymentFact, readAt: Date): Promise<Pick<Payment, 'id' | 'confirmed'> | null> {
  const seen = new Set<string>();
  const { repeatsReferences } = NETWORKS[fact.network];
  // Most references are new: payments with the same one are counted only after a conflict, or where there is none to tell them apart.
  let occurrence = repeatsReferences && fact.reference === '' ? null : 1;
  for (let tries = 1; ; tries += 1) {
    const known = await linkReport(ctx, fact, seen);
    if (known) {
      const payees = await readKnownPayees(ctx.orm, [fact.memo, known.memo]);
      if (isOtherTransfer(fact, known, payees) || (repeatsReferences && (await nameDifferentPayees(ctx, known.memo, fact.memo)))) {
        await reportOtherPayment(ctx, fact, known);
        return known;
      }
      if (known.amount !== fact.amount) await reportChanged(ctx, fact, known);
      if (known.reference === '' && fact.reference !== '') await addReference(ctx, known.id, fact.reference);
      if (takesLaterMemo(known) && (await namesPayeeInstead(ctx, known.memo, fact.memo))) await addMemo(ctx, known, fact.memo);
      return known;
    }
    // The first payment with a reference is none that was told before, unless another source gave the reference otherwise.
    if (occurrence !== 1 || (repeatsReferences && hasSeveralLists(ctx, fact))) {
      const told = await readToldBefore(ctx.orm, fact, readAt);
      if (told !== null) {
        await reportToldAgain(ctx, fact, told);
        return null;
      }
    }
    if (occurrence !== null) {
      try {
        return await journal(ctx, fact, occurrence, seen);
      } catch (error) {
        // Another reader journalled this payment, or one with its account and reference.
        if (!(error instanceof ConflictError) || tries >= TRIES_MAX) throw error;
      }
    }
    // Counted before the next look: a concurrent reader that journals this transfer after that look takes the same number, which is a conflict.
    if (repeatsReferences) occurrence = (await countOccurrences(ctx.orm, fact)) + 1;
  }
}

async function journal(ctx: Ctx, fact: PaymentFact, occurrence: number, seen: ReadonlySet<string>): Promise<Pick<Payment, 'id' | 'confirmed'>> {
  const id = newId(ctx);
  const change = decideRecord(fact, id, decisionContext(ctx, 'system', `${fact.source}:${fact.sourceId}`), occurrence);
  await ctx.checkpoint('payment.before-write');
  await applyChanges(ctx.orm, [change], ctx.clock.now(), onceAcrossLists(ctx, fact, seen));
  await ctx.checkpoint('payment.after-write');
  return { id, confirmed: fact.confirmed };
}

/**
 * What journalling a payment requires, so that a transfer that several lists tell is journalled once.
 * @param seen ids of the payments that were compared with it (`linkReport`)
 */
export function onceAcrossLists(ctx: Ctx, fact: PaymentFact, seen: ReadonlySet<string>): Command {
  return hasSeveralLists(ctx, fact) ? { require: (tx) => requireNoneAlikeSince(tx, fact, seen) } : {};
}

/**
 * Whether several providers list the payments of a network. One may report a transfer without its reference while another reports it with one: their
 * occurrence numbers do not conflict.
 */
function hasSeveralLists(ctx: Ctx, { network }: PaymentFact): boolean {
  return (ctx.rails.get(network)?.sources ?? []).filter(({ kind }) => kind === 'list').length > 1;
}

/**
 * A source that tells of a payment with another amount later tells of the same payment: what was journalled first stays, for a person to compare. Under
 * an exception id of its own: the row may have been an exception before.
 */
async function reportChanged(ctx: Ctx, fact: PaymentFact, payment: Payment): Promise<void> {
  const { network, source, account, unit, amount } = fact;
  const sourceId = `${fact.sourceId} of ${amount}`;
  const detail = `payment ${payment.id} of ${payment.amount}`;
  await reportException(ctx, { network, source, sourceId, kind: 'other_amount', account, asset: unit, amount: amount.toString(), detail });
}

async function reportToldAgain(ctx: Ctx, fact: PaymentFact, paymentId: string): Promise<void> {
  const { network, source, sourceId, account, unit, amount } = fact;
  const told = rowOf(fact);
  const detail = toldAgainDetail(paymentId, told);
  await reportException(ctx, { network, source, sourceId, kind: 'told_again', account, asset: unit, amount: amount.toString(), detail, told });
}

/** Under an exception id with the time of the transfer: a list that numbers from 1 again may give an id more than twice. */
async function reportOtherPayment(ctx: Ctx, fact: PaymentFact, { id }: Payment): Promise<void> {
  const { network, source, account, unit, amount, reference, memo, paidAt } = fact;
  const sourceId = `${fact.sourceId} at ${paidAt.toISOString()}`;
  const detail = `not payment ${id}, which had this id: reference ${reference}, ${memo}`;
  await reportException(ctx, {
    network,
    source,
    sourceId,
    kind: 'other_payment',
    account,
    asset: unit,
    amount: amount.toString(),
    detail,
    told: rowOf(fact),
  });
}

function rowOf({ reference, memo, payer, payerName, paidAt }: PaymentFact): ToldRow {
  return { reference, memo, payer, payerName, paidAt: paidAt.toISOString() };
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
