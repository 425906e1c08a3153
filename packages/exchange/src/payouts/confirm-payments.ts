import { addPaymentUse } from '@quydoi/database/repositories/first-hand';
import { readOrdersByRef } from '@quydoi/database/repositories/orders';
import { isFromDeclaredSender } from '@quydoi/domain/claim/rank-payments';
import { refsInMemo } from '@quydoi/domain/memo';
import { leasesAddresses } from '@quydoi/domain/networks';
import { candidateRefs, findMatch } from '@quydoi/domain/order/match';
import type { Order } from '@quydoi/domain/order/order';
import { confirmPayments, type FirstHandPayment, mayLackMemo } from '@quydoi/domain/transfer/first-hand';
import type { Payment } from '@quydoi/domain/transfer/payment';
import { readRecords, useCodeOf } from '../first-hand-records.ts';
import { readOwnBankAccounts } from '../market/own-bank-accounts.ts';
import { hasRival } from '../orders/has-rival.ts';
import { readLeasedOrder } from '../orders/leased-order.ts';
import { readOperatorDecisions } from './operator-decisions.ts';
import type { SignerCtx } from './signer.ts';
import type { Objection } from './signer-obligation.ts';

/** Payments of an order as the signer has read them itself, by payment id; or why they do not count. */
export type FirstHandEvidence = { readonly records: ReadonlyMap<string, FirstHandPayment> } | { readonly objection: Objection };

/**
 * Confirms payments of an order at first hand: what the signer has read itself from the provider or at its own node, and for this order. Each record
 * is taken for one payment of one order, for good, so that no money pays twice. The payout waits for payments that were not read yet
 * (`payments/read-first-hand.ts`).
 */
export async function confirmAtFirstHand(ctx: SignerCtx, order: Order, payments: readonly Payment[]): Promise<FirstHandEvidence> {
  const { found, missing } = confirmPayments(payments, await readRecords(ctx, payments));
  const [unknown] = missing;
  if (unknown) return { objection: { waitsFor: 'confirmation', detail: `payment ${unknown.id} is not in our own reading of ${unknown.network}` } };
  for (const payment of payments) {
    const record = found.get(payment.id);
    if (record && (await isTaken(ctx, order, payment, record))) continue;
    if (record && mayLackMemo(record, payment) && (await readOrdersByRef(ctx.orm, refsInMemo(record.memo))).length === 0) {
      return { objection: { waitsFor: 'confirmation', detail: `payment ${payment.id} has no memo in our own reading of ${payment.network}` } };
    }
    return { objection: `payment ${payment.id} is not of this order` };
  }
  return { records: found };
}

/** Whether a record is taken for this payment of this order, now or before. */
async function isTaken(ctx: SignerCtx, order: Order, payment: Payment, record: FirstHandPayment): Promise<boolean> {
  if (record.use) return record.use.orderId === order.id;
  if (!(await isPaidFor(ctx, order, payment, record))) return false;
  const use = { paymentId: payment.id, orderId: order.id };
  if (await addPaymentUse(ctx.orm, record, { ...use, code: useCodeOf(ctx, record, use) }, ctx.clock.now())) return true;
  // Another signer may have taken it for the same order meanwhile.
  return confirmPayments([payment], await readRecords(ctx, [payment])).found.get(payment.id)?.use?.orderId === order.id;
}

/**
 * Whether a payment was made for an order, by what the signer has read: sent to the address that the order leased, or with its reference, or by its
 * declared sender, as the network or the bank's text tells (a claimed payment), if no other order could be meant; or given to it by an operator. What
 * other roles recorded as its order is no evidence.
 */
async function isPaidFor(ctx: SignerCtx, order: Order, payment: Payment, record: FirstHandPayment): Promise<boolean> {
  const read: Payment = { ...payment, memo: record.memo, payer: record.payer, paidAt: record.paidAt };
  if (leasesAddresses(read.network)) {
    if ((await readLeasedOrder(ctx, read))?.id === order.id) return true;
  } else {
    const named = await readOrdersByRef(ctx.orm, candidateRefs(read));
    if (named.length > 0 ? findMatch(read, named, []).found?.id === order.id : await isByItsSender(ctx, order, read)) return true;
  }
  const decisions = await readOperatorDecisions(ctx, order.id, { reserve: payment.unit, amount: payment.amount });
  return decisions.some(({ verb, input }) => verb === 'attachPayment' && input.id === payment.id);
}

/** Whether a payment that names no order is of this one by amount and declared sender, and of no other. */
async function isByItsSender(ctx: SignerCtx, order: Order, read: Payment): Promise<boolean> {
  const before = { ...order, amountPaid: order.amountPaid - read.amount };
  const ownAccounts = new Set([...ctx.ownAccounts, ...(await readOwnBankAccounts(ctx))]);
  const fits = findMatch(read, [], [order]).found !== null || isFromDeclaredSender(before, read, ownAccounts);
  return fits && !(await hasRival(ctx, order, read));
}
