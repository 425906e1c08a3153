import { readAreOfTwoOperators } from '@quydoi/database/repositories/audit';
import { readOrdersByRef } from '@quydoi/database/repositories/orders';
import { isJournalledRow } from '@quydoi/database/repositories/reconciliation-exceptions';
import { isFromDeclaredSender } from '@quydoi/domain/claim/rank-payments';
import { CURRENCIES } from '@quydoi/domain/currencies';
import { refsInMemo } from '@quydoi/domain/memo';
import { leasesAddresses } from '@quydoi/domain/networks';
import { datedAsRead } from '@quydoi/domain/order/late-price';
import { candidateRefs, findMatch } from '@quydoi/domain/order/match';
import type { Order } from '@quydoi/domain/order/order';
import { type FirstHandPayment, mayLackMemo } from '@quydoi/domain/transfer/first-hand';
import type { Payment } from '@quydoi/domain/transfer/payment';
import type { Payout } from '@quydoi/domain/transfer/payout';
import { FROM_BALANCE, isFromBalance } from '@quydoi/domain/wallet/decide-charge';
import { findRecords } from '../first-hand-records.ts';
import { readOwnBankAccounts } from '../market/own-bank-accounts.ts';
import { hasRival } from '../orders/has-rival.ts';
import { readLeasedOrder } from '../orders/leased-order.ts';
import { readOtherMeant } from '../orders/order-meant.ts';
import { isOrderProven } from '../orders/order-proof.ts';
import { isActivatedFor } from '../vouchers/voucher-evidence.ts';
import { isApprovalOf, isAttachmentOf } from './operator-acts.ts';
import { readOperatorDecisions } from './operator-decisions.ts';
import type { SignerCtx } from './signer.ts';
import type { Objection } from './signer-obligation.ts';
import { takeRecord } from './take-record.ts';

/** Payments of an order as the signer has read them itself, by payment id; or why they do not count. */
export type FirstHandEvidence = { readonly records: ReadonlyMap<string, FirstHandPayment> } | { readonly objection: Objection };

/**
 * Confirms payments of an order at first hand: what the signer has read itself from the provider or at its own node, and for this order. Each record
 * is taken for one payment of one order, for good, so that no money pays twice. The payout waits for payments that were not read yet
 * (`payments/read-first-hand.ts`), and for a second operator where one alone gave the order what was meant for another.
 */
export async function confirmAtFirstHand(ctx: SignerCtx, order: Order, payout: Payout, payments: readonly Payment[]): Promise<FirstHandEvidence> {
  const { found, missing } = await findRecords(ctx, payments);
  const [unknown] = missing;
  if (unknown) return { objection: { waitsFor: 'confirmation', detail: `payment ${unknown.id} is not in our own reading of ${unknown.network}` } };
  const records = new Map<string, FirstHandPayment>();
  for (const payment of payments) {
    const record = found.get(payment.id);
    const taken = record ? await take(ctx, order, payout, payment, record) : { objection: notOfOrder(payment) };
    if ('objection' in taken) return taken;
    records.set(payment.id, taken);
  }
  return { records };
}

/** Payments at the times that the signer has read: the journal's are another role's word. */
export function datedAtFirstHand(payments: readonly Payment[], records: ReadonlyMap<string, FirstHandPayment>): Payment[] {
  return payments.map((payment) => datedAsRead(payment, records.get(payment.id)?.paidAt ?? payment.paidAt));
}

/** Takes a record for this payment of this order, unless that was done before. Returns the one that was taken, or why none may be. */
async function take(
  ctx: SignerCtx,
  order: Order,
  payout: Payout,
  payment: Payment,
  record: FirstHandPayment,
): Promise<FirstHandPayment | { readonly objection: Objection }> {
  if (record.use) return record.use.orderId === order.id ? record : { objection: notOfOrder(payment) };
  const isAutomatic = await isPaidFor(ctx, order, payment, record);
  const objection = isAutomatic ? null : await judgeAttached(ctx, order, payout, payment, record);
  if (objection !== null) return { objection };
  const use = { paymentId: payment.id, orderId: order.id };
  const isChosen = async () => (await isJournalledRow(ctx.orm, payment.id)) && (await readAttachments(ctx, order, payment)).acts.length > 0;
  const taken = await takeRecord(ctx, { payment, record, use, isAutomatic, isChosen });
  if (taken) return taken.use?.orderId === order.id ? taken : { objection: notOfOrder(payment) };
  return { objection: { waitsFor: 'confirmation', detail: `payment ${payment.id} may be another row of a transfer that paid for something else` } };
}

