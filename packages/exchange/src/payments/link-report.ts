import { readKnownPayees } from '@quydoi/database/repositories/known-payees';
import { addSighting, readPaymentByReference, readPaymentBySighting, readPaymentsAlike } from '@quydoi/database/repositories/payments';
import { NETWORKS } from '@quydoi/domain/networks';
import type { Payment, PaymentFact } from '@quydoi/domain/transfer/payment';
import { findSameTransfer } from '@quydoi/domain/transfer/same-transfer';
import type { Ctx } from '../context.ts';
import { readsNetwork } from './polled-sources.ts';

/**
 * Finds the journalled payment that a source's report is about and links the report to it; null when the payment is not journalled. By its reference
 * where that identifies it, and then linked only in the role that reads its network; on other networks by the source's id for it, or else by what
 * sources tell alike, one to one.
 * @param seen collects the ids of all payments that were compared with the report
 */
export async function linkReport(ctx: Ctx, fact: PaymentFact, seen = new Set<string>()): Promise<Payment | null> {
  return NETWORKS[fact.network].repeatsReferences ? linkBySource(ctx, fact, seen) : linkByReference(ctx, fact);
}

async function linkByReference(ctx: Ctx, fact: PaymentFact): Promise<Payment | null> {
  const payment = await readPaymentByReference(ctx.orm, fact);
  // The database lets a role link reports only to payments of networks that it reads. A webhook needs no link: its payment is found by its reference.
  if (payment && readsNetwork(ctx, fact.network)) await link(ctx, fact, payment);
  return payment;
}

async function linkBySource(ctx: Ctx, fact: PaymentFact, seen: Set<string>): Promise<Payment | null> {
  for (;;) {
    const known = await readPaymentBySighting(ctx.orm, fact);
    if (known) return known;
    const alike = await readPaymentsAlike(ctx.orm, fact);
    for (const { id } of alike) seen.add(id);
    const payees = await readKnownPayees(
      ctx.orm,
      [fact, ...alike].map(({ memo }) => memo),
    );
    const payment = findSameTransfer(fact, alike, payees);
    // Not linked when another reader linked the payment to another row of this source meanwhile, or this row: look again.
    if (!payment || (await link(ctx, fact, payment))) return payment;
  }
}

function link(ctx: Ctx, { source, sourceId }: PaymentFact, { id }: Payment): Promise<boolean> {
  return addSighting(ctx.orm, { source, sourceId, paymentId: id, at: ctx.clock.now() });
}