/**
 * Whether a payment was made for an order, by what the signer has read: sent to the address that the order leased, or from a voucher that the signer has
 * activated for the order, or with its reference, or by its declared sender, as the network or the bank's text tells (a claimed payment), if no other
 * order could be meant, nor a balance. What other roles recorded as its order is no evidence.
 */
async function isPaidFor(ctx: SignerCtx, order: Order, payment: Payment, record: FirstHandPayment): Promise<boolean> {
  const read = asRead(payment, record);
  if (order.fromBalance || isFromBalance(read)) return isChargeOf(order, read);
  if (leasesAddresses(read.network)) return (await readLeasedOrder(ctx, read))?.id === order.id;
  const named = await readOrdersByRef(ctx.orm, candidateRefs(read));
  // What names an order is no voucher's money.
  if (CURRENCIES[order.from].isVoucher) return named.length === 0 && (await isActivatedFor(ctx, order, read));
  return named.length > 0 ? findMatch(read, named, []).found?.id === order.id : isByItsSender(ctx, order, read);
}

/** Whether the signer has paid an order from its customer's balance by this payment. */
function isChargeOf(order: Order, { account, reference, payer }: Payment): boolean {
  return order.fromBalance && account === FROM_BALANCE && reference === order.ref && payer === order.customerId;
}

/**
 * Rejects a payment that was not made for the order, unless operators have attached it to the order: one operator, or two if the payment was meant for
 * another order that is not paid, or for a balance. The second one confirms the act or, because the memo may only be known later, approves the payout.
 */
async function judgeAttached(ctx: SignerCtx, order: Order, payout: Payout, payment: Payment, record: FirstHandPayment): Promise<Objection | null> {
  const { decisions, acts } = await readAttachments(ctx, order, payment);
  if (acts.length === 0) {
    const isUnnamed = mayLackMemo(record, payment) && (await readOrdersByRef(ctx.orm, refsInMemo(record.memo))).length === 0;
    if (isUnnamed) return { waitsFor: 'confirmation', detail: `payment ${payment.id} has no memo in our own reading of ${payment.network}` };
    return notOfOrder(payment);
  }
  const isBelieved = (meant: Order) => isOrderProven(meant, ctx.requestSecrets);
  // Who has the worker's login may have had the journal's memo name this order, or hide another.
  const memos = { memos: [record.memo, payment.memo], ownMemos: [record.memo] };
  const other = await readOtherMeant(ctx, order, asRead(payment, record), { ...memos, isBelieved });
  if (!other || acts.some(({ isConfirmed }) => isConfirmed)) return null;
  const approvals = decisions.filter((decision) => isApprovalOf(decision, payout));
  for (const { callId } of approvals) {
    for (const act of acts) if (await readAreOfTwoOperators(ctx.orm, callId, act.callId)) return null;
  }
  return {
    waitsFor: 'approval',
    detail: `payment ${payment.id} was meant for ${other.logged}: a second operator has to approve`,
  };
}

/** What operators have decided about an order, and by which acts they gave it a payment. */
async function readAttachments(ctx: SignerCtx, order: Order, payment: Payment) {
  const decisions = await readOperatorDecisions(ctx, order.id, { reserve: payment.unit, amount: payment.amount });
  return { decisions, acts: decisions.filter((decision) => isAttachmentOf(decision, payment)) };
}

function notOfOrder({ id }: Payment): string {
  return `payment ${id} is not of this order`;
}

/** A payment with what the signer has read of it. */
function asRead(payment: Payment, { memo, payer, paidAt }: FirstHandPayment): Payment {
  return { ...payment, memo, payer, paidAt };
}

/** Whether a payment that names no order is of this one by amount and declared sender, and of no other, nor a deposit. */
async function isByItsSender(ctx: SignerCtx, order: Order, read: Payment): Promise<boolean> {
  const before = { ...order, amountPaid: order.amountPaid - read.amount };
  const ownAccounts = new Set([...ctx.ownAccounts, ...(await readOwnBankAccounts(ctx))]);
  const fits = findMatch(read, [], [order]).found !== null || isFromDeclaredSender(before, read, ownAccounts);
  return fits && !(await hasRival(ctx, order, read));
}
